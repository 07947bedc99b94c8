import Bytes
import SQLiteFile
import TestSupport
import Testing

/// Adding a column to the text of a table, with SQLite as the judge.
@Suite(.needs(.sqlite3)) struct AddedColumnTests {
  @Test(
    arguments: [
      "CREATE TABLE t(a)", "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT DEFAULT '), (' )",
      "CREATE TABLE t(a INT, b TEXT, PRIMARY KEY(a, b), CHECK(b IN ('x','y')))",
      "CREATE TABLE t(a, b REAL CHECK (b > 0 AND b < max(a, 5)), CONSTRAINT u UNIQUE (a, b))",
      "CREATE TABLE t(a TEXT PRIMARY KEY, b) WITHOUT ROWID", "CREATE TABLE t(a INT, b TEXT) STRICT",
      "CREATE TABLE t(a, b DECIMAL(10, 2) -- the price, in (some) money\n)",
      "CREATE TABLE t(a REFERENCES p(a), b, FOREIGN KEY (b) REFERENCES p(a) ON DELETE CASCADE)",
      "CREATE TABLE t(a INT, b INT GENERATED ALWAYS AS (a + max(a, 2)) VIRTUAL)",
    ])
  func `the column is where SQLite would add it`(sql: String) async throws {
    let sqlite = try #require(Tool.sqlite3)
    let folder = try TemporaryFolder()
    for (name, more) in [
      ("plain.db", ""), ("altered.db", "; ALTER TABLE t ADD COLUMN \"new\" TEXT"),
    ] {
      _ = try await sqlite.output([folder.path(name), "CREATE TABLE p(a); \(sql)\(more)"])
    }
    let ours = try DatabaseReader(path: folder.path("plain.db"))
      .addingTextColumn("new", to: "T").table(named: "t")
    let theirs = try DatabaseReader(path: folder.path("altered.db")).table(named: "t")
    #expect(ours.columns == theirs.columns)
    #expect(ours.recordIndexes == theirs.recordIndexes && ours.uniques == theirs.uniques)
    #expect(ours.primaryKey == theirs.primaryKey && ours.isStrict == theirs.isStrict)
    // And SQLite reads the text.
    let text = try #require(
      DatabaseReader(path: folder.path("plain.db")).addingTextColumn("new", to: "t")
        .object(.table, named: "t")?.sql)
    let names = try await sqlite.output([
      ":memory:", "CREATE TABLE p(a); \(text); SELECT name FROM pragma_table_xinfo('t')",
    ])
    #expect(names.split(separator: "\n").map(String.init) == ours.columns.map(\.name))
  }

  @Test func `a table that there isn't has no place for a column`() async throws {
    let folder = try TemporaryFolder()
    _ = try await #require(Tool.sqlite3).output([folder.path("a.db"), "CREATE TABLE p(a)"])
    let reader = try DatabaseReader(path: folder.path("a.db"))
    #expect(throws: SQLiteFileError.self) { try reader.addingTextColumn("new", to: "t") }
  }
}
