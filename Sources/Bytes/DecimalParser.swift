/// Converts decimal text to the nearest double, ties to even, without `strtod`, locale or
/// allocation.
///
///     -? (0 | 1-9 digits*) (. digits+)? ((e|E) (+|-)? digits+)?        RFC 8259 §6
///
/// There are three methods, each exact where it applies. Short numbers are a product or quotient of
/// two exact doubles (Clinger 1990). Up to 19 digits, as coordinates have, take a 128-bit product
/// with a power of five (Eisel and Lemire 2020). Longer numbers are computed in whole integers
/// (`ExactDecimal`).
package enum DecimalParser {
  /// Reads the number at `position` and moves past it. Returns nil and does not move when no
  /// complete number starts there (`1.`, `1e` and `-` are incomplete). Numbers beyond the range of
  /// doubles are ±infinity, numbers too close to zero are ±0.
  package static func parse(_ bytes: Span<UInt8>, at position: inout Int) -> Double? {
    var scan = DecimalScan()
    guard scan.read(bytes, from: position) else { return nil }
    position = scan.end
    let magnitude = scan.isLong ? longValue(scan, bytes) : value(scan.digits, scan.exponent)
    return scan.isNegative ? -magnitude : magnitude
  }

  /// Returns the integer in the bytes of the range: an optional minus and digits only. Nil for any
  /// other text and for integers that do not fit.
  package static func parseInt64(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int64? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    var index = range.lowerBound
    guard index < range.upperBound else { return nil }
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index &+= 1 }
    guard index < range.upperBound else { return nil }
    var value: Int64 = 0
    while index < range.upperBound {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      // Counts downwards, because the least integer has no positive counterpart.
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, borrow) = scaled.subtractingReportingOverflow(Int64(digit))
      if overflow || borrow { return nil }
      value = next
      index &+= 1
    }
    if isNegative { return value }
    return value == Int64.min ? nil : -value
  }

  /// Returns `digits` × 10^`exponent`, exactly rounded. The digits must be complete.
  @inline(__always)
  private static func value(_ digits: UInt64, _ exponent: Int) -> Double {
    if digits <= 1 << 53, exponent >= -22, exponent <= 22 {
      let exact = Double(digits)
      return exponent < 0
        ? exact / smallPower(-exponent) : exponent == 0 ? exact : exact * smallPower(exponent)
    }
    let (nearest, isCertain) = EiselLemire.nearest(digits, exponent)
    if isCertain { return nearest }
    return ExactDecimal(digits, exponent: exponent).nearest(from: nearest)
  }

  /// Returns the value of more than 19 digits. The first 19 usually decide it: most often they and
  /// the next number up round to the same double.
  private static func longValue(_ scan: DecimalScan, _ bytes: Span<UInt8>) -> Double {
    let decimal = ExactDecimal(bytes, scan)
    let (digits, exponent) = decimal.leading
    let (low, lowIsCertain) = EiselLemire.nearest(digits, exponent)
    let (high, highIsCertain) = EiselLemire.nearest(digits &+ 1, exponent)
    if lowIsCertain, highIsCertain, low == high { return low }
    return decimal.nearest(from: low)
  }

  /// Ten to the power of 0 to 22: the powers that a double holds exactly.
  @inline(__always)
  private static func smallPower(_ exponent: Int) -> Double { smallPowers[exponent] }

  private static let smallPowers: InlineArray<23, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
