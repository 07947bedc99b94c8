import Bytes
import TestSupport
import Testing

struct DecimalParserTests {
  private func parse(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    var position = 0
    guard let value = DecimalParser.parse(bytes.span, at: &position) else { return nil }
    return position == bytes.count ? value : nil
  }

  @Test(arguments: [
    "0", "-0", "0.0", "-0.0e5", "1", "-1", "0.1", "1e22", "1e23", "-122.65432109876543",
    "45.512345678901234", "9007199254740993", "9007199254740992.5", "123456789012345678",
    "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1e309",
    "1e400000000000", "1e-400000000000", "2.2250738585072014e-308", "2.2250738585072011e-308",
    "2.2250738585072012e-308", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
    "2.47032822920623272e-324", "5e-324", "1e-323", "8.98846567431158e307",
    "3.5844466002796428e298",
    "6.631236871469758276785396630275672e-69", "7.2057594037927933e16",
    "1.00000000000000011102230246251565",
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203126",
    "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977",
    "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
    "9214843084008499", "30078505129381147446200", "1777820000000000000001",
    "0.500000000000000166533453693773481063544750213623046875",
    "5708990770823839207320493820740630171355185", "5708990770823839207320493820740630171355185152",
    "3e-324", "1e-5", "0.3e-1", "6.02214076E+23", "10000000000000000000", "18446744073709551616",
    "18446744073709551615e-19", "0.00000000000000000000123456789012345678901234567890",
  ])
  func `a number gives the same double as in Swift`(text: String) throws {
    let expected = try #require(Double(text))
    #expect(parse(text)?.bitPattern == expected.bitPattern)
    #expect(parse("-" + text)?.bitPattern == (-expected).bitPattern || text.hasPrefix("-"))
  }

  @Test(arguments: ["", "-", ".5", "+1", "e5", "1.", "1.e5", "1e", "1e+", "-.5", "NaN", "inf", "a"])
  func `text that isn't a JSON number gives nil and does not move the position`(text: String) {
    var position = 0
    #expect(DecimalParser.parse(Array(text.utf8).span, at: &position) == nil)
    #expect(position == 0)
  }

  @Test func `parsing ends at the end of the number`() {
    let bytes = Array("[12.5,007]".utf8)
    var position = 1
    #expect(DecimalParser.parse(bytes.span, at: &position) == 12.5)
    #expect(position == 5)
    position = 6
    #expect(DecimalParser.parse(bytes.span, at: &position) == 0)
    #expect(position == 7)
    for outside in [-1, 10, 11, Int.max, Int.min] {
      position = outside
      #expect(DecimalParser.parse(bytes.span, at: &position) == nil)
    }
  }

  @Test func `the exact midpoint of two doubles is rounded to the even one`() throws {
    // Halves of the smallest doubles have more than 700 digits.
    for bits: UInt64 in [1, 2, 3, 0x000F_FFFF_FFFF_FFFE, 0x0010_0000_0000_0001] {
      let text = ExactText.midpoint(above: Double(bitPattern: bits))
      let even = bits % 2 == 0 ? bits : bits + 1
      #expect(parse(text)?.bitPattern == even)
      #expect(parse(text + "00000000000000")?.bitPattern == even)
      #expect(parse(text + String(repeating: "0", count: 2000) + "1")?.bitPattern == bits + 1)
    }
  }

  @Test func `a million random numbers agree with Swift's own parser`() {
    var generator = SeededGenerator(seed: 1990)
    var wrong: [String] = []
    for _ in 0..<(ExactText.isOptimized ? 1_000_000 : 15_000) {
      let double = Double(bitPattern: generator.next())
      let digits = UInt64.random(in: 0...UInt64.max, using: &generator)
      let text: String
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: text = double.isFinite ? "\(double)" : "1"
      case 1: text = "\(digits)e\(Int.random(in: -345...300, using: &generator))"
      case 2: text = "-\(digits % 180).\(String(String(digits).reversed()))"
      case 3:
        text = "\(digits % 10).\(digits)\(digits)e\(Int.random(in: -330...310, using: &generator))"
      default: text = "\(Double(Int64(bitPattern: digits) % 18_000_000_000_000_000) / 1e14)"
      }
      if parse(text)?.bitPattern != Double(text)?.bitPattern { wrong.append(text) }
    }
    #expect(wrong == [])
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("", nil), ("-", nil),
      ("1.0", nil),
      ("+1", nil), ("99999999999999999999999", nil),
    ] as [(String, Int64?)])
  func `an integer is read if it fits`(text: String, expected: Int64?) {
    let bytes = Array(text.utf8)
    #expect(DecimalParser.parseInt64(bytes.span, in: 0..<bytes.count) == expected)
    #expect(DecimalParser.parseInt64(bytes.span, in: 0..<bytes.count + 1) == nil)
  }
}

/// Doubles written with all their digits.
private enum ExactText {
  static var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  /// Returns all digits of the midpoint between a double less than 1 and the next larger one.
  static func midpoint(above double: Double) -> String {
    let field = Int(double.bitPattern >> 52)
    let fraction = double.bitPattern & (1 << 52 - 1)
    var numerator = [2 * (field == 0 ? fraction : fraction | 1 << 52) + 1]
    let power = 1076 - max(field, 1)
    // n / 2^p = n × 5^p / 10^p: digits in base 10^9, least significant first.
    for _ in 0..<power {
      var carry: UInt64 = 0
      for index in numerator.indices {
        let product = numerator[index] * 5 + carry
        numerator[index] = product % 1_000_000_000
        carry = product / 1_000_000_000
      }
      while carry > 0 {
        numerator.append(carry % 1_000_000_000)
        carry /= 1_000_000_000
      }
    }
    let digits = numerator.reversed().map { limb in
      String(String(1_000_000_000 + limb).dropFirst())
    }.joined()
    return "0." + String(repeating: "0", count: max(0, power - digits.utf8.count))
      + digits.suffix(power)
  }
}
