import Foundation
import TestSupport
import Testing

/// Checks the stores of a package with SQLite, GDAL and QGIS, also after GDAL has edited them.
@Suite(.needs(.python3, .fieldpack))
struct StructureTests {
  /// The verdict of `structure.py`.
  struct Verdict: Decodable {
    var complaints: [String]
    var rows: [String: Int]
  }

  /// A package and its counts, made once.
  struct Sample: Sendable {
    let folder: TemporaryFolder
    let package: String
  }

  /// The demo map: domains, relationships, attachments, records without geometry.
  private static let demo = Task {
    let folder = try TemporaryFolder()
    let package = folder.path("demo.mmpk")
    let source = Fixture.treesOfPortland
    try await Acceptance.build(map: source + "/map.json", data: source, to: package)
    return Sample(folder: folder, package: package)
  }

  private func check(_ path: String, _ more: String...) async throws -> Verdict {
    try await #require(Judge.structure).verdict([path] + more)
  }

  @Test func `a store passes every check of SQLite and GDAL`() async throws {
    let sample = try await Self.demo.value
    let verdict = try await check(sample.package)
    #expect(verdict.complaints == [])
    #expect(verdict.rows["Trees"] == 303)
    #expect(verdict.rows["Inspections"] == 420)
  }

  /// The verdict of `mobile_map.py`.
  struct MapVerdict: Decodable {
    var complaints: [String]
    var rows: [String: Int]
  }

  @Test(.needs(.python3))
  func `the mobile map refers to rows in a valid geodatabase`() async throws {
    let sample = try await Self.demo.value
    let verdict = try await #require(Judge.mobileMap).verdict([sample.package], as: MapVerdict.self)
    #expect(verdict.complaints == [])
    #expect(
      verdict.rows == [
        "Neighborhoods": 3, "Trees": 303, "Poor and dead trees": 303, "Species": 25,
        "Inspections": 420,
      ])
  }

  @Test(.needs(.python("osgeo")), arguments: [20, 1_000])
  func `a store edited by GDAL is valid and has the edited rows`(rounds: Int) async throws {
    let sample = try await Self.demo.value
    let edited = sample.folder.path("edited-\(rounds).gpkg")
    let rows = try await #require(Judge.edits).verdict(
      [sample.package, edited, "--rounds", "\(rounds)"], as: [String: Int].self)
    let verdict = try await check(edited)
    #expect(verdict.complaints == [])
    for (table, count) in rows { #expect(verdict.rows[table] == count, "\(table)") }
  }

  @Test(
    .needs(.portland),
    .needs(.python("osgeo")))
  func `the store of a city is valid as written and as edited`() async throws {
    let city = try await Portland.shared.value
    let package = try await Portland.package.value
    await #expect(try check(package).complaints == [])
    let edited = city.folder.path("city-edited.gpkg")
    let rows = try await #require(Judge.edits).verdict(
      [package, edited, "--rounds", "2000"], as: [String: Int].self)
    let verdict = try await check(edited)
    #expect(verdict.complaints == [])
    #expect(verdict.rows == rows)
  }

  @Test(.needs(.ogrinfo))
  func `ogrinfo shows layers, counts, keys and domains`() async throws {
    let sample = try await Self.demo.value
    let store = sample.folder.path("shown.gpkg")
    let source = Fixture.treesOfPortland
    try await Acceptance.build(
      map: source + "/map.json", data: source, to: store, ["--photos", "blobs"])
    let result = try await #require(Tool.ogrinfo).run(["-ro", "-al", "-so", store])
    #expect(result.errorText == "")
    let text = result.text
    for line in [
      "Layer name: Trees\nGeometry: Point\nFeature Count: 303\n", "Geometry: Polygon\n",
      "\nGlobalID: String (38.0) UNIQUE\n", "\nCondition: String (10.0), domain name=condition\n",
      "\nPlantedDate: DateTime (0.0)\n", "Layer name: Inspections\nGeometry: None\n",
    ] {
      #expect(text.contains(line), "\(line)")
    }
    let domain = try await #require(Tool.ogrinfo).run(["-ro", "-fielddomain", "sitetype", store])
    #expect(domain.text.contains("strip: Planting strip"), "\(domain.text)")
  }
}
