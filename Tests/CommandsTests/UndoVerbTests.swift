import Console
import FeatureData
import OrderedJSON
import TestSupport
import Testing

/// `undo` of the last merge, and of an earlier one.
@Suite(.needs(.sqlite3))
struct UndoVerbTests {
  private let office: OfficeDatabase
  private var folder: TemporaryFolder { office.folder }

  /// `merged.gpkg`: two crews, merged on two Fridays.
  init() async throws {
    office = try await OfficeDatabase()
    try await office.sql(
      "one.gpkg",
      """
      UPDATE species SET height = 12, latin = 'Acer one' WHERE fid = 2;
      INSERT INTO trees (globalid, code, name) VALUES ('\(SmallCity.id(12))', 'ACMA', 'New maple');
      INSERT INTO visits (globalid, tree, note) VALUES ('\(SmallCity.id(22))', 2, 'planted');
      DELETE FROM permits WHERE number = 'P-2';
      """)
    try await office.sql("two.gpkg", "UPDATE trees SET name = 'Oldest oak' WHERE fid = 1")
    _ = await office.merge(["one.gpkg"], ["--now", "2026-11-13T16:00:00Z", "--by", "Ada"])
    try folder.write(try folder.read("merged.gpkg"), to: "first.gpkg")
    _ = await office.merge(
      ["two.gpkg"], ["--now", "2026-11-20T16:00:00Z"], into: "first.gpkg")
  }

  private func undo(_ number: Int, _ more: [String] = []) async -> Session {
    await Session.run(["undo", folder.path("merged.gpkg"), "--merge", "\(number)"] + more)
  }

  /// The rows of the office's own tables.
  private func rows(_ name: String) async throws -> String {
    try await office.sql(
      name,
      ["species", "trees", "visits", "permits"].map { "SELECT * FROM \($0)" }
        .joined(separator: ";"))
  }

  @Test func `log numbers the merges, with who is responsible and the changes`() async throws {
    let log = await Session.run(["log", folder.path("merged.gpkg")])
    #expect(
      log.output == """
        \(folder.path("merged.gpkg")): 2 merges
        1  2026-11-20T16:00:00.000Z: 1 package, 1 change; 1 updated
             two.gpkg: 1 change
        2  2026-11-13T16:00:00.000Z by Ada: 1 package, 4 changes; 2 added, 1 updated, 1 deleted
             one.gpkg: 4 changes

        """)
    let document = try await Session.run(["log", folder.path("merged.gpkg"), "--json"]).document()
    #expect(document["merges"]?[1]?["by"]?.string == "Ada")
    #expect(document["merges"]?[1]?["number"]?.int == 2)
    #expect(document["merges"]?[1]?["deleted"]?.int == 1)
  }

  @Test func `undo reverses a merge before the last, and nothing else`() async throws {
    let session = await undo(2)
    #expect(session.exit == .done, "\(session.output)\(session.error)")
    #expect(session.output.contains("undid the merge of 2026-11-13T16:00:00.000Z"))
    try await office.sql(
      "office.gpkg", "DROP TRIGGER noted; UPDATE trees SET name = 'Oldest oak' WHERE fid = 1")
    await #expect(try rows("merged.gpkg") == rows("office.gpkg"))
    await #expect(
      try office.sql("merged.gpkg", "PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok")
    #expect(await Session.run(["log", folder.path("merged.gpkg")]).output.contains(": 1 merge\n"))
    #expect(try !folder.files().contains { $0.hasPrefix("merged.gpkg.") })

    // After undoing the other merge, there is no merge left.
    #expect(await undo(1).output.contains("trees: 1 updated"))
    #expect(await undo(1).error.contains("error[MERGE_NOTHING_TO_UNDO]"))
    // The package can be merged again.
    try folder.write(try folder.read("merged.gpkg"), to: "now.gpkg")
    let again = await office.merge(["one.gpkg"], into: "now.gpkg")
    #expect(again.output.contains("4 applied"), "\(again.output)")
  }

  @Test func `undo keeps later changes`() async throws {
    try await office.sql("merged.gpkg", "UPDATE species SET code = 'ACRU' WHERE fid = 2")
    // Undo works record by record now, not byte for byte.
    #expect(await undo(1).output.contains("trees: 1 updated"))
    #expect(await undo(1).exit == .done)
    await #expect(
      try office.sql("merged.gpkg", "SELECT code, latin, height FROM species WHERE fid = 2")
        == "ACRU|Acer|9.0")
  }

  /// A later edit, and the expected message.
  static let obstacles = [
    (
      "UPDATE species SET height = 13 WHERE fid = 2",
      "height: the merge left “12”, but now it is “13”"
    ),
    ("DELETE FROM species WHERE fid = 2", "it was deleted after the merge"),
    (
      "UPDATE trees SET code = 'QUGA' WHERE fid = 2",
      "code: the merge left “ACMA”, but now it is “QUGA”"
    ),
    (
      "INSERT INTO visits (globalid, tree, note) VALUES ('{x}', 2, 'seen')",
      "records that were added later belong to it"
    ),
    (
      "INSERT INTO permits (globalid, number) VALUES ('\(SmallCity.id(32))', 'P-9')",
      "it exists again"
    ),
    ("UPDATE species SET globalid = 'x' WHERE fid = 2", "another record now has its row number"),
    ("ALTER TABLE species RENAME COLUMN latin TO name", "its field latin no longer exists"),
    ("DELETE FROM gpkg_contents WHERE table_name = 'visits'", "the table no longer exists"),
    ("UPDATE species SET height = 99, latin = 'x' WHERE fid = 2", "for 2 reasons"),
  ]

  @Test(arguments: obstacles)
  func `undo refuses a merge whose fields were changed since`(
    _ edit: String, _ message: String
  ) async throws {
    try await office.sql("merged.gpkg", "PRAGMA foreign_keys = 0; DROP TRIGGER noted; " + edit)
    let before = try folder.read("merged.gpkg")
    let session = await undo(2)
    #expect(session.exit == .inputRefused)
    #expect(session.output.contains(message), "\(session.output)")
    #expect(try folder.read("merged.gpkg") == before)
    let document = try await undo(2, ["--json"]).document()
    #expect(document["ok"]?.bool == false)
    #expect(document["obstacles"]?.array?.isEmpty == false)
  }

  @Test func `undo refuses a merge whose changes are not kept`() async throws {
    #expect(await undo(3).error.contains("error[MERGE_NOT_FOUND]"))
    #expect(await undo(0).exit == .usage)
    try await office.sql(
      "merged.gpkg", "DELETE FROM gpkg_metadata WHERE md_standard_uri LIKE '%history%'")
    let session = await undo(2)
    #expect(session.error.contains("error[MERGE_NOT_KEPT]"))
    #expect(session.error.contains("2026-11-13T16:00:00.000Z"))
    // An unreadable ledger is an error too.
    try await office.sql(
      "first.gpkg",
      "UPDATE gpkg_metadata SET metadata = '{\"format\":' WHERE md_standard_uri LIKE '%history%'")
    let first = await Session.run(["undo", folder.path("first.gpkg")])
    #expect(first.exit == .inputMissing)
  }

  @Test func `the last ten merges can be undone`() async throws {
    var current = "merged.gpkg"
    for number in 0..<11 {
      try await office.sql(
        "one.gpkg",
        "DROP TRIGGER IF EXISTS noted; UPDATE trees SET name = 'Oak \(number)' WHERE fid = 1")
      try folder.write(try folder.read(current), to: "now\(number).gpkg")
      current = "now\(number).gpkg"
      _ = await office.merge(["one.gpkg"], into: current)
      try folder.write(try folder.read("merged.gpkg"), to: current)
    }
    #expect(await Session.run(["log", folder.path(current)]).output.contains(": 13 merges"))
    let old = await Session.run(["undo", folder.path(current), "--merge", "12"])
    #expect(old.error.contains("error[MERGE_NOT_KEPT]"))
    let refused = await Session.run(["undo", folder.path(current), "--merge", "10"])
    #expect(refused.output.contains("“Oak 1”, but now it is “Oak 10”"), "\(refused.output)")
  }
}
