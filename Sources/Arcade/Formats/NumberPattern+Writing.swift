import Bytes

extension NumberPatterns {
  /// The number, written with a pattern; nil for NaN and infinity.
  ///
  /// - Throws: `badArgument` for the function's argument of that number, if the pattern is not supported.
  static func text(
    _ value: Double, by pattern: String, for function: String, argument: Int
  ) throws(ArcadeProblem) -> String? {
    let patterns = NumberPatterns(pattern)
    let chosen = value < 0 ? patterns.negative : patterns.positive
    let number = try patterns.digits(chosen, for: function, argument: argument)
    let scaled = value * factor(of: chosen)
    guard scaled.isFinite else { return nil }
    let span = chosen.span
    guard let digits = NumberPattern(in: span)?.range else {
      return String(decoding: chosen, as: UTF8.self)
    }
    var output = Array(chosen[..<digits.lowerBound])
    number.append(scaled, to: &output)
    output.append(contentsOf: chosen[digits.upperBound...])
    return String(decoding: output, as: UTF8.self)
  }
}

extension NumberPattern {
  /// Appends the digits of a number, without its sign.
  func append(_ value: Double, to output: inout [UInt8]) {
    guard let number = Self.rounded(value, decimals: maximumDecimals) else { return }
    let digits = number.digits
    let whole = max(number.exponent, 1)
    // Either add leading zeros, or drop the digits that the pattern cuts off.
    let count = isCut ? minimumWholeDigits : max(whole, minimumWholeDigits)
    for index in whole - count..<whole {
      let remaining = whole - index
      output.append(digit(digits, index - (whole - number.exponent)))
      if lastGroup > 0, remaining > 1, startsGroup(after: remaining - 1) {
        output.append(UInt8(ascii: ","))
      }
    }
    let decimals = max(minimumDecimals, digits.count - number.exponent)
    guard decimals > 0 else { return }
    output.append(UInt8(ascii: "."))
    for index in number.exponent..<number.exponent + decimals {
      output.append(digit(digits, index))
    }
  }

  private func digit(_ digits: [UInt8], _ index: Int) -> UInt8 {
    digits.indices.contains(index) ? digits[index] : UInt8(ascii: "0")
  }

  /// Whether a comma precedes the last `count` digits of the whole part.
  private func startsGroup(after count: Int) -> Bool {
    count == lastGroup || count > lastGroup && (count - lastGroup) % otherGroups == 0
  }

  /// The number rounded to at most `decimals` decimals, as ECMAScript's toFixed does (§21.1.3.3).
  /// It rounds the exact value of the double, halves away from zero. 1.005 is slightly less than it
  /// looks, and becomes 1.00.
  static func rounded(_ value: Double, decimals: Int) -> DecimalDigits? {
    let text = Array(value.magnitude.description.utf8)
    let span = text.span
    guard var number = DecimalDigits(span) else { return nil }
    let kept = number.exponent + decimals
    if kept >= 0, number.digits.count == kept + 1, number.digits[kept] == UInt8(ascii: "5"),
      isBelow(value.magnitude, number)
    {
      number.cut(toDigits: decimals)
    } else {
      number.round(toDigits: decimals)
    }
    return number
  }

  /// Whether a double is less than the decimal that is its shortest text.
  private static func isBelow(_ value: Double, _ decimal: DecimalDigits) -> Bool {
    let decimals = decimal.digits.count - decimal.exponent
    // Beyond 10^22, powers of ten are not exact doubles. With so many decimals the difference is
    // invisible.
    guard (1...22).contains(decimals), decimal.digits.count <= 18 else { return false }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    var whole: Int64 = 0
    for digit in decimal.digits { whole = whole * 10 + Int64(digit - 48) }
    // product + rest is exactly the double times the power.
    let product = value * scale
    let rest = (-product).addingProduct(value, scale)
    let difference =
      product < 9_007_199_254_740_992 ? product - Double(whole) : Double(Int64(product) - whole)
    return difference + rest < 0
  }
}
