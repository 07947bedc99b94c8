import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// `merge` and `diff` if the office's tables and the packages' tables have different names.
@Suite struct RenamedTablesTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }
  private let issued: String
  private let crew: String

  private static let edits = """
    [{"id": 0, "updates": [{"attributes": {"GlobalID": "\(SmallCity.id(1))", "Name": "Old oak"}}],
      "attachments": {"adds": [{"parentGlobalId": "\(SmallCity.id(1))",
        "globalId": "\(SmallCity.id(0x201))", "name": "crown.txt", "data": "Y3Jvd24="}]}},
     {"id": 1, "adds": [{"attributes": {"GlobalID": "\(SmallCity.id(0x104))",
        "TreeID": "\(SmallCity.id(3))", "Note": "new"}}]}]
    """

  init() async throws {
    city = try SmallCity()
    try city.declareAttachments()
    issued = city.folder.path("issued.mmpk")
    crew = city.folder.path("crew.mmpk")
    let built = await Session.run(["build"] + city.inputs + ["-o", issued])
    try #require(built.exit == .done, "\(built.error)")
    try city.folder.write(Self.edits, to: "edits.json")
    let edited = await Session.run([
      "edit", issued, "--edits", city.folder.path("edits.json"), "-o", crew,
    ])
    try #require(edited.exit == .done, "\(edited.error)")
  }

  /// A package of the same layers with other titles, so its tables have other names.
  private func office() async throws -> String {
    let map = SmallCity.map().replacing("\"title\": \"Trees\"", with: "\"title\": \"Trees 2026\"")
      .replacing("\"title\": \"Visits\"", with: "\"title\": \"Journal\"")
    try folder.write(map, to: "renamed.json")
    try folder.write(
      """
      {"layers": {"trees": {"source": "trees.geojson"}, "visits": {"source": "visits.csv"}}}
      """, to: "data/bindings.json")
    let path = folder.path("office.gpkg")
    let built = await Session.run([
      "build", folder.path("renamed.json"), "--data", folder.path("data"), "-o", path,
    ])
    try #require(built.exit == .done, "\(built.error)")
    return path
  }

  /// A GeoPackage of another program with the rows of the package in tables of other names.
  private func foreignOffice() async throws -> String {
    let tool = try #require(Tool.ogr2ogr)
    let unzip = try #require(Tool.unzip)
    _ = try await unzip.run(["-o", "-q", issued, "data.gpkg", "-d", folder.path("issued")])
    let path = folder.path("foreign/office.gpkg")
    try FileManager.default.createDirectory(
      atPath: folder.path("foreign"), withIntermediateDirectories: true)
    for (table, name) in [("Trees", "trees_2026"), ("Visits", "journal")] {
      let made = try await tool.run([
        "-append", "-f", "GPKG", path, folder.path("issued/data.gpkg"), table, "-nln", name,
      ])
      try #require(made.status == 0, "\(made.errorText)")
    }
    return path
  }

  private func rows(_ layer: String, of path: String) async -> String {
    await Session.run(["export", path, "--layer", layer, "--format", "csv", "-o", "-"]).output
  }

  @Test func `tables of one layer are merged and keep the office's names`() async throws {
    let office = try await office()
    let merged = folder.path("merged.gpkg")
    let session = await Session.run(["merge", "--into", office, crew, "-o", merged])
    #expect(session.exit == .done, "\(session.error)\(session.output)")
    #expect(session.output.contains("Trees 2026: 1 updated"))
    #expect(await rows("Trees 2026", of: merged).contains("Old oak"))
    #expect(await rows("Journal", of: merged).contains(SmallCity.id(0x104)))
    #expect(await rows("Trees", of: merged).isEmpty)
    let again = await Session.run(["merge", "--into", merged, crew, "-o", folder.path("2.gpkg")])
    #expect(again.output.contains("already merged, no new changes"))
    #expect(try folder.read("2.gpkg") == folder.read("merged.gpkg"))
  }

  @Test func `the base may have the office's or the package's table names`() async throws {
    let office = try await office()
    var results: [[UInt8]] = []
    for (index, base) in [office, issued].enumerated() {
      let session = await Session.run([
        "merge", "--into", office, crew, "--base", base, "--now", "2026-06-01", "-o",
        folder.path("\(index).gpkg"),
      ])
      #expect(session.exit == .done, "\(session.error)\(session.output)")
      results.append(try folder.read("\(index).gpkg"))
    }
    #expect(results[0] == results[1])
  }

  @Test(.needs(.ogr2ogr, .unzip))
  func `a map and bindings match the tables of another program's store`() async throws {
    let office = try await foreignOffice()
    let merge = ["merge", "--into", office, crew, "-o", folder.path("merged.gpkg")]
    let refused = await Session.run(merge)
    #expect(refused.exit == .inputRefused)
    #expect(refused.error.contains("it has Trees, Visits"))
    #expect(refused.error.contains("expected trees_2026, journal; name the map with --map"))
    let bindings = """
      {"layers": {"Trees": {"source": "office.gpkg", "table": "trees_2026"},
        "Visits": {"source": "office.gpkg", "table": "journal"}}}
      """
    try folder.write(bindings, to: "foreign/office.json")
    let named = await Session.run(
      merge + ["--map", folder.path("map.json"), "--rules", folder.path("foreign/office.json")])
    #expect(named.exit == .done, "\(named.error)\(named.output)")
    try folder.write(bindings, to: "foreign/bindings.json")
    let session = await Session.run(merge + ["--map", folder.path("map.json"), "--force"])
    #expect(session.exit == .done, "\(session.error)\(session.output)")
    #expect(session.output.contains("1 attachment, 1 received, 1 linked"))
    #expect(await rows("trees_2026", of: folder.path("merged.gpkg")).contains("Old oak"))
    #expect(await rows("journal", of: folder.path("merged.gpkg")).contains(SmallCity.id(0x104)))
  }

  @Test(.needs(.ogr2ogr, .unzip))
  func `diff matches the tables of a base by their layer names`() async throws {
    let office = try await foreignOffice()
    let tool = try #require(Tool.ogr2ogr)
    let base = folder.path("foreign/base.gpkg")
    for (table, name) in [("trees_2026", "TREES"), ("journal", "visits")] {
      let made = try await tool.run(["-append", "-f", "GPKG", base, office, table, "-nln", name])
      try #require(made.status == 0, "\(made.errorText)")
    }
    let session = await Session.run(["diff", crew, "--base", base])
    #expect(session.output.contains("Trees: 1 updated"))
    #expect(session.output.contains(" of "), "a visit is of its tree")
  }
}
