import Bytes

extension NumberPatterns {
  /// The number that a text spells as the pattern says, with nothing more around it; not a number
  /// for another text.
  ///
  /// - Throws: `badArgument` of the function's second argument, for a pattern that is refused.
  static func number(
    _ text: String, by pattern: String, for function: String
  ) throws(ArcadeProblem) -> Double {
    let patterns = NumberPatterns(pattern)
    let number = try patterns.digits(patterns.positive, for: function)
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
  /// The value of a text that has the pattern's signs around digits that are as it says.
  fileprivate func value(_ text: [UInt8], within pattern: [UInt8], _ divisor: Double) -> Double? {
    let prefix = pattern[..<range.lowerBound]
    let suffix = pattern[range.upperBound...]
    guard text.count >= prefix.count + suffix.count, text.starts(with: prefix),
      text.suffix(suffix.count).elementsEqual(suffix)
    else { return nil }
    // Percents have up to three places where the pattern has no point.
    let maximumDecimals = maximumDecimals == 0 && divisor != 1 ? 3 : maximumDecimals
    return value(
      text[prefix.count..<text.count - suffix.count], maximumDecimals: maximumDecimals,
      divisor: divisor)
  }

  /// The value of digits that are as the pattern says, divided by 1, 100 or 1,000; nil for others.
  func value(_ text: ArraySlice<UInt8>, maximumDecimals: Int, divisor: Double) -> Double? {
    let point = text.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
    guard let whole = digits(ofWhole: text[..<point]) else { return nil }
    let fraction = text[point...].dropFirst()
    guard fraction.count >= minimumDecimals, fraction.count <= maximumDecimals,
      point == text.endIndex || !fraction.isEmpty, fraction.allSatisfy({ $0 &- 48 < 10 }),
      !(whole.isEmpty && fraction.isEmpty)
    else { return nil }
    // Zeros before the first digit do not count, but one must stand before the point.
    var spelled = Array(whole.drop { $0 == UInt8(ascii: "0") })
    if spelled.isEmpty { spelled = [UInt8(ascii: "0")] }
    if !fraction.isEmpty {
      spelled.append(UInt8(ascii: "."))
      spelled.append(contentsOf: fraction)
    }
    // Divided as a decimal: 99.99 % is 0.9999, which the double of 99.99 by 100 is not.
    if divisor != 1 { spelled.append(contentsOf: divisor == 100 ? "e-2".utf8 : "e-3".utf8) }
    var position = 0
    let span = spelled.span
    return DecimalParser.parse(span, at: &position)
  }

  /// The digits before the point without commas, which part groups of the pattern's size, or of
  /// three where it has none, or are left out; nil where they do not fit.
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
    // Zeros stand before other digits only to fill the places of the pattern.
    if digits.count > max(minimumWholeDigits, 1), digits.first == UInt8(ascii: "0") { return nil }
    return digits
  }
}
