/// A JSON number that keeps its text. So `1.0`, `1e5` and integers beyond 2^53 are written as they
/// were read.
package struct JSONNumber: Sendable, Equatable {
  /// The number in JSON grammar (RFC 8259 §6).
  package let text: String

  /// Creates a number whose text is known to follow the grammar.
  init(checked text: String) {
    self.text = text
  }

  /// Creates a number from text, or `nil` if the text is not exactly one JSON number.
  package init?(text: String) {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner()
    guard let token = try? scanner.readNumber(bytes.span), token.range.count == bytes.count else {
      return nil
    }
    self.text = text
  }

  /// Creates a number from an integer.
  package init(_ value: Int) {
    text = String(value)
  }

  /// Creates a number from a double, in the shortest text that reads back the same. `nil` if it is
  /// not finite. Whole numbers are written without a fraction.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    self.text = text
  }

  /// The nearest double. Infinite if the number exceeds every double.
  package var double: Double {
    Double(text) ?? .nan
  }

  /// The number as an integer, if it has no fraction (`5`, also `5.0` and `5e2`) and fits.
  package var int64: Int64? {
    if let value = Int64(text) { return value }
    let value = double
    // Above 2^53, a double does not identify the integer in the text.
    guard value.magnitude <= 0x1p53, value.rounded(.towardZero) == value else { return nil }
    return Int64(value)
  }
}
