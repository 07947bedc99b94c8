/// A decimal number as sign, digits and position of the point. The value is 0.d₀d₁d₂… ×
/// 10^`exponent`. Without digits it is zero.
package struct DecimalDigits: Sendable, Equatable {
  /// Whether the number has a minus sign.
  package private(set) var isNegative = false
  /// The digits as ASCII, without zeros at either end.
  package private(set) var digits: [UInt8] = []
  /// The number of digits before the point. If negative, the number of zeros after the point.
  package private(set) var exponent = 0

  /// Limit of the exponent. Larger numbers are not measurements and would take as many digits to
  /// write.
  package static let largestExponent = 400

  /// Reads `[+-]digits[.digits][e[+-]digits]`, with blanks around it allowed. Nil for any other
  /// text and for exponents beyond 400.
  package init?(_ text: Span<UInt8>) {
    var position = 0
    var end = text.count
    while end > 0, text[end - 1] <= 0x20 { end -= 1 }
    while position < end, text[position] <= 0x20 { position += 1 }
    guard position < end else { return nil }
    if text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") {
      isNegative = text[position] == UInt8(ascii: "-")
      position += 1
    }
    guard readDigits(text, at: &position, end: end), readExponent(text, at: &position, end: end),
      position == end
    else { return nil }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
    guard abs(exponent) <= Self.largestExponent else { return nil }
  }

  /// Collects the digits around the point. Returns false when there are no digits.
  private mutating func readDigits(
    _ text: Span<UInt8>, at position: inout Int, end: Int
  ) -> Bool {
    var hasDigit = false
    var isFraction = false
    while position < end {
      let byte = text[position]
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        hasDigit = true
        if byte == UInt8(ascii: "0"), digits.isEmpty {
          if isFraction { exponent -= 1 }
        } else {
          digits.append(byte)
          if !isFraction { exponent += 1 }
        }
      } else {
        break
      }
      position += 1
    }
    return hasDigit
  }

  /// Reads a power of ten if one follows. Returns false when it has no digits or is too large.
  private mutating func readExponent(
    _ text: Span<UInt8>, at position: inout Int, end: Int
  ) -> Bool {
    guard position < end, text[position] | 0x20 == UInt8(ascii: "e") else { return true }
    position += 1
    var isNegative = false
    if position < end, text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") {
      isNegative = text[position] == UInt8(ascii: "-")
      position += 1
    }
    let start = position
    var power = 0
    while position < end, text[position] >= UInt8(ascii: "0"), text[position] <= UInt8(ascii: "9") {
      guard power < 100_000 else { return false }
      power = power * 10 + Int(text[position] - UInt8(ascii: "0"))
      position += 1
    }
    exponent += isNegative ? -power : power
    return position > start
  }

  /// Rounds to `count` digits after the point. Halves are rounded away from zero.
  package mutating func round(toDigits count: Int) {
    let kept = exponent + count
    guard kept < digits.count else { return }
    guard kept >= 0 else {
      digits = []
      exponent = 0
      return
    }
    let isUp = digits[kept] >= UInt8(ascii: "5")
    digits.removeLast(digits.count - kept)
    if isUp { increment() }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
  }

  /// Removes all but `count` digits after the point.
  package mutating func cut(toDigits count: Int) {
    let kept = max(exponent + count, 0)
    guard kept < digits.count else { return }
    digits.removeLast(digits.count - kept)
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
  }

  /// Adds one to the last digit.
  private mutating func increment() {
    var index = digits.count
    while index > 0 {
      index -= 1
      if digits[index] < UInt8(ascii: "9") {
        digits[index] += 1
        return
      }
      digits[index] = UInt8(ascii: "0")
    }
    digits.insert(UInt8(ascii: "1"), at: 0)
    exponent += 1
  }
}
