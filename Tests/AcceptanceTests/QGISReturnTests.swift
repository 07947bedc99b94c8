import Foundation
import TestSupport
import Testing

/// A crew edits a package in QGIS by its project, and exactly these edits are returned.
@Suite(
  .needs(.python("qgis.core")),
  .needs(.fieldpack))
struct QGISReturnTests {
  /// The edits of `qgis_edit.py`, by GlobalID.
  private struct Edits: Decodable {
    var errors: [String]
    var log: [String]
    var added: String
    var child: String
    var photo: String
    var changed: String
    var deleted: String
    var undone: String
    var values: [String: String]
  }

  private let folder = try? TemporaryFolder()

  /// Builds the demo's package, unpacks it, and edits it.
  private func edited(
    _ options: [String], data: String = Fixture.treesOfPortland
  ) async throws -> (edits: Edits, package: String) {
    let folder = try #require(folder)
    let demo = Fixture.treesOfPortland
    let package = folder.path("crew.mmpk")
    try await Acceptance.build(
      map: demo + "/map.json", data: data, to: package, ["--title", "Crew"])
    let returned = folder.path("returned")
    try await OpenedProject.unpack(package, to: returned)
    let photo = try #require(
      FileManager.default.subpathsOfDirectory(atPath: demo + "/attachments").sorted()
        .first { $0.hasSuffix(".jpg") })
    let edits: Edits = try await #require(Judge.qgisEdit).verdict(
      [returned + "/Crew.qgs", demo + "/attachments/" + photo] + options)
    #expect(edits.errors.isEmpty && edits.log.isEmpty, "\(edits.errors) \(edits.log)")
    return (edits, returned)
  }

  private func json(_ arguments: [String]) async throws -> [String: Any] {
    let result = try await Acceptance.fieldpack(arguments + ["--json"])
    let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    return try #require(object, "\(result.errorText)")
  }

  @Test(arguments: [[], ["--leave-log"]])
  func `an insert, update, delete, child and photo are merged, and undone edits are not`(
    options: [String]
  ) async throws {
    let folder = try #require(folder)
    let (edits, returned) = try await edited(options)
    let log = FileManager.default.fileExists(atPath: returned + "/data.gpkg-wal")
    #expect(log == !options.isEmpty, "the edits are where the test expects them")
    #expect(edits.values["Neighborhood"] == "UNIVERSITY PARK")
    let text = try await Acceptance.fieldpack(["diff", returned]).text
    #expect(text.contains("Trees: 1 added, 1 updated, 1 deleted"))
    #expect(text.contains("Inspections: 1 added (had 420 records)"))
    #expect(text.contains("Trees, attachments: 1 added (had 6 records)"))
    #expect(text.contains("-> 2 CHANGED STREET") && !text.contains("UNDONE"))
    let merged = folder.path("merged.gpkg")
    let result = try await Acceptance.fieldpack(
      [
        "merge", "--into", folder.path("crew.mmpk"), returned, "-o", merged, "--review",
        folder.path("r"),
      ])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.contains("1 attachment, 1 received, 1 linked"))
    let sqlite = try #require(Tool.sqlite3)
    func answer(_ query: String) async throws -> String {
      try await sqlite.output([merged, query])
    }
    await #expect(
      try answer("SELECT Address FROM Trees WHERE GlobalID = '\(edits.changed)'")
        == "2 CHANGED STREET")
    #expect(
      try await answer("SELECT count(*) FROM Trees WHERE GlobalID = '\(edits.deleted)'") == "0")
    await #expect(
      try answer("SELECT Address FROM Trees WHERE GlobalID = '\(edits.added)'") == "1 NEW STREET")
    await #expect(
      try answer("SELECT TreeGlobalID, Notes FROM Inspections WHERE GlobalID = '\(edits.child)'")
        == "\(edits.added)|by QGIS")
    await #expect(
      try answer(
        "SELECT name, length(data) > 0 FROM Trees_attachments WHERE globalid = '\(edits.photo)'")
        == "new.jpg|1")
    #expect(try await answer("SELECT count(*) FROM Trees WHERE Address LIKE '%UNDONE%'") == "0")
  }

  @Test func `the first photo of a layer is merged`() async throws {
    let folder = try #require(folder)
    let data = folder.path("without-photos")
    try FileManager.default.copyItem(atPath: Fixture.treesOfPortland, toPath: data)
    try FileManager.default.removeItem(atPath: data + "/attachments")
    let (edits, returned) = try await edited([], data: data)
    let merged = folder.path("merged.gpkg")
    let result = try await Acceptance.fieldpack(
      ["merge", "--into", folder.path("crew.mmpk"), returned, "-o", merged])
    #expect(result.text.contains("1 attachment, 1 received, 1 linked"), "\(result.text)")
    let photo = try await #require(Tool.sqlite3).output([
      merged, "SELECT name, length(data) > 0, parent_globalid FROM Trees_attachments",
    ])
    #expect(photo == "new.jpg|1|\(edits.added)")
  }

  @Test func `a folder that QField exported with other names is merged`() async throws {
    let folder = try #require(folder)
    let (_, returned) = try await edited(["--leave-log"])
    let files = FileManager.default
    for suffix in ["", "-wal", "-shm"]
    where files.fileExists(atPath: returned + "/data.gpkg" + suffix) {
      try files.moveItem(
        atPath: returned + "/data.gpkg" + suffix, toPath: returned + "/Crew 7.gpkg" + suffix)
    }
    let zip = folder.path("export.zip")
    _ = try await #require(Tool.python3).output([
      "-c", "import sys, shutil; shutil.make_archive(sys.argv[1][:-4], 'zip', sys.argv[2])", zip,
      returned,
    ])
    // QGIS also saved the project.
    let project = returned + "/Crew.qgs"
    try (try String(contentsOfFile: project, encoding: .utf8) + "\n").write(
      toFile: project, atomically: true, encoding: .utf8)
    let verdict = try await Acceptance.fieldpack(["verify", returned]).text
    #expect(verdict.contains("project was saved") && !verdict.contains("error["), "\(verdict)")
    for back in [returned, zip] {
      let text = try await Acceptance.fieldpack(["diff", back]).text
      #expect(text.contains("3 added, 1 updated, 1 deleted"), "\(text)")
    }
  }

  /// Whether a change has an edit date within the hour. Time zones differ by more than that.
  private func isJustNow(_ change: [String: Any]) -> Bool {
    let fields = change["fields"] as? [[String: Any]] ?? []
    let date = fields.first { $0["field"] as? String == "EditDate" }?["new"] as? String
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let date, let moment = try? format.parse(date) else { return false }
    return abs(moment.timeIntervalSinceNow) < 3_600
  }

  /// The edits of `qgis_touch.py`, by table.
  private struct Touched: Decodable {
    struct Layer: Decodable {
      var field: String?
      var rows: Int
    }
    var errors: [String]
    var layers: [String: Layer]
  }

  @Test(
    arguments: [
      ("text", "America/Los_Angeles"), ("text", "Asia/Kolkata"), ("text", "Pacific/Auckland"),
      ("move", "Europe/Berlin"),
    ])
  func `an edited row has the edited field, the editor and the date`(
    what: String, zone: String
  ) async throws {
    let folder = try #require(folder)
    let demo = Fixture.treesOfPortland
    let package = folder.path("crew.mmpk")
    try await Acceptance.build(
      map: demo + "/map.json", data: demo, to: package, ["--title", "Crew"])
    let returned = folder.path("returned")
    try await OpenedProject.unpack(package, to: returned)
    let touched: Touched = try await #require(Judge.qgisTouch).verdict(
      [returned + "/Crew.qgs", what, zone])
    #expect(touched.errors.isEmpty && (touched.layers["Trees"]?.rows ?? 0) > 300)
    let tables = try await #require(
      json(["diff", returned, "--time-zone", zone])["tables"] as? [[String: Any]])
    for table in tables {
      let changes = try #require(table["changes"] as? [[String: Any]])
      let layer = touched.layers[table["table"] as? String ?? ""]
      #expect(changes.count == layer?.rows ?? 0, "\(table["table"] ?? "")")
      for change in changes {
        let fields = (change["fields"] as? [[String: Any]] ?? []).compactMap {
          $0["field"] as? String
        }
        let others = Set(fields).subtracting(["Editor", "EditDate"])
        #expect(others == Set([layer?.field].compactMap(\.self)), "\(change)")
        #expect((change["geometry"] != nil) == (what == "move"), "\(change)")
        #expect(isJustNow(change), "\(zone): \(change)")
      }
    }
  }
}
