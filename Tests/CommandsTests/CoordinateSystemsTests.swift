import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// Layers in the coordinate systems of cities and states, from the map to the pages. The positions
/// are from PROJ.
@Suite struct CoordinateSystemsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"version": "2.31", "operationalLayers": [{"id": "trees", "title": "Trees",
        "layerType": "ArcGISFeatureLayer", "popupInfo": {"title": "{Name}", "fieldInfos": []}}],
       "baseMap": {"title": "Streets", "baseMapLayers": []}}
      """, to: "map.json")
  }

  /// A coordinate system by its code, a position in it, and the same in WGS 84.
  struct System: CustomTestStringConvertible, Sendable {
    var code: Int
    var x: Double
    var y: Double
    var longitude: Double
    var latitude: Double
    var testDescription: String { "\(code)" }

    init(_ code: Int, _ x: Double, _ y: Double, _ longitude: Double, _ latitude: Double) {
      (self.code, self.x, self.y) = (code, x, y)
      (self.longitude, self.latitude) = (longitude, latitude)
    }
  }

  static let systems = [
    System(27700, 530_028.7469, 180_380.0943, -0.1278, 51.5074),
    System(28992, 121_819.3652, 487_013.7615, 4.9, 52.37),
    System(31370, 148_679.4474, 171_066.8103, 4.35, 50.85),
    System(2056, 2_600_104.1095, 1_199_879.6282, 7.44, 46.95),
    System(21781, 600_104.1095, 199_879.6282, 7.44, 46.95),
    System(31467, 3_513_304.5125, 5_404_737.5973, 9.18, 48.78),
    System(31256, 2_814.2814, 341_289.3889, 16.37, 48.21),
    System(5514, -742_860.0835, -1_042_721.3635, 14.42, 50.09),
    System(3003, 1_514_882.5916, 5_034_090.199, 9.19, 45.46),
    System(2039, 179_383.7839, 665_268.3345, 34.78, 32.08),
    System(3310, 162_484.9313, -439_112.4952, -118.24, 34.05),
    System(5070, -213_005.947, 1_833_750.1941, -98.5, 39.5),
    System(3035, 4_551_697.4756, 3_273_252.4072, 13.4, 52.52),
    System(26710, 550_447.5323, 5_272_977.2437, -122.33, 47.61),
    System(27572, 600_990.712, 2_429_074.175, 2.35, 48.86),
    System(3844, 587_700.4289, 326_177.2217, 26.1, 44.43),
    System(23700, 650_192.5125, 239_562.8466, 19.05, 47.5),
    System(3021, 1_628_909.5893, 6_580_989.2578, 18.07, 59.33),
    System(29903, 315_919.9953, 234_694.1023, -6.26, 53.35),
    System(4277, -3.188575549, 55.950057546, -3.19, 55.95),
  ]

  private func write(_ system: System) throws {
    try folder.write(
      """
      {"geometryType": "esriGeometryPoint", "spatialReference": {"wkid": \(system.code)},
       "fields": [{"name": "GlobalID", "type": "esriFieldTypeGlobalID"},
                  {"name": "Name", "type": "esriFieldTypeString"}],
       "features": [{"attributes": {"GlobalID": "\(SmallCity.id(1))", "Name": "Oak"},
                     "geometry": {"x": \(system.x), "y": \(system.y)}}]}
      """, to: "data/Trees.json")
  }

  /// The position of the only feature in exported GeoJSON.
  private func exported() async throws -> [Double] {
    let session = try await Session.done(
      ["export", folder.path("p.mmpk"), "-l", "Trees", "--format", "geojson", "-o", "-"])
    let json = try session.document()
    return (json["features"]?.array?.first?["geometry"]?["coordinates"]?.array ?? [])
      .compactMap(\.double)
  }

  @Test(arguments: systems)
  func `a layer is checked, built with its review, published and exported`(
    system: System
  ) async throws {
    try write(system)
    let data = ["--data", folder.path("data"), "--fail-on", "error"]
    try await Session.done(["check", folder.path("map.json")] + data)
    try await Session.done(
      ["build", folder.path("map.json"), "-o", folder.path("p.mmpk"), "--review", "always"] + data)
    try await Session.done(["site", folder.path("p.mmpk"), "-o", folder.path("site")])
    let position = try await exported()
    try #require(position.count == 2)
    // A centimeter.
    #expect((position[0] - system.longitude).magnitude < 1e-7)
    #expect((position[1] - system.latitude).magnitude < 1e-7)
  }

  @Test(arguments: [(32_210, 500_000.0, 4_000_000.0), (54_021, 500_000, 4_000_000)])
  func `a layer that can't be converted is told by check, and packed without pages`(
    code: Int, x: Double, y: Double
  ) async throws {
    try write(System(code, x, y, 0, 0))
    let data = ["--data", folder.path("data")]
    let check = await Session.run(["check", folder.path("map.json")] + data)
    #expect(check.exit == .done)
    #expect(check.output.contains("warning[CRS_UNSUPPORTED]"), "\(check.output)")
    let build = try await Session.done(
      ["build", folder.path("map.json"), "-o", folder.path("p.mmpk")] + data)
    #expect(
      build.error.contains("warning[CRS_UNSUPPORTED]") || build.output.contains("CRS_UNSUPPORTED"))
    let pages = await Session.run(["site", folder.path("p.mmpk"), "-o", folder.path("site")])
    #expect(pages.exit == .inputRefused)
    #expect(pages.error.contains("CRS_UNSUPPORTED"))
  }

  @Test func `an area in degrees selects what lies in it, whatever the datum`() async throws {
    let london = try #require(Self.systems.first)
    try write(london)
    let build = [
      "build", folder.path("map.json"), "--data", folder.path("data"), "--json", "-o",
      folder.path("p.mmpk"), "--area",
    ]
    let inside = try await Session.done(build + ["-0.1279,51.5,-0.12,51.51"])
    #expect(try inside.document()["layers"]?.array?.first?["rows"]?.int == 1)
    let outside = await Session.run(build + ["-0.1277,51.5,-0.12,51.51", "-f"])
    #expect((outside.output + outside.error).contains("MAP_AREA_OUTSIDE_DATA"))
  }

  /// In a process of its own, because grids hold for the whole process.
  @Test(.needs(.fieldpack)) func `a grid moves positions, and only where it is named`() async throws
  {
    try write(System(4299, -6.5, 54.5, 0, 0))
    try await Session.done([
      "build", folder.path("map.json"), "--data", folder.path("data"), "-o", folder.path("p.mmpk"),
    ])
    try folder.write(Self.grid, to: "grids/shift.gsb")
    let result = try await #require(Tool.fieldpack).run([
      "export", folder.path("p.mmpk"), "-l", "Trees", "--format", "geojson", "-o", "-", "--grids",
      folder.path("grids"),
    ])
    let json = try JSONParser.parse(result.output)
    let position = json["features"]?.array?.first?["geometry"]?["coordinates"]?.array ?? []
    // 36 seconds to the north and, as the file counts to the west, 18 to the east.
    #expect(position.compactMap(\.double) == [-6.495, 54.51])
    #expect(try await exported() != [-6.495, 54.51])
  }

  @Test func `a folder without grids is refused, and so is a grid of no known datum`() async throws
  {
    try write(System(4299, -6.5, 54.5, 0, 0))
    try folder.write("", to: "grids/readme.txt")
    let check = [
      "check", folder.path("map.json"), "--data", folder.path("data"), "--grids",
      folder.path("grids"),
    ]
    let empty = await Session.run(check)
    #expect(empty.exit == .inputMissing)
    #expect(empty.error.contains("CRS_GRIDS_MISSING"))
    try folder.write("NUM_OREC, but no grid", to: "grids/a.gsb")
    let damaged = await Session.run(check)
    #expect(damaged.exit == .inputRefused)
    #expect(damaged.error.contains("CRS_GRID_DAMAGED"))
  }

  /// A grid of four corners from 7° to 6° west and 54° to 55° north, with one shift.
  private static let grid: [UInt8] = {
    var bytes: [UInt8] = []
    func record(_ name: String, _ value: [UInt8]) {
      bytes += Array(name.padding(toLength: 8, withPad: " ", startingAt: 0).utf8) + value
    }
    func little(_ bits: UInt64, _ count: Int = 8) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    }
    func text(_ text: String) -> [UInt8] {
      Array(text.padding(toLength: 8, withPad: " ", startingAt: 0).utf8)
    }
    func number(_ value: Double) -> [UInt8] { little(value.bitPattern) }
    for (name, value) in [("NUM_OREC", 11), ("NUM_SREC", 11), ("NUM_FILE", 1)] {
      record(name, little(UInt64(value)))
    }
    record("GS_TYPE", text("SECONDS"))
    record("VERSION", text("NTv2.0"))
    record("SYSTEM_F", text("TM65"))
    record("SYSTEM_T", text("ETRS89"))
    for name in ["MAJOR_F", "MINOR_F", "MAJOR_T", "MINOR_T"] { record(name, number(6_378_137)) }
    for (name, value) in [
      ("SUB_NAME", "ALL"), ("PARENT", "NONE"), ("CREATED", ""), ("UPDATED", ""),
    ] {
      record(name, text(value))
    }
    for (name, degrees) in [
      ("S_LAT", 54.0), ("N_LAT", 55), ("E_LONG", 6), ("W_LONG", 7), ("LAT_INC", 1), ("LONG_INC", 1),
    ] {
      record(name, number(degrees * 3600))
    }
    record("GS_COUNT", little(4))
    for _ in 0..<4 {
      for shift in [Float(36), -18, 0, 0] { bytes += little(UInt64(shift.bitPattern), 4) }
    }
    return bytes
  }()
}
