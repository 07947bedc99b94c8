/// The parts of a decimal number in text, from which `DecimalParser` computes.
struct DecimalScan {
  var isNegative = false
  /// The digits as one integer if there are at most 19. Undefined when `isLong`.
  var digits: UInt64 = 0
  /// The power of ten of `digits`, or of all digits when `isLong`.
  var exponent = 0
  /// Whether there are more than 19 significant digits.
  var isLong = false
  /// All digits from first to last, including the point between them if there is one.
  var digitRange = 0..<0
  /// The offset after the number.
  var end = 0

  /// Exponents are limited to this, far outside the range of doubles and far inside that of
  /// integers.
  static let exponentLimit = 1_000_000

  /// Reads a number that starts at `start`. Returns false when no number starts there.
  mutating func read(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    let count = bytes.count
    guard start >= 0, start < count else { return false }
    var index = start
    if bytes[index] == UInt8(ascii: "-") {
      isNegative = true
      index &+= 1
    }
    let first = index
    var value: UInt64 = 0
    readDigits(bytes, at: &index, into: &value)
    var significant = index &- first
    guard significant > 0 else { return false }
    if bytes[first] == UInt8(ascii: "0") {
      // A number that starts with 0 has no other digit before the point. What follows is not part
      // of it.
      if significant > 1 {
        index = first &+ 1
        value = 0
      }
      significant = 0
    }
    var power = 0
    if index < count, bytes[index] == UInt8(ascii: ".") {
      let fraction = index &+ 1
      index = fraction
      readDigits(bytes, at: &index, into: &value)
      guard index > fraction else { return false }
      power = fraction &- index
      significant &-= power
    }
    digitRange = first..<index
    if significant > 19 { isLong = significantDigits(bytes) > 19 }
    if index < count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      guard let written = readExponent(bytes, at: &index) else { return false }
      power &+= written
    }
    digits = value
    exponent = power
    end = index
    return true
  }

  /// Adds a run of digits to the value, eight at a time where possible. The value wraps around if
  /// there are too many; the caller counts them.
  @inline(__always)
  private func readDigits(_ bytes: Span<UInt8>, at index: inout Int, into value: inout UInt64) {
    while index &+ 8 <= bytes.count {
      let eight = bytes.littleEndianUInt64(at: index)
      guard DecimalScan.areDigits(eight) else { break }
      value = value &* 100_000_000 &+ DecimalScan.number(eight)
      index &+= 8
    }
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      value = value &* 10 &+ UInt64(digit)
      index &+= 1
    }
  }

  private func readExponent(_ bytes: Span<UInt8>, at index: inout Int) -> Int? {
    index &+= 1
    guard index < bytes.count else { return nil }
    let sign = bytes[index]
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { index &+= 1 }
    let start = index
    var value = 0
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      if value < DecimalScan.exponentLimit { value = value &* 10 &+ Int(digit) }
      index &+= 1
    }
    guard index > start else { return nil }
    return sign == UInt8(ascii: "-") ? -value : value
  }

  /// Counts the digits without leading zeros.
  private func significantDigits(_ bytes: Span<UInt8>) -> Int {
    var digits = 0
    for index in digitRange {
      let byte = bytes[index]
      if byte != UInt8(ascii: "."), digits > 0 || byte != UInt8(ascii: "0") { digits &+= 1 }
    }
    return digits
  }

  /// Returns true when all eight bytes are ASCII digits: the high half is 3, also after adding 6.
  @inline(__always)
  private static func areDigits(_ eight: UInt64) -> Bool {
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    let carried = (eight &+ 0x0606_0606_0606_0606) & high
    return (eight & high) | (carried >> 4) == 0x3333_3333_3333_3333
  }

  /// Returns the number that eight digit bytes spell, the first digit in the lowest byte. Combines
  /// pairs, then fours, then all eight.
  @inline(__always)
  private static func number(_ eight: UInt64) -> UInt64 {
    let values = eight &- 0x3030_3030_3030_3030
    let pairs = values &* 10 &+ (values >> 8)
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    let even = (pairs & mask) &* (100 + 1_000_000 << 32)
    let odd = ((pairs >> 16) & mask) &* (1 + 10_000 << 32)
    return (even &+ odd) >> 32
  }
}
