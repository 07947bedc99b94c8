import Foundation
import TestSupport
import Testing

/// Packages that QFieldSync, QFieldCloud or QGIS copied for the field, into tables with other
/// names.
@Suite(.needs(.fieldpack))
struct OfflineCopyTests {
  /// The edits of `qgis_offline.py`, by GlobalID.
  private struct Edits: Decodable {
    var edited: String
    var deleted: String
    var added: String
    var tables: [String]
  }

  private struct Complaints: Decodable { var complaints: [String] }

  private let folder = try? TemporaryFolder()

  /// The demo's package, unpacked twice: as issued, and as the source of a copy.
  private func packages(
    without layers: [String] = ["--without", "Poor and dead trees"]
  ) async throws -> (issued: String, source: String) {
    let folder = try #require(folder)
    let package = folder.path("crew.mmpk")
    let demo = Fixture.treesOfPortland
    try await Acceptance.build(
      map: demo + "/map.json", data: demo, to: package, ["--title", "Crew"] + layers)
    for name in ["issued", "source"] {
      try await OpenedProject.unpack(package, to: folder.path(name))
    }
    return (folder.path("issued"), folder.path("source"))
  }

  /// Whatever the tables are called, exactly the edits are found and merged.
  private func check(_ kind: String, by judge: Judge?) async throws {
    let folder = try #require(folder)
    let (issued, source) = try await packages()
    let copy = folder.path("copy")
    let edits: Edits = try await #require(judge).verdict([source + "/Crew.qgs", copy, kind])
    #expect(edits.tables.contains("Trees") == (kind == "cable"))
    let text = try await Acceptance.fieldpack(["diff", copy, "--base", issued]).text
    #expect(text.contains(": 1 added, 1 updated, 1 deleted"), "\(text)")
    #expect(text.contains("Trees: 1 updated (had 303 records)"))
    #expect(text.contains("-> seen by an offline copy"))
    #expect(text.contains("Inspections: 1 added, 1 deleted (had 420 records)"))
    let merged = folder.path("merged.gpkg")
    let result = try await Acceptance.fieldpack([
      "merge", "--into", issued + "/data.gpkg", copy, "--base", issued, "-o", merged,
    ])
    #expect(result.text.contains("3 changes: 3 applied"), "\(result.errorText)")
    let sqlite = try #require(Tool.sqlite3)
    func count(_ table: String, _ id: String) async throws -> String {
      try await sqlite.output([merged, "SELECT count(*) FROM \(table) WHERE GlobalID = '\(id)'"])
    }
    #expect(try await count("Inspections", edits.added) == "1")
    #expect(try await count("Inspections", edits.deleted) == "0")
    #expect(try await count("Trees", edits.edited) == "1")
  }

  @Test(.needs(.python("qgis.core")))
  func `a copy by QGIS's offline editing is merged with its edits`() async throws {
    try await check("qgis", by: Judge.offline)
  }

  @Test(.needs(.python("qgis.core")))
  func `two copies of a table that the map shows twice are refused with a way out`() async throws {
    let (issued, source) = try await packages(without: [])
    let copy = try #require(folder).path("copy")
    _ = try await #require(Judge.offline).run([source + "/Crew.qgs", copy, "qgis"])
    let result = try await Acceptance.fieldpack(["diff", copy, "--base", issued])
    #expect(result.status == 3)
    #expect(
      result.errorText.contains(
        "PKG_COPIES_UNCLEAR]: \(copy): project.qgs has two copies of Trees: "),
      "\(result.errorText)")
    #expect(result.errorText.contains("fix: Synchronize the copy with its original"))
  }

  @Test(
    .needs(.python("libqfieldsync.project_checker")),
    arguments: ["cloud", "cable"])
  func `a package of QFieldCloud or QFieldSync is merged with its edits`(kind: String) async throws
  {
    try await check(kind, by: Judge.libqfieldsync)
  }

  @Test(.needs(.python("libqfieldsync.project_checker")))
  func `QFieldSync's checker finds no fault in a package's project`() async throws {
    let (issued, _) = try await packages()
    let found: Complaints = try await #require(Judge.libqfieldsync).verdict([
      issued + "/Crew.qgs", "--check",
    ])
    #expect(found.complaints.isEmpty)
  }
}
