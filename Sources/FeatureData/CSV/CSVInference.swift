import Bytes

/// Determines the types that a CSV cell can have without changing its value.
enum CSVInference {
  /// Text that a number would spell differently stays text: `007`, `+1`, `1e5`, `1,5`, and numbers
  /// with more digits than a double keeps. Trailing zeros of a fraction don't matter: `1.50` is a
  /// number.
  static func kinds(of token: ValueToken, _ bytes: Span<UInt8>) -> ValueKinds {
    guard token.kind != .null else { return [] }
    guard token.kind == .text else { return .text }
    let end = token.end
    var index = token.start
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let first = index
    while index < end, bytes[index] &- 0x30 < 10 { index += 1 }
    let wholeDigits = index - first
    guard wholeDigits > 0, wholeDigits == 1 || bytes[first] != 0x30 else { return .text }
    if index == end {
      // As an integer, "-0" would lose its sign.
      if bytes[first] == 0x30, first > token.start { return .text }
      return .integer(digits: wholeDigits)
    }
    guard bytes[index] == UInt8(ascii: ".") else { return .text }
    let fraction = index + 1
    index = fraction
    while index < end, bytes[index] &- 0x30 < 10 { index += 1 }
    guard index == end, index > fraction, wholeDigits + index - fraction <= 17 else { return .text }
    return .real
  }
}
