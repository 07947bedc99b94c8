import Bytes
import Foundation
import Records
import SQLiteFile
import TestSupport
import Testing

/// Damaged databases, checked by libsqlite3's `integrity_check` and by Fieldpack.
@Suite(.needs(.python3, .sqlite3))
struct VerdictTests {
  /// Indexes of every kind that can be checked without evaluating expressions, and rows of every
  /// storage class.
  static let plain = """
    PRAGMA page_size=512;
    CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT UNIQUE, v REAL, b BLOB, n INT NOT NULL);
    CREATE INDEX tk ON t(v DESC, k COLLATE NOCASE);
    CREATE INDEX tr ON t(k COLLATE RTRIM, n);
    CREATE INDEX tp ON t(b) WHERE v IS NOT NULL;
    WITH r(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM r WHERE i<45) INSERT INTO t
      SELECT i*3+1, 'Key'||(i*7919%1000), CASE i%4 WHEN 0 THEN NULL ELSE i*1.5 END,
        zeroblob(CASE i%9 WHEN 0 THEN 700 ELSE i*13%40 END), i*i%17 FROM r;
    DELETE FROM t WHERE id%5=0;
    CREATE TABLE u(a, b, c, PRIMARY KEY(b DESC, a)) WITHOUT ROWID;
    CREATE INDEX ua ON u(a);
    INSERT INTO u SELECT n, k, v FROM t;
    """
  /// Pointer maps, UTF-16, columns added later, a freelist.
  static let mapped = """
    PRAGMA page_size=512; PRAGMA auto_vacuum=2; PRAGMA encoding='UTF-16le';
    CREATE TABLE t(a, b TEXT COLLATE NOCASE UNIQUE, c DEFAULT 'x');
    CREATE INDEX tc ON t(c, b);
    WITH r(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM r WHERE i<40) INSERT INTO t
      SELECT i, 'Wört'||i, zeroblob(300*(i%7=3)) FROM r;
    ALTER TABLE t ADD COLUMN d DEFAULT 'später';
    CREATE INDEX td ON t(d);
    INSERT INTO t SELECT a, 'Z'||a, NULL, a FROM t WHERE a<10;
    DELETE FROM t WHERE a>20 AND a<38;
    """

  struct Verdict: Decodable {
    var open: String
    var integrity: String?
  }

  @Test(arguments: [Self.plain, Self.mapped])
  func `problems that integrity_check finds in damaged databases are found`(_ sql: String)
    async throws
  {
    let sqlite = try #require(Tool.sqlite3)
    let python = try #require(Tool.python3)
    let folder = try TemporaryFolder()
    let made = try await sqlite.run([folder.path("base.db")], stdin: Array(sql.utf8))
    #expect(made.errorText == "")
    let base = try folder.read("base.db")
    #expect(try IntegrityCheck.run(try DatabaseReader(path: folder.path("base.db"))) == [])
    var generator = SeededGenerator(seed: 3)
    var ours: [(edit: String, isSound: Bool)] = []
    var paths: [String] = []
    for number in 0..<(DatabaseWriterTests.isExhaustive ? 6_000 : 250) {
      var bytes = base
      let at = generator.integer(in: 0...base.count - 1)
      bytes[at] ^= UInt8(generator.integer(in: 1...255))
      let path = try folder.write(bytes, to: "\(number).db")
      let problems = try (try? DatabaseReader(path: path)).map { try IntegrityCheck.run($0) }
      ours.append(("byte \(at) is \(bytes[at])", problems == []))
      paths.append(path)
    }
    try folder.write(paths.joined(separator: "\n"), to: "paths")
    let judge = Fixture.repository + "/Tests/Judges/sqlite_states.py"
    let judged = try await python.run([judge, "judge", folder.path("paths")])
    let verdicts = try judged.lines.map {
      try JSONDecoder().decode(Verdict.self, from: Data($0.utf8))
    }
    #expect(verdicts.count == ours.count)
    for (verdict, (edit, isSound)) in zip(verdicts, ours) where isSound {
      // Not every mistake in an SQL text is reported, but the rows are the same then.
      if verdict.open.contains("malformed database schema") { continue }
      if verdict.integrity?.contains("no such collation") == true { continue }
      #expect(verdict.open == "ok", "\(edit)")
      #expect(verdict.integrity == "ok", "\(edit)")
    }
  }

  @Test(
    arguments: [
      // The row id becomes a key without an index, and the other key changes.
      ("id INTEGER PRIMARY", "id INTEGXR PRIMARY"), ("k TEXT UNIQUE, ", "k TEXT UNIQUEX,"),
      // SQLite treats a quoted name that is not a column as a text.
      ("ON t(\"note\")", "ON t(\"nope\")"),
    ])
  func `table texts that do not match the indexes are reported`(
    from: String, to: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT UNIQUE, note TEXT);
      CREATE INDEX tn ON t("note");
      CREATE TABLE w(a TEXT PRIMARY KEY, b UNIQUE) WITHOUT ROWID;
      INSERT INTO t VALUES(1, 'a', 'b');
      INSERT INTO w VALUES(1, 2);
      """
    #expect(try await #require(Tool.sqlite3).run([path], stdin: Array(sql.utf8)).errorText == "")
    #expect(try IntegrityCheck.run(try DatabaseReader(path: path)) == [])
    var bytes = try folder.read("x.db")
    let range = try #require(bytes.firstRange(of: Array(from.utf8)))
    bytes.replaceSubrange(range, with: Array(to.utf8))
    try folder.write(bytes, to: "x.db")
    #expect(try IntegrityCheck.run(try DatabaseReader(path: path)) != [])
  }

  @Test(
    arguments: [
      "t(a CHECK(t.a > 0))", "t(a, CHECK(main.t.a > 0 OR \"t\".a))", "t(a CHECK(typeof(rowid)))",
      "t(a CHECK(a IN ()))", "t(a CHECK(a->>'$.x'))", "t(a, left, CHECK(left > 1))",
      "t(a, b, CHECK((a, b) = (1, 2)))", "t(a CHECK(CAST(a AS unsigned big int (3)) > 1))",
      "t(a CHECK(CASE a WHEN 1 THEN a END))", "t(a CHECK(current_timestamp > a))",
      "t(a \u{FEFF}INTEGER UNIQUE)\u{FEFF}", "t(a INTEGER GENERATED ALWAYS UNIQUE)",
      "t(a, PRIMARY KEY(a), FOREIGN KEY(a) REFERENCES x ON DELETE SET NULL NOT DEFERRABLE)",
    ])
  func `declarations that libsqlite3 accepts are sound`(_ declaration: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let sql = "CREATE TABLE \(declaration);"
    #expect(try await #require(Tool.sqlite3).run([path], stdin: Array(sql.utf8)).errorText == "")
    #expect(try IntegrityCheck.run(try DatabaseReader(path: path)) == [])
  }

  @Test func `a schema row longer than its values is rejected`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let sql = "CREATE TABLE t(\(String(repeating: "a", count: 3_000)));"
    #expect(try await #require(Tool.sqlite3).run([path], stdin: Array(sql.utf8)).errorText == "")
    var bytes = try folder.read("x.db")
    // The only cell: its length, and the rest on an overflow page or on this one.
    let cell = Int(bytes.span.bigEndianUInt16(at: 108))
    bytes[cell + 1] ^= 1
    let length = Int(bytes[cell] & 0x7F) << 7 | Int(bytes[cell + 1])
    #expect(length > 3_000)
    try folder.write(bytes, to: "x.db")
    #expect(throws: SQLiteFileError.self) { try DatabaseReader(path: path) }
  }

  @Test func `rows older than a column have the same default as in libsqlite3`() async throws {
    let sqlite = try #require(Tool.sqlite3)
    let python = try #require(Tool.python3)
    let folder = try TemporaryFolder()
    let types = ["TEXT", "REAL", "INTEGER", "NUMERIC", "", "ANY"]
    let defaults = [
      "7", "-00012", "+5", "0x10", "123456789012", "1e3", "1.50", "-1.5", "9e99", "true", "false",
      "' 7'", "'1.50'", "'späť'", "x'0102'", "null", "(3)", "(-2.5)", "\"word\"",
    ]
    var sql = ""
    for (number, type) in types.enumerated() {
      sql += "CREATE TABLE t\(number)(a); INSERT INTO t\(number) VALUES(1);\n"
      for (index, text) in defaults.enumerated() {
        sql += "ALTER TABLE t\(number) ADD COLUMN c\(index) \(type) DEFAULT \(text);\n"
      }
      sql += "CREATE INDEX i\(number) ON t\(number)(c0, c5, c11, c13);\n"
    }
    sql += "CREATE TABLE s(a ANY) STRICT; INSERT INTO s VALUES(1);\n"
    sql += "ALTER TABLE s ADD COLUMN b ANY DEFAULT '12';\n"
    // The key of a WITHOUT ROWID table has the directions of an earlier constraint on the same
    // columns.
    sql += "CREATE TABLE k(b INTEGER PRIMARY KEY, c, UNIQUE(b DESC)) WITHOUT ROWID;\n"
    sql += "INSERT INTO k VALUES(1,1),(2,2),(3,3);\n"
    let path = folder.path("x.db")
    #expect(try await sqlite.run([path], stdin: Array(sql.utf8)).errorText == "")
    let reader = try DatabaseReader(path: path)
    // A number in a TEXT column is reported. Only a default of TRUE or FALSE causes it.
    let others = try IntegrityCheck.run(reader).filter {
      if case .valueNotAllowed = $0 { false } else { true }
    }
    #expect(others == [])
    try folder.write(path, to: "paths")
    let judge = Fixture.repository + "/Tests/Judges/sqlite_states.py"
    let judged = try await python.run([judge, "judge", folder.path("paths")])
    let expected = try JSONDecoder().decode(
      OddFilesTests.Expected.self, from: Data(judged.text.utf8))
    #expect(expected.tables?.count == types.count + 2)
    for (name, table) in expected.tables ?? [:] {
      let found = try OddFilesTests.hash(try reader.table(named: name), in: reader)
      #expect(found.1 == table.sha256, "\(name)")
    }
  }
}
