import Foundation
import TestSupport

/// A random declaration of a table and its indexes, from the forms of SQLite's grammar. SQLite
/// rejects some of them.
struct RandomDeclaration: Encodable {
  /// The database that contains it, with a few tables each.
  let file: String
  let table: String
  let create: String
  let indexes: [String]

  init(number: Int, _ generator: inout SeededGenerator) {
    var maker = DeclarationMaker(generator)
    file = "\(number / 25).db"
    table = "t\(number)"
    create = maker.create(table)
    indexes = (0..<maker.number(0...2)).map { maker.index("i\(number)_\($0)", on: "t\(number)") }
    generator = maker.generator
  }
}

/// Generates the parts of a declaration.
private struct DeclarationMaker {
  var generator: SeededGenerator
  private var columns: [String] = []
  private var hasKey = false
  private var options = ""

  init(_ generator: SeededGenerator) { self.generator = generator }

  mutating func number(_ range: ClosedRange<Int>) -> Int { generator.integer(in: range) }

  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  private mutating func one(of choices: [String]) -> String {
    choices[number(0...choices.count - 1)]
  }

  /// What can be between two words.
  private mutating func blank() -> String {
    chance(88) ? " " : one(of: ["/* , ) */", " -- ' (\n", "\n\t", " /**/ ", "  "])
  }

  private mutating func joined(_ parts: [String]) -> String {
    var text = ""
    for part in parts where !part.isEmpty { text += (text.isEmpty ? "" : blank()) + part }
    return text
  }

  private mutating func maybe(_ percent: Int, _ choices: [String]) -> String {
    chance(percent) ? one(of: choices) : ""
  }

  // MARK: Tables

  mutating func create(_ table: String) -> String {
    if chance(4) {
      columns = ["a", "\"b c\""]
      return "CREATE TABLE \(quoted(table)) AS SELECT \(one(of: Self.values)) AS a, NULL AS \"b c\""
    }
    options = maybe(
      35, ["WITHOUT ROWID", "STRICT", "strict, WITHOUT rowid", "WITHOUT ROWID", "WITHOUT ROWID"])
    columns = Array(Self.names.shuffled(using: &generator).prefix(number(1...5)))
    let keyIndex = number(0...columns.count * 2)
    var parts = (0..<columns.count).map { column($0, isKey: $0 == keyIndex) }
    hasKey = keyIndex < columns.count
    if let constraints = tableConstraints() { parts.append(constraints) }
    let body = parts.joined(separator: chance(80) ? ", " : " ,/* x */")
    return joined([
      "CREATE TABLE", maybe(10, ["IF NOT EXISTS"]), quoted(table) + "(" + body + ")", options,
    ])
  }

  private static let values = ["1", "'x'", "2.5", "x'00'", "CAST(1 AS varchar(3))", "upper('a')"]

  private mutating func quoted(_ table: String) -> String {
    one(of: [
      table, table, "main.\(table)", "\"\(table)\"", "[\(table)]", "'\(table)'", "`\(table)`",
    ])
  }

  private static let names = [
    "a", "b", "\"c d\"", "[e(]", "`f,`", "'g'", "\"x\"\"y\"", "key", "action", "\"select\"", "desc",
    "abort", "replace", "\u{fc}", "stored", "left", "rowid", "\"primary\"", "'it''s'", "always",
    "_1$", "initially", "match", "\"check\"", "X", "end", "like", "conflict",
  ]

  private static let types = [
    "", "", "INTEGER", "integer", "INTEGER", "INT", "\"INTEGER\"", "[integer]", "'INTEGER'",
    "`Integer`", "VARCHAR(10)", "DECIMAL(10,2)", "DECIMAL ( +10 , -2.5 )", "unsigned big int",
    "DOUBLE PRECISION", "\"my type\"", "TEXT", "BLOB", "REAL", "FLOAT", "ANY",
    "NATIVE CHARACTER(70)",
    "'varchar' x", "INTEGER GENERATED ALWAYS", "\"INTEGER\"(4)", "key", "'a' 'text'", "POINT",
    "datetime", "BOOLEAN", "INTEGER(8)", "\"\"", "int/* */eger", "abort text", "generated",
    "always",
    "[a]]", "\"re\"\"al\"", "text generated", "blob text", "real blob",
  ]

  private mutating func column(_ index: Int, isKey: Bool) -> String {
    let strict = ["INTEGER", "INT", "any", "\"TEXT\"", "REAL", "BLOB"]
    let type =
      options.lowercased().hasPrefix("strict") ? one(of: strict) : one(of: Self.types)
    var parts = [columns[index], type]
    var constraints = (0..<number(0...3)).map { _ in columnConstraint() }
    if isKey { constraints.insert(columnKey(), at: number(0...constraints.count)) }
    if chance(5), index > 0 { constraints.append(generated(columns[index - 1])) }
    parts += constraints
    return joined(parts)
  }

  private mutating func conflict() -> String {
    let what = one(of: ["ROLLBACK", "abort", "FAIL", "IGNORE", "REPLACE"])
    return chance(25) ? joined(["ON", "CONFLICT", what]) : ""
  }

  private mutating func columnKey() -> String {
    joined([
      maybe(20, ["CONSTRAINT pk", "CONSTRAINT 'pk'"]), "PRIMARY", "KEY",
      maybe(40, ["ASC", "DESC", "desc"]), conflict(), maybe(15, ["AUTOINCREMENT"]),
    ])
  }

  private mutating func generated(_ other: String) -> String {
    joined([
      maybe(50, ["GENERATED ALWAYS", "generated/* */always"]), "AS",
      one(of: ["(1)", "(\(other))", "('a' || (2))", "(abs(-5) + 1)"]),
      maybe(60, ["STORED", "VIRTUAL", "stored"]),
    ])
  }

  private static let defaults = [
    "-5", "+5", "- 5", "5", "0x1F", "-0x10", "1.5", ".5", "5.", "1e3", "-1E-2", "'text'",
    "\"text\"",
    "[text]", "`text`", "name", "abort", "TRUE", "false", "NULL", "x'00'", "X'aBcD'", "''",
    "(5)", "(-5)", "(+5)", "((5))", "('a')", "(x'00')", "(NULL)", "(true)", "(1 + 2)",
    "('a' || 'b')", "CURRENT_TIMESTAMP", "(current_date)", "\"current_date\"", "\"true\"",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "-'5'", "+'5'", "- 1.50",
    "'it''s'", "(abs(-1))", "(strftime('%Y-%m-%dT%H:%M:%fZ','now'))", "key", "(- 5)", "(-(5))",
    "-x'31'", "-NULL", "+NULL", "(-'7')", "' 12 '", "1.0", "-0.0", "-0",
  ]

  private mutating func columnConstraint() -> String {
    let name = maybe(15, ["CONSTRAINT c", "CONSTRAINT \"c d\"", "CONSTRAINT key"])
    switch number(0...9) {
    case 0: return joined([name, "NOT", "NULL", conflict()])
    case 1: return joined([name, "NULL", conflict()])
    case 2: return joined([name, "UNIQUE", conflict()])
    case 3: return joined([name, "CHECK", one(of: Self.checks)])
    case 4, 5: return joined([name, "DEFAULT", one(of: Self.defaults)])
    case 6:
      return joined([
        name, "COLLATE",
        one(of: ["NOCASE", "binary", "\"rtrim\"", "'nocase'", "[NoCase]", "RTRIM"]),
      ])
    case 7: return joined([name, references(), maybe(40, deferrals)])
    case 8: return one(of: deferrals)
    default: return "CONSTRAINT \(one(of: ["lone", "'primary'", "`unique`"]))"
    }
  }

  private static let checks = [
    "(1)", "(a = ')' or 1)", "(typeof('x') <> 'y')", "(not (1, 2) = (2, 3))", "(true)",
    "(CAST('1' AS unsigned big int) > 0)", "(1 IN (1, (2)))", "('a' LIKE 'b' ESCAPE 'c' or 1)",
    "(CASE WHEN 1 THEN 2 ELSE 3 END)", "('a' COLLATE nocase = 'A')", "(1 BETWEEN 0 AND 2)",
    "(NULL IS NOT DISTINCT FROM NULL)", "(1 NOT NULL)", "(\"no column\" = 1 or 1)",
  ]

  private let deferrals = [
    "NOT DEFERRABLE", "NOT DEFERRABLE INITIALLY IMMEDIATE", "DEFERRABLE INITIALLY DEFERRED",
    "DEFERRABLE", "NOT DEFERRABLE INITIALLY DEFERRED",
  ]

  private mutating func references() -> String {
    var parts = ["REFERENCES", one(of: ["x", "\"x y\"", "x(y)", "x(y, 'z')"])]
    for _ in 0..<number(0...2) {
      parts.append(
        one(of: [
          "MATCH full", "MATCH SIMPLE", "ON DELETE SET NULL", "ON UPDATE SET DEFAULT",
          "ON DELETE CASCADE", "ON UPDATE NO ACTION", "ON DELETE RESTRICT", "ON INSERT SET NULL",
        ]))
    }
    return joined(parts)
  }

  private mutating func tableConstraints() -> String? {
    var parts: [String] = []
    for _ in 0..<number(0...3) { parts.append(tableConstraint()) }
    let needsKey = options.lowercased().contains("rowid") || chance(35)
    if !hasKey, needsKey {
      let counts = chance(15) ? " AUTOINCREMENT" : ""
      let key = "PRIMARY KEY(\(terms(inKey: true))\(counts))"
      parts.insert(joined([key, conflict()]), at: number(0...parts.count))
    }
    guard !parts.isEmpty else { return nil }
    var text = ""
    for part in parts { text += (text.isEmpty ? "" : one(of: [", ", ",", " "])) + part }
    return text
  }

  private mutating func tableConstraint() -> String {
    let name = maybe(25, ["CONSTRAINT c", "CONSTRAINT 'c d'"])
    switch number(0...5) {
    case 0, 1, 2: return joined([name, "UNIQUE", "(\(terms(inKey: true)))", conflict()])
    case 3: return joined([name, "CHECK", one(of: Self.checks), conflict()])
    case 4:
      let column = one(of: columns)
      return joined([
        name, "FOREIGN", "KEY", "(\(column))", references(), maybe(40, deferrals),
      ])
    default: return "CONSTRAINT \(one(of: ["lone", "\"unique\""]))"
    }
  }

  // MARK: Terms

  private mutating func terms(inKey: Bool) -> String {
    var parts: [String] = []
    for _ in 0..<number(1...3) { parts.append(term(inKey: inKey)) }
    return parts.joined(separator: chance(90) ? ", " : ",/* ) */")
  }

  private mutating func term(inKey: Bool) -> String {
    let column = one(of: columns)
    var forms = [
      column, column, column, "(\(column))", "(( \(column) ))", "\(column) COLLATE nocase",
      "(\(column) COLLATE RTRIM)", "\(column) COLLATE rtrim COLLATE 'nocase'",
      "(\(column) COLLATE nocase) COLLATE binary",
    ]
    if !inKey {
      forms += [
        "\(column) || 'x' COLLATE nocase", "(\(column) || 'x') COLLATE nocase",
        "\(column) COLLATE nocase || 'x'", "-\(column) COLLATE nocase",
        "lower(\(column)) COLLATE rtrim", "lower(\(column))", "\(column) + 1",
        "(\(column) COLLATE nocase) || 'x'",
        "NOT (\(column)) COLLATE nocase", "coalesce(\(column), ',') COLLATE nocase",
        "1 COLLATE rtrim",
        "NULL", "CAST(\(column) AS varchar(3)) COLLATE nocase", "\(column) COLLATE nocase IS NULL",
      ]
    }
    return joined([one(of: forms), maybe(35, ["ASC", "DESC", "desc"])])
  }

  mutating func index(_ name: String, on table: String) -> String {
    let column = one(of: columns)
    let condition = maybe(
      25,
      [
        "\(column) IS NOT NULL", "\(column) NOTNULL", "\(column) > 3", "\(column) IS NULL",
        "\(column) NOT NULL", "\(column) IN (1, 'a')",
      ])
    return joined([
      "CREATE", maybe(20, ["UNIQUE"]), "INDEX", name, "ON",
      one(of: [table, "\"\(table)\"", "[\(table)]"]), "(\(terms(inKey: false)))",
      condition.isEmpty ? "" : "WHERE " + condition,
    ])
  }
}
