/// A JSON number kept as the text it was written with, so that `1.0`, `1e5` and integers beyond
/// 2^53 come out as they went in.
package struct JSONNumber: Sendable, Equatable {
  /// The number in JSON grammar (RFC 8259 §6).
  package let text: String

  /// A number whose text is known to follow the grammar.
  init(checked text: String) {
    self.text = text
  }

  /// A number from text; `nil` when it is not exactly one JSON number.
  package init?(text: String) {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner()
    guard let token = try? scanner.readNumber(bytes.span), token.range.count == bytes.count else {
      return nil
    }
    self.text = text
  }

  /// A number from an integer.
  package init(_ value: Int) {
    text = String(value)
  }

  /// A number from a double, in the shortest text that reads back the same; `nil` when not finite.
  /// Whole numbers are written without a fraction.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    self.text = text
  }

  /// The nearest double; infinite when the number is larger than any double.
  package var double: Double {
    Double(text) ?? .nan
  }

  /// The number as an integer, when it has no fraction (`5`, also `5.0` and `5e2`) and fits.
  package var int64: Int64? {
    if let value = Int64(text) { return value }
    let value = double
    // Above 2^53 a double no longer says which integer the text meant.
    guard value.magnitude <= 0x1p53, value.rounded(.towardZero) == value else { return nil }
    return Int64(value)
  }
}
