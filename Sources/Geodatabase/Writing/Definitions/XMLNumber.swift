/// Numbers in the definitions of a geodatabase: 17 significant digits, without zeros at the end, as
/// C's `%.17g` has them.
enum XMLNumber {
  /// The text of a number. Without an exponent from 0.00001 up to 10^17; others, which are no
  /// coordinates, in the fewest digits that tell them.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-INF" : "INF" }
    if value == 0 { return "0" }
    guard (0.00001..<1e17).contains(value.magnitude) else { return value.description }
    // The value is significand × 2^power; scaled by 10^places it has 17 digits.
    let power = Int(value.exponent) - 52
    let significand = UInt128(value.significandBitPattern | 1 << 52)
    var places = 16
    var bound = value.magnitude
    while bound >= 10 {
      bound /= 10
      places -= 1
    }
    while bound < 1 {
      bound *= 10
      places += 1
    }
    var digits = rounded(significand, power: power, places: places)
    // The division of doubles can be off by one place at powers of ten.
    if digits >= 100_000_000_000_000_000 {
      places -= 1
      digits = rounded(significand, power: power, places: places)
    } else if digits < 10_000_000_000_000_000 {
      places += 1
      digits = rounded(significand, power: power, places: places)
    }
    return (value < 0 ? "-" : "") + decimal(digits, places: places)
  }

  /// significand × 2^power × 10^places, rounded half to even.
  private static func rounded(_ significand: UInt128, power: Int, places: Int) -> UInt128 {
    var scaled = significand
    for _ in 0..<max(0, places) { scaled *= 10 }
    guard power < 0 else { return scaled << UInt128(power) }
    let half: UInt128 = 1 << UInt128(-power - 1)
    let whole = scaled >> UInt128(-power)
    let rest = scaled & (half << 1 - 1)
    return rest > half || (rest == half && whole & 1 == 1) ? whole + 1 : whole
  }

  private static func decimal(_ digits: UInt128, places: Int) -> String {
    var text = String(digits)
    guard places > 0 else { return text }
    while text.utf8.count <= places { text = "0" + text }
    let point = text.index(text.endIndex, offsetBy: -places)
    var fraction = text[point...]
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? String(text[..<point]) : "\(text[..<point]).\(fraction)"
  }
}
