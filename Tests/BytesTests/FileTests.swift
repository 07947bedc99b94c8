import Bytes
import Foundation
import TestSupport
import Testing

struct InputFileTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func `reads exactly the requested bytes, or throws`() throws {
    let path = try folder.write([1, 2, 3, 4, 5], to: "five")
    let file = try InputFile(path: path)
    #expect(file.size == 5)
    #expect(try file.read(at: 1, count: 3) == [2, 3, 4])
    #expect(try file.read(at: 5, count: 0) == [])
    var buffer: [UInt8] = [9, 9, 9, 9, 9, 9]
    try file.read(at: 0, count: 2, into: &buffer)
    #expect(buffer == [1, 2])
    try file.read(at: 0, count: 5, into: &buffer)
    #expect(buffer == [1, 2, 3, 4, 5])
    #expect(throws: BytesError.fileTruncated(path: path, offset: 3, needed: 3, available: 2)) {
      try file.read(at: 3, count: 3)
    }
    for (offset, count) in [(-1, 1), (6, 0), (0, -1), (Int.max, Int.max), (0, Int.max)] {
      #expect(throws: BytesError.self) { try file.read(at: offset, count: count) }
    }
  }

  @Test func `a file truncated while open gives an error`() throws {
    let path = try folder.write([UInt8](repeating: 1, count: 10_000), to: "shrinks")
    let file = try InputFile(path: path)
    let cut = unsafe truncate(path, 100)
    #expect(cut == 0)
    #expect(throws: BytesError.fileTruncated(path: path, offset: 0, needed: 200, available: 100)) {
      try file.read(at: 0, count: 200)
    }
  }

  @Test func `anything but a regular file is rejected with its name`() throws {
    #expect(throws: BytesError.fileNotFound(path: folder.path("none"))) {
      try InputFile(path: folder.path("none"))
    }
    #expect(throws: BytesError.isFolder(path: folder.path)) { try InputFile(path: folder.path) }
    #expect(throws: BytesError.notRegular(path: "/dev/null")) { try InputFile(path: "/dev/null") }
    let made = unsafe mkfifo(folder.path("pipe"), 0o600)
    #expect(made == 0)
    #expect(throws: BytesError.notRegular(path: folder.path("pipe"))) {
      try InputFile(path: folder.path("pipe"))
    }
    #expect(throws: BytesError.self) { try InputFile(path: "a\0b") }
  }

  @Test func `a look at a path tells what is there, after links`() throws {
    try folder.write("x", to: "file")
    let files = FileManager.default
    for (name, target) in ["link": "file", "way": ".", "gone": "nowhere", "loop": "loop"] {
      try files.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
    }
    let table: [(path: String, kind: PathKind?)] = [
      (folder.path("file"), .file), (folder.path("link"), .file), (folder.path("way"), .folder),
      (folder.path, .folder), ("/dev/null", .other), (folder.path("gone"), nil),
      (folder.path("none"), nil), (folder.path("file/below"), nil), ("", nil),
      (folder.path(String(repeating: "n", count: 5_000)), nil),
    ]
    for (path, kind) in table {
      #expect(try PathKind(of: path) == kind, "\(path)")
      let file = (try? InputFile.ifThere(path)) ?? nil
      #expect((file != nil) == (kind == .file), "\(path)")
    }
    let loop = BytesError.notReadable(path: folder.path("loop"), errno: ELOOP)
    #expect(throws: loop) { try PathKind(of: folder.path("loop")) }
    #expect(throws: loop) { try InputFile.ifThere(folder.path("loop")) }
    #expect(throws: loop) { try FileIdentity(path: folder.path("loop")) }
  }

  @Test func `a region reads only its own bytes`() throws {
    let file = try InputFile(path: folder.write([0, 1, 2, 3, 4, 5, 6, 7], to: "eight"))
    let region = FileRegion(file, offset: 2, count: 4)
    #expect(try region.read(at: 1, count: 3) == [3, 4, 5])
    #expect(throws: BytesError.self) { try region.read(at: 1, count: 4) }
    #expect(throws: BytesError.self) { try region.read(at: -1, count: 1) }
    #expect(throws: BytesError.self) { try region.read(at: Int.max, count: Int.max) }
    #expect(try region.part(offset: 2, count: 100).readAll(limit: 2) == [4, 5])
    #expect(throws: BytesError.inflatedTooLarge(limit: 3)) { try region.readAll(limit: 3) }
    let beyond = FileRegion(file, offset: 6, count: 10)
    #expect(try beyond.read(at: 0, count: 2) == [6, 7])
    #expect(throws: BytesError.self) { try beyond.read(at: 0, count: 3) }
  }
}

struct OutputFileTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func `appends and patches of every size are written at the right offset`() throws {
    var generator = SeededGenerator(seed: 5)
    var expected: [UInt8] = []
    var output = try OutputFile(path: folder.path("out"))
    for _ in 0..<60 {
      let bytes = generator.bytes(generator.integer(in: 0...1) * generator.integer(in: 0...9000))
      let large = [UInt8](repeating: UInt8(expected.count & 255), count: bytes.count * 60)
      for piece in [bytes, large] {
        try output.append(piece)
        expected += piece
      }
      #expect(output.count == expected.count)
      guard expected.count > 10 else { continue }
      let offset = generator.integer(in: 0...expected.count - 9)
      let patch = generator.bytes(9)
      try output.write(patch, at: offset)
      expected.replaceSubrange(offset..<offset + 9, with: patch)
    }
    try output.close()
    #expect(try folder.read("out") == expected)
  }

  @Test func `scratch space has no name and can be read back`() throws {
    var output = try OutputFile(scratchIn: folder.path)
    try output.append([UInt8](repeating: 3, count: 300_000))
    try output.append([4])
    #expect(try folder.files() == [])
    let input = try output.reopen()
    #expect(input.size == 300_001)
    #expect(try input.read(at: 299_999, count: 2) == [3, 4])
  }

  @Test func `a full disk has its own error`() throws {
    var output = try OutputFile(path: "/dev/full")
    #expect(throws: BytesError.noSpace(path: "/dev/full")) {
      try output.append([UInt8](repeating: 0, count: 1 << 20))
    }
  }

  @Test func `free space is reported for folders that exist`() throws {
    #expect(try #require(FreeSpace.available(atFolder: folder.path)) > 0)
    #expect(FreeSpace.available(atFolder: folder.path("none")) == nil)
  }

  @Test func `a discarded output keeps its length`() throws {
    var output = DiscardedOutput()
    try output.append([1, 2, 3])
    try output.write([9], at: 1)
    try output.append([UInt8](repeating: 0, count: 1_000))
    #expect(output.count == 1_003)
  }

  @Test func `environment variables are text`() {
    #expect(EnvironmentValue.string("PATH")?.isEmpty == false)
    #expect(EnvironmentValue.string("FIELDPACK_SURELY_NOT_SET") == nil)
  }
}
