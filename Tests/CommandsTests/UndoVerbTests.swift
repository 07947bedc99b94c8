import Console
import FeatureData
import OrderedJSON
import TestSupport
import Testing

/// `undo`: a merge is taken back, the last one or one before.
@Suite(.needs(.sqlite3), .serialized)
struct UndoVerbTests {
  private let office: OfficeDatabase
  private var folder: TemporaryFolder { office.folder }

  /// Crew one and crew two, merged on two Fridays: `merged.gpkg`.
  init() async throws {
    office = try OfficeDatabase()
    try office.sql(
      "one.gpkg",
      """
      UPDATE species SET height = 12, latin = 'Acer one' WHERE fid = 2;
      INSERT INTO trees (globalid, code, name) VALUES ('\(SmallCity.id(12))', 'ACMA', 'New maple');
      INSERT INTO visits (globalid, tree, note) VALUES ('\(SmallCity.id(22))', 2, 'planted');
      DELETE FROM permits WHERE number = 'P-2';
      """)
    try office.sql("two.gpkg", "UPDATE trees SET name = 'Oldest oak' WHERE fid = 1")
    _ = await office.merge(["one.gpkg"], ["--now", "2026-11-13T16:00:00Z", "--by", "Ada"])
    try folder.write(try folder.read("merged.gpkg"), to: "first.gpkg")
    _ = await office.merge(
      ["two.gpkg"], ["--now", "2026-11-20T16:00:00Z"], into: "first.gpkg")
  }

  private func undo(_ number: Int, _ more: [String] = []) async -> Session {
    await Session.run(["undo", folder.path("merged.gpkg"), "--merge", "\(number)"] + more)
  }

  /// The rows of the office's own tables.
  private func rows(_ name: String) throws -> String {
    try office.sql(
      name,
      ["species", "trees", "visits", "permits"].map { "SELECT * FROM \($0)" }
        .joined(separator: ";"))
  }

  @Test func `the log numbers merges, with who answered and what came of each`() async throws {
    let log = await Session.run(["log", folder.path("merged.gpkg")])
    #expect(
      log.output == """
        \(folder.path("merged.gpkg")): 2 merges
        1  2026-11-20T16:00:00.000Z: 1 package, 1 edit; 1 updated
             two.gpkg: 1 edit
        2  2026-11-13T16:00:00.000Z by Ada: 1 package, 4 edits; 2 added, 1 updated, 1 deleted
             one.gpkg: 4 edits

        """)
    let document = try await Session.run(["log", folder.path("merged.gpkg"), "--json"]).document()
    #expect(document["merges"]?[1]?["by"]?.string == "Ada")
    #expect(document["merges"]?[1]?["number"]?.int == 2)
    #expect(document["merges"]?[1]?["deleted"]?.int == 1)
  }

  @Test func `a merge before the last is taken back, and nothing else`() async throws {
    let session = await undo(2)
    #expect(session.exit == .done, "\(session.output)\(session.error)")
    #expect(session.output.contains("without the merge of 2026-11-13T16:00:00.000Z"))
    try office.sql(
      "office.gpkg", "DROP TRIGGER noted; UPDATE trees SET name = 'Oldest oak' WHERE fid = 1")
    #expect(try rows("merged.gpkg") == rows("office.gpkg"))
    #expect(
      try office.sql("merged.gpkg", "PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok")
    #expect(await Session.run(["log", folder.path("merged.gpkg")]).output.contains(": 1 merge\n"))
    #expect(try !folder.files().contains { $0.hasPrefix("merged.gpkg.") })

    // The other one is taken back, too; then nothing is left to take back.
    #expect(await undo(1).output.contains("trees: 1 updated"))
    #expect(await undo(1).error.contains("error[MERGE004]"))
    // The package can be merged again.
    try folder.write(try folder.read("merged.gpkg"), to: "now.gpkg")
    let again = await office.merge(["one.gpkg"], into: "now.gpkg")
    #expect(again.output.contains("4 applied"), "\(again.output)")
  }

  @Test func `what others changed since stays`() async throws {
    try office.sql("merged.gpkg", "UPDATE species SET code = 'ACRU' WHERE fid = 2")
    // Not byte for byte any more: record by record.
    #expect(await undo(1).output.contains("trees: 1 updated"))
    #expect(await undo(1).exit == .done)
    #expect(
      try office.sql("merged.gpkg", "SELECT code, latin, height FROM species WHERE fid = 2")
        == "ACRU|Acer|9.0")
  }

  /// What was done since, and what is told.
  static let obstacles = [
    ("UPDATE species SET height = 13 WHERE fid = 2", "height: the merge left “12”, it is “13” now"),
    ("DELETE FROM species WHERE fid = 2", "it was deleted since"),
    (
      "UPDATE trees SET code = 'QUGA' WHERE fid = 2",
      "code: the merge left “ACMA”, it is “QUGA” now"
    ),
    (
      "INSERT INTO visits (globalid, tree, note) VALUES ('{x}', 2, 'seen')",
      "records that came later belong to it"
    ),
    (
      "INSERT INTO permits (globalid, number) VALUES ('\(SmallCity.id(32))', 'P-9')",
      "it is there again"
    ),
    ("UPDATE species SET globalid = 'x' WHERE fid = 2", "another record has its number now"),
    ("ALTER TABLE species RENAME COLUMN latin TO name", "its field latin is not there any more"),
    ("DELETE FROM gpkg_contents WHERE table_name = 'visits'", "the table is not there any more"),
    ("UPDATE species SET height = 99, latin = 'x' WHERE fid = 2", "for 2 reasons"),
  ]

  @Test(arguments: obstacles)
  func `a merge whose fields were touched since is refused by name`(
    _ edit: String, _ told: String
  ) async throws {
    try office.sql("merged.gpkg", "PRAGMA foreign_keys = 0; DROP TRIGGER noted; " + edit)
    let before = try folder.read("merged.gpkg")
    let session = await undo(2)
    #expect(session.exit == .inputRefused)
    #expect(session.output.contains(told), "\(session.output)")
    #expect(try folder.read("merged.gpkg") == before)
    let document = try await undo(2, ["--json"]).document()
    #expect(document["ok"]?.bool == false)
    #expect(document["obstacles"]?.array?.isEmpty == false)
  }

  @Test func `what is not kept cannot be taken back`() async throws {
    #expect(await undo(3).error.contains("error[MERGE014]"))
    #expect(await undo(0).exit == .usage)
    try office.sql(
      "merged.gpkg", "DELETE FROM gpkg_metadata WHERE md_standard_uri LIKE '%history%'")
    let session = await undo(2)
    #expect(session.error.contains("error[MERGE015]"))
    #expect(session.error.contains("2026-11-13T16:00:00.000Z"))
    // Neither is an account that cannot be read.
    try office.sql(
      "first.gpkg",
      "UPDATE gpkg_metadata SET metadata = '{\"format\":' WHERE md_standard_uri LIKE '%history%'")
    let first = await Session.run(["undo", folder.path("first.gpkg")])
    #expect(first.exit == .inputMissing)
  }

  @Test func `the last ten merges are kept`() async throws {
    var current = "merged.gpkg"
    for number in 0..<11 {
      try office.sql(
        "one.gpkg",
        "DROP TRIGGER IF EXISTS noted; UPDATE trees SET name = 'Oak \(number)' WHERE fid = 1")
      try folder.write(try folder.read(current), to: "now\(number).gpkg")
      current = "now\(number).gpkg"
      _ = await office.merge(["one.gpkg"], into: current)
      try folder.write(try folder.read("merged.gpkg"), to: current)
    }
    #expect(await Session.run(["log", folder.path(current)]).output.contains(": 13 merges"))
    let old = await Session.run(["undo", folder.path(current), "--merge", "12"])
    #expect(old.error.contains("error[MERGE015]"))
    let refused = await Session.run(["undo", folder.path(current), "--merge", "10"])
    #expect(refused.output.contains("“Oak 1”, it is “Oak 10” now"), "\(refused.output)")
  }
}
