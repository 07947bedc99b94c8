import SQLiteFile
import Testing

/// The forms of `CREATE TABLE` and `CREATE INDEX`, each with what SQLite reads in it.
struct DeclarationFormsTests {
  static func table(_ text: String) throws -> StoredTable {
    try StoredTable(
      SchemaObject(
        kind: .table, name: "t", tableName: "t", rootPage: 2, sql: "CREATE TABLE t" + text))
  }

  @Test(
    arguments: [
      // DB Browser for SQLite writes the key like this.
      ("(\"fid\" INTEGER, n, PRIMARY KEY(\"fid\" AUTOINCREMENT))", 0, true),
      (
        "(n, id INTEGER, PRIMARY KEY(id COLLATE nocase DESC AUTOINCREMENT) ON CONFLICT FAIL)", 1,
        true
      ),
      ("(id INTEGER PRIMARY KEY ASC ON CONFLICT ROLLBACK AUTOINCREMENT)", 0, true),
      ("(id INTEGER, PRIMARY KEY((id)))", 0, false),
      ("(autoincrement_ INTEGER, PRIMARY KEY('autoincrement_'))", 0, false),
    ])
  func `a key is the row id, and counts on`(
    _ text: String, rowid: Int, isAutoincrement: Bool
  ) throws {
    let table = try Self.table(text)
    #expect(table.rowidColumn == rowid)
    #expect(table.isAutoincrement == isAutoincrement)
    #expect(table.uniques == [])
  }

  @Test(
    arguments: [
      ("NOT NULL", true), ("NOT/**/NULL ON CONFLICT FAIL", true), ("NULL", false),
      ("NOT NULL NULL", true), ("CONSTRAINT c NOT NULL", true),
      ("REFERENCES x(y) NOT DEFERRABLE INITIALLY IMMEDIATE", false),
      ("REFERENCES x NOT DEFERRABLE", false), ("REFERENCES x ON DELETE SET NULL", false),
      ("REFERENCES x DEFERRABLE INITIALLY DEFERRED NOT NULL", true),
    ])
  func `a column refuses NULL only where it says NOT NULL`(
    _ constraints: String, refusesNull: Bool
  ) throws {
    #expect(try Self.table("(a INT \(constraints), b)").columns[0].isNotNull == refusesNull)
  }
}
