// Checks of patterns that are literals in the source.

extension ExpressionFacts {
  /// Functions that return a part of a date. A pattern of zeros on their result is intended.
  private static let dateParts: Set<String> = [
    "year", "month", "day", "hour", "minute", "second", "millisecond", "week", "weekday",
    "isoyear", "isomonth", "isoweek", "isoweekday",
  ]

  /// Notes a literal number pattern that cuts off digits.
  mutating func notePattern(
    of function: ArcadeFunction, _ arguments: [ArcadeSyntax.NodeIndex], in syntax: ArcadeSyntax
  ) {
    let argumentIndexes = ["Text": 1, "Concatenate": 2]
    guard let index = argumentIndexes[function.name], index < arguments.count,
      case .text(let pattern) = syntax.nodes[arguments[index]],
      let cut = NumberPatterns.Cut(by: pattern), !Self.isDatePart(arguments[0], in: syntax)
    else { return }
    noteCut(by: cut, of: function.name, at: syntax.offsets[arguments[index]])
  }

  /// Whether a value is a part of a date, or such a part plus or minus a number.
  private static func isDatePart(_ node: ArcadeSyntax.NodeIndex, in syntax: ArcadeSyntax) -> Bool {
    switch syntax.nodes[node] {
    case .call(let callee, _):
      guard case .name(let name) = syntax.nodes[callee] else { return false }
      return dateParts.contains(name.lowercased())
    case .binary(let operation, let one, let two) where !operation.isLazy:
      if case .number = syntax.nodes[two] { return isDatePart(one, in: syntax) }
      if case .number = syntax.nodes[one] { return isDatePart(two, in: syntax) }
      return false
    default: return false
    }
  }
}

extension NumberPatterns {
  /// A pattern of zeros that cuts off digits before the decimal point.
  struct Cut {
    let text: String
    /// How many digits it keeps.
    let kept: Int

    /// Reads a pattern. Nil for patterns that cut nothing off, and for date patterns.
    init?(by pattern: String) {
      let span = NumberPatterns(pattern).positive.span
      guard let number = NumberPattern(in: span), number.isCut,
        !["Y", "DD", "MM", "HH", "hh"].contains(where: pattern.contains)
      else { return nil }
      text = pattern
      kept = number.minimumWholeDigits
    }
  }
}
