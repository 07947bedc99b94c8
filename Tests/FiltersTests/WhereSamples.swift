import FeatureData
import Filters
import MapModel
import Records
import TestSupport

/// A table with values at the edges: nulls, equal numbers of two types, similar texts.
struct WhereSamples {
  static let fields = [
    Field(name: "N", type: .integer), Field(name: "R", type: .double),
    Field(name: "S", type: .string), Field(name: "D", type: .date),
    Field(name: "G", type: .guid), Field(name: "T", type: .string),
  ]

  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)

    var sql: String {
      switch self {
      case .null: "NULL"
      case .integer(let value): "\(value)"
      case .real(let value): "\(value)"
      case .text(let text): "'" + text.replacing("'", with: "''") + "'"
      }
    }
  }

  /// Column T has only these, because SQLite's upper and lower functions only know ASCII.
  static let plainTexts = [
    "", "a", "A", "ab", "aB", "a_b", "a%b", "abab", "5", "10", "-1", "5.5", "O'Brien", "a b",
  ]
  static let texts = plainTexts + ["é", "Zürich", "ﬁ", "日本"]
  static let moments = [
    "1969-12-31T23:59:59.999Z", "2012-05-29T00:00:00.000Z", "2012-05-29T15:14:25.000Z",
    "2012-05-29T15:14:25.500Z", "2013-01-01T00:00:00.000Z",
  ]
  static let identities = [
    "{2F1A9C00-7B4E-4D21-9A3C-0123456789AB}", "{00000000-0000-0000-0000-000000000001}",
    "{FFFFFFFF-0000-0000-0000-000000000001}",
  ]

  let rows: [[Value]]
  let records: [[UInt8]]

  init(_ generator: inout SeededGenerator, count: Int) {
    var rows: [[Value]] = []
    for _ in 0..<count {
      rows.append([
        Self.maybe(&generator) { .integer(Self.integer(&$0)) },
        Self.maybe(&generator) { .real(Self.real(&$0)) },
        Self.maybe(&generator) { .text(Self.texts.randomElement(using: &$0) ?? "") },
        Self.maybe(&generator) { .text(Self.moments.randomElement(using: &$0) ?? "") },
        Self.maybe(&generator) { .text(Self.identities.randomElement(using: &$0) ?? "") },
        Self.maybe(&generator) { .text(Self.plainTexts.randomElement(using: &$0) ?? "") },
      ])
    }
    self.rows = rows
    records = rows.map(Self.record)
  }

  /// A layer's row: null for the row id, no geometry, the fields.
  static func record(_ values: [Value]) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    encoder.appendNull()
    for value in values {
      switch value {
      case .null: encoder.appendNull()
      case .integer(let integer): encoder.append(integer)
      case .real(let real): encoder.append(real)
      case .text(let text): encoder.append(text: text)
      }
    }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    return bytes
  }

  /// The result of a clause for each row: `1`, `0` or `U`.
  static func outcomes(_ clause: WhereClause, _ records: [[UInt8]]) throws -> String {
    var layout = RecordLayout()
    var run = WhereRun(clause)
    var result = ""
    for record in records {
      try layout.parse(record.span)
      let outcome = run.evaluate(layout: layout, record: record.span)
      result += outcome.map { $0 ? "1" : "0" } ?? "U"
    }
    return result
  }

  /// The statements that create the same table in SQLite.
  var script: String {
    var script = "PRAGMA case_sensitive_like=ON;\n"
    script += "CREATE TABLE t(id INTEGER PRIMARY KEY, N INTEGER, R REAL, S TEXT, D TEXT,"
    script += " G TEXT, T TEXT);\n"
    for row in rows {
      script += "INSERT INTO t(N,R,S,D,G,T) VALUES(\(row.map(\.sql).joined(separator: ",")));\n"
    }
    return script
  }

  private static func maybe(
    _ generator: inout SeededGenerator, _ value: (inout SeededGenerator) -> Value
  ) -> Value {
    generator.integer(in: 0...5) == 0 ? .null : value(&generator)
  }

  static func integer(_ generator: inout SeededGenerator) -> Int64 {
    switch generator.integer(in: 0...9) {
    case 0: [.max, .min, 1 << 53, (1 << 53) + 1].randomElement(using: &generator) ?? 0
    default: Int64(generator.integer(in: -3...10))
    }
  }

  static func real(_ generator: inout SeededGenerator) -> Double {
    switch generator.integer(in: 0...9) {
    case 0: [0x1p53, 0x1p63, -0x1p63, 1e300].randomElement(using: &generator) ?? 0
    default: Double(generator.integer(in: -6...20)) / 2
    }
  }
}
