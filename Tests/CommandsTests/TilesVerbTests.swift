import Bytes
import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// `tiles`: what it shows, cuts out and refuses.
@Suite struct TilesVerbTests {
  private let folder: TemporaryFolder

  /// A folder with levels 5 to 8 of tiles, which have nothing but a header of 256 pixels.
  init() throws {
    folder = try TemporaryFolder()
    for level in 5...8 {
      for column in 0..<1 << (level - 4) {
        for row in 0..<1 << (level - 4) {
          try folder.write(Self.image, to: "tiles/\(level)/\(column)/\(row).png")
        }
      }
    }
    try folder.write(#"{"attribution": "© City"}"#, to: "tiles/metadata.json")
  }

  private static let image: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 1, 0, 0, 0, 1, 0]

  private func tiles(_ words: String...) async -> Session {
    await Session.run(["tiles", folder.path("tiles")] + words)
  }

  @Test func `without an output it shows the levels`() async throws {
    let shown = await tiles()
    #expect(shown.exit == .done)
    #expect(
      shown.output == """
        \(folder.path("tiles")): folder of tiles
          level         scale  tiles       size
              5  1:18,489,298      4   96 bytes
              6   1:9,244,649     16  384 bytes
              7   1:4,622,324     64     1.5 kB
              8   1:2,311,162    256     6.1 kB
            all                  340     8.2 kB
        extent: -180.00000,82.67628,-157.50000,85.05113 (256 pixels a tile)
        attribution: © City

        """)
  }

  @Test func `an area, scales and a size choose the tiles`() async throws {
    // A quarter of a tile of level 5, away from its sides.
    let area = "-179,84.9,-175,85"
    let shown = await tiles(
      "--area", area, "--scale", "10000000:4000000", "-o", folder.path("a.mbtiles"), "--json")
    #expect(shown.exit == .done)
    let levels = try shown.document()["levels"]?.array ?? []
    #expect(levels.map { $0["level"]?.int } == [5, 6, 7])
    #expect(levels.map { $0["tiles"]?.int } == [1, 1, 2])
    let small = await tiles("--max-size", "3KB", "-o", folder.path("b.pmtiles"), "--json")
    #expect(try small.document()["leftOut"]?[0]?["level"]?.int == 8)
    #expect(try small.document()["levels"]?.array?.count == 3)
    let again = await Session.run(["tiles", folder.path("b.pmtiles"), "--json"])
    #expect(try again.document()["levels"] == small.document()["levels"])
    #expect(try again.document()["attribution"]?.string == "© City")
  }

  @Test(arguments: [
    (["-o", "a.zip"], "USAGE_VALUE_INVALID", ExitCode.usage),
    (["-o", "tiles/metadata.json/x"], "FILE_NOT_WRITABLE", .outputFailed),
    (["--area", "1,2,3", "-o", "a.mbtiles"], "USAGE_AREA_INVALID", .usage),
    (["--area", "Trees:NAME='x'", "-o", "a.mbtiles"], "USAGE_AREA_INVALID", .usage),
    (["--area", "10,-20,11,-19", "-o", "a.mbtiles"], "TILES_NONE", .inputRefused),
    (["--scale", "500:1000", "-o", "a.mbtiles"], "USAGE_VALUE_INVALID", .usage),
    (["--max-size", "10B", "-o", "a.mbtiles"], "TILES_NONE", .inputRefused),
    (["nothing.mbtiles"], "FILE_NOT_FOUND", .inputMissing),
    (["tiles/metadata.json"], "TILES_NOT_RECOGNIZED", .inputRefused),
    (["--now", "then", "-o", "a.tpkx"], "USAGE_VALUE_INVALID", .usage),
  ])
  func `what cannot be done leaves nothing behind`(
    words: [String], code: String, exit: ExitCode
  ) async throws {
    let before = try folder.files()
    let paths = words.map { $0.contains(".") && !$0.contains(",") ? folder.path($0) : $0 }
    let refused = await Session.run(["tiles", folder.path("tiles")] + paths)
    #expect(refused.exit == exit, "\(refused.error)")
    #expect(refused.error.contains("[\(code)]"), "\(refused.error)")
    #expect(try folder.files() == before)
  }

  @Test func `inspect shows the levels of tiles, too`() async throws {
    let shown = await Session.run(["inspect", folder.path("tiles")])
    #expect(shown.exit == .done)
    #expect(shown.output == (await tiles()).output)
  }

  @Test(arguments: ["", ".mbtiles", ".pmtiles", ".tpkx"])
  func `verify reads each tile`(ending: String) async throws {
    var path = folder.path("tiles")
    if !ending.isEmpty {
      path = folder.path("a" + ending)
      _ = await tiles("-o", path)
    }
    let sound = await Session.run(["verify", path])
    #expect(sound.exit == .done)
    #expect(sound.output == "\(path): no damage\n")
  }

  @Test func `tiles that are no images are findings`() async throws {
    try folder.write([0, 0, 0, 0], to: "tiles/6/1/2.png")
    let large = Self.image.dropLast(6) + [2, 0, 0, 0, 2, 0]
    try folder.write(Array(large), to: "tiles/6/1/3.png")
    let verified = await Session.run([
      "verify", folder.path("tiles"), "--fail-on", "warning", "--json",
    ])
    #expect(verified.exit == .somethingToSee)
    let findings = try verified.document()["findings"]?.array ?? []
    #expect(findings.map { $0["id"]?.string } == ["TILES_NO_IMAGES", "TILES_SIZES_DIFFER"])
    #expect(findings.map { $0["samples"] } == [["6/1/2"], ["6/1/3"]])
    let written = await tiles("-o", folder.path("a.tpkx"))
    #expect(written.exit == .done)
    #expect(written.output.hasSuffix("wrote \(folder.path("a.tpkx")): 339 tiles\n"))
    #expect(written.error.contains("[TILES_NO_IMAGES]"))
    #expect(written.error.contains("1 tile is not an image."))
  }

  @Test func `damage of a container is found`() async throws {
    _ = await tiles("-o", folder.path("a.tpkx"))
    var bytes = try folder.read("a.tpkx")
    // A byte of a bundle's index that no tile uses.
    bytes[1_000] ^= 1
    try folder.write(bytes, to: "a.tpkx")
    let verified = await Session.run(["verify", folder.path("a.tpkx")])
    #expect(verified.exit == .somethingToSee)
    #expect((verified.output + verified.error).contains("[TILES_DAMAGED]"))
  }

  @Test func `an output is replaced only with --force`() async throws {
    for _ in 0..<2 { _ = await tiles("-o", folder.path("a.mbtiles")) }
    let refused = await tiles("-o", folder.path("a.mbtiles"))
    #expect(refused.exit == .outputFailed)
    #expect(refused.error.contains("[FILE_EXISTS]"))
    #expect(await tiles("-o", folder.path("a.mbtiles"), "--force").exit == .done)
  }

  // MARK: Drawing

  private static let streets = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"CLASS": "Arterial"}, "geometry":
        {"type": "LineString", "coordinates": [[-122.65, 45.5], [-122.61, 45.52]]}},
      {"type": "Feature", "properties": {"CLASS": "Local"}, "geometry":
        {"type": "LineString", "coordinates": [[-122.63, 45.49], [-122.64, 45.53]]}}]}
    """

  @Test func `features are drawn, the same way each time`() async throws {
    try folder.write(Self.streets, to: "Streets.geojson")
    let words = ["tiles", folder.path("Streets.geojson"), "--scale", "80000:10000", "--json"]
    let drawn = try await Session.done(words + ["-o", folder.path("a.mbtiles")]).document()
    #expect(drawn["inputs"]?[0]?["format"]?.string == "drawn")
    #expect(drawn["levels"]?.array?.map { $0["level"]?.int } == [12, 13, 14, 15])
    let first = try folder.read("a.mbtiles")
    try await Session.done(words + ["-o", folder.path("a.mbtiles"), "-f"])
    #expect(try folder.read("a.mbtiles") == first)
    #expect(await Session.run(["verify", folder.path("a.mbtiles")]).exit == .done)
    try await Session.done(words + ["-o", folder.path("a.mbtiles"), "-f", "--style", "dark"])
    #expect(try folder.read("a.mbtiles") != first)
  }

  @Test func `the class of streets changes what is drawn, and a name can say the kind`()
    async throws
  {
    try folder.write(Self.streets, to: "Streets.geojson")
    try folder.write(Self.streets.replacing("Arterial", with: "Local"), to: "data.geojson")
    func drawn(_ input: String) async throws -> [UInt8] {
      try await Session.done(
        [
          "tiles", input, "--scale", "80000:10000", "-f", "-o", folder.path("drawn.mbtiles"),
        ])
      return try folder.read("drawn.mbtiles")
    }
    let local = try await drawn("street:" + folder.path("data.geojson"))
    #expect(try await drawn(folder.path("Streets.geojson")) != local)
    // Lines are no parks.
    let park = await Session.run(
      ["tiles", "park:" + folder.path("data.geojson"), "-o", folder.path("park.mbtiles")])
    #expect(park.error.contains("error[TILES_NONE]"), "\(park.error)")
    let shown = try await Session.done([
      "tiles", "park:" + folder.path("data.geojson"), folder.path("Streets.geojson"), "--scale",
      "80000:40000", "--json",
    ]).document()
    #expect(shown["inputs"]?.array?.count == 2)
    #expect(shown["findings"]?.array?.map { $0["id"]?.string } == ["TILES_NOTHING_DRAWN"])
  }

  @Test func `features of an unknown kind and damaged ones are refused`() async throws {
    try folder.write(Self.streets, to: "data.geojson")
    let unknown = await Session.run([
      "tiles", folder.path("data.geojson"), "-o", folder.path("a.mbtiles"),
    ])
    #expect(unknown.exit == .usage)
    #expect(unknown.error.contains("street:data.geojson"), "\(unknown.error)")
    try folder.write(String(Self.streets.dropLast(40)), to: "streets.geojson")
    let cut = await Session.run([
      "tiles", folder.path("streets.geojson"), "-o", folder.path("a.mbtiles"),
    ])
    #expect(cut.exit == .inputRefused, "\(cut.error)")
    let path = folder.path("streets.geojson")
    #expect(cut.error.contains("error[JSON_CUT_SHORT]: \(path)"), "\(cut.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.mbtiles")))
  }

  @Test func `drawn tiles and others can be joined, and drawn ones win`() async throws {
    try folder.write(Self.streets, to: "streets.geojson")
    let joined = try await Session.done([
      "tiles", folder.path("tiles"), folder.path("streets.geojson"), "--json", "--scale",
      "80000:40000",
    ]).document()
    #expect(joined["inputs"]?.array?.map { $0["format"]?.string } == ["drawn", "folder of tiles"])
  }
}
