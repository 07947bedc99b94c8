import Bytes
import Records
import SQLiteFile
import TestSupport
import Testing
import Tiles

/// Every container keeps every tile, byte for byte.
struct TileContainersTests {
  @Test(arguments: TileOutput.allCases, TileOutput.allCases)
  func `tiles pass through any two containers unchanged`(
    first: TileOutput, second: TileOutput
  ) throws {
    for (seed, size) in [(1, 256), (2, 512)] {
      let folder = try TemporaryFolder()
      let sample = SampleTiles(60, seed: UInt64(seed), size: size)
      let input = try sample.write(to: folder, at: "tiles")
      let one = folder.path("one" + first.ending)
      let two = folder.path("two" + second.ending)
      try first.write([input], to: one)
      try second.write([one], to: two)
      #expect(try SampleTiles.lines(of: one) == sample.lines)
      #expect(try SampleTiles.lines(of: two) == sample.lines)
      #expect(try TileSet([TileSource(path: two)]).tileSize == size)
    }
  }

  @Test(arguments: TileOutput.allCases)
  func `the same tiles give the same bytes, wherever they come from`(form: TileOutput) throws {
    guard form != .folder else { return }
    let folder = try TemporaryFolder()
    let input = try SampleTiles(40, seed: 3).write(to: folder, at: "tiles")
    try TileOutput.pmtiles.write([input], to: folder.path("sample.pmtiles"))
    try form.write([input], to: folder.path("sample" + form.ending))
    let expected = try folder.read("sample" + form.ending)
    try form.write([folder.path("sample.pmtiles")], to: folder.path("again" + form.ending))
    #expect(try folder.read("again" + form.ending) == expected)
  }

  @Test func `thousands of tiles need leaf directories in PMTiles, and more than one bundle`()
    throws
  {
    let folder = try TemporaryFolder()
    let sample = SampleTiles(6_000, seed: 4)
    let input = try sample.write(to: folder, at: "tiles")
    try TileOutput.pmtiles.write([input], to: folder.path("a.pmtiles"))
    try TileOutput.tilePackage.write([folder.path("a.pmtiles")], to: folder.path("a.tpkx"))
    #expect(try SampleTiles.lines(of: folder.path("a.tpkx")) == sample.lines)
  }

  @Test func `where two inputs have a tile, the first one wins`() throws {
    let folder = try TemporaryFolder()
    var (newer, older) = (SampleTiles(20, seed: 5), SampleTiles(20, seed: 6))
    older.tiles[0].tile = newer.tiles[0].tile
    newer.tiles = newer.tiles.filter { tile in
      !older.tiles.dropFirst().contains { $0.tile == tile.tile }
    }
    let inputs = [
      try newer.write(to: folder, at: "newer"), try older.write(to: folder, at: "older"),
    ]
    try TileOutput.mbtiles.write(inputs, to: folder.path("both.mbtiles"))
    older.tiles.removeFirst()
    #expect(
      try SampleTiles.lines(of: folder.path("both.mbtiles"))
        == (newer.lines + older.lines).sorted())
  }

  @Test func `rows are counted from the south where a folder says so`() throws {
    let folder = try TemporaryFolder()
    let sample = SampleTiles(20, seed: 7)
    let path = try sample.write(to: folder, at: "tiles", southern: true)
    let other = try TileSet([TileSource(path: path, rows: .fromSouth)])
    #expect(other.entries.map(\.tile) == sample.tiles.map(\.tile).sorted())
    _ = try folder.write("<TileMap/>", to: "tiles/tilemapresource.xml")
    #expect(try SampleTiles.lines(of: path) == sample.lines)
    _ = try folder.write(
      "{\"scheme\": \"tms\", \"attribution\": \"me\"}", to: "tiles/metadata.json")
    #expect(try SampleTiles.lines(of: path) == sample.lines)
    #expect(try TileSource(path: path).credits.attribution == "me")
    let flipped = try TileSet([TileSource(path: path, rows: .fromNorth)])
    #expect(flipped.entries.map(\.tile) != sample.tiles.map(\.tile).sorted())
  }

  @Test func `names and attributions go along`() throws {
    let folder = try TemporaryFolder()
    let path = try SampleTiles(5, seed: 8).write(to: folder, at: "tiles")
    _ = try folder.write(
      "{\"name\": \"Straßen\", \"attribution\": \"© <a href='x'>City</a>\"}",
      to: "tiles/metadata.json")
    var last = path
    for form in TileOutput.allCases {
      let next = folder.path("copy" + form.ending)
      try form.write([last], to: next)
      let credits = try TileSource(path: next).credits
      #expect(credits.name == "Straßen")
      #expect(credits.attribution == "© <a href='x'>City</a>")
      last = next
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `MBTiles with a view of equal tiles are read`(imageFirst: Bool, textID: Bool) throws {
    let folder = try TemporaryFolder()
    let sample = SampleTiles(50, seed: 9)
    let path = folder.path("shared.mbtiles")
    try SharedTables(imageFirst: imageFirst, textID: textID).write(sample, to: path)
    #expect(try SampleTiles.lines(of: path) == sample.lines)
  }

  @Test(arguments: [1, 2])
  func `cache folders of both versions are read`(version: Int) throws {
    let folder = try TemporaryFolder()
    let sample = SampleTiles(50, seed: 10)
    try CacheFolder(version: version).write(sample, to: folder)
    #expect(try SampleTiles.lines(of: folder.path("cache")) == sample.lines)
    #expect(try TileSource(path: folder.path("cache")).format == .cacheFolder)
  }

  @Test(arguments: TileOutput.allCases)
  func `tiles that are no images are left out and named`(form: TileOutput) throws {
    let folder = try TemporaryFolder()
    var sample = SampleTiles(10, seed: 11)
    sample.tiles[4].image = [0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    let path = try sample.write(to: folder, at: "tiles")
    let broken = try form.write([path], to: folder.path("out" + form.ending))
    #expect(broken == [sample.tiles[4].tile])
    sample.tiles.remove(at: 4)
    #expect(try SampleTiles.lines(of: folder.path("out" + form.ending)) == sample.lines)
  }

  @Test(arguments: TileOutput.allCases)
  func `nothing is written if no tile is an image`(form: TileOutput) throws {
    let folder = try TemporaryFolder()
    var sample = SampleTiles(1, seed: 13)
    sample.tiles[0].image = [1, 2, 3]
    let path = try sample.write(to: folder, at: "tiles")
    let before = try folder.files()
    #expect(throws: TilesError.noTiles) {
      try form.write([path], to: folder.path("out" + form.ending))
    }
    #expect(try folder.files() == before)
  }

  @Test func `the finest levels are left out until the rest fits`() throws {
    let folder = try TemporaryFolder()
    var tiles = try TileSet([
      TileSource(path: SampleTiles(200, seed: 12).write(to: folder, at: "tiles"))
    ])
    let levels = tiles.levels
    let none = tiles.drop(beyond: levels.reduce(0) { $0 + $1.bytes })
    #expect(none == [])
    let dropped = tiles.drop(beyond: levels.dropLast(2).reduce(0) { $0 + $1.bytes })
    #expect(dropped == Array(levels.suffix(2).reversed()))
    #expect(tiles.levels == Array(levels.dropLast(2)))
    let rest = tiles.drop(beyond: 0)
    #expect(rest.count == levels.count - 2)
    #expect(tiles.entries.isEmpty)
  }
}

/// MBTiles as mbutil and others make them: a view of a table of tiles and one of images.
struct SharedTables {
  /// Whether the image comes before its ID in the table.
  let imageFirst: Bool
  /// Whether IDs are texts; else they are numbers.
  let textID: Bool

  func write(_ sample: SampleTiles, to path: String) throws {
    var images: [[UInt8]] = []
    var map: [[SQLValue]] = []
    for (tile, image) in sample.tiles {
      let index = images.firstIndex(of: image) ?? images.count
      if index == images.count { images.append(image) }
      map.append([
        .integer(Int64(tile.level)), .integer(Int64(tile.column)),
        .integer(Int64(tile.southernRow)), id(index),
      ])
    }
    var writer = DatabaseWriter()
    try writer.add(
      .init(
        name: "map",
        sql: "CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, "
          + "tile_id TEXT)", rows: map))
    try writer.add(
      .init(
        name: "images",
        sql: imageFirst
          ? "CREATE TABLE images (tile_data blob, tile_id text)"
          : "CREATE TABLE images (tile_id text, tile_data blob)",
        rows: images.enumerated().map { index, image in
          imageFirst ? [.blob(image), id(index)] : [id(index), .blob(image)]
        }))
    writer.addView(
      name: "tiles",
      sql: "CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS "
        + "tile_column, map.tile_row AS tile_row, images.tile_data AS tile_data FROM map JOIN images "
        + "ON images.tile_id = map.tile_id")
    var file = try AtomicFile(replacing: path, overwrite: true)
    try writer.finish(into: &file, applicationID: 0, userVersion: 0)
    try file.commit()
  }

  private func id(_ index: Int) -> SQLValue {
    textID ? .text("image \(index)") : .integer(Int64(index))
  }
}

/// A cache folder of ArcGIS Server.
struct CacheFolder {
  let version: Int

  func write(_ sample: SampleTiles, to folder: TemporaryFolder) throws {
    _ = try folder.write(configuration(levels: 0...9), to: "cache/conf.xml")
    let bundles = Dictionary(grouping: sample.tiles) { tile, _ in
      [tile.level, tile.row & ~127, tile.column & ~127]
    }
    for (place, tiles) in bundles {
      func hex(_ value: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
      }
      let path =
        "cache/_alllayers/L\(place[0] < 10 ? "0" : "")\(place[0])/R\(hex(place[1]))C\(hex(place[2]))"
      let (bundle, index) = version == 1 ? first(tiles) : (second(tiles), nil)
      _ = try folder.write(bundle, to: path + ".bundle")
      if let index { _ = try folder.write(index, to: path + ".bundlx") }
    }
  }

  /// The description of a cache with some levels.
  func configuration(levels: ClosedRange<Int>) -> String {
    let levels = levels.map { level in
      "<LODInfo><LevelID>\(level)</LevelID><Scale>1</Scale>"
        + "<Resolution>\(156_543.03392804097 / Double(1 << level))</Resolution></LODInfo>"
    }
    return """
      <CacheInfo><TileCacheInfo><SpatialReference><WKID>102100</WKID></SpatialReference>
      <TileOrigin><X>-20037508.342787</X><Y>20037508.342787</Y></TileOrigin>
      <TileCols>256</TileCols><TileRows>256</TileRows>
      <LODInfos>\(levels.joined())</LODInfos></TileCacheInfo>
      <TileImageInfo><CacheTileFormat>MIXED</CacheTileFormat></TileImageInfo>
      <CacheStorageInfo><StorageFormat>esriMapCacheStorageModeCompact\(version == 2 ? "V2" : "")\
      </StorageFormat><PacketSize>128</PacketSize></CacheStorageInfo></CacheInfo>
      """
  }

  /// Offsets column by column in a file of their own, sizes before the tiles.
  private func first(_ tiles: [(tile: TileID, image: [UInt8])]) -> ([UInt8], [UInt8]) {
    var bundle = [UInt8](repeating: 0, count: 60 + 4 * 16_384)
    var offsets = (0..<16_384).map { 60 + 4 * $0 }
    for (tile, image) in tiles {
      offsets[(tile.column & 127) * 128 + (tile.row & 127)] = bundle.count
      bundle.append(littleEndian: UInt32(image.count))
      bundle += image
    }
    var index = [UInt8](repeating: 0, count: 16)
    for offset in offsets { index += (0..<5).map { UInt8(offset >> (8 * $0) & 0xFF) } }
    return (bundle, index + [UInt8](repeating: 0, count: 16))
  }

  /// Offsets and sizes row by row in the same file.
  private func second(_ tiles: [(tile: TileID, image: [UInt8])]) -> [UInt8] {
    var entries = [UInt64](repeating: 0, count: 16_384)
    var content: [UInt8] = []
    for (tile, image) in tiles {
      content.append(littleEndian: UInt32(image.count))
      entries[(tile.row & 127) * 128 + (tile.column & 127)] =
        UInt64(image.count) << 40 | UInt64(131_136 + content.count)
      content += image
    }
    var bundle: [UInt8] = [3, 0, 0, 0] + [UInt8](repeating: 0, count: 60)
    for entry in entries { bundle.append(littleEndian: entry) }
    return bundle + content
  }
}
