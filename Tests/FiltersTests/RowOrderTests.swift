import FeatureData
import Filters
import MapModel
import Records
import TestSupport
import Testing

@Suite struct RowOrderTests {
  private static func compile(_ text: String) throws(WhereError) -> RowOrder {
    try RowOrder(parsing: text, fields: WhereSamples.fields, firstFieldColumn: 2)
  }

  /// The row numbers in sorted order. Equal rows keep their order.
  private static func sorted(_ records: [[UInt8]], by text: String) throws -> [Int] {
    let order = try compile(text)
    var layouts: [RecordLayout] = []
    for record in records {
      var layout = RecordLayout()
      try layout.parse(record.span)
      layouts.append(layout)
    }
    return records.indices.sorted { one, two in
      let (first, second) = (records[one], records[two])
      let outcome = order.order(
        layout: layouts[one], record: first.span, otherLayout: layouts[two], other: second.span)
      return outcome != 0 ? outcome < 0 : one < two
    }
  }

  private static let rows = [
    WhereSamples.record([
      .integer(2), .real(1.5), .text("b"), .text("2012-05-29T12:00:00.000Z"), .null, .null,
    ]),
    WhereSamples.record([
      .integer(10), .null, .text("a"), .text("2012-05-29T13:00:00+02:00"), .null, .null,
    ]),
    WhereSamples.record([.null, .real(-1), .text("B"), .null, .null, .null]),
    WhereSamples.record([.integer(2), .real(2), .null, .text("1999-01-01"), .null, .null]),
  ]

  @Test(arguments: [
    ("N", [2, 0, 3, 1]), ("N DESC", [1, 0, 3, 2]), ("n asc", [2, 0, 3, 1]),
    ("N, R DESC", [2, 3, 0, 1]), ("\"S\"", [3, 1, 0, 2]), ("S DESC", [0, 2, 1, 3]),
    ("D", [2, 3, 1, 0]), ("D DESC, N", [0, 1, 3, 2]), ("R , S", [1, 2, 0, 3]),
  ])
  func `sorts by fields, with null first`(text: String, expected: [Int]) throws {
    #expect(try Self.sorted(Self.rows, by: text) == expected)
  }

  @Test func `lists the fields it reads`() throws {
    #expect(try Self.compile("S DESC, N").fields == [2, 0])
  }

  @Test(arguments: [
    ("", "expected a field at offset 0, found the end"),
    ("N,", "expected a field at offset 2, found the end"),
    ("N UP", "expected ASC, DESC, a comma or the end at offset 2, found UP"),
    ("N DESC ASC", "expected ASC, DESC, a comma or the end at offset 7, found ASC"),
    ("N, Q", "there is no field Q (offset 3)"), ("5", "expected a field at offset 0, found 5"),
    ("UPPER(S)", "there is no field UPPER (offset 0)"),
  ])
  func `invalid orders give an error`(text: String, message: String) {
    let error = #expect(throws: WhereError.self) { try Self.compile(text) }
    #expect(error?.description == message)
  }

  @Test(
    .needs(.sqlite3), arguments: 0..<4 as Range<UInt64>
  )
  func `sorts like SQLite`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let samples = WhereSamples(&generator, count: 80)
    let orders = ["N", "R DESC", "S, N DESC", "D DESC, S", "T, R, N", "G DESC, D"]
    // Texts are sorted regardless of case.
    func inSQLite(_ order: String) -> String {
      order.split(separator: ", ").map { ["S", "T"].contains($0) ? "\($0) COLLATE NOCASE" : $0 }
        .joined(separator: ", ")
    }
    var script = samples.script
    for order in orders {
      script +=
        "SELECT group_concat(id - 1) FROM (SELECT id FROM t ORDER BY \(inSQLite(order)), id);\n"
    }
    let sqlite = try #require(Tool.sqlite3)
    let answers = try await sqlite.run([":memory:"], stdin: Array(script.utf8)).lines
    try #require(answers.count == orders.count)
    for (order, answer) in zip(orders, answers) {
      let numbers = try Self.sorted(samples.records, by: order).map(String.init)
      #expect(numbers.joined(separator: ",") == answer, "seed \(seed): \(order)")
    }
  }
}
