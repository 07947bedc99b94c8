import Bytes

// Numbers as pop-ups show them, in American English: comma between thousands, point before the
// fraction, hyphen for minus.
//
// Rounding works on the decimal text of a number, the shortest that names the same double, and
// takes halves away from zero: 2.675 to two places is 2.68, as people expect who see 2.675 in the
// table, although the double lies a trifle below. Nothing ever shows as -0.

/// How a pop-up writes a number.
package struct NumberFormat: Sendable, Hashable {
  /// At least so many digits behind the point.
  package let minimumPlaces: Int
  /// At most so many.
  package let maximumPlaces: Int
  /// Whether commas part the thousands.
  package let isGrouped: Bool

  /// The most places that are written; the Web Map Specification's limit.
  package static let largestPlaces = 20

  /// A format from its parts, which are brought within 0 to 20 and in order.
  package init(minimumPlaces: Int, maximumPlaces: Int, isGrouped: Bool) {
    self.minimumPlaces = min(max(minimumPlaces, 0), Self.largestPlaces)
    self.maximumPlaces = min(max(maximumPlaces, self.minimumPlaces), Self.largestPlaces)
    self.isGrouped = isGrouped
  }

  /// The format of a `fieldInfo`: exactly `places` digits behind the point, or up to three when
  /// they are not given.
  package init(places: Int?, digitSeparator: Bool) {
    self.init(
      minimumPlaces: places ?? 0, maximumPlaces: places ?? 3, isGrouped: digitSeparator)
  }

  /// The number as it is: what a number gets for which the map gives no format.
  package static let plain = NumberFormat(minimumPlaces: 0, maximumPlaces: 20, isGrouped: false)

  /// Appends an integer, exactly.
  package func append(_ value: Int64, to output: inout [UInt8]) {
    append(value.magnitude, isNegative: value < 0, places: 0, to: &output)
  }

  /// Appends a double; `∞`, `-∞` and `NaN` for those that have no digits.
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

  /// Appends a double of up to 15 digits with up to three of them behind the point, as most are, by
  /// whole numbers alone; false, and nothing appended, for another.
  ///
  /// A decimal of 15 digits is the shortest text of the double next to it: where dividing gives the
  /// value back, the digits are those of its text.
  private func appendShort(_ value: Double, to output: inout [UInt8]) -> Bool {
    guard value.magnitude < 1e12 else { return false }
    var scale = 1.0
    for places in 0...3 {
      let scaled = (value * scale).rounded()
      if scaled / scale == value {
        let isNegative = scaled < 0
        append(UInt64(scaled.magnitude), isNegative: isNegative, places: places, to: &output)
        return true
      }
      scale *= 10
    }
    return false
  }

  /// Appends `digits` with the last `places` of them behind the point, 0 to 3.
  private func append(
    _ digits: UInt64, isNegative: Bool, places: Int, to output: inout [UInt8]
  ) {
    var rest = digits
    var shown = places
    while shown > maximumPlaces {
      // Only the first digit dropped decides, so all but it are cut off before.
      rest = shown - 1 == maximumPlaces ? rest / 10 + (rest % 10 >= 5 ? 1 : 0) : rest / 10
      shown -= 1
    }
    while shown > minimumPlaces, rest % 10 == 0 {
      rest /= 10
      shown -= 1
    }
    if isNegative, rest > 0 { output.append(UInt8(ascii: "-")) }
    // From the last digit to the first; the largest 64-bit number has 20.
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
    guard max(shown, minimumPlaces) > 0 else { return }
    output.append(UInt8(ascii: "."))
    for index in stride(from: shown - 1, through: 0, by: -1) { output.append(text[index]) }
    for _ in 0..<max(0, minimumPlaces - shown) { output.append(UInt8(ascii: "0")) }
  }

  /// Appends a number that is given as text, digit by digit exactly; false, and nothing appended,
  /// when the text is no number.
  package func append(text: Span<UInt8>, to output: inout [UInt8]) -> Bool {
    guard let digits = DecimalDigits(text) else { return false }
    append(digits, to: &output)
    return true
  }

  private func append(_ number: DecimalDigits, to output: inout [UInt8]) {
    var number = number
    number.round(places: maximumPlaces)
    let digits = number.digits
    let whole = number.exponent
    if number.isNegative, !digits.isEmpty { output.append(UInt8(ascii: "-")) }
    if whole <= 0 { output.append(UInt8(ascii: "0")) }
    for index in 0..<max(whole, 0) {
      if isGrouped, index > 0, (whole - index) % 3 == 0 { output.append(UInt8(ascii: ",")) }
      output.append(index < digits.count ? digits[index] : UInt8(ascii: "0"))
    }
    let places = max(minimumPlaces, digits.count - whole)
    guard places > 0, !(digits.isEmpty && minimumPlaces == 0) else { return }
    output.append(UInt8(ascii: "."))
    for index in whole..<whole + places {
      output.append(
        index >= 0 && index < digits.count ? digits[index] : UInt8(ascii: "0"))
    }
  }
}
