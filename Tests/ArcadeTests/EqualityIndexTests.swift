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
struct EqualityIndexTests {
  static let definition = Expressions.layer(
    """
    {"id": 1, "name": "Rows", "type": "Table", "objectIdField": "OBJECTID", "fields": [
      {"name": "OBJECTID", "type": "esriFieldTypeOID"},
      {"name": "Number", "type": "esriFieldTypeDouble"},
      {"name": "Color", "type": "esriFieldTypeString"},
      {"name": "Key", "type": "esriFieldTypeGUID"}]}
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
        FeatureSetTests.record([.integer(Int64(row)), number, color, .text(key)]))
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

  static let values = [
    "0", "-0", "1", "2.5", "NaN", "'red'", "'Red'", "''", "'1'", "null", "true", "Date(2020, 1, 1)",
    "'2F1A9C00-7B4E-4D21-9A3C-0123456789A1'", "'{2f1a9c00-7b4e-4d21-9a3c-0123456789a3}'",
  ]

  /// The ids of the rows that a filter finds if `@x` is a value and `@y` is 1, or "error".
  static func rows(
    for clause: String, x value: String, in workspace: inout ArcadeWorkspace
  ) -> String {
    let source =
      "var x = \(value); var y = 1; var r = ''; "
      + "for (var f in Filter(FeatureSetByName($map, 'Rows'), '\(clause)')) "
      + "{ r += f.OBJECTID + ' ' } return r"
    do {
      let program = try ArcadeProgram(
        parsing: source, profile: .popup, features: nil, hasTables: true)
      return try workspace.run.text(of: workspace.value(of: program))
    } catch {
      return "error"
    }
  }

  @Test(arguments: ["Number", "Color", "Key", "OBJECTID"], ["<", "<=", ">", ">="])
  func `an order finds the same rows as reading all`(field: String, comparison: String) throws {
    var workspace = Self.workspace(Reads())
    for value in Self.values + ["100", "299", "-5", "1/0", "-1/0"] {
      func rows(_ clause: String) -> String { Self.rows(for: clause, x: value, in: &workspace) }
      let read = rows("(\(field) \(comparison) @x)")
      #expect(rows("\(field) \(comparison) @x") == read, "\(value)")
      #expect(rows(" \(field)\(comparison)@x ") == read, "\(value)")
      for limit in ["\(field) >= @y", "\(field) < @Y", "OBJECTID > @y", "OBJECTID <> @y"] {
        let both = rows("(\(field) \(comparison) @x AND \(limit))")
        #expect(rows("\(field) \(comparison) @x AND \(limit)") == both, "\(value), \(limit)")
        #expect(rows("\(limit)  and \(field)\(comparison)@x") == both, "\(value), \(limit)")
      }
    }
  }

  @Test(arguments: [("OBJECTID >= @x", "297"), ("OBJECTID >= @x AND OBJECTID < @y", "4")])
  func `a comparison repeated reads the rows once`(clause: String, expected: String) throws {
    let reads = Reads()
    var workspace = Self.workspace(reads)
    let program = try ArcadeProgram(
      parsing: "var x = 3; var y = 7; Count(Filter(FeatureSetByName($map, 'Rows'), '\(clause)'))",
      profile: .popup, features: nil, hasTables: true)
    for _ in 0..<10 {
      #expect(try workspace.run.text(of: workspace.value(of: program)) == expected)
    }
    #expect(reads.count.load(ordering: .relaxed) == 300)
  }

  @Test(arguments: ["Number", "Color", "Key", "OBJECTID"])
  func `an index finds the same rows as reading all`(field: String) throws {
    var workspace = Self.workspace(Reads())
    var chosen = 0
    for value in Self.values {
      func rows(_ clause: String) -> String { Self.rows(for: clause, x: value, in: &workspace) }
      let read = rows("(\(field) = @x)")
      if !read.isEmpty, read != "error" { chosen += 1 }
      #expect(rows("\(field) = @x") == read, "\(value)")
      #expect(rows("\(field.lowercased())=@X") == read, "\(value)")
      let both = rows("(\(field) = @x) AND OBJECTID < 100")
      #expect(rows("\(field) = @x and OBJECTID < 100") == both, "\(value)")
      #expect(rows("\(field) = @x OR 1=1") == (read == "error" ? "error" : rows("1=1")))
    }
    #expect(chosen > 0)
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
