/// A decimal number taken apart: sign, digits, place of the point. The value is
/// 0.d₀d₁d₂… × 10^`exponent`; without digits it is zero.
package struct DecimalDigits: Sendable, Equatable {
  /// Whether a minus sign stood before it.
  package private(set) var isNegative = false
  /// The digits as ASCII, without zeros at either end.
  package private(set) var digits: [UInt8] = []
  /// How many digits stand before the point, or how many zeros behind it when negative.
  package private(set) var exponent = 0

  /// Numbers beyond this power of ten are no measurements, and would take as many digits to write.
  package static let largestExponent = 400

  /// Reads `[+-]digits[.digits][e[+-]digits]` with blanks around it; nil for anything else, and
  /// for numbers of more than 400 places.
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
    guard readDigits(text, &position, end), readExponent(text, &position, end), position == end
    else { return nil }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
    guard abs(exponent) <= Self.largestExponent else { return nil }
  }

  /// Collects the digits around the point; false when there are none.
  private mutating func readDigits(
    _ text: Span<UInt8>, _ position: inout Int, _ end: Int
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

  /// Reads a power of ten if one follows; false when it has no digits or too many.
  private mutating func readExponent(
    _ text: Span<UInt8>, _ position: inout Int, _ end: Int
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

  /// Rounds to so many places behind the point, halves away from zero.
  package mutating func round(places: Int) {
    let kept = exponent + places
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

  /// Drops all but so many places behind the point.
  package mutating func cut(places: Int) {
    let kept = max(exponent + places, 0)
    guard kept < digits.count else { return }
    digits.removeLast(digits.count - kept)
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
  }

  /// Adds one in the last place.
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
