import Bytes
import FeatureData
import MapModel
import OrderedJSON
import Records
import Testing

struct RendererClassifierTests {
  static let fields = [
    Field(name: "Code", type: .string), Field(name: "Number", type: .double),
    Field(name: "Area", type: .double),
  ]

  static func renderer(_ rule: Renderer.Rule, _ rows: [RendererClass.Rows]) -> Renderer {
    let classes = rows.map { RendererClass(label: "", symbol: .plain(for: .point), rows: $0) }
    let last = rows.last == .rest ? rows.count - 1 : nil
    return Renderer(rule: rule, classes: classes, defaultClass: last)
  }

  /// The class of a table's row. Column 0 is its id.
  static func index(_ renderer: Renderer, _ values: RecordedValue...) throws -> Int {
    let classifier = RendererClassifier(renderer, fields: fields, firstFieldColumn: 1)
    let record = record(values)
    var layout = RecordLayout()
    try layout.parse(record.span)
    return classifier.classIndex(layout: layout, record: record.span)
  }

  /// A table's record. Column 0 is its id.
  static func record(_ values: [RecordedValue]) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    for value in values {
      switch value {
      case .null: encoder.appendNull()
      case .integer(let number): encoder.append(number)
      case .real(let number): encoder.append(number)
      case .text(let text): encoder.append(text: Array(text.utf8).span)
      }
    }
    var record: [UInt8] = []
    encoder.write(to: &record)
    return record
  }

  enum RecordedValue: Sendable { case null, integer(Int64), real(Double), text(String) }

  static let oneField: [(RecordedValue, Int)] = [
    (.text("Good"), 0), (.text("good"), 6), (.integer(1), 1), (.real(1), 1), (.text("1"), 1),
    (.text("1.0"), 6), (.integer(2), 2), (.real(2), 2), (.text("2"), 2), (.text("2.0"), 2),
    (.text("02"), 3), (.null, 4), (.real(0.5), 5), (.text("0.5"), 5), (.text(""), 4),
    (.integer(9), 6), (.real(.infinity), 6), (.integer(.min), 6),
  ]

  @Test(arguments: oneField)
  func `a value finds its class by its text`(value: RecordedValue, expected: Int) throws {
    let renderer = Self.renderer(
      .values(fields: ["CODE"]),
      [
        .values([["Good"], ["Great"]]), .values([["1"]]), .values([[2], ["Good"]]),
        .values([["02"]]), .values([[.null]]), .values([["0.5"]]), .rest,
      ])
    #expect(try Self.index(renderer, value) == expected)
  }

  /// The values that classes are given for, a row's value, and the class that it finds.
  static let nothing: [([JSON], RecordedValue, Int)] = [
    ([""], .null, 0), ([""], .text(""), 0), ([""], .text("  "), 0), ([""], .text("<null>"), 0),
    (["<NULL>"], .null, 0), (["<Null>"], .text(""), 0), ([" "], .null, 0),
    ([.null], .text(""), 0), ([.null], .text("x"), 1), ([""], .integer(0), 1),
    // If the map has a class for each, each has its own rows.
    (["", .null], .null, 1), (["", .null], .text(""), 0), ([.null, ""], .null, 0),
    ([.null, ""], .text(""), 1),
  ]

  @Test(arguments: nothing)
  func `a class for null or empty text takes all rows without a value`(
    values: [JSON], value: RecordedValue, expected: Int
  ) throws {
    let classes = values.map { RendererClass.Rows.values([[$0]]) } + [.rest]
    let byField = Self.renderer(.values(fields: ["Code"]), classes)
    #expect(try Self.index(byField, value) == expected)
    guard values.count == 1 else { return }
    let byFields = Self.renderer(
      .values(fields: ["Code", "Number"]), [.values([values + [7]]), .rest])
    #expect(try Self.index(byFields, value, .integer(7)) == expected)
  }

  @Test func `several fields are matched together`() throws {
    let renderer = Self.renderer(
      .values(fields: ["Code", "Number"]),
      [
        .values([["a", "1"]]), .values([["a", .null]]), .values([["a", "1.5"]]),
        .values([["1", "a"]]),
      ])
    #expect(try Self.index(renderer, .text("a"), .integer(1)) == 0)
    #expect(try Self.index(renderer, .text("a"), .real(1)) == 0)
    #expect(try Self.index(renderer, .text("a"), .text("1")) == 0)
    #expect(try Self.index(renderer, .text("a"), .null) == 1)
    #expect(try Self.index(renderer, .text("a"), .real(1.5)) == 2)
    #expect(try Self.index(renderer, .integer(1), .text("a")) == 3)
    #expect(
      try Self.index(renderer, .text("b"), .integer(1)) == RendererClassifier.notDrawn)
  }

  @Test(
    arguments: [
      (0, 0), (10, 0), (10.0001, 1), (20, 1), (25, 3), (30, 2), (40, 2), (41, 3), (-1, 3),
    ] as [(Double, Int)])
  func `a number is in its range`(number: Double, expected: Int) throws {
    let renderer = Self.renderer(
      .breaks(field: "Number", normalization: nil),
      [
        .range(minimum: 0, takesMinimum: true, maximum: 10),
        .range(minimum: 10, takesMinimum: false, maximum: 20),
        .range(minimum: 30, takesMinimum: true, maximum: 40), .rest,
      ])
    #expect(try Self.index(renderer, .null, .real(number)) == expected)
    #expect(try Self.index(renderer, .null, .text("\(number)")) == expected)
  }

  @Test func `numbers are normalized first`() throws {
    let rows: [RendererClass.Rows] = [.range(minimum: 1, takesMinimum: true, maximum: 3), .rest]
    let byField = Self.renderer(.breaks(field: "Number", normalization: .field("area")), rows)
    #expect(try Self.index(byField, .null, .integer(100), .integer(50)) == 0)
    #expect(try Self.index(byField, .null, .integer(100), .integer(0)) == 1)
    #expect(try Self.index(byField, .null, .integer(100), .null) == 1)
    let byLog = Self.renderer(.breaks(field: "Number", normalization: .log), rows)
    #expect(try Self.index(byLog, .null, .integer(1_000)) == 0)
    #expect(try Self.index(byLog, .null, .integer(0)) == 1)
    let byTotal = Self.renderer(
      .breaks(field: "Number", normalization: .percentOfTotal(200)), rows)
    #expect(try Self.index(byTotal, .null, .integer(4)) == 0)
    #expect(try Self.index(byTotal, .null, .integer(8)) == 1)
  }

  @Test func `dates are classified by their milliseconds, and missing fields are null`() throws {
    let rows: [RendererClass.Rows] = [
      .range(minimum: 0, takesMinimum: true, maximum: 1_000), .rest,
    ]
    let dates = Self.renderer(.breaks(field: "Code", normalization: nil), rows)
    #expect(try Self.index(dates, .text("1970-01-01T00:00:01.000Z")) == 0)
    #expect(try Self.index(dates, .text("1970-01-01T00:00:02.000Z")) == 1)
    #expect(try Self.index(dates, .text("soon")) == 1)
    let missing = Self.renderer(.values(fields: ["Nowhere"]), [.values([[.null]]), .rest])
    #expect(try Self.index(missing, .text("x")) == 0)
    let single = Renderer.plain(for: .point)
    #expect(try Self.index(single, .null) == 0)
  }

  @Test func `thousands of values are distinguished`() throws {
    let rows = (0..<3_000).map { RendererClass.Rows.values([[.string("Species \($0)")]]) }
    let renderer = Self.renderer(.values(fields: ["Code"]), rows)
    for index in stride(from: 0, to: 3_000, by: 307) {
      #expect(try Self.index(renderer, .text("Species \(index)")) == index)
    }
    #expect(try Self.index(renderer, .text("Species")) == RendererClassifier.notDrawn)
  }

  @Test func `the result of an expression finds its class`() {
    func classifier(_ rule: Renderer.Rule, _ rows: [RendererClass.Rows]) -> RendererClassifier {
      RendererClassifier(Self.renderer(rule, rows), fields: [], firstFieldColumn: 1)
    }
    func index(_ classifier: RendererClassifier, _ value: RecordValue) -> Int {
      let text = Array("Good".utf8)
      return classifier.classIndex(of: value, in: text.span)
    }
    let expression = DrawingExpression(source: "1", path: "")
    let values = classifier(
      .expressionValues(expression), [.values([["Good"]]), .values([["2"]]), .rest])
    #expect(index(values, .text(0..<4)) == 0)
    #expect(index(values, .real(2)) == 1)
    #expect(index(values, .null) == 2)
    let breaks = classifier(
      .expressionBreaks(expression), [.range(minimum: 0, takesMinimum: true, maximum: 2)])
    #expect(index(breaks, .real(2)) == 0)
    #expect(index(breaks, .real(3)) == RendererClassifier.notDrawn)
    #expect(index(breaks, .text(0..<4)) == RendererClassifier.notDrawn)
  }
}
