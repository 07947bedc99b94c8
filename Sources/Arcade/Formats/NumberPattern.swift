import Bytes

// Patterns of numbers (function reference, Text, format, and Number, pattern).
//
//   pattern   prefix number suffix [ ";" the same for negative numbers ]
//   number    "#" "0" "," in any order, a digit last; then "." "0"… "#"…
//   0         a digit that is always there
//   #         a digit if there is one
//   ,         groups of as many digits as follow it; a second one sizes all further groups
//   .         at most as many places as digits follow it
//   %  ‰      the number is shown a hundred, a thousand times as large
//
// Before the point, a pattern of zeros alone also cuts digits off: 123 by "00" is 23. Without a
// pattern of their own, negative numbers have "-" before the pattern. Of the second pattern only
// what surrounds the number counts. "E" and "¤" are refused.

/// The part of a pattern that stands for digits.
struct NumberPattern {
  /// Where it stands in the pattern it was found in.
  let range: Range<Int>
  /// Digits before the point that are always there.
  let minimumWholeDigits: Int
  /// Whether no more digits than those may stand before the point.
  let isCut: Bool
  /// The digits of the last group, and of those before it; 0 without groups.
  let lastGroup: Int
  let otherGroups: Int
  /// Places behind the point.
  let minimumDecimals: Int
  let maximumDecimals: Int

  /// The first number within a pattern; nil where it has none.
  init?(in pattern: Span<UInt8>) {
    var start = 0
    var end = 0
    while start < pattern.count {
      var position = start
      while position < pattern.count, Self.isPart(pattern[position]) {
        position += 1
        if pattern[position - 1] != UInt8(ascii: ",") { end = position }
      }
      if end > start { break }
      start = position + 1
    }
    guard end > start else { return nil }
    let wholeEnd = end
    var zeros = 0
    var decimals = 0
    if end < pattern.count, pattern[end] == UInt8(ascii: ".") {
      end += 1
      while end < pattern.count, pattern[end] == UInt8(ascii: "0") {
        (end, zeros) = (end + 1, zeros + 1)
      }
      decimals = zeros
      while end < pattern.count, pattern[end] == UInt8(ascii: "#") {
        (end, decimals) = (end + 1, decimals + 1)
      }
    }
    range = start..<end
    minimumDecimals = zeros
    maximumDecimals = decimals

    var least = 0
    var hasNumberSign = false
    var groups = [-1, -1]
    var sinceComma = -1
    for index in start..<wholeEnd {
      if pattern[index] == UInt8(ascii: ",") {
        groups = [groups[1], sinceComma]
        sinceComma = 0
      } else {
        if sinceComma >= 0 { sinceComma += 1 }
        if least > 0 || pattern[index] == UInt8(ascii: "0") { least += 1 }
        if pattern[index] == UInt8(ascii: "#") { hasNumberSign = true }
      }
    }
    minimumWholeDigits = least
    isCut = least > 0 && !hasNumberSign
    lastGroup = max(sinceComma, 0)
    otherGroups = groups[1] > 0 ? groups[1] : lastGroup
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "#") || byte == UInt8(ascii: "0") || byte == UInt8(ascii: ",")
  }
}

/// The two patterns of a text, for numbers from 0 on and for those below.
struct NumberPatterns {
  let positive: [UInt8]
  let negative: [UInt8]

  init(_ pattern: String) {
    let parts = Array(pattern.utf8).split(
      separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
    positive = Array(parts[0])
    negative =
      parts.count > 1 && !parts[1].isEmpty
      ? Array(parts[1]) : [UInt8(ascii: "-")] + positive
  }

  /// What a pattern multiplies numbers by.
  static func factor(of pattern: [UInt8]) -> Double {
    if pattern.contains(UInt8(ascii: "%")) { return 100 }
    return has("‰", pattern) ? 1_000 : 1
  }

  /// The signs of patterns that are not supported, if a pattern has one.
  static func refusedSign(in pattern: [UInt8]) -> String? {
    guard factor(of: pattern) == 1 else { return nil }
    if has("¤", pattern) { return "patterns of currencies (¤) are not supported" }
    return pattern.contains(UInt8(ascii: "E"))
      ? "patterns of powers of ten (E) are not supported" : nil
  }

  /// The digits of the first pattern.
  ///
  /// - Throws: `badArgument` of the function's second argument where there are none, or `chosen`
  ///   has a sign that is not supported.
  func digits(_ chosen: [UInt8], for function: String) throws(ArcadeProblem) -> NumberPattern {
    if let sign = Self.refusedSign(in: chosen) {
      throw .badArgument(function: function, argument: 2, message: sign)
    }
    let span = positive.span
    guard let number = NumberPattern(in: span) else {
      throw .badArgument(
        function: function, argument: 2, message: "the pattern has no place for digits (# or 0)")
    }
    return number
  }

  private static func has(_ sign: Character, _ pattern: [UInt8]) -> Bool {
    let sign = Array(String(sign).utf8)
    return pattern.indices.contains { pattern[$0...].starts(with: sign) }
  }
}
