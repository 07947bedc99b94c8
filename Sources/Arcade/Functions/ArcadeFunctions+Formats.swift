// Function reference: Text and Number, which convert values to text and back with patterns.

extension ArcadeFunctions {
  static let formats: [ArcadeFunction] = [
    ArcadeFunction("Text", 1...2) { run, arguments throws(ArcadeProblem) in
      let pattern = try run.pattern(arguments, 1)
      let text = try run.text(of: run.value(arguments, 0), by: pattern, for: arguments.function)
      return try text.map { (text) throws(ArcadeProblem) in try run.makeValue(text) } ?? .null
    },
    ArcadeFunction("Number", 1...2) { run, arguments throws(ArcadeProblem) in
      let pattern = try run.pattern(arguments, 1)
      guard case .text(let text) = run.value(arguments, 0), !pattern.isEmpty else {
        return .number(run.number(arguments, 0))
      }
      try run.charge(steps: (text.utf8.count + pattern.utf8.count) / 16)
      return .number(try NumberPatterns.number(text, by: pattern, for: arguments.function))
    },
  ]
}

extension ArcadeWorkspace {
  /// An argument as a pattern. Null is an empty pattern.
  func pattern(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem) -> String {
    switch value(arguments, index) {
    case .null: return ""
    case .text(let pattern): return pattern
    default: throw wrongType(arguments, index, expected: "a pattern")
    }
  }

  /// The text of a value, written with a pattern. Patterns apply to numbers, dates, days and times.
  /// Nil for NaN and infinity.
  ///
  /// - Throws: `badArgument` for the function's argument of that number, if the pattern is not
  ///   supported.
  mutating func text(
    of value: ArcadeValue, by pattern: String, for function: String, argument: Int = 2
  ) throws(ArcadeProblem) -> String? {
    guard !pattern.isEmpty else { return try text(of: value) }
    try charge(steps: pattern.utf8.count / 16)
    switch value {
    case .number(let number):
      do throws(ArcadeProblem) {
        return try NumberPatterns.text(number, by: pattern, for: function)
      } catch {
        guard case .badArgument(_, _, let message) = error else { throw error }
        throw .badArgument(function: function, argument: argument, message: message)
      }
    case .date(let date): return text(DateParts(date, in: context), by: pattern)
    case .day(let day): return text(DateParts(day), by: pattern)
    case .time(let time): return text(DateParts(time), by: pattern)
    default: return try text(of: value)
    }
  }

  private func text(_ parts: DateParts, by pattern: String) -> String {
    let letters = Array(pattern.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(letters.count + 16)
    let span = letters.span
    DatePattern.append(parts, by: span, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
