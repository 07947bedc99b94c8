// Checks of patterns that are literals in the source.

extension ArcadeCompiler {
  /// Functions that return a part of a date. A pattern of zeros on their result is intended.
  private static let dateParts: Set<String> = [
    "year", "month", "day", "hour", "minute", "second", "millisecond", "week", "weekday",
    "isoyear", "isomonth", "isoweek", "isoweekday",
  ]

  /// Records a literal number pattern that cuts off digits.
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

  /// Whether a value is a part of a date, or such a part plus or minus a number.
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
  /// How many digits before the decimal point a pattern of zeros keeps. Nil for patterns that cut
  /// nothing off, and for date patterns.
  static func digitsKept(by pattern: String) -> Int? {
    let patterns = NumberPatterns(pattern)
    let span = patterns.positive.span
    guard let number = NumberPattern(in: span), number.isCut,
      !["Y", "DD", "MM", "HH", "hh"].contains(where: pattern.contains)
    else { return nil }
    return number.minimumWholeDigits
  }
}
