/// The nearest double to an integer times a power of ten by one or two 64 × 64 multiplications
/// (Eisel; Lemire, "Number Parsing at a Gigabyte per Second", 2021).
enum EiselLemire {
  /// The nearest double, and whether it surely is the nearest. Not certain, it is near.
  @inline(__always)
  static func nearest(_ digits: UInt64, _ exponent: Int) -> (value: Double, isCertain: Bool) {
    guard digits != 0, exponent >= PowersOfFive.lowest else { return (0, true) }
    guard exponent <= PowersOfFive.highest else { return (.infinity, true) }
    let zeros = digits.leadingZeroBitCount
    let (high, low, isCertain) = product(digits << UInt64(zeros), exponent)

    // 53 bits of the result, one to round by, all from the product's top.
    let upper = Int(truncatingIfNeeded: high >> 63)
    let shift = UInt64(truncatingIfNeeded: upper &+ 9)
    var mantissa = high >> shift
    var power = ((217_706 &* exponent) >> 16) &+ 63 &+ upper &- zeros &+ 1023
    if power <= 0 {
      guard power > -63 else { return (0, isCertain) }
      mantissa >>= UInt64(truncatingIfNeeded: 1 &- power)
      mantissa = (mantissa &+ (mantissa & 1)) >> 1
      // Rounding may reach the least normal number; its bits follow on.
      return (Double(bitPattern: mantissa), isCertain)
    }
    if low <= 1, exponent >= -4, exponent <= 23, mantissa & 3 == 1, mantissa << shift == high {
      // Exactly between two doubles: to the even one.
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

  /// The upper 128 bits of normalised digits times the power's 128 bits. Certain unless the bits
  /// left out could still carry into those that count.
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
