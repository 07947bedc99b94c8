/// The powers of five that `EiselLemire` multiplies by. For each exponent from -342 to 308, the
/// leading 128 bits, high word first, with the topmost bit set. Computed once, in whole numbers.
enum PowersOfFive {
  /// Below 10^-342, nineteen digits are closer to 0 than to the smallest double.
  static let lowest = -342
  /// Above 10^308, every integer exceeds the largest double.
  static let highest = 308

  static let table: [UInt64] = {
    var words: [UInt64] = []
    words.reserveCapacity(2 * (highest - lowest + 1))
    for pair in reciprocals().reversed() { words += [pair.high, pair.low] }
    var power = WholeNumber(1)
    for _ in 0...highest {
      let pair = power.leading128()
      words += [pair.high, pair.low]
      power.multiply(by: 5)
    }
    return words
  }()

  /// Returns 5^-1 to 5^-342. Up to 5^27, which fits in one word, the reciprocal is rounded up, so
  /// that exact quotients are not too small. Beyond that it is truncated.
  private static func reciprocals() -> [(high: UInt64, low: UInt64)] {
    var pairs: [(high: UInt64, low: UInt64)] = []
    // Repeatedly dividing 2^2047 by five leaves the exact leading bits of each quotient.
    var quotient = WholeNumber(1)
    quotient.shiftLeft(2047)
    for exponent in 1 ... -lowest {
      quotient.divide(by: 5)
      var pair = quotient.leading128()
      if exponent <= 27 {
        let (low, carry) = pair.low.addingReportingOverflow(1)
        pair = (carry ? pair.high &+ 1 : pair.high, low)
      }
      pairs.append(pair)
    }
    return pairs
  }
}
