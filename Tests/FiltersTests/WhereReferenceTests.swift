import FeatureData
import Filters
import MapModel
import Records
import Testing

/// The rules of ArcGIS's reference for standardized queries that no other table of these tests
/// covers.
@Suite struct WhereReferenceTests {
  private static let fields = [
    Field(name: "Name", type: .string), Field(name: "At", type: .date),
    Field(name: "Time", type: .timeOnly), Field(name: "Size", type: .integer),
  ]
  private static let record = WhereSamples.record([
    .text("12:30"), .text("2012-05-29T15:14:25.750Z"), .text("07:05:00"), .integer(4),
  ])

  private static func outcome(_ text: String, rowID: String? = nil) throws -> Bool? {
    var run = WhereRun(
      try WhereClause(
        parsing: text, fields: fields, firstFieldColumn: 2, now: 1_338_304_465_000, rowID: rowID))
    run.rowid = 41
    var layout = RecordLayout()
    // Only what the clause needs is parsed.
    try layout.parse(record.span, first: run.clause.columnCount)
    return run.evaluate(layout: layout, record: record.span)
  }

  /// The rule, a clause, and the expected result for the record.
  static let rules: [(String, String, Bool?)] = [
    ("CAST to TIME: the time of day of a date", "CAST(At AS TIME) = '15:14:25'", true),
    ("CAST to TIME: of a date and time as text", "CAST('2012-05-29 07:05' AS TIME) = Time", true),
    ("CAST to TIME: of a time as text", "CAST(Name AS TIME) = '12:30:00'", true),
    ("CAST to TIME: fractions are cut off", "CAST('1:2:3' AS TIME) IS NULL", true),
    ("CAST to TIME: fractions are cut off", "CAST('01:02:03.9' AS TIME) = '01:02:03'", true),
    ("CAST to TIME: what is none is NULL", "CAST('noon' AS TIME) IS NULL", true),
    ("CAST to TIME: NULL stays NULL", "CAST(NULL AS TIME) = '12:00:00'", nil),
    ("CAST to TIME: a time before another", "CAST(At AS TIME) > Time", true),
    ("CURRENT_TIME beside a time", "Time < CURRENT_TIME AND Time <> CURRENT_TIME", true),
    ("CURRENT_TIME as a time", "CAST(CURRENT_TIME AS TIME) = '15:14:25'", true),
    ("TIME before another", "Time < TIME '07:05:01' AND Time >= TIME '07:05'", true),
    ("TIME of a parameter's kind", "TIME '07:05:00' = Time", true),
    ("EXTRACT of a time", "EXTRACT(HOUR FROM Time) = 7 AND EXTRACT(MINUTE FROM Time) = 5", true),
    ("EXTRACT of a time", "EXTRACT(SECOND FROM Time) + 1 = 1", true),
    ("EXTRACT of a time's date", "EXTRACT(HOUR FROM At) = 15", true),
    ("no field at all", "1=1", true), ("three-valued logic", "NOT (NULL = 1) OR Size = 5", nil),
  ]

  @Test(arguments: rules)
  func `follows the reference`(rule: String, text: String, expected: Bool?) throws {
    #expect(try Self.outcome(text) == expected, "\(rule): \(text)")
  }

  @Test(
    arguments: [
      ("fid = 41", true), ("\"FID\" IN (1, 41)", true), ("fid > 41", false),
      ("fid + Size = 45 AND Name = '12:30'", true), ("fid BETWEEN 40 AND 42", true),
      ("fid IS NULL", false), ("CASE fid WHEN 41 THEN TRUE ELSE FALSE END", true),
    ] as [(String, Bool?)])
  func `the row number has the name of its column`(
    text: String, expected: Bool?
  ) throws {
    #expect(try Self.outcome(text, rowID: "fid") == expected, "\(text)")
  }

  @Test func `a field with that name has precedence`() throws {
    #expect(try Self.outcome("Size = 4", rowID: "size") == true)
    #expect(throws: WhereError.unknownField("fid", nearest: nil, offset: 0)) {
      try Self.outcome("fid = 41")
    }
    #expect(throws: WhereError.unknownField("fit", nearest: "fid", offset: 0)) {
      try Self.outcome("fit = 41", rowID: "fid")
    }
  }

  @Test(arguments: [
    ("Name = CURRENT_USER", "CURRENT_USER at offset 7 is not supported"),
    ("current_user() = Name", "current_user at offset 0 is not supported"),
    ("CAST(Size AS TIME) = '12:00:00'", "a number where a date is needed at offset 5"),
    ("Size IN (SELECT 1)", "a subquery at offset 9 is not supported"),
    ("Size IN @sizes", "there is no parameter @sizes (offset 8)"),
    ("Size IN 4", "expected `(` at offset 8, found 4"),
  ])
  func `unsupported SQL is rejected with its name and offset`(text: String, message: String) throws
  {
    do {
      _ = try Self.outcome(text)
      Issue.record("\(text) is taken")
    } catch let error as WhereError {
      #expect("\(error)" == message)
    }
  }

  @Test func `a field can have the name of a keyword`() throws {
    let clause = try WhereClause(
      parsing: "CURRENT_USER = 'a'", fields: [Field(name: "current_user", type: .string)],
      firstFieldColumn: 1)
    #expect(clause.fields == [0] && clause.columnCount == 2)
  }
}
