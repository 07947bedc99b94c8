// Number patterns (function reference, Text, format, and Number, pattern).
//
//   pattern   prefix number suffix [ ";" the same for negative numbers ]
//   number    "#" "0" "," in any order, ending with a digit; then "." "0"… "#"…
//   0         a digit that is always written
//   #         a digit that is written if there is one
//   ,         groups of as many digits as follow it; a second comma sizes all further groups
//   .         at most as many decimals as digits follow it
//   %  ‰      the number is multiplied by a hundred, by a thousand
//
// A pattern of zeros alone also cuts off digits before the point: 123 with "00" is 23. Without
// their own pattern, negative numbers get "-" before the pattern. Only the prefix and suffix of the
// second pattern are used. "E" and "¤" are not supported.

/// The digits of a pattern, without its prefix and suffix.
struct NumberPattern {
  /// The range of the digits within the pattern.
  let range: Range<Int>
  /// The least number of digits before the point.
  let minimumWholeDigits: Int
  /// Whether digits beyond those are cut off.
  let isCut: Bool
  /// The sizes of the last group and of the groups before it; 0 without groups.
  let lastGroup: Int
  let otherGroups: Int
  /// The least and the greatest number of decimals.
  let minimumDecimals: Int
  let maximumDecimals: Int

  /// Finds the first digits in a pattern; nil if it has none.
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

/// A pattern's two parts: for numbers from 0 up and for negative ones.
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

  /// The number that a pattern multiplies by.
  static func factor(of pattern: [UInt8]) -> Double {
    if pattern.contains(UInt8(ascii: "%")) { return 100 }
    return has("‰", pattern) ? 1_000 : 1
  }

  /// The message for a symbol that is not supported, if a pattern has one.
  static func unsupportedSymbol(in pattern: [UInt8]) -> String? {
    guard factor(of: pattern) == 1 else { return nil }
    if has("¤", pattern) { return "currency patterns (¤) are not supported" }
    return pattern.contains(UInt8(ascii: "E"))
      ? "exponent patterns (E) are not supported" : nil
  }

  /// The digits of the first pattern.
  ///
  /// - Throws: `badArgument` for the function's argument of that number, if the pattern has no digits or
  ///   `chosen` has a symbol that is not supported.
  func digits(
    _ chosen: [UInt8], for function: String, argument: Int
  ) throws(ArcadeProblem) -> NumberPattern {
    if let sign = Self.unsupportedSymbol(in: chosen) {
      throw .badArgument(function: function, argument: argument, message: sign)
    }
    let span = positive.span
    guard let number = NumberPattern(in: span) else {
      throw .badArgument(
        function: function, argument: argument, message: "the pattern has no digits (# or 0)")
    }
    return number
  }

  private static func has(_ sign: Character, _ pattern: [UInt8]) -> Bool {
    let sign = Array(String(sign).utf8)
    return pattern.indices.contains { pattern[$0...].starts(with: sign) }
  }
}
