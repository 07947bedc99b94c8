import Console
import OrderedJSON
import TestSupport
import Testing

/// `merge` into a database with its own constraints and triggers. The result has them and obeys them.
@Suite(.needs(.sqlite3))
struct OfficeConstraintsTests {
  private let office: OfficeDatabase
  private var folder: TemporaryFolder { office.folder }

  init() async throws { office = try await OfficeDatabase() }

  @discardableResult
  private func sql(_ name: String, _ statements: String) async throws -> String {
    try await office.sql(name, statements)
  }

  private func merge(_ packages: [String] = ["one.gpkg"], _ more: [String] = []) async -> Session {
    await office.merge(packages, more)
  }

  @Test func `the result is the office's database with changed rows, as SQL would make it`()
    async throws
  {
    let edit = """
      UPDATE trees SET name = 'Older oak'; UPDATE species SET height = 12 WHERE code = 'ACMA';
      INSERT INTO species (globalid, code, latin, height) VALUES ('\(SmallCity.id(3))', 'FRLA', 'Fraxinus', 11);
      """
    try await sql("one.gpkg", "DROP TRIGGER noted; " + edit)
    let session = await merge()
    #expect(session.output.contains("TRIGGER noted on trees is kept, but did not run for 1 row"))
    try await sql("office.gpkg", "DROP TRIGGER noted; " + edit)
    let objects =
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE '%noted%'"
    for query in [
      "SELECT * FROM species ORDER BY fid", "SELECT * FROM trees", "SELECT * FROM oaks",
      "SELECT * FROM audit", "SELECT fid FROM species INDEXED BY tall WHERE height > 10",
      "SELECT fid FROM trees INDEXED BY lowered WHERE lower(name) = 'older oak'",
      "PRAGMA foreign_key_check", "PRAGMA integrity_check", "PRAGMA application_id",
      "SELECT name, seq FROM sqlite_sequence ORDER BY 1",
    ] {
      await #expect(try sql("merged.gpkg", query) == sql("office.gpkg", query), "\(query)")
    }
    let ours = try await sql("merged.gpkg", objects)
    for line in try await sql("office.gpkg", objects).split(separator: "\n") {
      #expect(ours.contains(line))
    }
    await #expect(
      try sql("merged.gpkg", "SELECT sql FROM sqlite_schema WHERE name = 'noted'") != "")
  }

  @Test func `a crew's value is kept if the next crew's is refused`() async throws {
    try await sql("one.gpkg", "UPDATE species SET height = 12 WHERE fid = 2")
    try await sql(
      "two.gpkg",
      "PRAGMA ignore_check_constraints = 1; UPDATE species SET height = -1 WHERE fid = 2")
    let session = await merge(["one.gpkg", "two.gpkg"])
    await #expect(try sql("merged.gpkg", "SELECT height FROM species WHERE fid = 2") == "12.0")
    #expect(session.output.contains("one.gpkg: 1 change: 1 applied"))
    #expect(session.output.contains("two.gpkg: 1 change: 1 partly refused"))
  }

  /// An edit of a crew, with the expected result and message.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var office = ""
    var edit: String
    var query: String
    var result: String
    var message: String

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a new record whose key the office has",
      office: "INSERT INTO species (globalid, code) VALUES ('\(SmallCity.id(7))', 'BCH')",
      edit: "INSERT INTO species (globalid, code, height) VALUES ('\(SmallCity.id(8))', 'BCH', 4)",
      query: "SELECT code, height FROM species WHERE fid > 2 ORDER BY fid", result: "BCH|\n|4.0",
      message: "breaks UNIQUE code of the office's database"),
    Case(
      name: "a changed key that another record has",
      edit: "UPDATE species SET code = 'new' WHERE fid = 2",
      query: "SELECT code FROM species ORDER BY fid", result: "QUGA\nnew", message: ""),
    Case(
      name: "a changed key that the office gave to another record",
      office: "INSERT INTO species (globalid, code) VALUES ('\(SmallCity.id(7))', 'BCH')",
      edit: "UPDATE species SET code = 'BCH' WHERE fid = 2",
      query: "SELECT code FROM species ORDER BY fid", result: "QUGA\nACMA\nBCH",
      message: "\"BCH\" from one.gpkg breaks UNIQUE code"),
    Case(
      name: "a value that a CHECK refuses",
      edit:
        "PRAGMA ignore_check_constraints = 1; UPDATE species SET height = -1, latin = 'Acer m.' WHERE fid = 2",
      query: "SELECT height, latin FROM species WHERE fid = 2", result: "9.0|Acer m.",
      message: "breaks CHECK"),
    Case(
      name: "a reference to a record that is not there",
      edit: "PRAGMA foreign_keys = 0; UPDATE trees SET code = 'NONE', name = 'Tree'",
      query: "SELECT code, name FROM trees", result: "QUGA|Tree",
      message: "breaks REFERENCES species"),
    Case(
      name: "a deletion that leaves a child behind",
      edit: "PRAGMA foreign_keys = 0; DELETE FROM species WHERE fid = 1",
      query: "SELECT count(*) FROM species", result: "2", message: "one.gpkg"),
  ]

  @Test(arguments: cases)
  func `an edit that violates a constraint is a conflict, and the others are merged`(
    _ example: Case
  ) async throws {
    if !example.office.isEmpty { try await sql("office.gpkg", example.office) }
    try await sql("one.gpkg", "DROP TRIGGER noted; " + example.edit)
    let session = await merge()
    await #expect(try sql("merged.gpkg", example.query) == example.result, "\(session.output)")
    #expect(
      example.message.isEmpty || session.output.contains(example.message), "\(session.output)")
    await #expect(
      try sql("merged.gpkg", "PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok")
  }

  @Test func `a column that the office added keeps its values and default`() async throws {
    let insert =
      "INSERT INTO species (globalid, code) VALUES ('\(SmallCity.id(8))', 'BCH')"
    try await sql(
      "office.gpkg",
      """
      ALTER TABLE species ADD COLUMN surveyed TEXT DEFAULT 'no';
      ALTER TABLE species ADD COLUMN paid INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE trees ADD COLUMN checked INTEGER NOT NULL DEFAULT 0;
      UPDATE species SET surveyed = 'yes' WHERE fid = 1;
      """)
    try await sql(
      "one.gpkg",
      "DROP TRIGGER noted; DELETE FROM trees; UPDATE species SET height = 21 WHERE fid = 1; "
        + "DELETE FROM species WHERE fid = 2; " + insert)
    let session = await merge(["one.gpkg"], ["--json"])
    let conflicts = try session.document()["conflicts"]?.array ?? []
    #expect(conflicts.isEmpty, "\(session.output)")
    await #expect(
      try sql("merged.gpkg", "SELECT fid, code, latin, height, surveyed, paid FROM species")
        == "1|QUGA|Quercus|21.0|yes|1\n3|BCH|unknown||no|1")
    await #expect(try sql("merged.gpkg", "SELECT count(*) FROM trees") == "0")

    // The office's value in the new column is an edit too.
    try await sql("office.gpkg", "UPDATE species SET surveyed = 'yes' WHERE fid = 2")
    let document = try await merge(["one.gpkg"], ["--json"]).document()
    let conflict = try #require(document["conflicts"]?[0])
    #expect(conflict["kind"]?.string == "delete/update")
    #expect(conflict["field"]?.string == "surveyed")
    #expect(conflict["base"]?.string == "no" && conflict["current"]?.string == "yes")
  }

  @Test func `new records of two crews with one key are a conflict that names both`() async throws {
    try await sql(
      "one.gpkg", "INSERT INTO species (globalid, code) VALUES ('\(SmallCity.id(7))', 'BCH')")
    try await sql(
      "two.gpkg", "INSERT INTO species (globalid, code) VALUES ('\(SmallCity.id(8))', 'BCH')")
    let document = try await merge(["one.gpkg", "two.gpkg"], ["--json"]).document()
    let conflict = try #require(document["conflicts"]?[0])
    #expect(conflict["kind"]?.string == "constraint")
    #expect(conflict["constraint"]?.string == "UNIQUE code")
    let named = [conflict["globalid"]?.string, conflict["other"]?["globalid"]?.string]
    #expect(Set(named) == [SmallCity.id(7), SmallCity.id(8)])
    await #expect(try sql("merged.gpkg", "SELECT count(*) FROM species WHERE code = 'BCH'") == "1")
  }

  /// Deletions by an app that does not enforce foreign keys, with the result of the office's keys.
  static let deletions = [
    Case(
      name: "ON DELETE takes along what the crew had", edit: "DELETE FROM trees",
      query: "SELECT (SELECT count(*) FROM visits), (SELECT group_concat(number) FROM permits "
        + "WHERE tree IS NULL), (SELECT count(*) FROM trees)",
      result: "0|P-1,P-2|0", message: "1 change: 1 applied"),
    Case(
      name: "a record that the office added below it keeps it",
      office: "INSERT INTO visits (globalid, tree, note) VALUES ('\(SmallCity.id(22))', 1, 'new')",
      edit: "DELETE FROM trees",
      query: "SELECT (SELECT count(*) FROM visits WHERE tree = 1), (SELECT count(*) FROM permits "
        + "WHERE tree IS NULL)", result: "2|1", message: "1 change: 1 deletion undone"),
    Case(
      name: "a reference that the office entered since is emptied as in SQL",
      office: "UPDATE permits SET tree = '\(SmallCity.id(11))'", edit: "DELETE FROM trees",
      query: "SELECT count(*) FROM permits WHERE tree IS NULL", result: "2", message: "1 applied"),
  ]

  @Test(arguments: deletions)
  func `a deletion follows the office's foreign keys`(_ example: Case) async throws {
    if !example.office.isEmpty { try await sql("office.gpkg", example.office) }
    try await sql("one.gpkg", "PRAGMA foreign_keys = 0; " + example.edit)
    let session = await merge()
    await #expect(try sql("merged.gpkg", example.query) == example.result, "\(session.output)")
    #expect(session.output.contains(example.message), "\(session.output)")
    await #expect(
      try sql("merged.gpkg", "PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok")
  }

  @Test func `a record that another crew refers to is kept`() async throws {
    try await sql("one.gpkg", "PRAGMA foreign_keys = 0; DELETE FROM trees")
    try await sql(
      "two.gpkg", "UPDATE permits SET tree = '\(SmallCity.id(11))' WHERE number = 'P-2'")
    for packages in [["one.gpkg", "two.gpkg"], ["two.gpkg", "one.gpkg"]] {
      let session = await merge(packages)
      await #expect(
        try sql("merged.gpkg", "SELECT count(*) FROM permits JOIN trees ON tree = trees.globalid")
          == "2", "\(session.output)")
    }
  }

  @Test func `child records of two crews stay with their own parents`() async throws {
    for (index, name) in ["one", "two"].enumerated() {
      try await sql(
        "\(name).gpkg",
        """
        INSERT INTO trees (fid, globalid, name) VALUES (2, '\(SmallCity.id(12 + index))', '\(name)');
        INSERT INTO visits (globalid, tree, note) VALUES ('\(SmallCity.id(22 + index))', 2, '\(name)');
        """)
    }
    let session = await merge(["one.gpkg", "two.gpkg"])
    await #expect(
      try sql(
        "merged.gpkg",
        "SELECT name, note FROM visits v JOIN trees t ON t.fid = v.tree WHERE t.fid > 1 ORDER BY 1")
        == "one|one\ntwo|two", "\(session.output)")
  }

  @Test func `the SQL of --changes makes the office's file the merged one`() async throws {
    try await sql(
      "office.gpkg",
      "INSERT INTO species (globalid, code) VALUES ('\(SmallCity.id(7))', 'O''Hara')")
    try await sql(
      "one.gpkg",
      """
      PRAGMA foreign_keys = 0; DELETE FROM trees;
      UPDATE species SET height = 0.1 + 0.2, latin = 'é ''x''' || char(10) || '.quit' WHERE fid = 2;
      INSERT INTO species (globalid, code, latin, height) VALUES ('\(SmallCity.id(3))', 'FRLA', NULL, 11);
      """)
    _ = await merge(["one.gpkg"], ["--changes", folder.path("changes.sql")])
    try folder.write(try folder.read("office.gpkg"), to: "patched.gpkg")
    try await run("changes.sql", on: "patched.gpkg")
    let tables = try await sql("merged.gpkg", "SELECT name FROM sqlite_schema WHERE type = 'table'")
      .split(separator: "\n")
    #expect(tables.contains("gpkg_metadata") && tables.count > 8)
    for table in tables {
      let query = "SELECT * FROM \(table) ORDER BY rowid"
      await #expect(try sql("patched.gpkg", query) == sql("merged.gpkg", query), "\(table)")
    }
    await #expect(
      try sql("patched.gpkg", "PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok")
    await #expect(
      try sql("patched.gpkg", "SELECT height = 0.1 + 0.2 FROM species WHERE fid = 2") == "1")

    // Rows that were changed since are left alone.
    try await sql("office.gpkg", "UPDATE species SET height = 5 WHERE fid = 2")
    try await run("changes.sql", on: "office.gpkg")
    await #expect(try sql("office.gpkg", "SELECT height FROM species WHERE fid = 2") == "5.0")

    let session = await merge(["one.gpkg"], ["--changes", folder.path("changes.txt")])
    #expect(session.error.contains("a file that ends in .sql"))
  }

  private func run(_ script: String, on name: String) async throws {
    let sqlite = try #require(Tool.sqlite3)
    _ = try await sqlite.run(["-bail", folder.path(name)], stdin: try folder.read(script))
  }
}
