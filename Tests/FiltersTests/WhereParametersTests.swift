import FeatureData
import Filters
import MapModel
import Records
import TestSupport
import Testing

/// `@name` in a clause. Names are given when it is compiled, values when it is run.
@Suite struct WhereParametersTests {
  private static func compile(_ text: String) throws(WhereError) -> WhereClause {
    try WhereClause(
      parsing: text, fields: WhereClauseTests.fields, firstFieldColumn: 2,
      parameters: ["a", "Name"])
  }

  private static func outcome(_ text: String, _ values: WhereParameter...) throws -> Bool? {
    var run = try WhereRun(try compile(text), parameters: values)
    return try outcome(&run)
  }

  private static func outcome(_ run: inout WhereRun) throws -> Bool? {
    var layout = RecordLayout()
    let record = WhereClauseTests.tree
    try layout.parse(record.span)
    return run.evaluate(layout: layout, record: record.span)
  }

  private static let identity = GlobalID("2f1a9c007b4e4d219a3c0123456789ab")

  static let cases: [(String, WhereParameter, Bool?)] = [
    ("DBH = @a", .number(12.5), true), ("DBH > @A", .number(12), true),
    ("@a < DBH", .text("12"), true),
    ("OBJECTID / @a = 3", .number(2), true), ("DBH = @a", .null, nil),
    ("@a IS NULL", .null, true),
    ("@a IS NULL", .number(1), false), ("@a IS NOT NULL", .text("x"), true),
    ("Condition = @a", .text("Fair"), true), ("Condition = @a", .text("O'Brien"), false),
    ("Condition <> @a", .number(5), true), ("Condition LIKE @a", .text("F%"), true),
    ("Condition LIKE '%' || @a || '%'", .text("ai"), true), ("@a LIKE 'x%'", .text("xy"), true),
    ("UPPER(@a) = 'FAIR'", .text("fair"), true), ("LENGTH(@a) = 4", .text("Fair"), true),
    ("Planted = @a", .moment(1_338_292_800_000), true),
    ("Planted >= @a", .text("2012-05-29"), true),
    ("EXTRACT(YEAR FROM @a) = 2012", .moment(1_338_292_800_000), true),
    ("GlobalID = @a", .text("2F1A9C007B4E4D219A3C0123456789AB"), true),
    ("Größe IN (@a, 4)", .number(3), true), ("Größe IN (@a)", .number(4), false),
    ("Größe BETWEEN @a AND @a + 1", .number(2), true),
    ("CASE WHEN @a IS NULL THEN TRUE ELSE Condition = @a END", .null, true),
    ("COALESCE(@a, 12.5) = DBH", .null, true), ("NULLIF(@a, 3) IS NULL", .number(3), true),
    ("CAST(@a AS INTEGER) = 3", .number(3.7), true),
    ("-@a = -12.5 AND @a = DBH", .number(12.5), true),
    ("@a = 1 OR Condition = 'Fair'", .null, true), ("Planted = @a", .moment(.max), nil),
    ("DBH + @a > 12", .null, nil),
    ("Größe IN @a", .list([.number(1), .number(3)]), true),
    ("Größe NOT IN @a", .list([.number(1), .number(3)]), false),
    ("Größe IN (@a)", .list([.text("3")]), true), ("Größe IN @a", .number(3), true),
    ("Größe IN (9, @a, 8)", .list([.number(1), .number(3)]), true),
    ("Größe IN (9, @a, OBJECTID - 4)", .list([]), true),
    ("Größe IN @a", .list([]), false), ("Größe IN @a", .list([.number(1), .null]), nil),
    ("Größe IN @a", .list([.number(3), .null]), true), ("Größe IN @a", .null, nil),
    ("Condition IN @a AND DBH > 10", .list([.text("Dead"), .text("Fair")]), true),
    ("UPPER(Condition) IN @a", .list([.text("Fair")]), false),
    ("Planted IN @a", .list([.moment(1_338_292_800_000)]), true),
    ("GlobalID IN @a", .list([.text("2F1A9C007B4E4D219A3C0123456789AB"), .text("x")]), true),
    ("CASE WHEN Größe IN @a THEN 1 ELSE 2 END = 1", .list([.number(3)]), true),
    ("CAST(@a AS TIME) = '12:00:00'", .moment(1_338_292_800_000), true),
  ]

  @Test(arguments: cases)
  func `takes the type of the value it is compared with`(
    text: String, value: WhereParameter, expected: Bool?
  ) throws {
    #expect(try Self.outcome(text, value) == expected, "\(text)")
  }

  @Test func `a GlobalID is compared as such`() throws {
    let identity = try #require(Self.identity)
    #expect(try Self.outcome("GlobalID = @a", .identity(identity)) == true)
    #expect(try Self.outcome("Condition = @a", .identity(identity)) == false)
  }

  static let refusals: [(String, WhereParameter, String)] = [
    (
      "DBH = @a", .text("tall"),
      "the parameter @a is \"tall\", but a number is needed at offset 6"
    ),
    ("DBH = @a", .moment(0), "the parameter @a is a date, but a number is needed at offset 6"),
    (
      "1=1 AND Planted < @a", .number(5),
      "the parameter @a is a number, but a date is needed at offset 18"
    ),
    (
      "Condition = @a", .moment(5), "the parameter @a is a date, but text is needed at offset 12"
    ),
    (
      "DBH = @a", .list([.number(1)]),
      "the parameter @a is a list, but a number is needed at offset 6"
    ),
    (
      "DBH IN @a", .list([.number(1), .text("tall")]),
      "the parameter @a is \"tall\", but a number is needed at offset 7"
    ),
    (
      "DBH IN @a", .list([.list([])]),
      "the parameter @a is a list, but a number is needed at offset 7"
    ),
    (
      "GlobalID = @a", .number(5),
      "the parameter @a is a number, but a GlobalID is needed at offset 11"
    ),
  ]

  @Test(arguments: refusals)
  func `a value of another type is rejected before any row`(
    text: String, value: WhereParameter, message: String
  ) throws {
    let clause = try Self.compile(text)
    let error = #expect(throws: WhereError.self) { try WhereRun(clause, parameters: [value]) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ("@a = @name", "the type of the parameter is unknown at offset 0"),
    ("@a = NULL", "the type of the parameter is unknown at offset 0"),
    ("COALESCE(@a) = @a", "the type of the parameter is unknown at offset 9"),
    ("DBH = @nam", "there is no parameter @nam (offset 6); the closest name is @Name"),
    ("Planted + @a > Day", "a parameter combined with a date or an interval at offset 10"),
    ("@a", "a parameter used where true or false is needed at offset 0"),
    ("INTERVAL '1' DAY > @a", "a parameter where an interval is needed at offset 19"),
  ])
  func `is rejected where it has no type`(text: String, message: String) {
    let error = #expect(throws: WhereError.self) { try Self.compile(text) }
    #expect(error?.description == message)
  }

  @Test func `a run can get other values, and keeps its values if new ones are rejected`() throws {
    var run = try WhereRun(
      try Self.compile("Condition = @name AND DBH > @a"), parameters: [.number(1), .text("Fair")])
    #expect(try Self.outcome(&run) == true)
    try run.bind([.number(13), .text("Fair")])
    #expect(try Self.outcome(&run) == false)
    #expect(throws: WhereError.self) { try run.bind([.text("x"), .text("Fair")]) }
    #expect(try Self.outcome(&run) == false)
    try run.bind([.number(1)])
    #expect(try Self.outcome(&run) == nil)
    var unbound = WhereRun(try Self.compile("DBH > @a"))
    #expect(try Self.outcome(&unbound) == nil)
  }

  @Test func `intermediate texts do not accumulate over rows`() throws {
    var run = try WhereRun(
      try Self.compile("UPPER(Condition) || LOWER(@a) = 'FAIRx'"), parameters: [.text("X")])
    for _ in 0..<1_000 { #expect(try Self.outcome(&run) == true) }
  }

  @Test func `a text beyond the limit is null`() throws {
    let part = "'" + String(repeating: "x", count: 1_000) + "'"
    let long = Array(repeating: "@a", count: 900).joined(separator: "||")
    let clause = try Self.compile("LENGTH(\(long)||\(part)) > 0")
    var short = try WhereRun(clause, parameters: [.text("y")])
    #expect(try Self.outcome(&short) == true)
    var over = try WhereRun(
      clause, parameters: [.text(String(repeating: "y", count: 100_000))])
    #expect(try Self.outcome(&over) == nil)
  }
}
