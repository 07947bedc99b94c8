/// Numbers in the definitions of a geodatabase: 17 significant digits without trailing zeros, like
/// C's `%.17g`.
enum XMLNumber {
  /// The text of a number. It has no exponent from 0.00001 to 10^17. Others, which are not
  /// coordinates, have the fewest digits that identify them.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-INF" : "INF" }
    if value == 0 { return "0" }
    guard (0.00001..<1e17).contains(value.magnitude) else { return value.description }
    // The value is significand × 2^power. Scaled by 10^decimals, it has 17 digits.
    let power = Int(value.exponent) - 52
    let significand = UInt128(value.significandBitPattern | 1 << 52)
    var decimals = 16
    var bound = value.magnitude
    while bound >= 10 {
      bound /= 10
      decimals -= 1
    }
    while bound < 1 {
      bound *= 10
      decimals += 1
    }
    var digits = rounded(significand, power: power, decimals: decimals)
    // The division of doubles can be off by one decimal at powers of ten.
    if digits >= 100_000_000_000_000_000 {
      decimals -= 1
      digits = rounded(significand, power: power, decimals: decimals)
    } else if digits < 10_000_000_000_000_000 {
      decimals += 1
      digits = rounded(significand, power: power, decimals: decimals)
    }
    return (value < 0 ? "-" : "") + decimal(digits, decimals: decimals)
  }

  /// significand × 2^power × 10^decimals, rounded half to even.
  private static func rounded(_ significand: UInt128, power: Int, decimals: Int) -> UInt128 {
    var scaled = significand
    for _ in 0..<max(0, decimals) { scaled *= 10 }
    guard power < 0 else { return scaled << UInt128(power) }
    let half: UInt128 = 1 << UInt128(-power - 1)
    let whole = scaled >> UInt128(-power)
    let rest = scaled & (half << 1 - 1)
    return rest > half || (rest == half && whole & 1 == 1) ? whole + 1 : whole
  }

  private static func decimal(_ digits: UInt128, decimals: Int) -> String {
    var text = String(digits)
    guard decimals > 0 else { return text }
    while text.utf8.count <= decimals { text = "0" + text }
    let point = text.index(text.endIndex, offsetBy: -decimals)
    var fraction = text[point...]
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? String(text[..<point]) : "\(text[..<point]).\(fraction)"
  }
}
