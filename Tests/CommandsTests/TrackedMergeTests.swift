import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// Merges of a city whose service has editor tracking.
@Suite struct TrackedMergeTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() async throws {
    city = try SmallCity()
    let height = #"{"name": "Height", "type": "esriFieldTypeInteger"}"#
    let tracked = SmallCity.definitions.replacingOccurrences(
      of: height + "]}],",
      with: height + #"""
        ,
          {"name": "Creator", "type": "esriFieldTypeString", "length": 50},
          {"name": "Created", "type": "esriFieldTypeDate"},
          {"name": "Editor", "type": "esriFieldTypeString", "length": 50},
          {"name": "Edited", "type": "esriFieldTypeDate"}],
          "editFieldsInfo": {"creatorField": "Creator", "creationDateField": "Created",
            "editorField": "Editor", "editDateField": "Edited"}}],
        """#)
    try #require(tracked.contains("editFieldsInfo"))
    try folder.write(tracked, to: "data/City.json")
    try await run(
      ["build"] + city.inputs + ["-o", folder.path("issued.mmpk"), "--now", Self.built])
  }

  private static let built = "2026-04-01T00:00:00Z"

  @discardableResult
  private func run(_ words: [String]) async throws -> Session {
    let session = await Session.run(words)
    try #require(session.exit == .done || session.exit == .somethingToSee, "\(session.error)")
    return session
  }

  /// A package with a crew's edits at a time.
  private func crew(_ name: String, _ edits: String, at time: String) async throws -> String {
    try folder.write(edits, to: "crew.json")
    try await run([
      "edit", folder.path("issued.mmpk"), "--edits", folder.path("crew.json"), "--user", "kim",
      "--now", time, "-o", folder.path(name),
    ])
    return folder.path(name)
  }

  private func update(_ tree: Int, _ name: String) -> String {
    #"{"attributes": {"GlobalID": "\#(SmallCity.id(tree))", "Name": "\#(name)"}}"#
  }

  @Test(arguments: [
    ("2026-04-02T08:00:00Z", [String](), 0), ("2025-12-31T00:00:00Z", [], 1),
    ("2026-05-02T08:00:00Z", [], 0), ("2026-05-02T08:00:00Z", ["--now", "2026-05-01"], 1),
  ])
  func `impossible dates are reported once for each table`(
    _ time: String, _ words: [String], _ expected: Int
  ) async throws {
    let one = try await crew(
      "one.mmpk", #"[{"id": 0, "updates": [\#(update(1, "A")), \#(update(2, "B"))]}]"#, at: time)
    let merged = try await run(
      ["merge", "--into", folder.path("issued.mmpk"), one, "--dry-run", "--json"] + words)
    let issues = try merged.document()["issues"]?.array ?? []
    #expect(issues.map { $0["kind"]?.string } == Array(repeating: "clockSkew", count: expected))
    if let message = issues.first?["message"]?.string {
      #expect(message.hasPrefix("2 records of Trees were edited "))
    }
  }

  /// The package was built at 2026-04-01T00:00Z, in the evening in Portland. QGIS and QField write
  /// local time without a zone.
  @Test(
    .needs(.sqlite3),
    arguments: [
      ("2026-03-31T17:30:00.000", [String](), 0), ("2026-03-31T17:30:00.000Z", [], 1),
      ("2026-03-31T17:30:00.000-07:00", [], 0), ("2026-03-31T17:30:00.000+01:00", [], 1),
      ("2026-03-31T11:00:00.000", [], 1), ("2026-03-31", [], 0), ("2026-03-30", [], 1),
      ("2026-05-02T13:00:00.000", ["--now", "2026-05-02T00:00:00Z"], 0),
      ("2026-05-02T15:00:00.000", ["--now", "2026-05-02T00:00:00Z"], 1),
      ("2026-05-02T13:00:00.000Z", ["--now", "2026-05-02T00:00:00Z"], 1),
    ])
  func `a time without a zone is reported if it is impossible in every time zone`(
    _ time: String, _ words: [String], _ expected: Int
  ) async throws {
    let issued = folder.path("issued.gpkg")
    try await run(["build"] + city.inputs + ["-o", issued, "--now", Self.built])
    let crew = folder.path("crew.gpkg")
    try FileManager.default.copyItem(atPath: issued, toPath: crew)
    let tool = try #require(Tool.sqlite3)
    let triggers = try await tool.run([
      crew, "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
    ])
    let drops = triggers.lines.filter { !$0.isEmpty }.map { "DROP TRIGGER \"\($0)\";" }.joined()
    let edited = try await tool.run([
      crew, drops + "UPDATE Trees SET Name = 'A', Edited = '\(time)' WHERE fid = 1",
    ])
    try #require(edited.status == 0, "\(edited.errorText)")
    let merged = try await run(
      ["merge", "--into", issued, crew, "--base", issued, "--dry-run", "--json"] + words)
    let issues = (try merged.document()["issues"]?.array ?? []).map { $0["kind"]?.string }
    #expect(issues.count { $0 == "clockSkew" } == expected)
    #expect(issues.count { $0 == "timeWithoutZone" } == issues.count - expected)
  }

  /// A layer of a package, without the fields that a service fills in.
  private func rows(_ layer: String, of name: String) async throws -> [String] {
    let session = try await run([
      "export", folder.path(name), "--layer", layer, "--format", "geojson", "-o", "-",
    ])
    let features = try JSONParser.parse(Array(session.output.utf8))["features"]?.array ?? []
    return features.map { feature in
      let members = (feature["properties"]?.object ?? JSONObject()).members.filter {
        !["Creator", "Created", "Editor", "Edited", "fid", "OBJECTID"].contains($0.key)
      }
      let shape = feature["geometry"].map { String(decoding: JSONWriter.write($0), as: UTF8.self) }
      return members.map {
        "\($0.key)=\(String(decoding: JSONWriter.write($0.value), as: UTF8.self))"
      }
      .joined(separator: " ") + " \(shape ?? "")"
    }.sorted()
  }

  @Test func `edits.json of a merge gives the same records`() async throws {
    let new =
      #"{"attributes": {"GlobalID": "\#(SmallCity.id(9))", "Name": "Ash", "Height": 3},"#
      + #" "geometry": {"x": -122.615, "y": 45.515, "spatialReference": {"wkid": 4326}}}"#
    let moved =
      #"{"attributes": {"GlobalID": "\#(SmallCity.id(2))"},"#
      + #" "geometry": {"x": -122.6111, "y": 45.5111, "spatialReference": {"wkid": 4326}}}"#
    let visit =
      #"{"attributes": {"GlobalID": "\#(SmallCity.id(0x109))","#
      + #" "TreeID": "\#(SmallCity.id(9))", "Note": "planted"}}"#
    let one = try await crew(
      "one.mmpk",
      #"[{"id": 0, "adds": [\#(new)], "updates": [\#(update(1, "Old oak")), \#(moved)],"#
        + #" "deletes": ["\#(SmallCity.id(3))"]}, {"id": 1, "adds": [\#(visit)]}]"#,
      at: "2026-04-02T08:00:00Z")
    try await run([
      "merge", "--into", folder.path("issued.mmpk"), one, "-o", folder.path("merged.gpkg"),
      "--review", folder.path("review"),
    ])
    let edits = folder.path("review/edits.json")
    #expect(!String(decoding: try folder.read("review/edits.json"), as: UTF8.self).contains("kim"))
    try await run([
      "edit", folder.path("issued.mmpk"), "--edits", edits, "-o", folder.path("applied.mmpk"),
    ])
    for layer in ["Trees", "Visits"] {
      let merged = try await rows(layer, of: "merged.gpkg")
      #expect(try await rows(layer, of: "applied.mmpk") == merged)
      #expect(merged.count == 3)
    }
  }

  @Test func `a folder of packages is merged by name, and other files are reported`() async throws {
    try folder.write("a list", to: "in/list.txt")
    for (name, tree) in [("b.mmpk", "B"), ("a.mmpk", "A")] {
      let path = try await crew(
        name, #"[{"id": 0, "updates": [\#(update(1, tree))]}]"#, at: "2026-04-02T08:00:00Z")
      try FileManager.default.moveItem(atPath: path, toPath: folder.path("in/" + name))
    }
    let merged = try await run([
      "merge", "--into", folder.path("issued.mmpk"), folder.path("in"), "-o",
      folder.path("merged.gpkg"), "--json",
    ])
    let document = try merged.document()
    #expect(document["packages"]?.array?.map { $0["name"]?.string } == ["a.mmpk", "b.mmpk"])
    #expect(document["skipped"]?[0]?["path"]?.string == folder.path("in/list.txt"))
    #expect(merged.error.contains("note[MERGE_FILE_SKIPPED]"))
    #expect(try await rows("Trees", of: "merged.gpkg").contains { $0.contains(#"Name="B""#) })
  }
}
