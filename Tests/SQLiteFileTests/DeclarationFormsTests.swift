import Records
import SQLiteFile
import Testing

/// The forms of `CREATE TABLE` and `CREATE INDEX`, and what SQLite reads in each.
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
  func `a key is recognized as row id, with or without AUTOINCREMENT`(
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
  func `only NOT NULL columns reject NULL`(
    _ constraints: String, refusesNull: Bool
  ) throws {
    #expect(try Self.table("(a INT \(constraints), b)").columns[0].isNotNull == refusesNull)
  }

  @Test(
    arguments: [
      ("a INTEGER PRIMARY KEY", 0), ("a integer PRIMARY KEY", 0), ("a \"INTEGER\" PRIMARY KEY", 0),
      ("a [integer] PRIMARY KEY", 0), ("a 'INTEGER' PRIMARY KEY", 0),
      ("a INTEGER PRIMARY KEY ASC", 0), ("a INTEGER, PRIMARY KEY(a DESC)", 0),
      ("a INTEGER, PRIMARY KEY('a' COLLATE nocase)", 0),
      ("a INTEGER GENERATED ALWAYS PRIMARY KEY", 0), ("a \u{FEFF}INTEGER PRIMARY KEY", 0),
      ("a INTEGER CONSTRAINT k PRIMARY KEY", 0),
      ("a INTEGER PRIMARY KEY DESC", nil), ("a INT PRIMARY KEY", nil),
      ("a INTEGER(4) PRIMARY KEY", nil), ("a \"INTEGER\" x PRIMARY KEY", nil),
      ("a INTEGER, b, PRIMARY KEY(a, b)", nil), ("a INTEGER UNIQUE", nil),
    ] as [(String, Int?)])
  func `a key is the row id only if its type is INTEGER alone`(_ columns: String, rowid: Int?)
    throws
  {
    #expect(try Self.table("(\(columns))").rowidColumn == rowid)
  }

  @Test(
    arguments: [
      ("TEXT", "TEXT", .text), ("", "", .blob), ("\"\"", "", .numeric),
      ("DECIMAL ( +10 , -2 )", "DECIMAL ( +10 , -2 )", .numeric),
      ("unsigned big int", "unsigned big int", .integer), ("'my type'", "my type", .numeric),
      ("\"varchar\" x", "varchar", .text), ("'a' 'text'", "a", .numeric),
      ("abort text", "abort text", .text), ("text GENERATED/**/", "text GENERATED", .text),
      ("REAL GENERATED ALWAYS AS (1)", "REAL", .real), ("GENERATED ALWAYS AS (1)", "", .blob),
      ("real blob", "real blob", .blob), ("CONSTRAINT text", "", .blob),
    ] as [(String, String, Affinity)])
  func `a type has all its words, without quotes and what follows`(
    _ words: String, type: String, affinity: Affinity
  ) throws {
    let column = try Self.table("(a \(words), b)").columns[0]
    #expect(column.declaredType == type)
    #expect(column.affinity == affinity)
  }

  @Test(
    arguments: [
      ("DEFAULT -5", .integer(-5)), ("DEFAULT +5", .integer(5)), ("DEFAULT(-(5))", .integer(-5)),
      ("DEFAULT - 1.5", .real(-1.5)), ("DEFAULT 0x1F", .integer(31)),
      ("DEFAULT -0x10", .integer(-16)), ("DEFAULT -'5'", .integer(-5)),
      ("DEFAULT \"text\"", .text("text")), ("DEFAULT name", .text("name")),
      ("DEFAULT abort NOT NULL", .text("abort")), ("DEFAULT [b c]", .text("b c")),
      ("DEFAULT 'it''s'", .text("it's")), ("DEFAULT TRUE", .integer(1)),
      ("DEFAULT \"true\"", .text("true")), ("DEFAULT x'00ff'", .blob([0, 255])),
      ("DEFAULT NULL", .null), ("DEFAULT 1 DEFAULT 2", .integer(2)),
      ("DEFAULT ('a' || 'b') DEFAULT 3", .integer(3)), ("DEFAULT -0.0", .integer(0)),
      ("DEFAULT 4 REFERENCES x(y) ON DELETE SET DEFAULT ON UPDATE SET NULL", .integer(4)),
      ("REFERENCES x ON DELETE SET DEFAULT ON UPDATE CASCADE MATCH full", .null),
    ] as [(String, SQLValue)])
  func `a default is the last literal`(_ words: String, value: SQLValue) throws {
    let column = try Self.table("(a \(words), b)").columns[0]
    #expect(column.defaultValue == value)
    #expect(column.computedDefault == nil)
  }

  @Test(
    arguments: [
      ("(1 + 2)", .other), ("CURRENT_TIME", .time), ("((current_date))", .date),
      ("current_timestamp", .timestamp), ("(-current_time)", .other), ("-'five'", .other),
      ("(strftime('%Y-%m-%dT%H:%M:%fZ' , 'now'))", .geoPackageTime),
      ("1 DEFAULT (abs(1))", .other),
    ] as [(String, StoredColumn.ComputedDefault)])
  func `a computed default has no value`(
    _ words: String, computed: StoredColumn.ComputedDefault
  ) throws {
    let column = try Self.table("(a DEFAULT \(words), b)").columns[0]
    #expect(column.computedDefault == computed)
    #expect(column.defaultValue == .null)
  }

  @Test(
    arguments: [
      // Column, direction and collating sequence of each term.
      ("(a UNIQUE ON CONFLICT REPLACE, b)", ["0 asc binary"]),
      ("(a UNIQUE PRIMARY KEY DESC, b)", ["0 asc binary"]),
      ("(a PRIMARY KEY DESC UNIQUE COLLATE nocase, b)", ["0 desc nocase"]),
      ("(a INTEGER PRIMARY KEY UNIQUE, b)", ["0 asc binary"]),
      ("(a, b, UNIQUE(a) UNIQUE(b) CONSTRAINT c UNIQUE(a))", ["0 asc binary", "1 asc binary"]),
      ("(a, b, UNIQUE('b' COLLATE RTRIM DESC, (a)))", ["1 desc rtrim, 0 asc binary"]),
      (
        "(a COLLATE nocase, b, UNIQUE(a) UNIQUE(a COLLATE binary))",
        ["0 asc nocase", "0 asc binary"]
      ),
      ("(a INTEGER PRIMARY KEY, b UNIQUE) WITHOUT ROWID", ["1 asc binary", "0 asc binary"]),
      ("(a, b, PRIMARY KEY(a, b, a DESC)) WITHOUT ROWID", ["0 asc binary, 1 asc binary"]),
      ("(a, b, CONSTRAINT 'unique', CONSTRAINT lone)", []),
    ])
  func `each key is listed once, in order`(_ text: String, keys: [String]) throws {
    let uniques = try Self.table(text).uniques.map(Self.described)
    #expect(uniques == keys)
  }

  @Test(
    arguments: [
      ("a", "0 asc binary"), ("(b) DESC", "1 desc nocase"), ("'a'", "0 asc binary"),
      ("a COLLATE rtrim COLLATE nocase", "0 asc nocase"), ("(a COLLATE rtrim)", "0 asc rtrim"),
      ("b COLLATE binary", "1 asc binary"), ("b || 'x' COLLATE rtrim", "-1 asc binary"),
      ("(b || 'x') COLLATE rtrim", "-1 asc rtrim"), ("-b COLLATE rtrim", "-1 asc rtrim"),
      ("NOT (b) COLLATE rtrim", "-1 asc binary"), ("b COLLATE rtrim || 'x'", "-1 asc binary"),
      ("coalesce(a, ')') COLLATE nocase DESC", "-1 desc nocase"), ("desc desc", "2 desc binary"),
    ])
  func `a term of an index has the right column, direction and collating sequence`(
    _ text: String, term: String
  ) throws {
    let table = try Self.table("(a, b COLLATE nocase, desc)")
    let object = SchemaObject(
      kind: .index, name: "i", tableName: "t", rootPage: 3,
      sql: "CREATE INDEX i ON t(/* ( */ \(text))")
    let index = try #require(StoredIndex(object, of: table))
    #expect(Self.described(index.columns) == term)
  }

  static func described(_ key: [StoredIndex.Term]) -> String {
    key.map {
      "\($0.column ?? -1) \($0.isDescending ? "desc" : "asc") \($0.collation ?? "binary")"
    }.joined(separator: ", ")
  }

  @Test(
    arguments: [
      ("(a TEXT PRIMARY KEY) WITHOUT ROWID", true), ("(a INT PRIMARY KEY) STRICT", true),
      ("(a INTEGER PRIMARY KEY) STRICT", false), ("(a TEXT PRIMARY KEY)", false),
      ("(a INTEGER PRIMARY KEY) strict, without rowid", true),
    ])
  func `keys of WITHOUT ROWID and STRICT tables reject NULL`(
    _ text: String, refusesNull: Bool
  ) throws {
    #expect(try Self.table(text).columns[0].isNotNull == refusesNull)
  }

  @Test(arguments: [
    "(CHECK (true))", "(CONSTRAINT c)", "(CONSTRAINT c CHECK (1), a)", "(UNIQUE (a), a)",
    "(FOREIGN KEY (a) REFERENCES x)", "()", "(,a)", "(a,)",
  ])
  func `columns come first, and there is one at least, as in SQLite`(_ text: String) {
    #expect(throws: SQLiteFileError.self) { try Self.table(text) }
  }

  @Test func `long chains of collating sequences and signs are parsed quickly`() throws {
    let chain = String(repeating: " COLLATE nocase", count: 50_000)
    let open = String(repeating: "(", count: 50_000)
    let close = String(repeating: ")", count: 50_000)
    let table = try Self.table("(a, UNIQUE(a\(chain)), UNIQUE(\(open)a\(close)))")
    #expect(table.uniques.map(Self.described) == ["0 asc nocase", "0 asc binary"])
    let signs = String(repeating: "- ", count: 50_000)
    #expect(try Self.table("(a DEFAULT (\(signs)5))").columns[0].computedDefault == .other)
  }
}
