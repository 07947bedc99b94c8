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
      "type = 'view' WHERE name = 't'", "type = NULL WHERE name = 't'",
      "name = 'u' WHERE name = 't'", "name = NULL WHERE name = 'tn'",
      "tbl_name = 'u' WHERE name = 't'", "tbl_name = NULL WHERE name = 't'",
      "tbl_name = 'o' WHERE name = 'v'", "tbl_name = 'u' WHERE name = 'tn'",
      "rootpage = NULL WHERE name = 't'", "rootpage = 0 WHERE name = 't'",
      "rootpage = 2.5 WHERE name = 't'", "rootpage = 5 WHERE name = 'v'",
      "sql = NULL WHERE name = 't'", "sql = '' WHERE name = 'v'",
      "sql = 0 WHERE name = 'sqlite_autoindex_t_1'", "sql = '' WHERE name = 'sqlite_autoindex_t_1'",
      "sql = CAST(sql AS BLOB) WHERE name = 't'", "sql = sql || char(0) || '\"' WHERE name = 't'",
      "sql = replace(sql, 'note', '\"no' || char(0) || 'te\"') WHERE name = 'v'",
      "sql = replace(sql, 'note', 'note' || char(0)) WHERE name = 't'",
    ])
  func `a row of the schema is sound if libsqlite3 opens the database`(
    change: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT UNIQUE, note TEXT);
      CREATE INDEX tn ON t(note);
      CREATE VIEW v AS SELECT note FROM t;
      INSERT INTO t VALUES(1, 'a', 'b');
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET \(change);
      """
    let sqlite = try #require(Tool.sqlite3)
    #expect(try await sqlite.run([path], stdin: Array(sql.utf8)).errorText == "")
    let verdict = try await sqlite.run([path, "PRAGMA integrity_check"])
    let problems = try (try? DatabaseReader(path: path)).map { try IntegrityCheck.run($0) }
    #expect(
      (problems == []) == (verdict.lines == ["ok"]),
      "\(verdict.lines) \(verdict.errorText) \(problems ?? [])")
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

  /// Objects on the tables t(a, b, "c d") and u(x).
  private static let objects = [
    "VIEW o AS SELECT a, t.b AS key, \"c d\" d, count(*) FILTER (WHERE a > 1) OVER w FROM t "
      + "WINDOW w AS (PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
    "VIEW o(p, q) AS WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 5), "
      + "s AS NOT MATERIALIZED (VALUES (1, 2), (3, 4)) SELECT r.i, s.* FROM r, s LIMIT 3 OFFSET 1",
    "VIEW o AS SELECT DISTINCT max(a, 1), CAST(b AS varying character (20)) FROM main.t AS x "
      + "NATURAL LEFT OUTER JOIN u CROSS JOIN (SELECT x FROM u) USING (x) GROUP BY 1, 2 HAVING a",
    "VIEW o AS SELECT CASE a WHEN 1 THEN 'x' ELSE -b END, a IS NOT NULL, b ISNULL, a NOTNULL, "
      + "a NOT NULL, NOT a, ~a || b, a->>'$.x', b->'y', (a, b) = (1, 2) FROM t",
    "VIEW o AS SELECT a FROM t WHERE a NOT BETWEEN 1 AND 2 AND b NOT LIKE 'x\\%' ESCAPE '\\' OR a IN u "
      + "OR b IN (1, 2) OR a IN (SELECT x FROM u) OR b GLOB 'a*' COLLATE NOCASE OR a IS NOT b",
    "VIEW o AS SELECT EXISTS (SELECT 1), NOT EXISTS (SELECT 2), ((SELECT 3)), x'00', 1.5e-3, .5, "
      + "0x1F, current_timestamp, replace('a', 'b', 'c'), like('a', b), glob(a, b), total(DISTINCT a) FROM t",
    "VIEW o AS SELECT * FROM (t JOIN u ON t.a = u.x) j, pragma_table_info('t') AS p WHERE p.name = ''",
    "VIEW o AS SELECT a FROM t NOT INDEXED ORDER BY b COLLATE BINARY DESC NULLS LAST, a ASC",
    "VIEW o AS SELECT a FROM t UNION SELECT x FROM u EXCEPT VALUES (1) INTERSECT SELECT 2 ORDER BY 1",
    "VIEW o AS SELECT a key, b first, a action FROM t AS left",
    "VIEW o AS SELECT row_number() OVER () over, sum(a) OVER (ORDER BY b) filter FROM t",
    "VIEW IF NOT EXISTS o AS SELECT 1 /* a comment */ -- another",
    "TRIGGER o AFTER INSERT ON t BEGIN SELECT 1; END",
    "TRIGGER o INSERT ON t FOR EACH ROW WHEN NEW.a > 1 AND (SELECT count(*) FROM u) BEGIN "
      + "INSERT OR REPLACE INTO u(x) VALUES (NEW.a), (1); REPLACE INTO u SELECT a FROM t; END",
    "TRIGGER o BEFORE UPDATE OF a, \"c d\" ON t BEGIN "
      + "UPDATE OR IGNORE u SET x = NEW.a, (x) = (SELECT 1) FROM t AS s WHERE u.x = s.a; "
      + "DELETE FROM u WHERE x = OLD.a; SELECT RAISE(ABORT, 'no'), CASE WHEN 1 THEN RAISE(IGNORE) END; END",
    "TRIGGER o AFTER DELETE ON t BEGIN INSERT INTO u SELECT a FROM t WHERE true "
      + "ON CONFLICT (x) WHERE x > 1 DO UPDATE SET x = excluded.x WHERE x < 3; "
      + "INSERT INTO u VALUES (1) ON CONFLICT DO NOTHING; WITH q AS (SELECT 1) SELECT * FROM q; END",
    "TRIGGER o INSTEAD OF UPDATE ON v BEGIN UPDATE t SET b = NEW.b WHERE a = OLD.a; END",
    "VIRTUAL TABLE o USING rtree(id, minx, maxx, +name TEXT DEFAULT (1 + (2)))",
    "VIRTUAL TABLE o USING fts4(a, tokenize=unicode61 \"remove_diacritics=2\", content='')",
  ]

  private static let tables =
    "CREATE TABLE t(a, b, \"c d\"); CREATE TABLE u(x UNIQUE); CREATE VIEW v AS SELECT * FROM t;"

  @Test(arguments: Self.objects)
  func `views, triggers and virtual tables that libsqlite3 accepts are sound`(
    _ object: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.db")
    let sql = Self.tables + "CREATE \(object)\n;"
    #expect(try await #require(Tool.sqlite3).run([path], stdin: Array(sql.utf8)).errorText == "")
    #expect(try IntegrityCheck.run(try DatabaseReader(path: path)) == [])
  }

  @Test(.needs(.python3), arguments: Self.objects.indices)
  func `a database that libsqlite3 doesn't open for one of them is reported`(
    _ index: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let sql = Self.tables + "CREATE \(Self.objects[index])\n;"
    let made = try await #require(Tool.sqlite3).run([folder.path("x.db")], stdin: Array(sql.utf8))
    #expect(made.errorText == "")
    let bytes = try folder.read("x.db")
    // SQLite stores the text without IF NOT EXISTS.
    let stored = Self.objects[index].replacing("IF NOT EXISTS ", with: "")
    let start = try #require(bytes.firstRange(of: Array(stored.utf8))).lowerBound
    var generator = SeededGenerator(seed: UInt64(index))
    var mutants: [(edit: String, path: String)] = []
    for number in 0..<(DatabaseWriterTests.isExhaustive ? 400 : 40) {
      var damaged = bytes
      let at = start + generator.integer(in: 0...stored.utf8.count - 1)
      damaged[at] = Array("x ,.()';*=S1".utf8)[generator.integer(in: 0...11)]
      let text = String(decoding: damaged[start..<start + 400], as: UTF8.self)
      mutants.append((text, try folder.write(damaged, to: "\(number).db")))
    }
    try folder.write(mutants.map(\.path).joined(separator: "\n"), to: "paths")
    let judge = Fixture.repository + "/Tests/Judges/sqlite_states.py"
    let judged = try await #require(Tool.python3).run([judge, "judge", folder.path("paths")])
    #expect(judged.lines.count == mutants.count)
    var (missed, notOpened) = (0, 0)
    for (line, mutant) in zip(judged.lines, mutants) {
      let verdict = try JSONDecoder().decode(Verdict.self, from: Data(line.utf8))
      let problems = try (try? DatabaseReader(path: mutant.path)).map { try IntegrityCheck.run($0) }
      let isNamed = problems.map { problems in
        problems.contains { if case .notOpenedBySQLite = $0 { true } else { false } }
      }
      if verdict.open == "ok" {
        // A text that creates another object, or names another table, is reported in other words.
        #expect(isNamed != true, "\(mutant.edit): \(problems ?? [])")
      } else {
        notOpened += 1
        // Names are not resolved.
        if problems == [] {
          missed += 1
          print("missed: \(verdict.open): \(mutant.edit)")
        }
      }
    }
    #expect(missed * 20 <= notOpened)
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
