import Bytes
import Foundation
import TestSupport
import Testing
import ZIPArchive

/// Archives of other programs, and what other programs read from the same archives.
struct OtherToolsTests {
  private let folder: TemporaryFolder
  /// The packed files: names, and the SHA-256 of their content.
  private let files: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 1)
    let content: [String: [UInt8]] = [
      "data.gpkg": Array("SQLite format 3\0".utf8) + generator.bytes(70_000),
      "photos/Bäume/1.jpg": generator.bytes(3000), "empty.txt": [],
      "base/text.json": Array(String(repeating: "Acer platanoides, ", count: 20_000).utf8),
    ]
    for (name, bytes) in content { try folder.write(bytes, to: "in/" + name) }
    files = content.mapValues { Self.digest($0) }
  }

  private static func digest(_ bytes: [UInt8]) -> String { SHA256.hex(SHA256.of(bytes.span)) }

  /// The names of an archive and the SHA-256 of their content.
  private func contents(_ path: String) throws -> [String: String] {
    let archive = try ArchiveReader(region: FileRegion(try InputFile(path: path)))
    var contents: [String: String] = [:]
    for entry in archive.entries where !entry.isFolder {
      contents[entry.name] = Self.digest(try archive.read(entry, limit: 1 << 20))
    }
    return contents
  }

  private func run(_ tool: Tool?, _ arguments: [String], stdin: [UInt8] = []) async throws
    -> ToolResult
  {
    let tool = try #require(tool)
    return try await tool.run(arguments, stdin: stdin, folder: folder.path("in"))
  }

  static let zip = Tool(named: "zip")
  static let sevenZip = Tool(named: "7z") ?? Tool(named: "7zz")
  static let jar = Tool(named: "jar")
  static let ditto = Tool(named: "ditto")

  @Test(
    .needs(.zip),
    arguments: [
      ["-r"], ["-r", "-0"], ["-r", "-9", "-D"], ["-r", "-fz"], ["-r", "-fd"], ["-rX"],
    ])
  func `archives of zip are read`(options: [String]) async throws {
    let result = try await run(Self.zip, options + [folder.path("a.zip"), "."])
    try #require(result.status == 0, "\(result.errorText)")
    #expect(try contents(folder.path("a.zip")) == files)
  }

  @Test(.needs(.zip))
  func `archives that zip wrote to a pipe are read`() async throws {
    let piped = try await run(Self.zip, ["-r", "-", "."])
    try folder.write(piped.output, to: "piped.zip")
    #expect(try contents(folder.path("piped.zip")) == files)
    let fed = try await run(Self.zip, ["-", "-"], stdin: try folder.read("in/base/text.json"))
    try folder.write(fed.output, to: "fed.zip")
    #expect(try contents(folder.path("fed.zip")) == ["-": files["base/text.json"] ?? ""])
  }

  @Test(.needs(.zip))
  func `encrypted, linked and split archives of zip are rejected with their names`() async throws {
    func error(_ name: String) -> ZIPArchiveError? {
      #expect(throws: ZIPArchiveError.self) { try contents(folder.path(name)) }
    }
    _ = try await run(Self.zip, ["-P", "secret", folder.path("locked.zip"), "data.gpkg"])
    #expect(error("locked.zip") == .encrypted(entry: "data.gpkg"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/link"), withDestinationPath: "/etc/passwd")
    _ = try await run(Self.zip, ["-y", folder.path("link.zip"), "link"])
    #expect(error("link.zip") == .specialFile(entry: "link", mode: 0o120777))
    _ = try await run(Self.zip, ["-s", "64k", "-0", folder.path("split.zip"), "data.gpkg"])
    #expect(error("split.zip") == .severalDisks)
    #expect(error("split.z01") == .severalDisks)
  }

  @Test(.needs(.python3), arguments: ["0", "8"])
  func `archives of Python are read, written to a file or a pipe`(method: String) async throws {
    let script = """
      import os, sys, zipfile
      class Pipe:
        def __init__(self, file): self.file = file
        def write(self, data): return self.file.write(data)
        def flush(self): self.file.flush()
      for name in ('file', 'pipe'):
        with open('../' + name + '.zip', 'wb') as file:
          target = file if name == 'file' else Pipe(file)
          with zipfile.ZipFile(target, 'w', int(sys.argv[1])) as archive:
            archive.comment = b'PK\\5\\6 and PK\\1\\2'
            for root, _, names in os.walk('.'):
              if root != '.': archive.write(root)
              for each in names:
                path = os.path.join(root, each)
                with archive.open(os.path.relpath(path), 'w', force_zip64=True) as member:
                  member.write(open(path, 'rb').read())
      """
    let result = try await run(Tool.python3, ["-c", script, method])
    try #require(result.status == 0, "\(result.errorText)")
    #expect(try contents(folder.path("file.zip")) == files)
    #expect(try contents(folder.path("pipe.zip")) == files)
  }

  @Test(.needs(.program("jar")))
  func `archives of Java are read`() async throws {
    let result = try await run(Self.jar, ["--create", "--no-manifest", "--file", "../a.jar", "."])
    try #require(result.status == 0, "\(result.errorText)")
    #expect(try contents(folder.path("a.jar")) == files)
  }

  @Test(.needs(.program("7z")), arguments: ["Deflate", "Copy"])
  func `archives of 7-Zip are read`(method: String) async throws {
    _ = try await run(Self.sevenZip, ["a", "-tzip", "-mm=\(method)", "../a.zip", "."])
    #expect(try contents(folder.path("a.zip")) == files)
    for method in ["ZipCrypto", "AES256"] {
      _ = try await run(
        Self.sevenZip,
        ["a", "-tzip", "-psecret", "-mem=\(method)", "../\(method).zip", "data.gpkg"])
      #expect(throws: ZIPArchiveError.encrypted(entry: "data.gpkg")) {
        try contents(folder.path("\(method).zip"))
      }
    }
    _ = try await run(Self.sevenZip, ["a", "-tzip", "-mm=LZMA", "../lzma.zip", "base/text.json"])
    #expect(throws: ZIPArchiveError.unknownMethod(entry: "base/text.json", method: 14)) {
      try contents(folder.path("lzma.zip"))
    }
  }

  @Test(.needs(.program("ditto")))
  func `archives of ditto are read`() async throws {
    _ = try await run(Self.ditto, ["-c", "-k", "--sequesterRsrc", "--keepParent", ".", "../a.zip"])
    let found = try contents(folder.path("a.zip"))
    #expect(Set(found.values) == Set(files.values))
  }

  /// If we read everything in a damaged archive, Python reads the same or rejects it.
  @Test(.needs(.python3))
  func `Python reads nothing different in a damaged archive that we read`() async throws {
    var raw = RawArchive(
      RawArchive.Member(), try .init(deflating: Array("aaaa".utf8), name: "b/c"),
      RawArchive.Member("Bäume"))
    raw.members[2].flags = 1 << 11
    raw.comment = Array("what crew 7 brought back on Friday, the twentieth of November".utf8)
    let sound = raw.bytes
    var mutator = Mutator(seed: 3)
    var read: [String: String] = [:]
    let count = ArchiveSweepTests.isExhaustive ? 8000 : 1500
    for number in 0..<count {
      let path = try folder.write(mutator.mutated(sound, others: [sound]), to: "m/\(number)")
      guard let contents = try? contents(path) else { continue }
      read["\(number)"] = contents.keys.sorted().map {
        "\($0)=\(contents[$0] ?? "")"
      }.joined(separator: ";")
    }
    let script = """
      import hashlib, sys, zipfile
      for name in sys.argv[1].split():
        try:
          with zipfile.ZipFile('../m/' + name) as archive:
            found = []
            for each in archive.infolist():
              if each.filename.endswith('/'): continue
              title = each.filename
              if not each.flag_bits & 0x800:
                title = title.encode('cp437')
                try: title = title.decode('utf-8')
                except UnicodeDecodeError: title = title.decode('cp437')
              found.append(title + '=' + hashlib.sha256(archive.read(each)).hexdigest())
            print(';'.join(sorted(found)))
        except Exception: print('refused')
      """
    let names = read.keys.sorted()
    #expect(names.count > count / 20)
    let result = try await run(Tool.python3, ["-c", script, names.joined(separator: " ")])
    try #require(result.status == 0, "\(result.errorText)")
    let answers = Dictionary(uniqueKeysWithValues: Swift.zip(names, result.lines))
    let agreed = answers.filter { read[$0.key] == $0.value }.count
    let differing = answers.filter { read[$0.key] != $0.value && $0.value != "refused" }
    #expect(differing.isEmpty)
    #expect(result.lines.count == names.count && agreed > names.count / 2)
  }

  @Test(.needs(.unzip))
  func `unzip agrees with our reading of prefixes and data descriptors`() async throws {
    var raw = RawArchive(RawArchive.Member(), RawArchive.Member("b/c"))
    raw.members[0].flags = 8
    raw.members[0].trailer = [0x50, 0x4B, 7, 8, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0, 5, 0, 0, 0]
    raw.prefix = Array("#!/bin/sh\n".utf8)
    raw.offsetsCountPrefix = true
    let path = try folder.write(raw.bytes, to: "a.zip")
    #expect(
      try contents(path) == [
        "a.txt": Self.digest(Array("hello".utf8)), "b/c": Self.digest(Array("hello".utf8)),
      ])
    let result = try await run(Tool.unzip, ["-tqq", path])
    #expect(result.status == 0, "\(result.text) \(result.errorText)")
  }
}
