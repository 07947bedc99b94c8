import FeatureData
import Filters
import MapModel
import Records
import TestSupport
import Testing

@Suite struct WhereClauseTests {
  static let fields = [
    Field(name: "OBJECTID", type: .objectID), Field(name: "Condition", type: .string),
    Field(name: "DBH", type: .double), Field(name: "Planted", type: .date),
    Field(name: "Day", type: .dateOnly), Field(name: "GlobalID", type: .globalID),
    Field(name: "Photo", type: .blob), Field(name: "Größe", type: .integer),
    Field(name: "a.b.Height", type: .integer), Field(name: "Date", type: .date),
  ]

  static func compile(_ text: String, now: Int64? = nil) throws(WhereError) -> WhereClause {
    try WhereClause(parsing: text, fields: fields, firstFieldColumn: 2, now: now)
  }

  /// A tree in fair condition, planted at noon.
  static let tree = WhereSamples.record([
    .integer(7), .text("Fair"), .real(12.5), .text("2012-05-29T12:00:00.000Z"),
    .text("2012-05-29"), .text("{2F1A9C00-7B4E-4D21-9A3C-0123456789AB}"), .null, .integer(3),
    .integer(20), .text("2012-05-29T12:00:00.000Z"),
  ])

  static func outcome(_ text: String, now: Int64? = nil) throws -> Bool? {
    var layout = RecordLayout()
    try layout.parse(tree.span)
    var run = WhereRun(try compile(text, now: now))
    return run.evaluate(layout: layout, record: tree.span)
  }

  @Test(
    arguments: [
      ("Condition = 'Fair'", true), ("CONDITION='fair'", false), ("\"condition\" = 'Fair'", true),
      ("DBH = '12.5'", true), ("DBH > 12 AND DBH <= 12.5", true), ("DBH = 12.5e0", true),
      ("DBH * 2 = 25", true), ("OBJECTID / 2 = 3", true), ("DBH / 0 = 1", nil),
      ("Größe = 3", true), ("a.b.Height IN (10, 20)", true), ("Day = DATE '2012-05-29'", true),
      ("Planted > DATE '2012-05-29' AND Planted < DATE '2012-05-30'", true),
      ("Planted = TIMESTAMP '2012-05-29 14:00:00+02:00'", true),
      ("Planted BETWEEN '2012-05-29' AND '2012-05-29T12:00:00Z'", true),
      ("Date = TIMESTAMP '2012-05-29 12:00'", true), ("date >= date '2012-05-29'", true),
      ("GlobalID = '2f1a9c007b4e4d219a3c0123456789ab'", true), ("GlobalID <> ''", true),
      ("GlobalID IN ('{2f1a9c00-7b4e-4d21-9a3c-0123456789ab}')", true),
      ("Condition LIKE 'F__r'", true), ("Condition LIKE 'f%'", false),
      ("LOWER(Condition) LIKE 'f%'", true), ("UPPER('ß') = 'SS'", true), ("Photo2 = 1", nil),
      ("(((1=1)))", true), ("NOT 1=1 OR TRUE", true), ("NULL IS NULL", true),
      ("'a' = 'a' AND 2 > '1'", true), ("Condition IN ('Poor', NULL)", nil),
      ("Condition NOT IN ('Poor', 'Dead')", true), ("- -DBH = 12.5", true),
      ("12.5 BETWEEN DBH AND DBH + 1", true), ("Condition <> 5", true), ("'7' = OBJECTID", true),
    ] as [(String, Bool?)])
  func `selects rows by the rules of standardized queries`(text: String, expected: Bool?) throws {
    if text == "Photo2 = 1" {
      #expect(throws: WhereError.unknownField("Photo2", nearest: "Photo", offset: 0)) {
        try Self.compile(text)
      }
      return
    }
    #expect(try Self.outcome(text) == expected)
  }

  @Test func `uses the current time only if it is given`() throws {
    let noon: Int64 = 1_338_292_800_000
    #expect(try Self.outcome("Planted = CURRENT_TIMESTAMP", now: noon) == true)
    #expect(try Self.outcome("Planted > CURRENT_DATE()", now: noon) == true)
    #expect(try Self.outcome("Day = current_date", now: noon) == true)
    #expect(try Self.outcome("Planted = CURRENT_TIME", now: noon + 999) == true)
    #expect(try Self.outcome("Planted >= CURRENT_TIME()", now: noon) == true)
    #expect(throws: WhereError.unsupported("CURRENT_DATE without a current time", offset: 6)) {
      try Self.compile("Day = CURRENT_DATE")
    }
  }

  @Test func `suggests the nearest field name if there is one`() {
    #expect(throws: WhereError.unknownField("Conditoin", nearest: "Condition", offset: 4)) {
      try Self.compile("NOT Conditoin = 'Fair'")
    }
    #expect(throws: WhereError.unknownField("Species", nearest: nil, offset: 0)) {
      try Self.compile("Species = 'x'")
    }
  }

  @Test func `lists the fields it reads`() throws {
    #expect(try Self.compile("DBH > 1 AND (Condition = 'a' OR DBH < 2)").fields == [1, 2])
    #expect(try Self.compile("1=1").fields.isEmpty)
  }

  @Test func `long chains are accepted, deep nesting is rejected`() throws {
    let chain = Array(repeating: "DBH = 12.5", count: 5_000).joined(separator: " AND ")
    #expect(try Self.outcome(chain) == true)
    #expect(try Self.outcome("OBJECTID = 7" + String(repeating: " + 0", count: 400)) == true)
    #expect(throws: WhereError.self) {
      try Self.compile("OBJECTID = 7" + String(repeating: " + DBH", count: 20_000))
    }
    let list = (0..<5_000).map(String.init).joined(separator: ",")
    #expect(try Self.outcome("OBJECTID IN (\(list))") == true)
    let nest = String(repeating: "(", count: 90) + "1=1" + String(repeating: ")", count: 90)
    #expect(try Self.outcome(nest) == true)
    for opening in ["(", "NOT ", "- ", "UPPER(", "CASE WHEN ", "DBH = 1 OR DBH = 2 AND ("] {
      #expect(throws: WhereError.self) {
        try Self.compile(String(repeating: opening, count: 200_000 / opening.utf8.count))
      }
    }
    let wide = String(repeating: "DBH=1 OR DBH=2 AND (", count: 40)
    #expect(throws: WhereError.self) {
      try Self.compile(wide + "1=1" + String(repeating: ")", count: 40))
    }
    #expect(throws: WhereError.tooLong(count: 2_000_000, limit: WhereClause.longest)) {
      try Self.compile(String(repeating: " ", count: 2_000_000))
    }
  }

  @Test func `a pattern full of wildcards takes at most the product of both lengths`() throws {
    let pattern = String(repeating: "%a", count: 200) + "b"
    let field = [Field(name: "S", type: .string)]
    let record = WhereSamples.record([.text(String(repeating: "a", count: 2_000))])
    let clause = try WhereClause(
      parsing: "S LIKE '\(pattern)'", fields: field, firstFieldColumn: 2)
    #expect(try WhereSamples.outcomes(clause, [record]) == "0")
  }

  @Test func `a value of the wrong type is compared by its text`() throws {
    let fields = [Field(name: "N", type: .integer), Field(name: "S", type: .string)]
    let odd = WhereSamples.record([.text("5"), .integer(5)])
    for (text, outcome) in [("N = 5", "1"), ("S = '5'", "1"), ("N < 6 AND S LIKE '5'", "1")] {
      let clause = try WhereClause(parsing: text, fields: fields, firstFieldColumn: 2)
      #expect(try WhereSamples.outcomes(clause, [odd]) == outcome)
    }
    let clause = try WhereClause(parsing: "N = 5", fields: fields, firstFieldColumn: 2)
    #expect(try WhereSamples.outcomes(clause, [WhereSamples.record([.text("x"), .null])]) == "U")
    #expect(try WhereSamples.outcomes(clause, [WhereSamples.record([])]) == "U")
  }
}
