import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// `diff` on a store of the small city, edited with SQLite's shell.
@Suite(.needs(.sqlite3))
struct DiffVerbTests {
  private let city: SmallCity
  private let issued: String
  private let returned: String

  /// The store. Every test has a copy.
  private static let built = Task {
    let city = try SmallCity()
    try city.addPhoto()
    let built = await Session.run(
      ["build"] + city.inputs + ["-o", city.folder.path("issued.gpkg")]
        + ["--title", "City", "--photos", "blobs"])
    try #require(built.exit == .done, "\(built.error)")
    return try city.folder.read("issued.gpkg")
  }

  init() async throws {
    city = try SmallCity()
    try city.addPhoto()
    let built = try await Self.built.value
    issued = try city.folder.write(built, to: "issued.gpkg")
    returned = try city.folder.write(built, to: "returned.gpkg")
  }

  /// Drops the triggers of R-trees first, because SQLite's shell lacks their functions.
  private func edit(_ sql: String) async throws {
    let triggers = try await sqlite("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    let drops = triggers.lines.filter { !$0.isEmpty }.map { "DROP TRIGGER \"\($0)\";" }
    let result = try await sqlite(drops.joined() + sql)
    try #require(result.status == 0, "\(result.errorText)")
  }

  private static func delete(tree: Int) -> String {
    "DELETE FROM Trees WHERE fid = \(tree); DELETE FROM rtree_Trees_geom WHERE id = \(tree);"
  }

  private func sqlite(_ sql: String) async throws -> ToolResult {
    try await #require(Tool.sqlite3).run([returned, sql])
  }

  private func diff(_ more: [String] = []) async -> Session {
    await Session.run(["diff", returned, "--base", issued] + more)
  }

  @Test func `a rewritten file without edits has no changes`() async throws {
    #expect(await diff().exit == .done)
    try await edit(
      "UPDATE gpkg_contents SET min_x = -200, last_change = '2030-01-01T00:00:00.000Z'; VACUUM")
    let session = await diff()
    #expect(session.exit == .done)
    #expect(session.output == "\(returned): no changes since it was issued\n")
    let document = try await diff(["--json"]).document()
    #expect(document["edited"]?.bool == false)
    #expect(document["ok"]?.bool == true)
  }

  @Test func `a store without any issued table is refused`() async throws {
    let names = try await sqlite(
      "SELECT table_name FROM gpkg_contents WHERE data_type IN ('features', 'attributes')"
    ).lines.filter { !$0.isEmpty }
    // Some apps copy a project's tables under other names.
    try await edit(
      names.map { name in
        """
        ALTER TABLE "\(name)" RENAME TO "\(name)_8f3a";
        UPDATE gpkg_contents SET table_name = '\(name)_8f3a' WHERE table_name = '\(name)';
        UPDATE gpkg_geometry_columns SET table_name = '\(name)_8f3a' WHERE table_name = '\(name)';
        """
      }.joined())
    let session = await diff()
    #expect(session.exit == .inputRefused && session.output.isEmpty)
    #expect(
      session.error.contains("error[MERGE_NO_COMMON_TABLE]") && session.error.contains("Trees_8f3a")
    )
    let merged = await Session.run(
      ["merge", returned, "--into", issued, "-o", city.folder.path("next.gpkg")])
    #expect(merged.exit != .done && (merged.output + merged.error).contains("Trees_8f3a"))
  }

  @Test func `changes are shown field by field`() async throws {
    try await edit(
      """
      UPDATE Trees SET Height = 21, Name = 'White oak' WHERE fid = 1;
      UPDATE Trees SET Height = 9.0, GlobalID = lower(GlobalID) WHERE fid = 3;
      \(Self.delete(tree: 2))
      INSERT INTO Visits(GlobalID, TreeID, Note)
        VALUES ('\(SmallCity.id(0x104))', '\(SmallCity.id(1))', 'new');
      """)
    let session = await diff()
    #expect(session.exit == .somethingToSee)
    #expect(
      session.output == """
        \(returned): 1 added, 1 updated, 1 deleted
          Trees: 1 updated, 1 deleted (had 3 records)
            ~ Trees · White oak  {00000000…}
                Name: Oak -> White oak
                Height: 20 -> 21
            - Trees · Ahorn  {00000000…}
          Visits: 1 added (had 3 records)
            + Visits · new of Trees · White oak  {00000000…}

        """)
  }

  @Test func `the JSON has the values and who changed them`() async throws {
    try await edit("UPDATE Trees SET Height = NULL WHERE fid = 1; DELETE FROM Visits WHERE fid = 3")
    let document = try await diff(["--json"]).document()
    let trees = document["tables"]?.array?.first
    #expect(trees?["updated"]?.int == 1)
    #expect(trees?["rows"]?["base"]?.int == 3)
    let change = trees?["changes"]?.array?.first
    #expect(change?["globalid"]?.string == SmallCity.id(1))
    #expect(change?["action"]?.string == "update")
    let field = change?["fields"]?.array?.first
    #expect(field?["field"]?.string == "Height")
    #expect(field?["old"]?.int == 20)
    #expect(field?["new"]?.isNull == true)
    let visits = document["tables"]?.array?.first { $0["table"]?.string == "Visits" }
    #expect(visits?["deleted"]?.int == 1)
    #expect(visits?["rows"]?["returned"]?.int == 2)
  }

  @Test func `GeoJSON shows the new and the old location of a record`() async throws {
    let index = "rtree_Trees_geom"
    let moved =
      "UPDATE Trees SET geom = (SELECT geom FROM Trees WHERE fid = 2) WHERE fid = 1;"
      + "INSERT OR REPLACE INTO \(index) SELECT 1, minx, maxx, miny, maxy FROM \(index) WHERE id = 2;"
    try await edit(moved + Self.delete(tree: 3))
    let path = city.folder.path("changes.geojson")
    let session = await diff(["--geojson", path])
    #expect(session.exit == .somethingToSee)
    #expect(session.output.contains("moved by 1,3"))
    let document = try JSONParser.parse(Array(try Data(contentsOf: URL(filePath: path))))
    let features = try #require(document["features"]?.array)
    #expect(features.map { $0["properties"]?["action"]?.string } == ["update", "delete"])
    #expect(features[0]["geometry"]?["coordinates"]?.array?.first?.double == -122.61)
    #expect(features[0]["before"]?["coordinates"]?.array?.first?.double == -122.6)
    #expect(features[1]["geometry"]?["coordinates"]?.array?.first?.double == -122.62)
    #expect(features[1]["before"] == nil)
    #expect(await diff(["--geojson", path]).exit == .outputFailed)
    #expect(await diff(["--geojson", path, "--force"]).exit == .somethingToSee)
  }

  @Test func `the page shows the changes without decisions`() async throws {
    let png = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJ"
          + "RU5ErkJggg=="))
    let hex = png.map { String(format: "%02x", $0) }.joined()
    try await edit(
      """
      UPDATE Trees SET Name = '</script><b>' WHERE fid = 1;
      UPDATE Trees_attachments SET data = X'\(hex)';
      """)
    let folder = city.folder.path("page")
    #expect(await diff(["--html", folder]).exit == .somethingToSee)
    let page = String(decoding: try city.folder.read("page/index.html"), as: UTF8.self)
    #expect(page.contains("<title>Changes · City</title>"))
    #expect(!page.contains("id=\"save\"") && !page.contains("id=\"load\""))
    let text = String(decoding: try city.folder.read("page/data/review.js"), as: UTF8.self)
    #expect(text.contains("\"decides\":false"))
    #expect(!text.contains("</script>"))
    #expect(try city.folder.read("page/photos/0000-1.jpg") == Array(png))
    #expect(await diff(["--html", folder]).exit == .somethingToSee)
    try city.folder.write("mine", to: "page/index.html")
    #expect(await diff(["--html", folder]).exit == .outputFailed)
    #expect(await diff(["--html", folder, "--force"]).exit == .somethingToSee)
  }

  @Test func `attachments are compared by content`() async throws {
    let table = "Trees_attachments"
    try await edit("UPDATE \(table) SET data = CAST('another photo!' AS BLOB)")
    let session = await diff()
    #expect(session.exit == .somethingToSee)
    #expect(session.output.contains("Trees, attachments: 1 updated (had 1 record)"))
    #expect(session.output.contains("~ crown.jpg"))
    try await edit("UPDATE \(table) SET data = X'FFD8'")
    let cut = await diff()
    #expect(cut.output.contains("no changes"))
    #expect(cut.output.contains("! An attachment of Trees, attachments is shorter"))
    #expect(cut.exit == .somethingToSee)
  }

  @Test func `missing and extra tables and columns are reported, and no record is lost`()
    async throws
  {
    try await edit(
      """
      ALTER TABLE Trees ADD COLUMN extra TEXT; ALTER TABLE Visits DROP COLUMN Note;
      UPDATE Trees SET Name = 'Oaktree', extra = 'x' WHERE fid = 1;
      """)
    let session = await diff()
    #expect(session.output.contains("Name: Oak -> Oaktree"))
    #expect(session.output.contains("! The returned table Trees has a column extra"))
    #expect(session.output.contains("! The returned table Visits has no column Note"))
    #expect(!session.output.contains("Visits:"))
  }

  @Test func `files that can't be compared are refused`() async throws {
    let alone = await Session.run(["diff", returned])
    #expect(alone.exit == .inputMissing)
    #expect(alone.error.contains("--base"))
    try await edit(
      "ALTER TABLE Visits RENAME TO Visits2; CREATE VIEW Visits AS SELECT * FROM Visits2")
    #expect(await diff().exit == .inputRefused)
  }

  @Test func `a package has its own base`() async throws {
    let package = city.folder.path("city.mmpk")
    let built = await Session.run(["build"] + city.inputs + ["-o", package])
    try #require(built.exit == .done)
    let session = await Session.run(["diff", package])
    #expect(session.exit == .done)
    let other = await Session.run(["diff", returned, "--base", package])
    #expect(other.exit == .inputRefused)
    #expect(other.error.contains("PKG_OTHER_BASE"))
  }
}
