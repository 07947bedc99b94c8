// Patterns that are known before an expression runs.

extension ArcadeCompiler {
  /// Parts of dates: whoever writes them by a pattern of zeros means so many digits.
  private static let dateParts: Set<String> = [
    "year", "month", "day", "hour", "minute", "second", "millisecond", "week", "weekday",
    "isoyear", "isomonth", "isoweek", "isoweekday",
  ]

  /// Notes a literal pattern for numbers that cuts digits off.
  mutating func notePattern(of function: ArcadeFunction, _ arguments: [ArcadeSyntax.NodeIndex]) {
    let argumentIndexes = ["Text": 1, "Concatenate": 2]
    guard let index = argumentIndexes[function.name], index < arguments.count,
      case .text(let pattern) = syntax.nodes[arguments[index]],
      let kept = NumberPatterns.digitsKept(by: pattern), !isDatePart(arguments[0])
    else { return }
    cuttingPatterns.append(
      error(
        .cutsDigits(function: function.name, pattern: pattern, kept: kept),
        at: syntax.offsets[arguments[index]]))
  }

  /// Whether a value is a part of a date, or one and a number more or less.
  private func isDatePart(_ node: ArcadeSyntax.NodeIndex) -> Bool {
    switch syntax.nodes[node] {
    case .call(let callee, _):
      guard case .name(let name) = syntax.nodes[callee] else { return false }
      return Self.dateParts.contains(name.lowercased())
    case .binary(.compute, let one, let two):
      if case .number = syntax.nodes[two] { return isDatePart(one) }
      if case .number = syntax.nodes[one] { return isDatePart(two) }
      return false
    default: return false
    }
  }
}

extension NumberPatterns {
  /// How many digits before the point a pattern of zeros alone leaves of a number, whatever its
  /// size; nil for patterns that cut nothing off, and for those of dates.
  static func digitsKept(by pattern: String) -> Int? {
    let patterns = NumberPatterns(pattern)
    let span = patterns.positive.span
    guard let number = NumberPattern(in: span), number.isCut,
      !["Y", "DD", "MM", "HH", "hh"].contains(where: pattern.contains)
    else { return nil }
    return number.minimumWholeDigits
  }
}
