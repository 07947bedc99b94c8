import Bytes

extension NumberPatterns {
  /// The number that a whole text spells in the form of a pattern; NaN for other text.
  ///
  /// - Throws: `badArgument` for the function's argument of that number, if the pattern is not supported.
  static func number(
    _ text: String, by pattern: String, for function: String, argument: Int
  ) throws(ArcadeProblem) -> Double {
    let patterns = NumberPatterns(pattern)
    let number = try patterns.digits(patterns.positive, for: function, argument: argument)
    let bytes = Array(text.utf8)
    let divisor = factor(of: patterns.positive)
    if let value = number.value(bytes, within: patterns.positive, divisor) {
      return value
    }
    let span = patterns.negative.span
    if let negative = NumberPattern(in: span),
      let value = negative.value(bytes, within: patterns.negative, divisor)
    {
      return -value
    }
    return .nan
  }
}

extension NumberPattern {
  /// The value of a text that has the pattern's prefix and suffix around matching digits.
  fileprivate func value(_ text: [UInt8], within pattern: [UInt8], _ divisor: Double) -> Double? {
    let prefix = pattern[..<range.lowerBound]
    let suffix = pattern[range.upperBound...]
    guard text.count >= prefix.count + suffix.count, text.starts(with: prefix),
      text.suffix(suffix.count).elementsEqual(suffix)
    else { return nil }
    // Percentages may have up to three decimals if the pattern has no point.
    let maximumDecimals = maximumDecimals == 0 && divisor != 1 ? 3 : maximumDecimals
    return value(
      text[prefix.count..<text.count - suffix.count], maximumDecimals: maximumDecimals,
      divisor: divisor)
  }

  /// The value of digits that match the pattern, divided by 1, 100 or 1,000; nil if they don't
  /// match.
  func value(_ text: ArraySlice<UInt8>, maximumDecimals: Int, divisor: Double) -> Double? {
    let point = text.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
    guard let whole = digits(ofWhole: text[..<point]) else { return nil }
    let fraction = text[point...].dropFirst()
    guard fraction.count >= minimumDecimals, fraction.count <= maximumDecimals,
      point == text.endIndex || !fraction.isEmpty, fraction.allSatisfy({ $0 &- 48 < 10 }),
      !(whole.isEmpty && fraction.isEmpty)
    else { return nil }
    // Drop leading zeros, but keep a digit before the point.
    var spelled = Array(whole.drop { $0 == UInt8(ascii: "0") })
    if spelled.isEmpty { spelled = [UInt8(ascii: "0")] }
    if !fraction.isEmpty {
      spelled.append(UInt8(ascii: "."))
      spelled.append(contentsOf: fraction)
    }
    // Divide in decimal: 99.99% is 0.9999, but the double 99.99 divided by 100 is not.
    if divisor != 1 { spelled.append(contentsOf: divisor == 100 ? "e-2".utf8 : "e-3".utf8) }
    var position = 0
    let span = spelled.span
    return DecimalParser.parse(span, at: &position)
  }

  /// The digits before the point, without commas. Commas must separate groups of the pattern's
  /// size, or of three, or be missing. Nil if they don't match.
  private func digits(ofWhole text: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let last = lastGroup > 0 ? lastGroup : 3
    let others = lastGroup > 0 ? otherGroups : 3
    if parts.count > 1 {
      guard let first = parts.first, !first.isEmpty, first.count <= others,
        parts.last?.count == last, parts.dropFirst().dropLast().allSatisfy({ $0.count == others })
      else { return nil }
    }
    let digits = Array(parts.joined())
    guard digits.allSatisfy({ $0 &- 48 < 10 }), digits.count >= minimumWholeDigits else {
      return nil
    }
    // Leading zeros are allowed only to reach the pattern's number of digits.
    if digits.count > max(minimumWholeDigits, 1), digits.first == UInt8(ascii: "0") { return nil }
    return digits
  }
}
