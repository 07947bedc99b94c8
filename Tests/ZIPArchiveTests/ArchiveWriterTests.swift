import Bytes
import Foundation
import TestSupport
import Testing
import ZIPArchive

struct ArchiveWriterTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func text(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(count))
    var bytes: [UInt8] = []
    while bytes.count < count {
      bytes += Array("Acer macrophyllum \(generator.integer(in: 0...500)), ".utf8)
    }
    return Array(bytes.prefix(count))
  }

  /// A stored, an empty, a small and a striped member, and a folder.
  private func write(_ name: String, zip64From: Int = 0xFFFF_FFFF) throws -> [String: [UInt8]] {
    let source = try InputFile(path: folder.write(text(300_000), to: "source-\(name)"))
    let whole = text(700_000)
    var stripes: [DeflateStripe] = []
    var start = 0
    while start < whole.count {
      let end = min(whole.count, start + 256 * 1024)
      let previous = whole.span.extracting(max(0, start - 40_000)..<start)
      stripes.append(
        try DeflateStripe.compress(
          whole.span.extracting(start..<end), previous: previous, level: 6,
          isLast: end == whole.count))
      start = end
    }
    let file = try AtomicFile(replacing: folder.path(name), overwrite: true)
    var archive = ArchiveWriter(file, zip64From: zip64From)
    try archive.appendStored("data.gpkg", region: FileRegion(source), alignment: 4096)
    try archive.appendStored("leer/", [UInt8]().span)
    try archive.appendStored("leer/nichts.txt", [UInt8]().span)
    let time = ArchiveTime(year: 2026, month: 5, day: 4, hour: 13, minute: 7, second: 30)
    try archive.appendDeflated(
      "Bäume/größe.json", text(5000).span, modified: try #require(time))
    try archive.appendDeflated("striped.json", stripes: stripes)
    try archive.appendDeflated("tiny", Array("x".utf8).span)
    try archive.finish()
    return [
      "data.gpkg": text(300_000), "leer/": [], "leer/nichts.txt": [],
      "Bäume/größe.json": text(5000), "striped.json": whole, "tiny": Array("x".utf8),
    ]
  }

  @Test(arguments: [0xFFFF_FFFF, 0, 1000, 710_000])
  func `what is written can be read back, with or without ZIP64`(zip64From: Int) throws {
    let members = try write("a.zip", zip64From: zip64From)
    let region = FileRegion(try InputFile(path: folder.path("a.zip")))
    let archive = try ArchiveReader(region: region)
    #expect(Set(archive.entries.map(\.name)) == Set(members.keys))
    for (name, bytes) in members {
      let entry = try #require(archive.entry(named: name))
      #expect(entry.size == bytes.count)
      #expect(try archive.read(entry, limit: bytes.count) == bytes)
      #expect(entry.isFolder == name.hasSuffix("/"))
    }
    let entry = try #require(archive.entry(named: "data.gpkg"))
    let data = try archive.region(of: entry)
    #expect(data.offset % 4096 == 0)
    #expect(try data.readAll(limit: entry.size) == members["data.gpkg"])
    let packed = try #require(archive.entry(named: "striped.json"))
    #expect(packed.method == .deflated && packed.compressedSize < packed.size / 3)
    #expect(throws: ZIPArchiveError.notStored(entry: "striped.json")) {
      try archive.region(of: packed)
    }
    #expect(archive.entry(named: "none") == nil)
  }

  @Test(arguments: [
    ("a.txt", false, 10, 0), ("a.txt", true, 20, 0), ("größe", false, 10, 1 << 11),
    ("a/", false, 20, 0),
  ])
  func `a member needs the lowest possible version of readers`(
    name: String, isDeflated: Bool, version: UInt8, flags: Int
  ) throws {
    var archive = ArchiveWriter(
      try AtomicFile(replacing: folder.path("a.zip"), overwrite: false))
    let bytes = [UInt8](repeating: 65, count: name.hasSuffix("/") ? 0 : 100)
    if isDeflated {
      try archive.appendDeflated(name, bytes.span)
    } else {
      try archive.appendStored(name, bytes.span)
    }
    try archive.finish()
    let written = try folder.read("a.zip")
    #expect(written[4] == version)
    #expect(Int(written[6]) | Int(written[7]) << 8 == flags)
    let end = written.count - 22
    let directory = Int(written[end + 16]) | Int(written[end + 17]) << 8
    #expect(written[directory + 6] == version)
    #expect(Int(written[directory + 8]) | Int(written[directory + 9]) << 8 == flags)
  }

  @Test(.needs(.unzip))
  func `unzip and zipinfo accept the archive`() async throws {
    let unzip = try #require(Tool.unzip)
    for zip64From in [0xFFFF_FFFF, 1000] {
      _ = try write("a.zip", zip64From: zip64From)
      let tested = try await unzip.run(["-t", folder.path("a.zip")])
      #expect(tested.status == 0, "\(tested.text) \(tested.errorText)")
      #expect(tested.text.contains("No errors detected"))
      let listed = try await unzip.output(["-Z", "-l", folder.path("a.zip")])
      #expect(listed.contains("Bäume/größe.json") && listed.contains("26-May-04 13:07"))
    }
  }

  @Test(.needs(.python3))
  func `python's zipfile reads every member`() async throws {
    let python = try #require(Tool.python3)
    let script = """
      import sys, zipfile
      z = zipfile.ZipFile(sys.argv[1])
      assert z.testzip() is None
      print([(i.filename, i.file_size, i.date_time[0]) for i in z.infolist()])
      """
    for zip64From in [0xFFFF_FFFF, 0, 1000] {
      _ = try write("a.zip", zip64From: zip64From)
      let listed = try await python.output(["-X", "utf8", "-c", script, folder.path("a.zip")])
      #expect(listed.contains("('Bäume/größe.json', 5000, 2026)"))
      #expect(listed.contains("('striped.json', 700000, 1980)"))
    }
  }

  @Test func `the same calls give the same bytes`() throws {
    _ = try write("a.zip")
    _ = try write("b.zip")
    #expect(try folder.read("a.zip") == folder.read("b.zip"))
  }

  @Test func `65,535 members need and get a ZIP64 end record`() throws {
    let file = try AtomicFile(replacing: folder.path("many.zip"), overwrite: true)
    var archive = ArchiveWriter(file)
    let count = 65_535
    for number in 0..<count { try archive.appendStored("n/\(number)", [UInt8]().span) }
    try archive.finish()
    let region = FileRegion(try InputFile(path: folder.path("many.zip")))
    #expect(try ArchiveReader(region: region).entries.count == count)
  }

  @Test func `an archive without members is valid`() throws {
    let file = try AtomicFile(replacing: folder.path("empty.zip"), overwrite: true)
    let archive = ArchiveWriter(file)
    try archive.finish()
    #expect(try folder.read("empty.zip").count == 22)
    let region = FileRegion(try InputFile(path: folder.path("empty.zip")))
    #expect(try ArchiveReader(region: region).entries.isEmpty)
  }

  @Test func `data is aligned for every alignment`() throws {
    for alignment in [1, 2, 4, 8, 64, 512, 4096, 32768] {
      let file = try AtomicFile(replacing: folder.path("a.zip"), overwrite: true)
      var archive = ArchiveWriter(file)
      for length in 0..<20 {
        let name = String(repeating: "n", count: length + 1)
        try archive.appendStored(name, text(length).span, alignment: alignment)
      }
      try archive.finish()
      let region = FileRegion(try InputFile(path: folder.path("a.zip")))
      let reader = try ArchiveReader(region: region)
      for entry in reader.entries {
        #expect(try reader.region(of: entry).offset % alignment == 0)
        #expect(try reader.read(entry, limit: 20) == text(entry.size))
      }
    }
  }

  @Test(arguments: [
    "", "/a", "a\\b", "../a", "a/../b", "C:/a", "a\0", "a\nb", "a//b", "./a", "A.TXT",
  ])
  func `a name that no reader should accept is not written`(name: String) throws {
    var archive = ArchiveWriter(try AtomicFile(replacing: folder.path("a.zip"), overwrite: true))
    try archive.appendStored("a.txt", [1].span)
    do {
      try archive.appendStored(name, [1].span)
      Issue.record("accepted")
    } catch {}
    #expect(!folder.exists("a.zip"))
  }

  @Test func `members can only be begun, filled and ended in this order`() throws {
    var archive = ArchiveWriter(try AtomicFile(replacing: folder.path("a.zip"), overwrite: true))
    func refused(_ body: () throws -> Void) {
      do {
        try body()
        Issue.record("accepted")
      } catch {
        if case ZIPArchiveError.memberOutOfOrder = error { return }
        Issue.record("\(error)")
      }
    }
    let stripe = try DeflateStripe.compress(
      [1].span, previous: [UInt8]().span, level: 6, isLast: true)
    refused { try archive.append([1].span) }
    refused { _ = try archive.end() }
    try archive.begin("a", method: .deflated, sizeLimit: 10)
    refused { try archive.append([1].span) }
    refused { _ = try archive.end() }
    refused {
      try archive.begin("b", method: .stored, sizeLimit: 10)
    }
    try archive.append(stripe)
    refused { try archive.append(stripe) }
    #expect(try archive.end().size == 1)
    try archive.finish()
  }

  @Test(arguments: [0xFFFF_FFFF, 50_000, 10])
  func `a member can be written, patched and read while the archive grows`(
    zip64From: Int
  ) throws {
    let file = try AtomicFile(replacing: folder.path("a.zip"), overwrite: true)
    var member = try StoredMember(ArchiveWriter(file, zip64From: zip64From), named: "data.gpkg")
    var expected = text(50_000)
    try member.append(expected.span)
    #expect(member.count == 50_000)
    var generator = SeededGenerator(seed: 3)
    for (offset, count) in [(0, 100), (49_990, 10), (1_000, 4_096), (50, 100), (7, 0)] {
      let patch = generator.bytes(count)
      expected.replaceSubrange(offset..<offset + count, with: patch)
      try member.write(patch.span, at: offset)
    }
    try member.append([1, 2, 3].span)
    expected += [1, 2, 3]
    var archive = try member.end()
    let last = archive.lastMember
    let region = try archive.region(of: #require(last))
    try archive.appendDeflated("more", text(500).span)
    #expect(try region.read(at: 0, count: region.count) == expected)
    try archive.finish()
    let reader = try ArchiveReader(
      region: FileRegion(try InputFile(path: folder.path("a.zip"))))
    let entry = try #require(reader.entry(named: "data.gpkg"))
    #expect(try reader.read(entry, limit: 60_000) == expected)
    #expect(entry.checksum == CRC32.of(expected.span))
  }

  @Test func `a member that exceeds its announced size is rejected`() throws {
    let file = try AtomicFile(replacing: folder.path("a.zip"), overwrite: true)
    var archive = ArchiveWriter(file, zip64From: 100)
    try archive.begin("a", method: .stored, sizeLimit: 99)
    try archive.append([UInt8](repeating: 1, count: 100).span)
    #expect(throws: ZIPArchiveError.memberTooLarge(entry: "a", limit: 99)) { try archive.end() }
  }
}
