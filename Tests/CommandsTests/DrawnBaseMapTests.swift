import Bytes
import Foundation
import OrderedJSON
import TestSupport
import Testing
import Tiles
import ZIPArchive

/// Base maps that `build` and `site` draw from features that `bindings.json` names.
@Suite struct DrawnBaseMapTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() throws {
    city = try SmallCity()
    try folder.write(
      Self.line("\"CLASS\": 1110, \"NAME\": \"Main\"", [[-122.62, 45.5], [-122.6, 45.52]]),
      to: "data/ground/lines.geojson")
    try folder.write(
      """
      {"type": "FeatureCollection", "features": [
       {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
        [[[-122.61, 45.5], [-122.6, 45.5], [-122.6, 45.51], [-122.61, 45.5]]]}}]}
      """, to: "data/ground/lawns.geojson")
  }

  private static func line(_ properties: String, _ points: [[Double]]) -> String {
    """
    {"type": "FeatureCollection", "features": [
     {"type": "Feature", "properties": {\(properties)},
      "geometry": {"type": "LineString", "coordinates": \(points)}}]}
    """
  }

  private func bind(_ baseMap: String) throws {
    try folder.write(#"{"baseMap": \#(baseMap)}"#, to: "data/bindings.json")
  }

  /// The tiles of a package.
  private func build(scale: String? = nil) async throws -> TileSet {
    let words = scale.map { ["--scale", $0] } ?? []
    try await Session.done(["build", "-f", "-o", folder.path("a.zip")] + words + city.inputs)
    let archive = try ArchiveReader(region: FileRegion(InputFile(path: folder.path("a.zip"))))
    let entry = try #require(archive.entry(named: "basemap.mbtiles"))
    try folder.write(archive.read(entry, limit: 1 << 24), to: "taken.mbtiles")
    return try TileSet([TileSource(path: folder.path("taken.mbtiles"))])
  }

  @Test func `a package has a base map of the features that bindings name`() async throws {
    try bind(
      #"""
      {"draw": {"street": "ground/lines.geojson", "park": ["ground/lawns.geojson"]},
       "attribution": "© Office"}
      """#)
    let tiles = try await build()
    #expect(tiles.levels.map(\.level) == Array(10...17))
    #expect(tiles.credits.attribution == "© Office")
    // The bytes of the chunk with the name of the street.
    let content = try folder.read("taken.mbtiles")
    #expect(String(decoding: content, as: UTF8.self).contains("naMe"))
    #expect(String(decoding: content, as: UTF8.self).contains("Main"))
    // Alone they are the same.
    try await Session.done([
      "tiles", "street:\(folder.path("data/ground/lines.geojson"))",
      "park:\(folder.path("data/ground/lawns.geojson"))", "-o", folder.path("alone.mbtiles"),
    ])
    var (packed, alone) = (tiles, try TileSet([TileSource(path: folder.path("alone.mbtiles"))]))
    #expect(packed.entries.map(\.tile) == alone.entries.map(\.tile))
    #expect(try packed.digest() == alone.digest())
    let site = try await Session.done(
      ["site", "-o", folder.path("site"), "--json"] + city.inputs
    ).document()
    #expect(site["baseMap"]?.array?.compactMap { $0["level"]?.int } == Array(10...17))
  }

  @Test func `a project has the names of streets, and a package that is issued again keeps them`()
    async throws
  {
    try bind(#"{"draw": {"street": "ground/lines.geojson", "park": "ground/lawns.geojson"}}"#)
    _ = try await build()
    let archive = try ArchiveReader(region: FileRegion(InputFile(path: folder.path("a.zip"))))
    func content(_ path: String) throws -> [UInt8] {
      try archive.read(try #require(archive.entry(named: path)), limit: 1 << 24)
    }
    let names = try JSONParser.parse(content("basemap_names.geojson"))["features"]?.array ?? []
    #expect(names.count > 3)
    #expect(names.allSatisfy { $0["properties"]?["name"]?.string == "Main" })
    #expect(names.allSatisfy { $0["properties"]?["rank"]?.int == 1 })
    // Each lies on the street, from -122.62, 45.5 to -122.6, 45.52.
    for end in names.flatMap({ $0["geometry"]?["coordinates"]?.array ?? [] }) {
      let (x, y) = (end[0]?.double ?? 0, end[1]?.double ?? 0)
      #expect(abs((x + 122.62) - (y - 45.5)) < 1e-4, "\(x) \(y)")
    }
    let project = String(decoding: try content("map.qgs"), as: UTF8.self)
    #expect(project.contains("<datasource>./basemap_names.geojson</datasource>"))
    // Photos and others' tiles have no names.
    try CityTiles().write(to: "streets", in: folder)
    try await Session.done(
      ["build", "-f", "-o", folder.path("b.zip"), "--base-map", folder.path("streets")]
        + city.inputs)
    let other = try ArchiveReader(region: FileRegion(InputFile(path: folder.path("b.zip"))))
    #expect(other.entry(named: "basemap_names.geojson") == nil)
  }

  @Test func `a file that is drawn is no file that nothing uses`() async throws {
    try folder.write(
      Self.line("", [[-122.62, 45.5], [-122.6, 45.52]]), to: "data/lines.geojson")
    let unused = try await Session.done(["check"] + city.inputs)
    #expect(unused.output.contains("DATA_NOT_BOUND"))
    try bind(#"{"draw": {"street": ["lines.geojson", "ground/lines.geojson"]}}"#)
    let drawn = try await Session.done(["check"] + city.inputs)
    #expect(!drawn.output.contains("DATA_NOT_BOUND"))
  }

  @Test func `the scales of a package and of the drawing limit its levels`() async throws {
    try bind(#"{"draw": {"street": "ground/lines.geojson"}, "maxScale": 9000}"#)
    // Local streets are drawn from level 13 on.
    #expect(try await build().levels.map(\.level) == Array(13...16))
    #expect(try await build(scale: "80000:20000").levels.map(\.level) == [13, 14])
  }

  @Test func `a field and a table of its values say how streets are drawn`() async throws {
    try bind(#"{"draw": {"street": {"file": "ground/lines.geojson", "class": "CLASS"}}}"#)
    let local = try await build().byteCount
    try bind(
      #"""
      {"draw": {"street": {"file": "ground/lines.geojson", "class": "class",
        "classes": {"1110": "highway"}}}}
      """#)
    #expect(try await build().byteCount > local)
  }

  @Test func `drawn tiles fill what other tiles leave`() async throws {
    try CityTiles().write(to: "streets", in: folder)
    try bind(#"{"tiles": "../streets", "draw": {"street": "ground/lines.geojson"}}"#)
    var tiles = try await build()
    let entry = try #require(tiles.entries.first { $0.tile.level == 14 })
    let bytes = try tiles.read(entry)?.bytes
    #expect(bytes?.starts(with: CityTiles.png) == true)
    #expect(tiles.levels.last?.level == 17)
  }

  @Test(arguments: [
    (#"{"draw": "lines.geojson"}"#, "DATA_BINDINGS_INVALID"),
    (#"{"draw": {"hedge": "ground/lines.geojson"}}"#, "DATA_BINDINGS_INVALID"),
    (#"{"draw": {"street": 7}}"#, "DATA_BINDINGS_INVALID"),
    (
      #"{"draw": {"street": {"file": "ground/lines.geojson", "class": "KIND"}}}"#,
      "DATA_BINDINGS_INVALID"
    ),
    (
      #"{"draw": {"street": {"file": "ground/lines.geojson", "name": "KIND"}}}"#,
      "DATA_BINDINGS_INVALID"
    ),
    (
      #"{"draw": {"street": {"file": "ground/lines.geojson", "classes": {"1": "local"}}}}"#,
      "DATA_BINDINGS_INVALID"
    ),
    (
      #"""
      {"draw": {"street": {"file": "ground/lines.geojson", "class": "CLASS",
        "classes": {"1": "wide"}}}}
      """#, "DATA_BINDINGS_INVALID"
    ),
    (#"{"draw": {"street": "ground/lines.geojson"}, "maxScale": 0}"#, "DATA_BINDINGS_INVALID"),
    (#"{"maxScale": 5000, "attribution": "x"}"#, "DATA_BINDINGS_INVALID"),
    (#"{"draw": {"street": "no.geojson"}}"#, "FILE_NOT_FOUND"),
  ])
  func `what can't be drawn stops the build`(_ baseMap: String, code: String) async throws {
    try bind(baseMap)
    let session = await Session.run(["build", "-o", folder.path("a.zip")] + city.inputs)
    #expect(session.error.contains("error[\(code)]"), "\(session.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.zip")))
  }
}
