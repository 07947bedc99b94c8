/// A whole number of any size, for the few computations that doubles can't do exactly.
struct WholeNumber {
  /// Digits in base 2^64, least significant first, without zeros at the end.
  private(set) var words: [UInt64]

  init(_ value: UInt64) { words = value == 0 ? [] : [value] }

  /// Multiplies and adds, as when reading decimal digits.
  mutating func multiply(by factor: UInt64, adding addend: UInt64 = 0) {
    var carry = addend
    for index in words.indices {
      let (high, low) = words[index].multipliedFullWidth(by: factor)
      let (sum, overflow) = low.addingReportingOverflow(carry)
      words[index] = sum
      carry = overflow ? high &+ 1 : high
    }
    if carry != 0 { words.append(carry) }
    trim()
  }

  /// Multiplies by five to the given power.
  mutating func multiply(byPowerOfFive exponent: Int) {
    // 5^27 is the largest power that fits in one word.
    for _ in 0..<exponent / 27 { multiply(by: 7_450_580_596_923_828_125) }
    for _ in 0..<exponent % 27 { multiply(by: 5) }
  }

  /// Multiplies by two to the given power.
  mutating func shiftLeft(_ bits: Int) {
    guard bits > 0, !words.isEmpty else { return }
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 64)
    if rest > 0 {
      var carry: UInt64 = 0
      for index in words.indices {
        let word = words[index]
        words[index] = word << UInt64(rest) | carry
        carry = word >> UInt64(64 - rest)
      }
      if carry != 0 { words.append(carry) }
    }
    words.insert(contentsOf: repeatElement(0, count: whole), at: 0)
  }

  /// Divides and drops the remainder.
  mutating func divide(by divisor: UInt64) {
    var remainder: UInt64 = 0
    for index in words.indices.reversed() {
      (words[index], remainder) = divisor.dividingFullWidth((remainder, words[index]))
    }
    trim()
  }

  /// Returns the leading 128 bits with the topmost bit set. Shorter numbers are padded with zeros.
  func leading128() -> (high: UInt64, low: UInt64) {
    guard let top = words.last else { return (0, 0) }
    let shift = UInt64(top.leadingZeroBitCount)
    let next = word(words.count - 2)
    let third = word(words.count - 3)
    guard shift > 0 else { return (top, next) }
    return (
      top << shift | next >> (64 - shift), next << shift | third >> (64 - shift)
    )
  }

  /// Returns a negative number, zero or a positive number as this number is less than, equal to or
  /// greater than the other.
  func compare(_ other: WholeNumber) -> Int {
    if words.count != other.words.count { return words.count - other.words.count }
    for (mine, theirs) in zip(words.reversed(), other.words.reversed()) where mine != theirs {
      return mine < theirs ? -1 : 1
    }
    return 0
  }

  private func word(_ index: Int) -> UInt64 { index >= 0 ? words[index] : 0 }

  private mutating func trim() {
    while words.last == 0 { words.removeLast() }
  }
}
