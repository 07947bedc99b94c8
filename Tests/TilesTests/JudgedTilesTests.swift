import Bytes
import TestSupport
import Testing
import Tiles

/// Other programs read the tiles that we write, and we read theirs.
struct JudgedTilesTests {
  private func python(_ arguments: [String]) async throws -> [String] {
    let python = try #require(Tool.python3)
    return try await python.output([Fixture.repository + "/Tests/Judges/tiles.py"] + arguments)
      .split(separator: "\n").map(String.init).sorted()
  }

  /// A folder of real images.
  private func pyramid(in folder: TemporaryFolder) async throws -> String {
    _ = try await python(["pyramid", folder.path("tiles")])
    return folder.path("tiles")
  }

  @Test(.needs(.python("pmtiles")), arguments: [100, 3_000])
  func `pmtiles reads our PMTiles, and makes of our MBTiles what we read`(count: Int) async throws {
    let folder = try TemporaryFolder()
    let sample = SampleTiles(count, seed: 30, images: [.png])
    let input = try sample.write(to: folder, at: "tiles")
    try TileOutput.pmtiles.write([input], to: folder.path("a.pmtiles"))
    #expect(try await python(["lines", folder.path("a.pmtiles")]) == sample.lines)
    try TileOutput.mbtiles.write([input], to: folder.path("a.mbtiles"))
    #expect(try await python(["lines", folder.path("a.mbtiles")]) == sample.lines)
    _ = try await python(["convert", folder.path("a.mbtiles"), folder.path("b.pmtiles")])
    #expect(try SampleTiles.lines(of: folder.path("b.pmtiles")) == sample.lines)
  }

  @Test(.needs(.python("mbutil")), .needs(.python("PIL")))
  func `mbutil reads our MBTiles, and we read its view of equal tiles`() async throws {
    let folder = try TemporaryFolder()
    let input = try await pyramid(in: folder)
    let lines = try SampleTiles.lines(of: input)
    #expect(lines.count == 85)
    _ = try await python(["pack", input, folder.path("a.mbtiles")])
    #expect(try SampleTiles.lines(of: folder.path("a.mbtiles")) == lines)
    _ = try await python(["share", folder.path("a.mbtiles")])
    #expect(try SampleTiles.lines(of: folder.path("a.mbtiles")) == lines)
    try TileOutput.mbtiles.write([input], to: folder.path("b.mbtiles"))
    _ = try await python(["unpack", folder.path("b.mbtiles"), folder.path("unpacked")])
    #expect(try SampleTiles.lines(of: folder.path("unpacked")) == lines)
  }

  @Test(.needs(.program("gdal_translate")), .needs(.python("PIL")))
  func `GDAL opens our MBTiles, and we read the tiles of its GeoPackages`() async throws {
    let folder = try TemporaryFolder()
    let input = try await pyramid(in: folder)
    try TileOutput.mbtiles.write([input], to: folder.path("a.mbtiles"))
    let gdal = try #require(Tool(named: "gdal_translate"))
    for (name, options) in [
      (
        "b.gpkg",
        ["-of", "GPKG", "-co", "TILING_SCHEME=GoogleMapsCompatible", "-co", "TILE_FORMAT=PNG"]
      ),
      // Its own extent, in the grid's levels.
      ("c.gpkg", ["-of", "GPKG", "-co", "TILE_FORMAT=PNG"]),
      ("d.mbtiles", ["-of", "MBTiles"]),
    ] {
      let path = folder.path(name)
      let made = try await gdal.run(options + [folder.path("a.mbtiles"), path])
      #expect(made.status == 0, "\(made.errorText)")
      try TileOutput.folder.write([path], to: folder.path("from-" + name))
      // Only the finest level: GDAL makes the others itself, or not at all.
      let wrong = try await python(["pixels", input + "/11", folder.path("from-\(name)/11")])
      #expect(wrong == [], "\(name)")
    }
  }

  @Test(.needs(.program("gdallocationinfo")), .needs(.unzip), .needs(.python("PIL")))
  func `GDAL reads the bundles of our tile packages`() async throws {
    let folder = try TemporaryFolder()
    let input = try await pyramid(in: folder)
    try TileOutput.tilePackage.write([input], to: folder.path("a.tpkx"))
    let unzip = try #require(Tool.unzip)
    let unzipped = try await unzip.run(["-q", folder.path("a.tpkx"), "-d", folder.path("a")])
    #expect(unzipped.status == 0)
    // GDAL before 3.8 knows cache folders, which have the same bundles and another description.
    _ = try folder.write(CacheFolder(version: 2).configuration(levels: 0...11), to: "a/conf.xml")
    let move = try #require(Tool(named: "mv"))
    _ = try await move.run([folder.path("a/tile"), folder.path("a/_alllayers")])
    let info = try #require(Tool(named: "gdallocationinfo"))
    // Column 322 of 2048, row 721: the tile (2, 1) of the pyramid's last level.
    let (x, y) = (322 * 256 + 3, 721 * 256 + 3)
    let answer = try await info.run(["-valonly", folder.path("a/conf.xml"), "\(x)", "\(y)"])
    #expect(answer.lines.prefix(3) == ["200", "220", "200"], "\(answer.errorText)")
  }
}
