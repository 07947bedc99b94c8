import Bytes
import FeatureData
import Geometry
import MapModel
import OrderedJSON
import TestSupport
import Testing

/// Checks values by a field's type, length, domain and nullability.
@Suite struct RowValuesTests {
  /// Reads values of one declared field, given as JSON.
  private func read(_ field: Field, _ values: [String]) throws -> ReadTable {
    let features = values.map { "{\"attributes\":{\"v\":\($0)}}" }.joined(separator: ",")
    return try ReadTable(
      .json([Array("{\"features\":[\(features)]}".utf8)], .esri),
      as: DeclaredTable(name: "T", fields: [field], isTable: true))
  }

  private func notices(_ table: ReadTable) -> [ValueNotice] { table.notices.entries.map(\.notice) }

  @Test(
    arguments: [
      (.integer, "12", .integer(12)), (.integer, "12.0", .integer(12)),
      (.integer, "\"12\"", .integer(12)), (.integer, "\"-3.0\"", .integer(-3)),
      (.integer, "1e3", .integer(1000)), (.bigInteger, "9223372036854775807", .integer(.max)),
      (.double, "12", .real(12)), (.double, "\"1.50\"", .real(1.5)),
      (.double, "\".5\"", .real(0.5)),
      (.double, "\"+2\"", .real(2)), (.single, "0.1", .real(0.1)),
      (.smallInteger, "true", .integer(1)), (.string, "12", "12"), (.string, "1.50", "1.50"),
      (.string, "true", "true"), (.string, "[1]", "[1]"), (.string, "\"\"", ""),
      (.dateOnly, "\"2020-02-29\"", "2020-02-29"), (.dateOnly, "0", "1970-01-01"),
      (.date, "\"2020-02-29 12:30\"", "2020-02-29T12:30:00.000Z"),
      (.timeOnly, "\"12:30:00\"", "12:30:00"),
      (.timestampOffset, "\"2020-01-01T00:00:00+01:00\"", "2020-01-01T00:00:00+01:00"),
      (.integer, "null", .null), (.integer, "\"\"", .null), (.double, "\"\"", .null),
      (.date, "\"\"", .null), (.string, "null", .null), (.blob, "null", .null),
    ] as [(FieldType, String, Cell)])
  func `a value that fits is stored in its field's storage`(
    type: FieldType, text: String, value: Cell
  ) throws {
    let table = try read(Field(name: "v", type: type), [text])
    #expect(table.rows == [[value]])
    #expect(notices(table).isEmpty)
  }

  @Test(
    arguments: [
      (.integer, "\"a\"", "a", "a"), (.integer, "[]", "[]", "[]"),
      (.double, "\"1,5\"", "1,5", "1,5"), (.double, "\"0x10\"", "0x10", "0x10"),
      (.blob, "\"AAAA\"", "AAAA", "AAAA"),
      // SQLite requires numbers if text in a number column would look like one.
      (.integer, "1.5", .real(1.5), "1.5"),
      (.integer, "99999999999999999999", .real(1e20), "99999999999999999999"),
      (.double, "1e999", .real(.infinity), "1e999"),
    ] as [(FieldType, String, Cell, String)])
  func `a value of another type is kept and noted`(
    type: FieldType, text: String, kept: Cell, sample: String
  ) throws {
    let table = try read(Field(name: "v", type: type), [text])
    #expect(table.rows == [[kept]])
    #expect(notices(table) == [.wrongType])
    #expect(table.notices.entries.first?.samples == ["row 1: \"\(sample)\""])
  }

  @Test(arguments: [("\"soon\"", "soon"), ("\"2021-02-29\"", "2021-02-29")])
  func `text that isn't a date is kept and noted`(text: String, kept: String) throws {
    let table = try read(Field(name: "v", type: .date), [text])
    #expect(table.rows == [[.text(kept)]])
    #expect(notices(table) == [.notADate])
  }

  @Test func `length counts UTF-16 units`() throws {
    let field = Field(name: "v", type: .string, length: 4)
    #expect(try notices(read(field, ["\"éééé\"", "\"🌳🌳\"", "\"\""])).isEmpty)
    let table = try read(field, ["\"abcde\"", "\"🌳🌳x\""])
    #expect(table.rows == [["abcde"], ["🌳🌳x"]])
    #expect(table.count(of: .textTooLong) == 2)
  }

  @Test func `a code outside its domain is noted, and empty text isn't a code`() throws {
    let texts = Domain.codedValues(
      name: "D", values: ["a", "b", "ü"].map { CodedValue(name: $0, code: .string($0)) })
    let table = try read(
      Field(name: "v", type: .string, domain: texts),
      ["\"a\"", "\"ü\"", "\"\"", "null", "\"A\"", "\"c\""])
    #expect(table.count(of: .outsideDomain) == 2)
    #expect(table.notices.entries.first?.samples == ["row 5: \"A\"", "row 6: \"c\""])
    let numbers = Domain.codedValues(
      name: "D", values: [1, 2].map { CodedValue(name: "", code: .number($0)) })
    let codes = try read(
      Field(name: "v", type: .smallInteger, domain: numbers), ["1", "2.0", "\"1\"", "\"\"", "3"])
    #expect(codes.rows == [[1], [2], [1], [nil], [3]])
    #expect(codes.count(of: .outsideDomain) == 1)
  }

  @Test func `both ends of a range are allowed`() throws {
    let range = Domain.range(name: "D", minimum: 0, maximum: 10)
    for type in [FieldType.integer, .double] {
      let table = try read(
        Field(name: "v", type: type, domain: range), ["0", "10", "null", "11", "-1"])
      #expect(table.count(of: .outsideRange) == 2)
    }
    let upsideDown = Domain.range(name: "D", minimum: 10, maximum: 0)
    #expect(try notices(read(Field(name: "v", type: .integer, domain: upsideDown), ["5"])).isEmpty)
  }

  @Test func `null is noted if a value is required`() throws {
    let text = Field(name: "v", type: .string, isNullable: false)
    #expect(try read(text, ["null", "\"\""]).count(of: .nullNotAllowed) == 1)
    let number = Field(name: "v", type: .integer, isNullable: false)
    #expect(try read(number, ["null", "\"\"", "0"]).count(of: .nullNotAllowed) == 2)
    let id = Field(name: "v", type: .objectID, isNullable: false)
    #expect(try read(id, ["null"]).count(of: .nullNotAllowed) == 0)
  }

  @Test func `a GlobalID is kept as written, and checked`() throws {
    let field = Field(name: "v", type: .globalID, isNullable: false)
    let plain = "0d96cbaa-e2c9-5a03-a707-56dbcaee6180"
    let table = try read(
      field, ["\"\(plain)\"", "\"{\(plain.uppercased())}\"", "null", "\"\"", "\"x\""])
    #expect(
      table.rows == [[.text(plain)], [.text("{\(plain.uppercased())}")], [nil], [nil], ["x"]])
    #expect(table.count(of: .globalIDMissing) == 2)
    #expect(table.count(of: .globalIDMalformed) == 1)
    #expect(table.notices.globalIDForms.isMixed)
    #expect(try !read(field, ["\"\(plain)\""]).notices.globalIDForms.isMixed)
    #expect(
      try !read(field, ["\"\(plain)\"", "\"00000000-0000-0000-0000-000000000001\""]).notices
        .globalIDForms.isMixed)
    #expect(
      try read(field, ["\"\(plain)\"", "\"\(plain.filter { $0 != "-" })\""]).notices
        .globalIDForms.isMixed)
  }

  @Test func `a GlobalID of zeros is none`() throws {
    let zeros = [
      "00000000-0000-0000-0000-000000000000", "{00000000-0000-0000-0000-000000000000}",
      "00000000000000000000000000000000",
    ]
    let field = Field(name: "v", type: .globalID)
    let table = try read(field, zeros.map { "\"\($0)\"" } + ["\"\\u0030\(zeros[0].dropFirst())\""])
    #expect(table.rows == [[nil], [nil], [nil], [nil]])
    #expect(table.count(of: .globalIDMissing) == 4)
    #expect(table.count(of: .globalIDMalformed) == 0)
    #expect(!table.notices.globalIDForms.isMixed)
    // In other fields it is a value like any other.
    #expect(
      try read(Field(name: "v", type: .guid), ["\"\(zeros[0])\""]).rows == [[.text(zeros[0])]])
  }

  // MARK: Types of rows

  /// Fields of a layer. Its types replace the domain of one of them.
  private func typed() throws -> DeclaredTable {
    let json = try JSONParser.parse(
      Array(
        """
        {"fields":[{"name":"Kind","type":"esriFieldTypeInteger"},
          {"name":"Size","type":"esriFieldTypeString","domain":{"type":"codedValue","name":"S",
            "codedValues":[{"name":"","code":"any"}]}},
          {"name":"Age","type":"esriFieldTypeInteger"}],
         "typeIdField":"KIND","types":[
          {"id":1,"name":"Tree","domains":{"size":{"type":"codedValue","name":"T",
            "codedValues":[{"name":"","code":"tall"}]},
            "Age":{"type":"range","name":"A","range":[0,500]}}},
          {"id":2,"name":"Shrub","domains":{"Size":{"type":"inherited"}}}]}
        """.utf8))
    var notices = MapNotices()
    let definition = try LayerDefinition(json: json, notices: &notices)
    var table = DeclaredTable(name: "T", fields: definition.fields, isTable: true)
    table.typeIDField = definition.typeIDField
    table.types = definition.types
    return table
  }

  @Test(
    arguments: [
      ("1", "\"tall\"", "5", []), ("1", "\"any\"", "5", [.outsideDomain]),
      ("1.0", "\"tall\"", "501", [.outsideRange]),
      ("\"1\"", "\"any\"", "501", [.outsideDomain, .outsideRange]),
      ("2", "\"any\"", "501", []), ("2", "\"tall\"", "5", [.outsideDomain]),
      ("null", "\"any\"", "501", []), ("3", "\"any\"", "501", [.typeUnknown]),
      ("\"\"", "\"tall\"", "1", [.outsideDomain]),
    ] as [(String, String, String, [ValueNotice])])
  func `a row is checked by the domains of its type`(
    kind: String, size: String, age: String, expected: [ValueNotice]
  ) throws {
    let text =
      "{\"features\":[{\"attributes\":{\"Age\":\(age),\"Size\":\(size),\"Kind\":\(kind)}}]}"
    let table = try ReadTable(.json([Array(text.utf8)], .esri), as: try typed())
    #expect(notices(table) == expected)
  }

  @Test func `types are recognized in CSV too, row by row`() throws {
    let table = try ReadTable(
      csv: "Kind,Size,Age\n1,any,1\n2,any,1\n\"1\",\"tall\",1\n,any,1\n7,any,1\n", as: try typed())
    #expect(table.notices.entries.map(\.notice) == [.outsideDomain, .typeUnknown])
    #expect(table.notices.entries.flatMap(\.samples) == ["row 1: \"any\"", "row 5: \"7\""])
  }
}
