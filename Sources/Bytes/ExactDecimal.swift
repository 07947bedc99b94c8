/// A decimal number in whole digits, compared with doubles without rounding.
struct ExactDecimal {
  /// The number of digits kept. The midpoint of two doubles has at most 767 digits. So a number
  /// that agrees with a midpoint in 800 digits and has more is greater than it.
  static let digitLimit = 800

  private var digits: [UInt8] = []
  /// The power of ten of the last digit.
  private var exponent: Int

  init(_ value: UInt64, exponent: Int) {
    digits = String(value).utf8.map { $0 &- UInt8(ascii: "0") }
    self.exponent = exponent
  }

  /// Collects the digits of a scanned number, without leading zeros.
  init(_ bytes: Span<UInt8>, _ scan: DecimalScan) {
    exponent = scan.exponent
    var goesOn = false
    for index in scan.digitRange {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") { continue }
      let digit = byte &- UInt8(ascii: "0")
      if digits.isEmpty, digit == 0 { continue }
      if digits.count < ExactDecimal.digitLimit {
        digits.append(digit)
      } else {
        exponent &+= 1
        goesOn = goesOn || digit != 0
      }
    }
    if goesOn {
      digits.append(1)
      exponent &-= 1
    }
  }

  /// The first 19 digits as an integer, and their power of ten.
  var leading: (digits: UInt64, exponent: Int) {
    let kept = digits.prefix(19)
    let value = kept.reduce(into: UInt64(0)) { $0 = $0 &* 10 &+ UInt64($1) }
    return (value, exponent &+ digits.count &- kept.count)
  }

  /// Returns the nearest double, ties to even, by steps from a double that is close.
  func nearest(from start: Double) -> Double {
    guard !digits.isEmpty else { return 0 }
    let magnitude = exponent &+ digits.count
    // Numbers below 10^-324 are closer to 0, numbers from 10^309 on exceed the largest double.
    if magnitude < -323 { return 0 }
    if magnitude > 310 { return .infinity }
    var candidate = min(start, Double.greatestFiniteMagnitude)
    while true {
      let isOdd = candidate.bitPattern & 1 == 1
      let above = compareWithMidpoint(above: candidate)
      if above > 0 || (above == 0 && isOdd) {
        candidate = candidate.nextUp
        if candidate.isInfinite { return candidate }
        continue
      }
      guard candidate > 0 else { return candidate }
      let below = compareWithMidpoint(above: candidate.nextDown)
      guard below < 0 || (below == 0 && isOdd) else { return candidate }
      candidate = candidate.nextDown
    }
  }

  /// Compares this number with the midpoint between a finite double and the next larger one.
  private func compareWithMidpoint(above double: Double) -> Int {
    let bits = double.bitPattern
    let field = Int(bits >> 52)
    let fraction = bits & (1 << 52 - 1)
    let mantissa = field == 0 ? fraction : fraction | 1 << 52
    // midpoint = (2 × mantissa + 1) × 2^power
    let power = max(field, 1) - 1075 - 1
    var midpoint = WholeNumber(2 * mantissa + 1)
    var mine = WholeNumber(0)
    for digit in digits { mine.multiply(by: 10, adding: UInt64(digit)) }
    // Both sides are multiplied so that every power is positive.
    if exponent >= 0 {
      mine.multiply(byPowerOfFive: exponent)
    } else {
      midpoint.multiply(byPowerOfFive: -exponent)
    }
    let difference = exponent - power
    if difference >= 0 {
      mine.shiftLeft(difference)
    } else {
      midpoint.shiftLeft(-difference)
    }
    return mine.compare(midpoint)
  }
}
