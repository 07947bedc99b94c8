import Bytes
import Foundation
import TestSupport
import Testing

struct AtomicFileTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `a commit gives the whole file its name`() throws {
    var file = try AtomicFile(replacing: folder.path("out"), overwrite: false)
    try file.append([1, 2, 3])
    try file.write([9], at: 1)
    #expect(!folder.exists("out"))
    #expect(try names().count == 1)
    #expect(file.temporaryPath.hasPrefix(folder.path("") + ".out.partial-"))
    try file.commit()
    #expect(try names() == ["out"])
    #expect(try folder.read("out") == [1, 9, 3])
  }

  @Test func `without a commit, no temporary remains and the old file is kept`() throws {
    try folder.write("old", to: "out")
    do {
      var file = try AtomicFile(replacing: folder.path("out"), overwrite: true)
      try file.append([UInt8](repeating: 0, count: 1 << 20))
    }
    #expect(try names() == ["out"])
    #expect(try folder.read("out") == Array("old".utf8))
  }

  @Test func `an existing file is replaced only with overwrite`() throws {
    let path = try folder.write("old", to: "out")
    #expect(throws: BytesError.outputExists(path: path)) {
      _ = try AtomicFile(replacing: path, overwrite: false)
    }
    var file = try AtomicFile(replacing: path, overwrite: true)
    try file.append([7])
    try file.commit()
    #expect(try folder.read("out") == [7])
  }

  @Test func `two files get their names together, and stale files are removed`() throws {
    for name in ["out", "out-wal", "side"] { try folder.write("old", to: name) }
    var side = try AtomicFile(replacing: folder.path("side"), overwrite: true)
    var file = try AtomicFile(replacing: folder.path("out"), overwrite: true)
    try side.append([1])
    try file.append([2])
    let joint = JointCommit()
    try file.commit(with: joint, removing: [folder.path("out-wal"), folder.path("none")])
    try side.commit(with: joint)
    #expect(try folder.read("out") == Array("old".utf8))
    try joint.run()
    #expect(try names() == ["out", "side"])
    #expect(try folder.read("side") == [1])
    #expect(try folder.read("out") == [2])
  }

  @Test func `a file that appears meanwhile is kept`() throws {
    let path = folder.path("out")
    let file = try AtomicFile(replacing: path, overwrite: false)
    try folder.write("new", to: "out")
    do {
      try file.commit()
      Issue.record("the commit replaced a file")
    } catch {
      #expect(error == .outputExists(path: path))
    }
    #expect(try names() == ["out"])
    #expect(try folder.read("out") == Array("new".utf8))
  }

  @Test func `a link stays a link and its target is replaced`() throws {
    try folder.write("old", to: "real")
    let linked = unsafe symlink("real", folder.path("link"))
    #expect(linked == 0)
    var file = try AtomicFile(replacing: folder.path("link"), overwrite: true)
    try file.append([5])
    try file.commit()
    #expect(try folder.read("real") == [5])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "real")
  }

  @Test(arguments: ["", "/", ".", "..", "a\0b", "/none/at/all/out"])
  func `a path that can't be a file is rejected`(path: String) {
    #expect(throws: BytesError.self) { _ = try AtomicFile(replacing: path, overwrite: true) }
  }

  @Test func `folders and devices are rejected with their names`() {
    #expect(throws: BytesError.isFolder(path: folder.path)) {
      _ = try AtomicFile(replacing: folder.path, overwrite: true)
    }
    #expect(throws: BytesError.notRegular(path: "/dev/null")) {
      _ = try AtomicFile(replacing: "/dev/null", overwrite: true)
    }
  }

  @Test func `a name of 255 bytes still gets a temporary`() throws {
    let name = String(repeating: "ü", count: 127)
    var file = try AtomicFile(replacing: folder.path(name), overwrite: false)
    try file.append([1])
    try file.commit()
    #expect(try names() == [name])
  }

  @Test func `leftovers of a dead run are removed, others are kept`() throws {
    // No process has the highest number that the kernel assigns.
    let dead = 4_194_304
    try folder.write("x", to: ".out.partial-\(dead)-1")
    try folder.write("x", to: ".out.partial-\(dead)-x")
    // The first process is another program. In a container, this process may have its number.
    try folder.write("x", to: ".out.partial-1-1")
    try folder.write("x", to: ".out.partial-\(getpid())-99999999")
    try folder.write("x", to: ".other.partial-\(dead)-1")
    try folder.write("x", to: ".fieldpack-scratch-\(dead)-1")
    // A file that is not ours.
    try folder.write("x", to: "other.partial-\(dead)-1")
    try folder.write("x", to: ".out.partial-\(dead)-2/inside/file")
    let file = try AtomicFile(replacing: folder.path("out"), overwrite: false)
    try file.commit()
    let kept = [".out.partial-\(dead)-x", "other.partial-\(dead)-1", "out"]
    #expect(try names() == kept)
  }

  @Test func `errors name the output instead of its temporary`() throws {
    let site = try AtomicFolder(replacing: folder.path("site"), overwrite: false)
    let page = try site.path(for: "data/page.js")
    try folder.write("x", to: String(page.dropFirst(folder.path.count + 1)))
    let shown = folder.path("site/data/page.js/x")
    #expect(throws: BytesError.cannotWrite(path: shown, errno: ENOTDIR)) {
      _ = try OutputFile(path: page + "/x")
    }
    // Also one in another, as the pages of a package in a folder of packages.
    let inner = try AtomicFolder(replacing: site.path(for: "inner"), overwrite: false)
    #expect(throws: BytesError.fileNotFound(path: folder.path("site/inner/missing"))) {
      _ = try InputFile(path: inner.path(for: "missing"))
    }
    let output = folder.path("missing/site")
    #expect(throws: BytesError.cannotWrite(path: output, errno: ENOENT)) {
      _ = try ScratchFiles(beside: output)
    }
    let scratch = try ScratchFiles(beside: folder.path("site"))
    #expect(throws: BytesError.fileNotFound(path: folder.path as String)) {
      _ = try InputFile(path: scratch.path(for: "missing"))
    }
  }

  @Test func `scratch files are gone at the end`() throws {
    do {
      let scratch = try ScratchFiles(in: folder.path)
      let file = try OutputFile(path: scratch.path(for: "inside/file"))
      try file.close()
      #expect(try names().count == 1)
    }
    #expect(try names().isEmpty)
  }

  @Test(arguments: [
    ("out/.site.partial-PID-2/data/a.js", "out/site/data/a.js"),
    (".a-b.mmpk.partial-PID-3", "a-b.mmpk"), (".fieldpack-scratch-PID-4/file", "."),
    ("/.fieldpack-scratch-PID-4", "/"),
    ("/out/.a.partial-PID-1/.fieldpack-scratch-PID-4/a/.b.partial-PID-1", "/out/a"),
    // Of another process, so perhaps an input.
    ("x/.site.partial-4194304-2/a", "x/.site.partial-4194304-2/a"), ("", ""), ("x//a", "x//a"),
  ])
  func `a missing file in a temporary is called by the name of the output`(
    path: String, shown: String
  ) {
    #expect(throws: BytesError.fileNotFound(path: shown)) {
      _ = try InputFile(path: path.replacing("PID", with: String(getpid())))
    }
  }

  @Test func `an interruption removes unfinished files and exits with 130`() async throws {
    await #expect(processExitsWith: .exitCode(130)) { [path = folder.path as String] in
      Interruption.install()
      var file = try AtomicFile(replacing: path + "/out", overwrite: false)
      try file.append([UInt8](repeating: 1, count: 1 << 20))
      let site = try AtomicFolder(replacing: path + "/site", overwrite: false)
      let page = try OutputFile(path: site.path(for: "pages/1.html"))
      try page.close()
      kill(getpid(), SIGINT)
      sleep(20)
      try file.commit()
      try site.commit()
    }
    #expect(try names() == [])
  }
}

struct AtomicFolderTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func fill(_ name: String, overwrite: Bool, commit: Bool = true) throws {
    let site = try AtomicFolder(replacing: folder.path(name), overwrite: overwrite)
    for page in ["index.html", "pages/deep/1.html"] {
      var file = try OutputFile(path: site.path(for: page))
      try file.append(Array(page.utf8))
      try file.close()
    }
    if commit { try site.commit() }
  }

  @Test func `a folder gets its name whole or not at all`() throws {
    try fill("site", overwrite: false, commit: false)
    #expect(try folder.files() == [])
    #expect(!folder.exists("site"))
    try fill("site", overwrite: false)
    #expect(try folder.files() == ["site/index.html", "site/pages/deep/1.html"])
  }

  @Test func `a folder with content is replaced only with overwrite, an empty one always`() throws {
    try folder.write("old", to: "site/old.html")
    #expect(throws: BytesError.outputExists(path: folder.path("site"))) {
      try fill("site", overwrite: false)
    }
    #expect(try folder.files() == ["site/old.html"])
    try fill("site", overwrite: true)
    #expect(try folder.files() == ["site/index.html", "site/pages/deep/1.html"])
    try FileManager.default.createDirectory(
      atPath: folder.path("empty"), withIntermediateDirectories: false)
    try fill("empty", overwrite: false)
    #expect(folder.exists("empty/index.html"))
  }

  @Test func `a folder gets no name if a part of it can't be opened to be synced`() throws {
    let path = folder.path("site")
    let site = try AtomicFolder(replacing: path, overwrite: false)
    // Nobody can open a socket as a file.
    let part = try site.path(for: "pages/socket")
    try #require(unsafe mknod(part, S_IFSOCK | 0o600, 0) == 0)
    do {
      try site.commit()
      Issue.record("committed")
    } catch {
      #expect(error == .cannotWrite(path: path, errno: ENXIO))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `a file is not replaced by a folder`() throws {
    let path = try folder.write("data", to: "site")
    for overwrite in [true, false] {
      #expect(throws: BytesError.notAFolder(path: path)) { try fill("site", overwrite: overwrite) }
    }
  }

  @Test(arguments: ["", "/etc/passwd", "../x", "a/../../x", "a//b", ".", "a/.", "a\0b", "a/"])
  func `a member outside the folder is rejected`(relative: String) throws {
    let site = try AtomicFolder(replacing: folder.path("site"), overwrite: false)
    do {
      _ = try site.path(for: relative)
      Issue.record("accepted")
    } catch {
      #expect(error == .badRelativePath(relative))
    }
  }
}
