import Bytes

// Numbers as pop-ups show them, in American English: comma between thousands, decimal point, hyphen
// for minus.
//
// Rounding works on the decimal text of a number, the shortest that identifies the double. Halves
// are rounded away from zero. So 2.675 becomes 2.68, as people expect who see 2.675 in the table,
// although the double is slightly smaller. No number is ever shown as -0.

/// How a pop-up writes a number.
package struct NumberFormat: Sendable, Hashable {
  /// The minimum number of decimals.
  package let minimumDecimals: Int
  /// The maximum number of decimals.
  package let maximumDecimals: Int
  /// Whether commas separate the thousands.
  package let isGrouped: Bool

  /// The largest number of decimals; a limit of the Web Map Specification.
  package static let mostDecimals = 20

  /// Creates a format. Both numbers of decimals are limited to 0...20 and put in order.
  package init(minimumDecimals: Int, maximumDecimals: Int, isGrouped: Bool) {
    self.minimumDecimals = min(max(minimumDecimals, 0), Self.mostDecimals)
    self.maximumDecimals = min(max(maximumDecimals, self.minimumDecimals), Self.mostDecimals)
    self.isGrouped = isGrouped
  }

  /// Creates the format of a `fieldInfo`: exactly `decimals` decimals, or up to three if not given.
  package init(decimals: Int?, digitSeparator: Bool) {
    self.init(
      minimumDecimals: decimals ?? 0, maximumDecimals: decimals ?? 3, isGrouped: digitSeparator)
  }

  /// The number unchanged: the default if the map does not give a format.
  package static let plain = NumberFormat(
    minimumDecimals: 0, maximumDecimals: 20, isGrouped: false)

  /// Appends an integer exactly.
  package func append(_ value: Int64, to output: inout [UInt8]) {
    append(value.magnitude, isNegative: value < 0, decimals: 0, to: &output)
  }

  /// Appends a double; `∞`, `-∞` and `NaN` if it has no digits.
  package func append(_ value: Double, to output: inout [UInt8]) {
    if appendShort(value, to: &output) { return }
    guard value.isFinite else {
      output.append(literal: value.isNaN ? "NaN" : value < 0 ? "-∞" : "∞")
      return
    }
    var text: [UInt8] = []
    text.append(contentsOf: value.description.utf8)
    if let digits = DecimalDigits(text.span) { append(digits, to: &output) }
  }

  /// Appends a double with up to 15 digits and up to three decimals, like most doubles, using
  /// integers only. Returns false and appends nothing for any other double.
  ///
  /// A decimal with 15 digits is the shortest text of the double next to it. If dividing gives the
  /// value again, the digits are those of its text.
  private func appendShort(_ value: Double, to output: inout [UInt8]) -> Bool {
    guard value.magnitude < 1e12 else { return false }
    var scale = 1.0
    for decimals in 0...3 {
      let scaled = (value * scale).rounded()
      if scaled / scale == value {
        let isNegative = scaled < 0
        append(UInt64(scaled.magnitude), isNegative: isNegative, decimals: decimals, to: &output)
        return true
      }
      scale *= 10
    }
    return false
  }

  /// Appends `digits`; the last `decimals` of them, 0 to 3, are after the decimal point.
  private func append(
    _ digits: UInt64, isNegative: Bool, decimals: Int, to output: inout [UInt8]
  ) {
    var rest = digits
    var shown = decimals
    while shown > maximumDecimals {
      // Only the first dropped digit decides, so the others are cut off before.
      rest = shown - 1 == maximumDecimals ? rest / 10 + (rest % 10 >= 5 ? 1 : 0) : rest / 10
      shown -= 1
    }
    while shown > minimumDecimals, rest % 10 == 0 {
      rest /= 10
      shown -= 1
    }
    if isNegative, rest > 0 { output.append(UInt8(ascii: "-")) }
    // From the last digit to the first. The largest 64-bit number has 20.
    var text = InlineArray<24, UInt8>(repeating: UInt8(ascii: "0"))
    var count = 0
    while rest > 0 || count <= shown {
      text[count] = UInt8(truncatingIfNeeded: 48 + rest % 10)
      rest /= 10
      count += 1
    }
    for index in stride(from: count - 1, through: shown, by: -1) {
      output.append(text[index])
      let before = index - shown
      if isGrouped, before > 0, before % 3 == 0 { output.append(UInt8(ascii: ",")) }
    }
    guard max(shown, minimumDecimals) > 0 else { return }
    output.append(UInt8(ascii: "."))
    for index in stride(from: shown - 1, through: 0, by: -1) { output.append(text[index]) }
    for _ in 0..<max(0, minimumDecimals - shown) { output.append(UInt8(ascii: "0")) }
  }

  /// Appends a number from its text, digit by digit, exactly. Returns false and appends nothing if
  /// the text is not a number.
  package func append(text: Span<UInt8>, to output: inout [UInt8]) -> Bool {
    guard let digits = DecimalDigits(text) else { return false }
    append(digits, to: &output)
    return true
  }

  private func append(_ number: DecimalDigits, to output: inout [UInt8]) {
    var number = number
    number.round(toDigits: maximumDecimals)
    let digits = number.digits
    let whole = number.exponent
    if number.isNegative, !digits.isEmpty { output.append(UInt8(ascii: "-")) }
    if whole <= 0 { output.append(UInt8(ascii: "0")) }
    for index in 0..<max(whole, 0) {
      if isGrouped, index > 0, (whole - index) % 3 == 0 { output.append(UInt8(ascii: ",")) }
      output.append(index < digits.count ? digits[index] : UInt8(ascii: "0"))
    }
    let decimals = max(minimumDecimals, digits.count - whole)
    guard decimals > 0, !(digits.isEmpty && minimumDecimals == 0) else { return }
    output.append(UInt8(ascii: "."))
    for index in whole..<whole + decimals {
      output.append(
        index >= 0 && index < digits.count ? digits[index] : UInt8(ascii: "0"))
    }
  }
}
