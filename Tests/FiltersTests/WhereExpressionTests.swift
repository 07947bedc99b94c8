import FeatureData
import Filters
import MapModel
import Records
import Testing

/// Value expressions of the filter language, for statistics and groups.
struct WhereExpressionTests {
  private static func value(_ text: String) throws -> WhereParameter {
    var expression = try WhereExpression(
      parsing: text, fields: WhereClauseTests.fields, firstFieldColumn: 2, now: 0)
    var layout = RecordLayout()
    let record = WhereClauseTests.tree
    try layout.parse(record.span)
    return expression.value(layout: layout, record: record.span)
  }

  @Test(
    arguments: [
      ("DBH", .number(12.5)), ("DBH * 2 + 1", .number(26)), ("1", .number(1)),
      ("Condition", .text("Fair")), ("UPPER(Condition) || '!'", .text("FAIR!")),
      ("Planted", .moment(1_338_292_800_000)), ("EXTRACT(YEAR FROM Planted)", .number(2012)),
      ("CASE WHEN DBH > 10 THEN 'big' ELSE 'small' END", .text("big")), ("DBH / 0", .null),
      ("NULL", .null),
    ] as [(String, WhereParameter)])
  func `gives a value of its type`(text: String, expected: WhereParameter) throws {
    #expect(try Self.value(text) == expected)
  }

  @Test func `recognizes a single field`() throws {
    let fields = WhereClauseTests.fields
    let index = try #require(fields.firstIndex { $0.name == "DBH" })
    let field = try WhereExpression(parsing: "dbh", fields: fields, firstFieldColumn: 2)
    #expect(field.field == index)
    #expect(field.fieldType == .double)
    #expect(
      try WhereExpression(parsing: "DBH + 0", fields: fields, firstFieldColumn: 2).field == nil)
  }

  @Test(arguments: ["", "DBH >", "DBH > 1", "Nope", "DBH DBH", "SUM(", "@a"])
  func `rejects text that isn't a value`(text: String) {
    #expect(throws: WhereError.self) { try Self.value(text) }
  }
}
