import Bytes

/// Reads numbers from the text of a value.
enum NumberValue {
  /// Returns a whole number that fits in 64 bits: `12`, `-3`, and `12.0`, which services also send.
  static func integer(_ text: Span<UInt8>) -> Int64? {
    if let value = DecimalParser.parseInt64(text, in: 0..<text.count) { return value }
    guard let value = double(text), let exact = Int64(exactly: value), abs(exact) <= 1 << 53 else {
      return nil
    }
    return exact
  }

  /// Returns a decimal number. Unlike in JSON, it may begin with a point or a plus sign.
  static func double(_ text: Span<UInt8>) -> Double? {
    var position = 0
    if let value = DecimalParser.parse(text, at: &position) {
      return position == text.count ? value : nil
    }
    return lenientDouble(text)
  }

  private static func lenientDouble(_ text: Span<UInt8>) -> Double? {
    guard text.count > 1, text.count < 400 else { return nil }
    var digits: [UInt8] = []
    var index = 0
    if text[0] == UInt8(ascii: "-") { digits.append(text[0]) }
    if text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") { index = 1 }
    if text[index] == UInt8(ascii: ".") { digits.append(UInt8(ascii: "0")) }
    digits.append(text.extracting(index..<text.count))
    if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    var position = 0
    guard let value = DecimalParser.parse(digits.span, at: &position), position == digits.count
    else { return nil }
    return value
  }
}
