/// Writes coordinates as text.
package enum CoordinateText {
  /// Appends the shortest text that reads back as the same double, with whole numbers without ".0".
  /// Numbers that are not finite become `null`. The text is a JSON number.
  package static func append(_ value: Double, to output: inout [UInt8]) {
    guard value.isFinite else {
      output.append(contentsOf: "null".utf8)
      return
    }
    // Whole numbers below 2^53 are common in projected data. They need no search for the shortest
    // text.
    if value.magnitude < 9_007_199_254_740_992, value == value.rounded(.towardZero) {
      append(Int(value), to: &output)
      return
    }
    output.append(contentsOf: value.description.utf8)
    if output.suffix(2).elementsEqual(".0".utf8) { output.removeLast(2) }
  }

  /// Appends a number rounded to 0 to 15 decimals, without trailing zeros.
  package static func append(_ value: Double, decimals: Int, to output: inout [UInt8]) {
    let decimals = max(0, min(15, decimals))
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * scale).rounded()
    // Beyond 2^53, a double has no decimals to round.
    guard scaled.magnitude < 9_007_199_254_740_992 else { return append(value, to: &output) }
    if scaled < 0 { output.append(UInt8(ascii: "-")) }
    let digits = Int(scaled.magnitude)
    let unit = Int(scale)
    append(digits / unit, to: &output)
    var fraction = digits % unit
    guard fraction > 0 else { return }
    var width = decimals
    while fraction.isMultiple(of: 10) {
      fraction /= 10
      width -= 1
    }
    output.append(UInt8(ascii: "."))
    appendPadded(fraction, width: width, to: &output)
  }

  private static func append(_ value: Int, to output: inout [UInt8]) {
    if value < 0 { output.append(UInt8(ascii: "-")) }
    let digits = value.magnitude
    var width = 1
    var rest = digits / 10
    while rest > 0 {
      rest /= 10
      width += 1
    }
    appendPadded(Int(digits), width: width, to: &output)
  }

  /// Appends digits, padded with zeros to the width.
  private static func appendPadded(_ value: Int, width: Int, to output: inout [UInt8]) {
    let start = output.count
    output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: width))
    var rest = value
    var index = start + width - 1
    while rest > 0 && index >= start {
      output[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      index -= 1
    }
  }
}
