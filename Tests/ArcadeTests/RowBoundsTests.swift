import Arcade
import Bytes
import FeatureData
import Geometry
import MapModel
import Records
import Synchronization
import TestSupport
import Testing

/// Filters that use an index find the same rows as filters that read every row.
struct RowBoundsTests {
  static let definition = Expressions.layer(
    """
    {"id": 1, "name": "Rows", "type": "Table", "objectIdField": "OBJECTID", "fields": [
      {"name": "OBJECTID", "type": "esriFieldTypeOID"},
      {"name": "Number", "type": "esriFieldTypeDouble"},
      {"name": "Color", "type": "esriFieldTypeString"},
      {"name": "Key", "type": "esriFieldTypeGUID"},
      {"name": "Made", "type": "esriFieldTypeDate"},
      {"name": "Day", "type": "esriFieldTypeDateOnly"}]}
    """)

  /// Counts the rows that were read.
  final class Reads: Sendable {
    let count = Atomic<Int>(0)
  }

  static func workspace(_ reads: Reads, rows: Int = 300) -> ArcadeWorkspace {
    let identity = "2f1a9c00-7b4e-4d21-9a3c-0123456789a"
    var records: [[UInt8]] = []
    for row in 0..<rows {
      var number = SQLValue.real(Double(row % 4))
      if row % 2 == 0 { number = .integer(Int64(row % 5)) }
      if row % 7 == 0 { number = .null }
      var color = SQLValue.text(["red", "Red", "blue", ""][row % 4])
      if row % 11 == 0 { color = .null }
      let key = row % 3 == 0 ? "{\(identity)\(row % 6)}" : "\(identity)\(row % 6)".uppercased()
      records.append(
        FeatureSetTests.record([
          .integer(Int64(row)), number, color, .text(key), made(row), .text(day(row)),
        ]))
    }
    let stored = records
    let table = ArcadeTable(
      names: ["Rows"], ids: ["1"],
      schema: ArcadeSchema(
        title: "Rows", definition: definition, table: Expressions.table(of: definition)),
      count: records.count,
      read: { (row, record) throws(ArcadeProblem) in
        reads.count.add(1, ordering: .relaxed)
        record = stored[row]
      },
      related: { (_, _) throws(ArcadeProblem) in nil })
    return ArcadeWorkspace(
      context: ArcadeContext(now: Expressions.now, tables: ArcadeTables([table])))
  }

  /// Four moments on each day from 1 January 2020, some as text, and one that is none.
  private static func made(_ row: Int) -> SQLValue {
    let moment = 1_577_836_800_000 + Int64(row) * 21_600_000
    if row == 200 { return .integer(.max) }
    if row % 13 == 12 { return .null }
    return row % 2 == 0 ? .integer(moment) : .text(DateText.dateTime(moment))
  }

  private static func day(_ row: Int) -> String {
    row % 10 == 9 ? "never" : "2020-0\(1 + row / 28 % 9)-\(row % 28 < 9 ? "0" : "")\(row % 28 + 1)"
  }

  static let values = [
    "0", "-0", "1", "2.5", "NaN", "'red'", "'Red'", "''", "'1'", "null", "true", "Date(2020, 1, 1)",
    "'2F1A9C00-7B4E-4D21-9A3C-0123456789A1'", "'{2f1a9c00-7b4e-4d21-9a3c-0123456789a3}'",
  ]

  /// The ids of the rows that a filter finds if `@x` is a value and `@y` is 1, or "error".
  static func rows(
    for clause: String, x value: String, in workspace: inout ArcadeWorkspace
  ) -> String {
    let source =
      "var x = \(value); var y = 1; var m = Date(2020, 0, 20); var r = ''; "
      + "for (var f in Filter(FeatureSetByName($map, 'Rows'), \"\(clause)\")) "
      + "{ r += f.OBJECTID + ' ' } return r"
    do {
      let program = try ArcadeProgram(
        parsing: source, profile: .popup, features: nil, hasTables: true)
      return try workspace.run.text(of: workspace.value(of: program))
    } catch {
      return "error"
    }
  }

  /// Clauses that an index answers, at least in part. Each `F` is a field.
  static let comparisons = [
    "F < @x", " F<=@x ", "F > @x", "F>=@x", "@x < F", "@x >= F", "(F > @x)", "F = @x", "F=@X",
    "@x = F",
    "F > @x AND F >= @y", "F >= @Y and F<@x", "F > @x AND OBJECTID > @y",
    "F = @x AND OBJECTID < 100",
    "F BETWEEN @y AND @x", "F BETWEEN @x AND @y AND OBJECTID <> 7", "(F > @x AND F < 3) AND F <> 2",
    "F > @x AND (F < 3 OR OBJECTID < 9)", "NOT F > @x", "F > @x OR F < @y", "F <> @x",
    "CASE WHEN F > @x THEN F > 1 AND F < 3 ELSE F > 2 AND OBJECTID > 9 END",
    "F > @x AND F IN (1, 2)", "F > NULL AND F < @x", "F > 1 AND F < 3", "F = 2", "3 > F",
    "F BETWEEN 1 AND 2.5", "F >= 1 AND Made > @m",
    "Made >= @m AND Made < TIMESTAMP '2020-03-01 00:00:00'",
    "Made BETWEEN DATE '2020-01-15' AND DATE '2020-02-15'", "Made = @m", "Made > @x", "Day > @m",
    "Day = DATE '2020-01-09'", "Day < '2020-01-20'", "Color = 'red'", "Color > 'a' AND Color < @x",
    "Key = '{2F1A9C00-7B4E-4D21-9A3C-0123456789A1}'",
  ]

  @Test(arguments: ["Number", "Color", "Key", "OBJECTID", "Made", "Day"], comparisons)
  func `indexes find the same rows as reading all`(field: String, comparison: String) throws {
    var workspace = Self.workspace(Reads())
    let clause = comparison.replacing("F", with: field)
    for value in comparison.contains("x") || comparison.contains("X") ? Self.values : ["0"] {
      func rows(_ clause: String) -> String { Self.rows(for: clause, x: value, in: &workspace) }
      #expect(rows(clause) == rows("(\(clause)) OR 1 = 0"), "\(clause) with \(value)")
    }
  }

  @Test(arguments: [
    ("OBJECTID >= @x", "297"), ("OBJECTID >= @x AND OBJECTID < @y", "4"),
    ("OBJECTID BETWEEN @x AND 6", "4"), ("OBJECTID >= 3 AND @y > OBJECTID", "4"),
    ("Made >= TIMESTAMP '2020-01-01 06:00:00' AND Made < @m", "70"),
    ("Day <= '2020-01-02' AND Day < @m", "4"),
  ])
  func `a comparison repeated reads the rows once`(clause: String, expected: String) throws {
    let reads = Reads()
    var workspace = Self.workspace(reads)
    let program = try ArcadeProgram(
      parsing:
        "var x = 3; var y = 7; var m = Date(2020, 0, 20); "
        + "Count(Filter(FeatureSetByName($map, 'Rows'), \"\(clause)\"))",
      profile: .popup, features: nil, hasTables: true)
    for _ in 0..<10 {
      #expect(try workspace.run.text(of: workspace.value(of: program)) == expected)
    }
    #expect(reads.count.load(ordering: .relaxed) == 300)
  }

  @Test func `a clause with thousands of conditions gives the same rows`() {
    var workspace = Self.workspace(Reads())
    let clause = "OBJECTID > @x" + String(repeating: " AND OBJECTID <> 7", count: 4_000)
    #expect(Self.rows(for: clause, x: "295", in: &workspace) == "296 297 298 299 ")
  }

  @Test func `a table is read once to build an index`() throws {
    let reads = Reads()
    var workspace = Self.workspace(reads)
    let program = try ArcadeProgram(
      parsing: "var x = 'blue'; Count(Filter(FeatureSetByName($map, 'Rows'), 'Color = @x'))",
      profile: .popup, features: nil, hasTables: true)
    let first = try workspace.run.text(of: workspace.value(of: program))
    let before = reads.count.load(ordering: .relaxed)
    #expect(try workspace.run.text(of: workspace.value(of: program)) == first)
    #expect("\(reads.count.load(ordering: .relaxed) - before)" == first)
  }
}
