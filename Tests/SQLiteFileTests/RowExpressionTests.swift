import Bytes
import Records
import SQLiteFile
import TestSupport
import Testing

/// Expressions have the same values as in SQLite, or are rejected.
@Suite(.needs(.sqlite3))
struct RowExpressionTests {
  private static let table =
    "CREATE TABLE t (a INTEGER, b TEXT, c REAL, d BLOB, e TEXT COLLATE NOCASE, f NUMERIC, g, "
    + "h TEXT COLLATE RTRIM, v AS (a + 1) VIRTUAL, id INTEGER PRIMARY KEY)"
  private static let rows = [
    "1, 'x', 1.5, x'6162', 'Ash', 10, 7, 'a '", "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL",
    "-9223372036854775808, 'X', -2.0, 'x', 'ASH', 'abc', '7', 'a'",
    "9007199254740993, '10', 9007199254740992.0, 10, 'é', 2.5, 1e300, ''",
    "0, '2.50', 0.0, x'', 'ash ', '12', x'37', 'A  '",
    "63, '2026-05-01T09:30:15Z', 2.346, '  née_%', 'ASH%', -3, '2024-02-29 23:59', '12:30:05.250'",
    "-7, '12abc', -1234.5678, '2026-12-31', '[a-c]', 1e3, 'now', '2023-02-31'",
  ]

  let folder: TemporaryFolder
  let database: DatabaseReader
  let table: StoredTable

  init() async throws {
    folder = try TemporaryFolder()
    let statements =
      [Self.table]
      + Self.rows.map { "INSERT INTO t (a, b, c, d, e, f, g, h) VALUES (\($0))" }
    _ = try await #require(Tool.sqlite3).output([folder.path("t.db")] + statements)
    database = try DatabaseReader(path: folder.path("t.db"))
    table = try database.table(named: "t")
  }

  private func compiled(_ expression: String) -> RowExpression? {
    let index = SchemaObject(
      kind: .index, name: "i", tableName: "t", rootPage: 2,
      sql: "CREATE INDEX i ON t ((\(expression)))")
    return IndexClauses(index, of: table)?.terms.first?.expression
  }

  /// The values for all rows, as SQLite's `quote` and `typeof` write them; nil if a value cannot be
  /// evaluated.
  private func values(_ expression: RowExpression) throws -> [String?] {
    let clauses = TableClauses(Self.table, of: table)
    var row = ComputedRow(table, clauses, in: database)
    var values: [String?] = []
    try database.forEachRow(of: table) { rowid, record in
      try row.take(record, rowid: rowid)
      values.append((try? expression.value(in: row)).map(Self.quoted))
    }
    return values
  }

  private static func quoted(_ value: ExpressionValue) -> String {
    switch value {
    case .null: "null|NULL"
    case .integer(let integer): "integer|\(integer)"
    // SQLite writes zero without a sign.
    case .real(let real): "real|\((real == 0 ? 0 : real).bitPattern)"
    case .text(let text): "text|" + hex(text)
    case .blob(let bytes): "blob|" + hex(bytes)
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  /// The values according to SQLite; nil if it reports an error.
  private func judged(_ expressions: [String]) async throws -> [[String?]] {
    let statements = expressions.flatMap { expression in
      (1...Self.rows.count).map { id in
        "SELECT '#'; SELECT typeof(x), CASE typeof(x) WHEN 'integer' THEN x WHEN 'real' THEN "
          + "printf('%!.17g', x) WHEN 'null' THEN 'NULL' ELSE hex(x) END "
          + "FROM (SELECT (\(expression)) AS x FROM t WHERE id = \(id));"
      }
    }
    let lines = try await #require(Tool.sqlite3).run(
      [folder.path("t.db")], stdin: Array(statements.joined(separator: "\n").utf8)
    ).lines
    var answers: [String?] = []
    for line in lines {
      if line == "#" {
        answers.append(nil)
      } else if line.hasPrefix("real|") {
        answers[answers.count - 1] =
          "real|\((Double(line.dropFirst(5)) ?? .nan).bitPattern)"
      } else {
        answers[answers.count - 1] = line
      }
    }
    try #require(answers.count == statements.count)
    return expressions.indices.map { index in
      Array(answers[index * Self.rows.count..<(index + 1) * Self.rows.count])
    }
  }

  private static let leaves = [
    "a", "b", "c", "d", "e", "f", "g", "h", "v", "id", "rowid", "t.a", "\"b\"", "NULL", "1", "2.5",
    "'x'", "'10'", "'ASH'", "x'6162'", "-1", "TRUE", "e COLLATE BINARY", "b COLLATE NOCASE", "+a",
    "-c", "(b)", "+e", "'a'", "~a", "~ -a", "3", "'%s%'", "'a*'", "'_'", "' '", "''", "-2", "'h'",
  ]
  private static let twos = [
    "=", "==", "<>", "!=", "<", "<=", ">", ">=", "IS", "IS NOT", "AND", "OR", "+", "-", "*", "/",
    "||", "%", "&", "|", "<<", ">>", "LIKE", "NOT LIKE", "GLOB", "IS DISTINCT FROM",
  ]

  private static func random(_ depth: Int, _ generator: inout SeededGenerator) -> String {
    func inner() -> String { random(depth - 1, &generator) }
    guard depth > 0 else { return leaves.randomElement(using: &generator) ?? "1" }
    switch Int.random(in: 0..<26, using: &generator) {
    case 0: return "NOT \(inner())"
    case 1: return "\(inner()) BETWEEN \(inner()) AND \(inner())"
    case 2: return "\(inner()) NOT BETWEEN \(inner()) AND \(inner())"
    case 3: return "\(inner()) IN (\(inner()), \(inner()), \(inner()))"
    case 4: return "\(inner()) NOT IN (\(inner()), \(inner()))"
    case 5:
      return
        "\(inner()) \(["IS NULL", "NOTNULL", "ISNULL", "NOT NULL"].randomElement(using: &generator) ?? "")"
    case 6: return "(\(inner()))"
    case 7:
      let name = [
        "lower", "UPPER", "length", "abs", "typeof", "trim", "ltrim", "rtrim", "round", "date",
        "time", "datetime",
      ].randomElement(using: &generator)
      return "\(name ?? "")(\(inner()))"
    case 8: return "coalesce(\(inner()), \(inner()))"
    case 9:
      let name = ["nullif", "instr", "substr", "trim", "rtrim", "ltrim", "min", "max", "round"]
        .randomElement(using: &generator)
      return "\(name ?? "")(\(inner()), \(inner()))"
    case 10:
      let name = ["iif", "substring", "replace", "max", "min"].randomElement(using: &generator)
      return "\(name ?? "")(\(inner()), \(inner()), \(inner()))"
    case 11:
      let type = ["INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", "VARCHAR (20)", "double precision"]
        .randomElement(using: &generator)
      return "CAST(\(inner()) AS \(type ?? ""))"
    case 12: return "CASE WHEN \(inner()) THEN \(inner()) ELSE \(inner()) END"
    case 13:
      return "CASE \(inner()) WHEN \(inner()) THEN \(inner()) WHEN \(inner()) THEN \(inner()) END"
    case 14:
      let truth = ["TRUE", "FALSE", "NOT TRUE", "NOT FALSE"].randomElement(using: &generator)
      return "\(inner()) IS \(truth ?? "")"
    case 15: return "substr(b, \(Int.random(in: -4...4, using: &generator)), \(inner()))"
    case 16: return "substr(h, \(inner()), \(Int.random(in: -4...4, using: &generator)))"
    case 17:
      return
        "\(inner()) LIKE \(inner()) ESCAPE '\(["%", "e", "!"].randomElement(using: &generator) ?? "")'"
    case 18:
      let form = ["%Y", "%Y-%m", "%d.%m.%Y", "%H:%M:%S%%", "%j"].randomElement(using: &generator)
      return
        "strftime('\(form ?? "")', \(["b", "d", "g", "h"].randomElement(using: &generator) ?? ""))"
    default:
      return "\(inner()) \(twos.randomElement(using: &generator) ?? "=") \(inner())"
    }
  }

  @Test(arguments: 0..<12)
  func `expressions have the same values as in SQLite`(_ seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var expressions: [String] = []
    while expressions.count < 300 {
      let expression = Self.random(Int.random(in: 1...3, using: &generator), &generator)
      if compiled(expression) != nil { expressions.append(expression) }
    }
    let judged = try await judged(expressions)
    var evaluated = 0
    for (expression, wanted) in zip(expressions, judged) {
      let values = try values(try #require(compiled(expression)))
      for (value, wanted) in zip(values, wanted) {
        guard let value else { continue }
        evaluated += 1
        #expect(value == wanted, "\(expression)")
      }
    }
    #expect(evaluated > 600)
  }

  @Test func `damaged expressions are rejected or evaluated`() throws {
    var generator = SeededGenerator(seed: 0)
    let sound = (0..<200).map { _ in Array(Self.random(2, &generator).utf8) }
    try Fuzz.run(iterations: 2_000) { seed in
      var mutator = Mutator(seed: seed)
      let damaged = mutator.mutated(sound[Int(seed % 200)], others: sound)
      guard let expression = compiled(String(decoding: damaged, as: UTF8.self)) else { return }
      let values = try values(expression)
      #expect(values.count == Self.rows.count, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "a MATCH 'x'", "random()", "max(a)", "a = 1 COLLATE OFFICE", "b REGEXP 'x'", "printf('%d', a)",
    "nothing", "\"nothing\"", "date(b, '+1 day')", "date()", "CASE a END", "a IN (SELECT 1)",
    "CASE WHEN a THEN b", "a GLOB b ESCAPE 'x'", "a ->> 1", "lower(e COLLATE NOCASE) = 'x'",
    "EXISTS (SELECT 1)", "a =", "(a", "",
  ])
  func `unsupported expressions are rejected`(_ expression: String) {
    #expect(compiled(expression) == nil)
  }

  @Test func `deep, long and circular expressions are rejected quickly`() throws {
    for expression in [
      String(repeating: "(", count: 5_000) + "a" + String(repeating: ")", count: 5_000),
      String(repeating: "NOT ", count: 50_000) + "a",
      Array(repeating: "a", count: 50_000).joined(separator: " AND "),
      String(repeating: "-", count: 1) + String(repeating: "- ", count: 20_000) + "a",
      "a IN (" + Array(repeating: "1", count: 50_000).joined(separator: ",") + ")",
    ] {
      #expect(compiled(expression) == nil)
    }
    let doubling = (1...40).map { "c\($0) AS (c\($0 - 1) + c\($0 - 1))" }.joined(separator: ", ")
    let text = "CREATE TABLE deep (c0 INT, \(doubling), x AS (y), y AS (x))"
    let deep = try StoredTable(
      SchemaObject(kind: .table, name: "deep", tableName: "deep", rootPage: 2, sql: text))
    let clauses = TableClauses(text, of: deep)
    #expect(clauses.computed[3]?.expression != nil)
    for column in [40, 41, 42] { #expect(clauses.computed[column]?.expression == nil) }
    #expect(clauses.sources(of: [40]).count == 41)
  }
}
