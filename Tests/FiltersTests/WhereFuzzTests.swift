import FeatureData
import Filters
import MapModel
import Records
import TestSupport
import Testing

/// Random sources. Each is compiled, or rejected with an offset inside it. A compiled clause runs
/// on every row, also on rows with values of other types.
@Suite struct WhereFuzzTests {
  private static let pieces = [
    "DBH", "Condition", "Planted", "GlobalID", "Größe", "'", "\"", "(", ")", " AND ", " OR ",
    " NOT ", "-", "+", "*", "/", "||", "1", "0.5", ".", "e", " LIKE ", "%", " IN ", ",",
    " BETWEEN ",
    " ", "N'", " DATE '2012-05-29'", "é", "<", "=", " IS ", " NULL ", "\u{0}", " ESCAPE ", "'!'",
    " CASE ", " WHEN ", " THEN ", " ELSE ", " END ", "CAST(", " AS ", "VARCHAR(3)", "INTEGER",
    "COALESCE(", "NULLIF(", "EXTRACT(", "YEAR", " FROM ", " FOR ", "SUBSTRING(", "TRIM(", "LEADING",
    "POSITION(", "ROUND(", "MOD(", "POWER(", "CONCAT(", "UPPER(", " INTERVAL '1' DAY",
    " INTERVAL '1 2:3' DAY TO MINUTE", "@p", "@q", "CURRENT_TIMESTAMP", "()", "'a%b'", "1=1",
    "9223372036854775807", "1e308",
  ]

  private static let odd = [
    WhereClauseTests.tree, WhereSamples.record([]),
    WhereSamples.record(Array(repeating: .null, count: 10)),
    WhereSamples.record(Array(repeating: .text("\u{FFFD}x"), count: 10)),
    WhereSamples.record(Array(repeating: .integer(.min), count: 10)),
    WhereSamples.record(Array(repeating: .real(1e308), count: 10)),
  ]

  private static func run(_ text: String) throws {
    do throws(WhereError) {
      let clause = try WhereClause(
        parsing: text, fields: WhereClauseTests.fields, firstFieldColumn: 2, now: 0,
        parameters: ["p", "q"])
      var runs = [WhereRun(clause)]
      for value in [WhereParameter.number(-2), .text("a%"), .moment(.max)] {
        if let run = try? WhereRun(clause, parameters: [value, value]) { runs.append(run) }
      }
      var layout = RecordLayout()
      for index in runs.indices {
        for record in odd {
          guard (try? layout.parse(record.span)) != nil else { continue }
          _ = runs[index].evaluate(layout: layout, record: record.span)
        }
      }
    } catch {
      #expect(!error.description.isEmpty)
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `tokens in any order never trap`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      var text = ""
      for _ in 0..<generator.integer(in: 1...24) {
        text += Self.pieces.randomElement(using: &generator) ?? ""
      }
      try Self.run(text)
    }
  }

  @Test func `clauses with changed bytes never trap`() throws {
    let clauses =
      (WhereFunctionsTests.textCases + WhereFunctionsTests.momentCases
      + WhereFunctionsTests.choiceCases + WhereFunctionsTests.castCases
      + WhereFunctionsTests.logicCases).map { Array($0.0.utf8) }
    try Fuzz.run(iterations: 9_000) { seed in
      var mutator = Mutator(seed: seed)
      let clause = clauses[Int(seed % UInt64(clauses.count))]
      try Self.run(String(decoding: mutator.mutated(clause, others: clauses), as: UTF8.self))
    }
  }
}
