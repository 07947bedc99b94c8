/// Finds the nearest double to an integer times a power of ten with one or two 64 × 64
/// multiplications (Eisel; Lemire, "Number Parsing at a Gigabyte per Second", 2021).
enum EiselLemire {
  /// Returns the nearest double and whether it is certain. An uncertain result is close to the
  /// nearest.
  @inline(__always)
  static func nearest(_ digits: UInt64, _ exponent: Int) -> (value: Double, isCertain: Bool) {
    guard digits != 0, exponent >= PowersOfFive.lowest else { return (0, true) }
    guard exponent <= PowersOfFive.highest else { return (.infinity, true) }
    let zeros = digits.leadingZeroBitCount
    let (high, low, isCertain) = product(digits << UInt64(zeros), exponent)

    // The top of the product holds 53 bits of the result and one more for rounding.
    let upper = Int(truncatingIfNeeded: high >> 63)
    let shift = UInt64(truncatingIfNeeded: upper &+ 9)
    var mantissa = high >> shift
    var power = ((217_706 &* exponent) >> 16) &+ 63 &+ upper &- zeros &+ 1023
    if power <= 0 {
      guard power > -63 else { return (0, isCertain) }
      mantissa >>= UInt64(truncatingIfNeeded: 1 &- power)
      mantissa = (mantissa &+ (mantissa & 1)) >> 1
      // Rounding up may give the smallest normal number, whose bits come right after these.
      return (Double(bitPattern: mantissa), isCertain)
    }
    if low <= 1, exponent >= -4, exponent <= 23, mantissa & 3 == 1, mantissa << shift == high {
      // Exactly between two doubles: round to the even one.
      mantissa &= ~1
    }
    mantissa = (mantissa &+ (mantissa & 1)) >> 1
    if mantissa >= 2 << 52 {
      mantissa = 1 << 52
      power &+= 1
    }
    guard power < 0x7FF else { return (.infinity, isCertain) }
    let bits = (mantissa & ~(1 << 52)) | UInt64(truncatingIfNeeded: power) << 52
    return (Double(bitPattern: bits), isCertain)
  }

  /// Returns the upper 128 bits of the normalized digits times the 128 bits of the power. Certain
  /// unless the omitted bits could still carry into those that matter.
  @inline(__always)
  private static func product(
    _ digits: UInt64, _ exponent: Int
  ) -> (high: UInt64, low: UInt64, isCertain: Bool) {
    let index = 2 &* (exponent &- PowersOfFive.lowest)
    let table = PowersOfFive.table
    var (high, low) = digits.multipliedFullWidth(by: table[index])
    if high & 0x1FF == 0x1FF {
      let second = digits.multipliedFullWidth(by: table[index &+ 1])
      let (sum, carry) = low.addingReportingOverflow(second.high)
      low = sum
      if carry { high &+= 1 }
    }
    return (high, low, low != UInt64.max || (exponent >= -27 && exponent <= 55))
  }
}
