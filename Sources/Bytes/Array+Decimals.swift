/// Writing whole numbers in decimal digits.
extension [UInt8] {
  /// Adds an integer in decimal digits.
  @inlinable package mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let magnitude = number.magnitude
    var scale: UInt = 1
    while magnitude / scale >= 10 { scale *= 10 }
    while scale > 0 {
      append(UInt8(truncatingIfNeeded: 48 + magnitude / scale % 10))
      scale /= 10
    }
  }

  /// Adds the last two decimal digits of a number that is not negative.
  @inlinable package mutating func append(twoDigits number: Int) {
    append(UInt8(truncatingIfNeeded: 48 + number / 10 % 10))
    append(UInt8(truncatingIfNeeded: 48 + number % 10))
  }
}
