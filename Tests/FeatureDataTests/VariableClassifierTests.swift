import FeatureData
import MapModel
import Records
import Testing

struct VariableClassifierTests {
  @Test(
    arguments: [
      (nil, 255), (Double.nan, 255), (-5, 0), (0, 0), (5, 16), (10, 32), (10.1, 32), (55, 48),
      (100, 64), (1e300, 64), (.infinity, 64), (-.infinity, 0),
    ] as [(Double?, UInt8)])
  func `a number is rounded to the nearest step, and limited to the first and last`(
    number: Double?, step: UInt8
  ) {
    let steps = VariableSteps(numbers: [0, 10, 100])
    #expect(steps.perStop == 32 && steps.count == 65)
    #expect(steps.step(number) == step)
  }

  @Test(arguments: [1, 2, 9, 50, 100])
  func `every stop is a step, and the steps fit in a byte`(count: Int) {
    let numbers = (0..<count).map { Double($0 * $0) }
    let steps = VariableSteps(numbers: numbers)
    #expect(steps.count <= 251)
    for (stop, number) in numbers.enumerated() {
      let position = steps.position(of: steps.step(number))
      #expect(position.stop == stop && position.share == 0)
    }
  }

  @Test func `stops at the same number, or too far apart for doubles, do not trap`() {
    let same = VariableSteps(numbers: [5, 5])
    #expect([4, 5, 6].map { same.step($0) } == [0, 32, 32])
    let far = VariableSteps(numbers: [-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude])
    #expect(far.step(0) <= 32)
  }

  static let fields = [
    Field(name: "A", type: .double), Field(name: "B", type: .double),
    Field(name: "Day", type: .date),
  ]

  static func codes(
    _ variables: VisualVariables, _ values: RendererClassifierTests.RecordedValue...
  ) throws -> VariableCodes {
    let classifier = VariableClassifier(variables, fields: fields, firstFieldColumn: 1)
    let record = RendererClassifierTests.record(values)
    var layout = RecordLayout()
    try layout.parse(record.span)
    return classifier.codes(layout: layout, record: record.span)
  }

  @Test func `a row's numbers become bytes`() throws {
    var variables = VisualVariables()
    variables.size = SizeVariable(
      number: .field("a", dividedBy: "B"),
      stops: [VariableStop(0, ScaledLength(2)), VariableStop(2, ScaledLength(10))])
    variables.rotation = RotationVariable(number: .field("B"), isGeographic: true)
    variables.opacity = VisualVariable(
      number: .field("DAY"),
      stops: [VariableStop(0, 0.0), VariableStop(86_400_000, 1.0)])
    let codes = try Self.codes(
      variables, .real(90), .integer(90), .text("1970-01-01T12:00:00.000Z"))
    #expect(codes.size == 16)
    #expect(codes.angle == 60)
    #expect(codes.opacity == 16)
    #expect(codes.color == VariableSteps.none)
    let none = try Self.codes(variables, .text("x"), .integer(0), .null)
    #expect(none.size == VariableSteps.none && none.angle == 0)
    #expect(none.opacity == VariableSteps.none)
    #expect(try Self.codes(variables, .null, .integer(-3), .null).angle == 238)
    #expect(try Self.codes(variables, .null, .real(359.9), .null).angle == 0)
  }

  @Test func `a field that the table lacks gives no number`() throws {
    var variables = VisualVariables()
    variables.color = VisualVariable(
      number: .field("Missing"), stops: [VariableStop(0, Color.white)])
    #expect(try Self.codes(variables, .integer(1), .null, .null) == VariableCodes())
  }

  @Test func `the result of an expression is used as it is`() throws {
    let expression = DrawingExpression(source: "1", path: "")
    var variables = VisualVariables()
    variables.rotation = RotationVariable(number: .expression(expression), isGeographic: true)
    let classifier = VariableClassifier(variables, fields: [], firstFieldColumn: 1)
    let record = RendererClassifierTests.record([])
    var layout = RecordLayout()
    try layout.parse(record.span)
    let codes = [[90.0], [nil], []].map {
      classifier.codes(layout: layout, record: record.span, given: $0).angle
    }
    #expect(codes == [60, VariableSteps.none, VariableSteps.none])
  }
}
