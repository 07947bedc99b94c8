import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// Times without a zone, which QGIS before 3.34.7 writes in local time.
@Suite(.needs(.sqlite3))
struct TimesWithoutZoneTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"tables": [{"id": 0, "name": "Trees", "type": "Table", "globalIdField": "GlobalID",
        "capabilities": "Query,Editing,Create,Update,Delete,Sync",
        "fields": [{"name": "GlobalID", "type": "esriFieldTypeGlobalID", "nullable": false},
          {"name": "Seen", "type": "esriFieldTypeDate"},
          {"name": "Note", "type": "esriFieldTypeString", "length": 40}]}]}
      """, to: "data/service.json")
    let trees = (1...3).map { "\(SmallCity.id($0)),2026-05-01T12:00:00Z,\n" }
    try folder.write("GlobalID,Seen,Note\n" + trees.joined(), to: "data/trees.csv")
  }

  /// Builds with the map's time zone, and edits the store like an app.
  private func returned(zone: String?, _ statements: [String]) async throws -> String {
    let clock = zone.map { #""timeZone": "\#($0)","# } ?? ""
    try folder.write(
      """
      {"version": "2.31", \(clock) "operationalLayers": [], "tables": [
        {"id": "trees", "title": "Trees", "layerType": "ArcGISFeatureLayer",
         "url": "\(SmallCity.service)/0"}]}
      """, to: "map.json")
    for name in ["issued.gpkg", "crew.gpkg"] {
      try await Session.done([
        "build", folder.path("map.json"), "--data", folder.path("data"), "-o", folder.path(name),
        "-f",
      ])
    }
    let sqlite = try #require(Tool.sqlite3)
    for statement in statements {
      _ = try await sqlite.output([folder.path("crew.gpkg"), statement])
    }
    return folder.path("crew.gpkg")
  }

  private func row(_ number: Int) -> String { "WHERE GlobalID = '\(SmallCity.id(number))'" }

  private func merged(_ crew: String, _ options: [String]) async throws -> (
    times: String, issues: [String]
  ) {
    let session = try await Session.done(
      [
        "merge", "--into", folder.path("issued.gpkg"), crew, "--base", folder.path("issued.gpkg"),
        "-o", folder.path("merged.gpkg"), "-f", "--json",
      ] + options)
    let times = try await #require(Tool.sqlite3).output([
      folder.path("merged.gpkg"), "SELECT Seen FROM Trees ORDER BY GlobalID",
    ])
    let issues = (try session.document()["issues"]?.array ?? []).compactMap {
      $0["message"]?.string
    }
    return (times, issues)
  }

  private static let written = "2026-07-01T10:30:00"
  private static let before = "2026-05-01T12:00:00.000Z"

  @Test(
    arguments: [
      ("America/Los_Angeles", nil, "2026-07-01T17:30:00.000Z"),
      ("Europe/Berlin", nil, "2026-07-01T08:30:00.000Z"),
      ("Europe/Berlin", "Asia/Kolkata", "2026-07-01T05:00:00.000Z"),
      (nil, "Australia/Lord_Howe", "2026-07-01T00:00:00.000Z"),
    ] as [(String?, String?, String)])
  func `is read in the crew's time zone`(
    map: String?, named: String?, moment: String
  ) async throws {
    // Another row is saved with its time in the crew's zone, which is not a change.
    let crew = try await returned(
      zone: map, ["UPDATE Trees SET Seen = '\(Self.written)' \(row(2))"])
    let options = named.map { ["--time-zone", $0] } ?? []
    let (times, issues) = try await merged(crew, options)
    #expect(times == [Self.before, moment, Self.before].joined(separator: "\n"))
    #expect(issues == [])
    let diff = try await Session.done(
      ["diff", crew, "--base", folder.path("issued.gpkg"), "--json"] + options)
    let found = DiffAnswer(try diff.document()).values(of: "Seen", SmallCity.id(2))
    #expect(found.new?.string == moment)
  }

  @Test func `a row that was saved unchanged has no edit`() async throws {
    let crew = try await returned(
      zone: "America/Los_Angeles", ["UPDATE Trees SET Seen = '2026-05-01T05:00:00'"])
    let diff = await Session.run([
      "diff", crew, "--base", folder.path("issued.gpkg"), "--json",
    ])
    #expect(diff.exit == .done, "\(diff.output)")
  }

  @Test func `is reported and kept if the crew's time zone is unknown`() async throws {
    let crew = try await returned(
      zone: nil, ["UPDATE Trees SET Seen = '\(Self.written)', Note = 'seen' \(row(2))"])
    let (times, issues) = try await merged(crew, [])
    #expect(times.contains(Self.written + "\n"))
    #expect(issues.count == 1 && issues[0].hasPrefix("1 time of Trees has no time zone"))
    #expect(issues[0].contains("--time-zone"))
  }

  @Test func `is kept if the base has such times`() async throws {
    let crew = try await returned(zone: "America/Los_Angeles", [])
    let sqlite = try #require(Tool.sqlite3)
    for name in ["issued.gpkg", "crew.gpkg"] {
      _ = try await sqlite.output([
        folder.path(name), "UPDATE Trees SET Seen = '\(Self.written)' \(row(1))",
      ])
    }
    _ = try await sqlite.output([crew, "UPDATE Trees SET Note = 'edited' \(row(1))"])
    let (times, issues) = try await merged(crew, [])
    #expect(times.hasPrefix(Self.written + "\n") && issues == [])
  }

  @Test func `an unknown time zone is refused`() async throws {
    let session = await Session.run(["diff", "crew.gpkg", "--time-zone", "Mars/Olympus"])
    #expect(session.exit == .usage && session.error.contains("Mars/Olympus"))
  }
}
