import Bytes
import TestSupport
import Testing
import ZIPArchive

struct ArchiveFuzzTests {
  private func seeds(in folder: TemporaryFolder) throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for zip64From in [0xFFFF_FFFF, 0, 60] {
      let file = try AtomicFile(replacing: folder.path("seed.zip"), overwrite: true)
      var archive = ArchiveWriter(file, zip64From: zip64From)
      try archive.appendStored("data.gpkg", Array("SQLite format 3".utf8).span, alignment: 64)
      let text = Array(String(repeating: "Acer ", count: 100).utf8)
      try archive.appendDeflated("base/a.json", text.span)
      try archive.appendStored("base/", [UInt8]().span)
      try archive.finish()
      seeds.append(try folder.read("seed.zip"))
    }
    var raw = RawArchive(RawArchive.Member(), try .init(deflating: [1, 2, 3], name: "b/c"))
    raw.comment = [1, 2, 3]
    raw.members[0].flags = 8
    return seeds + [raw.bytes, RawArchive().bytes]
  }

  @Test func `damaged archives give an error, or the content that their checksums promise`() throws
  {
    let folder = try TemporaryFolder()
    let seeds = try seeds(in: folder)
    var opened = 0
    try Fuzz.run(iterations: 1500) { seed in
      var mutator = Mutator(seed: seed)
      let original = seeds[mutator.generator.integer(in: 0...seeds.count - 1)]
      let bytes = mutator.mutated(original, others: seeds)
      var file = try OutputFile(scratchIn: folder.path)
      try file.append(bytes)
      let region = FileRegion(try file.reopen())
      do {
        let archive = try ArchiveReader(region: region)
        opened += 1
        for entry in archive.entries { try read(entry, of: archive, bytes.count) }
      } catch is ZIPArchiveError {}
    }
    // Damage in the data only leaves the directory readable, so the other half is tested too.
    #expect(opened > 0)
  }

  private func read(_ entry: ArchiveEntry, of archive: ArchiveReader, _ count: Int) throws {
    // The name as it is read: Windows tools separate folders by backslashes.
    #expect(EntryPath.refusal(Array(entry.name.utf8).span) == nil)
    do {
      let data = try archive.read(entry, limit: 5000)
      #expect(data.count == entry.size && CRC32.of(data.span) == entry.checksum)
    } catch {
      #expect(!"\(error)".isEmpty)
    }
    guard entry.method == .stored else { return }
    do {
      let region = try archive.region(of: entry)
      #expect(region.offset + region.count <= count && region.count == entry.compressedSize)
    } catch {
      #expect(!"\(error)".isEmpty)
    }
  }
}
