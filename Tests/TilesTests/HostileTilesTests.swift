import Bytes
import Records
import SQLiteFile
import TestSupport
import Testing
import Tiles
import ZIPArchive

/// What is damaged, hostile or not supported is refused by name, or its tiles are left out.
struct HostileTilesTests {
  /// Opens, lists and reads a container.
  private func readAll(_ path: String) throws {
    var source = try TileSource(path: path)
    var entries: [TileEntry] = []
    try source.list { if entries.count < 5_000 { entries.append($0) } }
    for entry in entries { _ = try source.read(entry) }
  }

  /// The containers of a sample, by name.
  private func containers(in folder: TemporaryFolder) throws -> [String] {
    let sample = SampleTiles(30, seed: 20)
    let input = try sample.write(to: folder, at: "tiles")
    for form in [TileOutput.mbtiles, .pmtiles, .tilePackage] {
      try form.write([input], to: folder.path("a" + form.ending))
    }
    try SharedTables(imageFirst: true, textID: true).write(sample, to: folder.path("b.mbtiles"))
    return ["a.mbtiles", "a.pmtiles", "a.tpkx", "b.mbtiles"]
  }

  @Test func `damaged containers give errors, never a crash`() throws {
    let folder = try TemporaryFolder()
    let originals = try containers(in: folder).map { try folder.read($0) }
    try Fuzz.run(iterations: 400) { seed in
      var mutator = Mutator(seed: seed)
      let bytes = mutator.mutated(originals[Int(seed) % originals.count], others: originals)
      let path = try folder.write(bytes, to: "mutated")
      // Any error will do; most damage is in images, where nobody sees it.
      try? readAll(path)
    }
  }

  @Test(arguments: [1, 2])
  func `damaged bundles give errors, never a crash`(version: Int) throws {
    let folder = try TemporaryFolder()
    try CacheFolder(version: version).write(SampleTiles(8, seed: 21), to: folder)
    let files = try folder.files().filter { $0.hasPrefix("cache/") }
    let originals = try files.map { try folder.read($0) }
    try Fuzz.run(iterations: 60) { seed in
      var mutator = Mutator(seed: seed)
      let index = Int(seed) % files.count
      _ = try folder.write(mutator.mutated(originals[index], others: originals), to: files[index])
      try? readAll(folder.path("cache"))
      _ = try folder.write(originals[index], to: files[index])
    }
  }

  @Test func `a container that is cut short anywhere is refused or lacks tiles`() throws {
    let folder = try TemporaryFolder()
    for name in try containers(in: folder) {
      let bytes = try folder.read(name)
      let whole = try SampleTiles.lines(of: folder.path(name))
      for part in 1..<20 {
        let path = try folder.write(Array(bytes.prefix(bytes.count * part / 20)), to: "cut")
        let lines = try? SampleTiles.lines(of: path)
        #expect(lines != whole)
      }
    }
  }

  /// A container that is refused, and the words of the refusal.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var name: String
    var message: String
    var bytes: @Sendable (TemporaryFolder) throws -> [UInt8]
    var testDescription: String { name }
  }

  /// A PMTiles archive with a byte of its header replaced.
  private static func pmtiles(_ offset: Int, _ byte: UInt8)
    -> @Sendable (TemporaryFolder) throws ->
    [UInt8]
  {
    { folder in
      let input = try SampleTiles(5, seed: 22).write(to: folder, at: "tiles")
      try TileOutput.pmtiles.write([input], to: folder.path("a.pmtiles"))
      var bytes = try folder.read("a.pmtiles")
      bytes[offset] = byte
      return bytes
    }
  }

  private static func mbtiles(_ tables: [DatabaseWriter.SmallTable], view: String? = nil)
    -> @Sendable (TemporaryFolder) throws -> [UInt8]
  {
    { folder in
      var writer = DatabaseWriter()
      for table in tables { try writer.add(table) }
      if let view { writer.addView(name: "tiles", sql: view) }
      var file = try AtomicFile(replacing: folder.path("made"), overwrite: true)
      try writer.finish(into: &file, applicationID: 0, userVersion: 0)
      try file.commit()
      return try folder.read("made")
    }
  }

  private static func tiles(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(
      name: "tiles",
      sql: "CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, "
        + "tile_data blob)", rows: rows)
  }

  private static let png = SampleTiles.image(.png, size: 256, of: [])

  static let refusals = [
    Refusal(name: "vector PMTiles", message: "vector tiles", bytes: pmtiles(99, 1)),
    Refusal(name: "AVIF PMTiles", message: "AVIF tiles", bytes: pmtiles(99, 5)),
    Refusal(name: "Brotli", message: "compressed with Brotli", bytes: pmtiles(97, 3)),
    Refusal(name: "Zstandard", message: "compressed with Zstandard", bytes: pmtiles(97, 4)),
    Refusal(name: "PMTiles 2", message: "PMTiles version 3", bytes: pmtiles(7, 2)),
    Refusal(name: "level 30", message: "levels from 0 to 24", bytes: pmtiles(101, 30)),
    Refusal(name: "a root beyond the end", message: "a root directory", bytes: pmtiles(14, 9)),
    Refusal(
      name: "vector MBTiles", message: "vector tiles",
      bytes: mbtiles([
        tiles([]),
        .init(
          name: "metadata", sql: "CREATE TABLE metadata (name text, value text)",
          rows: [["format", "pbf"]]),
      ])),
    Refusal(
      name: "a tile outside of the grid", message: "a tile of the grid, not 3/8/0",
      bytes: mbtiles([tiles([[3, 8, 0, .blob(png)]])])),
    Refusal(
      name: "a level as text", message: "whole numbers as level",
      bytes: mbtiles([tiles([["three", 1, 0, .blob(png)]])])),
    Refusal(
      name: "a view of its own kind", message: "views of its own kind",
      bytes: mbtiles([], view: "CREATE VIEW tiles AS SELECT secret(1) AS zoom_level FROM map")),
    Refusal(
      name: "a GIF", message: "a tile in GIF (0/0/0)",
      bytes: mbtiles([tiles([[0, 0, 0, .blob(Array("GIF89a".utf8))]])])),
    Refusal(
      name: "elevations", message: "a tile in LERC",
      bytes: mbtiles([tiles([[0, 0, 0, .blob(Array("Lerc2 ..".utf8))]])])),
    Refusal(
      name: "another size", message: "tiles of another size",
      bytes: mbtiles([tiles([[0, 0, 0, .blob(SampleTiles.image(.png, size: 300, of: []))]])])),
    Refusal(
      name: "another database", message: "no tiles in a known form",
      bytes: mbtiles([.init(name: "t", sql: "CREATE TABLE t (a)", rows: [])])),
    Refusal(
      name: "a tile beyond the numbers in a GeoPackage", message: "a tile of the grid",
      bytes: mbtiles([
        .init(
          name: "gpkg_tile_matrix_set",
          sql: "CREATE TABLE gpkg_tile_matrix_set (table_name, srs_id, min_x, max_y)",
          rows: [["t", 3_857, .real(-TileGrid.reach), .real(TileGrid.reach)]]),
        .init(
          name: "gpkg_tile_matrix",
          sql: "CREATE TABLE gpkg_tile_matrix (table_name, zoom_level, pixel_x_size, tile_width)",
          rows: [["t", 0, .real(2 * TileGrid.reach / 256), 256]]),
        .init(
          name: "t", sql: "CREATE TABLE t (zoom_level, tile_column, tile_row, tile_data)",
          rows: [[0, .integer(.min), 0, .blob(png)]]),
      ])),
    Refusal(
      name: "a tile of 16 MB", message: "more than 16,777,215 bytes in tile 0/0/0",
      bytes: mbtiles([tiles([[0, 0, 0, .blob(png + [UInt8](repeating: 0, count: 1 << 24))]])])),
    Refusal(name: "a text", message: "no tiles in a known form") { _ in Array("tiles".utf8) },
    Refusal(name: "nothing", message: "no tiles in a known form") { _ in [] },
  ]

  @Test(arguments: refusals)
  func `what is not supported is refused by name`(refusal: Refusal) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(refusal.bytes(folder), to: "input")
    let error = try #require(throws: (any Error).self) { try SampleTiles.lines(of: path) }
    #expect("\(error)".contains(refusal.message))
  }

  @Test func `a directory that names itself as its leaf ends in an error`() throws {
    let folder = try TemporaryFolder()
    var bytes = try Self.pmtiles(97, 1)(folder)
    // One entry: number 0, a run of 0, which is a leaf, with 5 bytes at offset 0.
    let directory: [UInt8] = [1, 0, 0, 5, 1]
    bytes.replaceSubrange(127..<132, with: directory)
    for (offset, value) in [(8, 127), (16, 5), (40, 127), (48, 5)] {
      for byte in 0..<8 { bytes[offset + byte] = UInt8(value >> (8 * byte) & 0xFF) }
    }
    // Without metadata, which are compressed.
    bytes.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
    let path = try folder.write(bytes, to: "input")
    let error = try #require(throws: (any Error).self) { try SampleTiles.lines(of: path) }
    #expect("\(error)".contains("more than 4 levels of directories"))
  }

  @Test func `the last number of a tile is refused, not added to`() throws {
    let folder = try TemporaryFolder()
    var bytes = try Self.pmtiles(97, 1)(folder)
    // One entry: number 2^64 - 1, a run of 1, 5 bytes at offset 0.
    let number = [UInt8](repeating: 0xFF, count: 9) + [1]
    let directory = [1] + number + [1, 5, 1]
    bytes.replaceSubrange(127..<127 + directory.count, with: directory)
    bytes[16] = UInt8(directory.count)
    bytes.replaceSubrange(17..<24, with: [UInt8](repeating: 0, count: 7))
    bytes.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
    let path = try folder.write(bytes, to: "input")
    let error = try #require(throws: (any Error).self) { try SampleTiles.lines(of: path) }
    #expect("\(error)".contains("levels up to 24"))
  }

  @Test func `a run of all tiles of the world is refused before it is listed`() throws {
    let folder = try TemporaryFolder()
    var bytes = try Self.pmtiles(97, 1)(folder)
    // One entry: number 0, a run of 2^40, 5 bytes at offset 0.
    let run: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x20]
    let directory = [1, 0] + run + [5, 1]
    bytes.replaceSubrange(127..<127 + directory.count, with: directory)
    bytes[16] = UInt8(directory.count)
    bytes.replaceSubrange(17..<24, with: [UInt8](repeating: 0, count: 7))
    bytes.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
    let path = try folder.write(bytes, to: "input")
    var listed = 0
    #expect(throws: (any Error).self) {
      try TileSource(path: path).list { _ in listed += 1 }
    }
    #expect(listed == 0)
  }

  @Test func `inputs with tiles of different sizes are not joined`() throws {
    let folder = try TemporaryFolder()
    let one = try SampleTiles(3, seed: 23).write(to: folder, at: "one")
    let two = try SampleTiles(3, seed: 24, size: 512).write(to: folder, at: "two")
    #expect(throws: TilesError.differentSizes(256, 512)) {
      try TileSet([TileSource(path: one), TileSource(path: two)])
    }
  }

  @Test func `WebP does not go into tile packages, and nothing is left behind`() throws {
    let folder = try TemporaryFolder()
    let input = try SampleTiles(3, seed: 25, images: [.webp]).write(to: folder, at: "tiles")
    let before = try folder.files()
    #expect(throws: (any Error).self) {
      try TileOutput.tilePackage.write([input], to: folder.path("a.tpkx"))
    }
    #expect(try folder.files() == before)
  }
}
