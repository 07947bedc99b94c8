/// Function reference: Text and Number, which convert values to text and back with patterns.
enum FormatFunctions {
  static let all: [ArcadeFunction] = [
    ArcadeFunction("Text", 1...2) { run, arguments throws(ArcadeProblem) in
      let pattern = try pattern(arguments, 1, in: run)
      let text = try text(
        of: run.value(arguments, 0), by: pattern, for: arguments.function, in: &run)
      return try text.map { (text) throws(ArcadeProblem) in try run.makeValue(text) } ?? .null
    },
    ArcadeFunction("Number", 1...2) { run, arguments throws(ArcadeProblem) in
      let pattern = try pattern(arguments, 1, in: run)
      guard case .text(let text) = run.value(arguments, 0), !pattern.isEmpty else {
        return .number(run.number(arguments, 0))
      }
      try run.budget.charge(steps: (text.utf8.count + pattern.utf8.count) / 16)
      return .number(
        try NumberPatterns.number(text, by: pattern, for: arguments.function, argument: 2))
    },
  ]
}

extension FormatFunctions {
  /// An argument as a pattern. Null is an empty pattern.
  static func pattern(_ arguments: ArcadeArguments, _ index: Int, in run: ArcadeRun)
    throws(ArcadeProblem) -> String
  {
    switch run.value(arguments, index) {
    case .null: return ""
    case .text(let pattern): return pattern
    default: throw run.wrongType(arguments, index, expected: "a pattern")
    }
  }

  /// The text of a value, written with a pattern. Patterns apply to numbers, dates, days and times.
  /// Nil for infinity.
  ///
  /// - Throws: `badArgument` for the function's argument of that number, if the pattern is not
  ///   supported.
  static func text(
    of value: ArcadeValue, by pattern: String, for function: String, argument: Int = 2,
    in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> String? {
    guard !pattern.isEmpty else { return try run.text(of: value) }
    try run.budget.charge(steps: pattern.utf8.count / 16)
    switch value {
    case .number(let number):
      if number.isNaN { return "NaN" }
      return try NumberPatterns.text(number, by: pattern, for: function, argument: argument)
    case .date(let date):
      let zone =
        pattern.utf8.contains(UInt8(ascii: "Z")) ? run.context.zones.shortName(of: date) : ""
      return text(DateParts(date, in: run.context.zones), by: pattern, zone: zone)
    case .day(let day): return text(DateParts(day), by: pattern)
    case .time(let time): return text(DateParts(time), by: pattern)
    default: return try run.text(of: value)
    }
  }

  private static func text(_ parts: DateParts, by pattern: String, zone: String = "") -> String {
    let letters = Array(pattern.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(letters.count + 16)
    let span = letters.span
    DatePattern.append(parts, by: span, zone: zone, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
