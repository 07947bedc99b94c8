import Foundation
import OrderedJSON
import Popups
import TestSupport
import Testing

struct NumberFormatTests {
  static func text(_ value: Double, _ format: NumberFormat) -> String {
    var output: [UInt8] = []
    format.append(value, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  static let rounded: [(Double, Int?, Bool, String)] = [
    (1_234_567.5, nil, true, "1,234,567.5"),
    (1_234_567.5, nil, false, "1234567.5"),
    (1_234_567.5, 0, true, "1,234,568"),
    (2.675, 2, true, "2.68"),
    (1.005, 2, false, "1.01"),
    (-2.5, 0, false, "-3"),
    (2.5, 0, false, "3"),
    (0.5, 0, false, "1"),
    (0.49, 0, false, "0"),
    (-0.0, 0, false, "0"),
    (-0.004, 2, false, "0.00"),
    (-0.005, 2, false, "-0.01"),
    (999.995, 2, true, "1,000.00"),
    (99_999.5, 0, true, "100,000"),
    (0.05, 1, false, "0.1"),
    (0.0004, 3, false, "0.000"),
    (0.00049999, nil, false, "0"),
    (12, 2, true, "12.00"),
    (1_000, 0, true, "1,000"),
    (-1_000, 1, true, "-1,000.0"),
    (1e21, 0, true, "1,000,000,000,000,000,000,000"),
    (1.5e-7, 6, false, "0.000000"),
    (1.5e-7, 7, false, "0.0000002"),
    (.leastNonzeroMagnitude, 20, false, "0.00000000000000000000"),
    (31.400000000000002, 1, false, "31.4"),
    (.infinity, 2, true, "∞"),
    (-.infinity, 2, true, "-∞"),
    (.nan, 2, true, "NaN"),
  ]

  @Test(arguments: rounded)
  func `numbers are rounded on their decimal text and grouped`(
    value: Double, decimals: Int?, digitSeparator: Bool, expected: String
  ) {
    let format = NumberFormat(decimals: decimals, digitSeparator: digitSeparator)
    #expect(Self.text(value, format) == expected)
  }

  static let integers: [(Int64, String, String)] = [
    (0, "0", "0.00"), (7, "7", "7.00"), (-999, "-999", "-999.00"), (1_000, "1,000", "1,000.00"),
    (Int64.max, "9,223,372,036,854,775,807", "9,223,372,036,854,775,807.00"),
    (Int64.min, "-9,223,372,036,854,775,808", "-9,223,372,036,854,775,808.00"),
  ]

  @Test(arguments: integers)
  func `integers are written exactly`(value: Int64, whole: String, twoPlaces: String) {
    var output: [UInt8] = []
    NumberFormat(decimals: 0, digitSeparator: true).append(value, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == whole)
    output = []
    NumberFormat(decimals: 2, digitSeparator: true).append(value, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == twoPlaces)
  }

  @Test(arguments: [
    ("123456789012345678901234567890.125", "123,456,789,012,345,678,901,234,567,890.13"),
    (" 12.5 ", "12.50"), ("+3", "3.00"), ("-.5", "-0.50"), ("5.", "5.00"), ("1e3", "1,000.00"),
    ("1.5E-1", "0.15"), ("000", "0.00"), ("-0.0", "0.00"), ("0.995", "1.00"),
  ])
  func `numbers in text are kept digit by digit`(text: String, expected: String) {
    var output: [UInt8] = []
    let format = NumberFormat(decimals: 2, digitSeparator: true)
    let isNumber = format.append(text: Array(text.utf8).span, to: &output)
    #expect(isNumber)
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    "", " ", ".", "-", "e5", "1e", "1e+", "1.2.3", "12a", "0x10", "1,000", "NaN", "∞", "1e999",
    "1e99999999999", "--1", "1 2",
  ])
  func `other text is not a number`(text: String) {
    var output: [UInt8] = []
    let isNumber = NumberFormat.plain.append(text: Array(text.utf8).span, to: &output)
    #expect(!isNumber)
    #expect(output.isEmpty)
  }

  @Test func `a number without a format is unchanged`() {
    #expect(Self.text(1_234_567.5, .plain) == "1234567.5")
    #expect(Self.text(0.1 + 0.2, .plain) == "0.30000000000000004")
    #expect(Self.text(1e22, .plain) == "10000000000000000000000")
    #expect(Self.text(-12, .plain) == "-12")
    #expect(Self.text(0.00001, .plain) == "0.00001")
  }

  @Test func `formats are read from a map`() {
    #expect(
      NumberFormat(format: ["places": 2, "digitSeparator": true])
        == NumberFormat(decimals: 2, digitSeparator: true))
    #expect(
      NumberFormat(format: ["places": "1"]) == NumberFormat(decimals: 1, digitSeparator: false))
    #expect(
      NumberFormat(format: ["digitSeparator": true])
        == NumberFormat(minimumDecimals: 0, maximumDecimals: 3, isGrouped: true))
    #expect(NumberFormat(format: ["dateFormat": "year"]) == nil)
    #expect(NumberFormat(format: ["places": .null]) == nil)
    #expect(NumberFormat(format: nil) == nil)
    #expect(NumberFormat(format: ["places": 99])?.maximumDecimals == 20)
    #expect(NumberFormat(format: ["places": -4])?.maximumDecimals == 0)
  }

  @Test func `fieldFormat is read like browsers read it`() {
    #expect(
      NumberFormat(fieldFormat: ["type": "number"])
        == NumberFormat(minimumDecimals: 0, maximumDecimals: 2, isGrouped: true))
    #expect(
      NumberFormat(fieldFormat: ["type": "number", "minimumFractionDigits": 4])
        == NumberFormat(minimumDecimals: 4, maximumDecimals: 4, isGrouped: true))
    #expect(
      NumberFormat(
        fieldFormat: ["type": "number", "maximumFractionDigits": 0, "useGrouping": "never"])
        == NumberFormat(minimumDecimals: 0, maximumDecimals: 0, isGrouped: false))
    #expect(NumberFormat(fieldFormat: ["type": "date-time"]) == nil)
  }

  @Test func `short numbers and their texts are written the same way`() {
    var generator = SeededGenerator(seed: 12)
    for index in 0..<20_000 {
      let digits = generator.integer(in: -9_999_999...9_999_999)
      let value = Double(digits) / [1, 2, 8, 10, 100, 1_000, 10_000, 3][index % 8]
      let format = NumberFormat(
        minimumDecimals: index % 3, maximumDecimals: index % 5, isGrouped: index % 2 == 0)
      var text: [UInt8] = []
      let isNumber = format.append(text: Array(value.description.utf8).span, to: &text)
      #expect(isNumber)
      #expect(Self.text(value, format) == String(decoding: text, as: UTF8.self))
    }
  }

  @Test(.needs(.python("decimal")))
  func `rounding matches Python's decimal module`() async throws {
    var generator = SeededGenerator(seed: 11)
    var arguments: [String] = []
    var texts: [String] = []
    for index in 0..<2_000 {
      let digits = generator.integer(in: 0...99_999_999)
      let scale = [1.0, 10, 100, 1_000, 1e5, 1e8, 1e-3, 1e-9][index % 8]
      var value = Double(digits) / scale
      if index % 3 == 0 { value = -value }
      if index % 5 == 0 { value = Double(bitPattern: generator.next()) }
      // Larger or smaller numbers would only test how many zeros are written.
      guard value.isFinite, value == 0 || (1e-30...1e30).contains(abs(value)) else { continue }
      let decimals = generator.integer(in: 0...8)
      arguments.append("\(value):\(decimals)")
      texts.append(Self.text(value, NumberFormat(decimals: decimals, digitSeparator: true)))
    }
    let script = """
      import sys
      from decimal import *
      getcontext().prec = 400
      for line in sys.argv[1:]:
        value, decimals = line.split(":")
        rounded = Decimal(value).quantize(Decimal(1).scaleb(-int(decimals)), ROUND_HALF_UP)
        print(format(abs(rounded) if rounded == 0 else rounded, ",f"))
      """
    let python = try #require(Tool.python(having: "decimal"))
    let answer = try await python.run(["-c", script] + arguments)
    #expect(answer.status == 0)
    #expect(answer.lines == texts)
  }
}
