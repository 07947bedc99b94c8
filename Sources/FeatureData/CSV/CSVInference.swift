import Bytes

/// Determines the types that a CSV cell can have without changing its value.
struct CSVInference {
  /// Whether a comma can be a decimal mark. It can't where commas separate cells.
  let allowsDecimalCommas: Bool

  /// Text that a number would spell differently stays text: `007`, `+1`, `1e5`, and numbers with
  /// more digits than a double keeps. Trailing zeros of a fraction don't matter: `1.50` is a number.
  /// So is `1.5e-09`, as programs write it.
  func kinds(of token: ValueToken, _ bytes: Span<UInt8>) -> ValueKinds {
    guard token.kind != .null else { return [] }
    guard token.kind == .text else { return .text }
    let end = token.end
    var index = token.start
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let first = index
    while index < end, bytes[index] &- 0x30 < 10 { index += 1 }
    let wholeDigits = index - first
    guard wholeDigits > 0 else { return .text }
    if index == end {
      guard wholeDigits == 1 || bytes[first] != 0x30 else { return .text }
      // As an integer, "-0" would lose its sign.
      if bytes[first] == 0x30, first > token.start { return .text }
      return .integer(bytes.extracting(token.start..<end))
    }
    switch bytes[index] {
    case UInt8(ascii: "."): break
    case UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "e"):
      return otherKinds(token, mark: index, firstDigit: first, bytes)
    default: return .text
    }
    let fraction = index + 1
    index = fraction
    while index < end, bytes[index] &- 0x30 < 10 { index += 1 }
    guard index == end else {
      let mark = bytes[index] == UInt8(ascii: "e") ? index : fraction - 1
      return otherKinds(token, mark: mark, firstDigit: first, bytes)
    }
    guard index > fraction, wholeDigits == 1 || bytes[first] != 0x30,
      wholeDigits + index - fraction <= 17
        || Self.significantDigits(bytes, from: first, to: index) <= 17
    else { return .text }
    return index - fraction == 3 && wholeDigits <= 3 && bytes[first] != 0x30 ? .pointThree : .real
  }

  /// The kinds of a cell that begins like a number and isn't a plain one.
  ///
  /// - Parameter mark: the index of the first byte that isn't a digit.
  private func otherKinds(
    _ token: ValueToken, mark: Int, firstDigit: Int, _ bytes: Span<UInt8>
  ) -> ValueKinds {
    switch bytes[mark] {
    case UInt8(ascii: "e"): return exponentKinds(token, mark: mark, firstDigit: firstDigit, bytes)
    case UInt8(ascii: ","), UInt8(ascii: "."):
      let number = separatedKinds(bytes, from: firstDigit, mark: mark, to: token.end)
      guard number == .text, firstDigit == token.start else { return number }
    case UInt8(ascii: "/"), UInt8(ascii: "-"):
      guard firstDigit == token.start else { return .text }
    default: return .text
    }
    let date = DateText.kinds(bytes, in: token.start..<token.end)
    return date.isEmpty ? .text : date
  }

  /// The kinds of a number with an exponent, which has a sign. Others, such as `1e5`, may be codes.
  private func exponentKinds(
    _ token: ValueToken, mark: Int, firstDigit: Int, _ bytes: Span<UInt8>
  ) -> ValueKinds {
    let sign = mark + 1
    guard sign < token.end,
      bytes[sign] == UInt8(ascii: "-") || bytes[sign] == UInt8(ascii: "+"),
      Self.significantDigits(bytes, from: firstDigit, to: mark) <= 17,
      let value = NumberValue.double(bytes.extracting(token.start..<token.end)), value.isFinite
    else { return .text }
    return .real
  }

  /// The kinds of a number with a decimal comma or with groups of digits.
  private func separatedKinds(
    _ bytes: Span<UInt8>, from first: Int, mark: Int, to end: Int
  ) -> ValueKinds {
    let separator = bytes[mark]
    let isComma = separator == UInt8(ascii: ",")
    let wholeDigits = mark - first
    let isGroupable = wholeDigits <= 3 && bytes[first] != 0x30
    var index = mark
    var groups = 0
    while isGroupable, index < end, bytes[index] == separator,
      Self.digits(bytes, from: index + 1, to: end) == 3
    {
      groups += 1
      index += 4
    }
    let digits = wholeDigits + 3 * groups
    if index == end {
      guard digits <= 15 else { return .text }
      if isComma { return groups == 1 && allowsDecimalCommas ? .commaThree : .commaGroups }
      return groups > 1 && allowsDecimalCommas ? .pointGroups : .text
    }
    let fraction = Self.digits(bytes, from: index + 1, to: end)
    guard fraction > 0, index + 1 + fraction == end, digits + fraction <= 17 else { return .text }
    if groups == 0 {
      let isPlain = wholeDigits == 1 || bytes[first] != 0x30
      return isComma && isPlain && allowsDecimalCommas ? .commaDecimal : .text
    }
    switch bytes[index] {
    case UInt8(ascii: ".") where isComma: return [.commaGroups, .real]
    case UInt8(ascii: ",") where !isComma && allowsDecimalCommas:
      return [.pointGroups, .commaDecimal]
    default: return .text
    }
  }

  /// The number of digits without leading zeros.
  private static func significantDigits(
    _ bytes: Span<UInt8>, from start: Int, to end: Int
  ) -> Int {
    var index = start
    while index < end, bytes[index] == 0x30 || bytes[index] == UInt8(ascii: ".") { index += 1 }
    var count = 0
    while index < end {
      if bytes[index] != UInt8(ascii: ".") { count += 1 }
      index += 1
    }
    return count
  }

  /// The number of digits from an index on.
  private static func digits(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, bytes[index] &- 0x30 < 10 { index += 1 }
    return max(0, index - start)
  }
}
