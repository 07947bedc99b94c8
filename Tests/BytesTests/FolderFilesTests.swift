import Bytes
import Foundation
import TestSupport
import Testing

struct FolderFilesTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func `regular files are listed in byte order, down to the given depth`() throws {
    for path in ["b", "a/c", "a/B", "a/d/e", "ä"] { try folder.write(path, to: path) }
    let files = FolderFiles(folder.path + "//")
    #expect(files.path == folder.path)
    #expect(try files.paths() == ["a/B", "a/c", "a/d/e", "b", "ä"])
    #expect(try files.paths(depth: 1) == ["a/B", "a/c", "b", "ä"])
    #expect(try files.paths(depth: 0) == ["b", "ä"])
    #expect(throws: BytesError.fileNotFound(path: folder.path("no"))) {
      try FolderFiles(folder.path("no")).paths()
    }
  }

  @Test func `links, pipes and folders are not listed, and nothing outside is reached`()
    async throws
  {
    try folder.write("x", to: "in/real")
    try folder.write("secret", to: "out/file")
    let links = ["file": "../out/file", "folder": "../out", "self": ".", "gone": "nowhere"]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("in/" + name), withDestinationPath: target)
    }
    let made = try await Tool(named: "mkfifo")?.run([folder.path("in/pipe")])
    try #require(made == nil || made?.status == 0)
    let files = FolderFiles(folder.path("in"))
    #expect(try files.paths() == ["real"])
    #expect(try files.allPaths() == ["file", "folder", "gone", "pipe", "real", "self"])
    #expect(try files.open("real")?.read(at: 0, count: 1) == Array("x".utf8))
    for path in [
      "file", "folder/file", "self/real", "gone", "pipe", "", ".", "..", "../out/file",
      "/etc/passwd",
      "real/x", "a//b", "./real", "no", "real\0", String(repeating: "a", count: 5000),
    ] {
      #expect(try files.open(path) == nil, "\(path)")
    }
    #expect(try FolderFiles(folder.path("no")).open("x") == nil)
  }
}
