import Arcade
import TestSupport
import Testing

/// ECMA-262, Number::toString, and the function reference's Round.
struct NumberTextTests {
  @Test func `numbers with few decimals have their shortest digits`() {
    var generator = SeededGenerator(seed: 41)
    for round in 0..<20_000 {
      let scale = [10.0, 100, 1_000, 10_000, 1_000_000][round % 5]
      let whole = generator.integer(in: -9_999_999_999...9_999_999_999) >> (round % 30)
      let value = Double(whole) / scale
      guard value != value.rounded(), value.magnitude >= 0.001 else { continue }
      #expect(ArcadeNumber.text(value) == value.description)
    }
  }

  @Test func `doubles next to numbers with few decimals keep all digits`() {
    for value in [0.1, 12.5, 0.3, 1_234.567, 99_999_999_999.9, 0.001] {
      for other in [value.nextUp, value.nextDown, -value.nextUp] {
        #expect(ArcadeNumber.text(other) == other.description)
      }
    }
  }

  @Test(
    arguments: [
      ("Round(12.5, 1)", "12.5"), ("Round(0.07, 2)", "0.07"), ("Round(1.005, 2)", "1.01"),
      ("Round(-2.5, 1)", "-2.5"), ("Ceil(0.3, 1)", "0.3"), ("Floor(0.3, 1)", "0.3"),
      ("Ceil(0.31, 1)", "0.4"), ("Round(8.345, 2)", "8.35"), ("Round(1234.5, 3)", "1234.5"),
      ("Floor(-0.25, 2)", "-0.25"), ("Round(100, 1)", "100"), ("Round(1e-7, 3)", "0"),
    ])
  func `rounding keeps a number without further decimals`(
    source: String, expected: String
  ) throws {
    #expect(try Expressions.value(source) == expected)
  }
}
