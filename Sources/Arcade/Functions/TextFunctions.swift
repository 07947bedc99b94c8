/// Function reference: text functions. Indexes and counts are UTF-16 units.
enum TextFunctions {
  static let all: [ArcadeFunction] =
    CodeFunctions.all + [
      ArcadeFunction("Concatenate", 1...ArcadeFunction.many) {
        run, arguments throws(ArcadeProblem) in try concatenate(arguments, in: &run)
      },
      ArcadeFunction("Find", 2...3) { run, arguments throws(ArcadeProblem) in
        let needle = try run.text(arguments, 0)
        let text = try run.text(arguments, 1)
        guard !run.number(arguments, 2).isNaN else { return .number(-1) }
        let start = max(0, run.integer(arguments, 2))
        try run.budget.charge(steps: text.utf8.count / 16)
        return .number(text.utf16Index(of: needle, from: start) ?? -1)
      },
      ArcadeFunction("Left", 2) { run, arguments throws(ArcadeProblem) in
        let text = try run.text(arguments, 0)
        return try run.makeValue(text.utf16Slice(from: 0, count: run.integer(arguments, 1)))
      },
      ArcadeFunction("Right", 2) { run, arguments throws(ArcadeProblem) in
        let text = try run.text(arguments, 0)
        let length = text.utf16.count
        let count = max(0, min(length, run.integer(arguments, 1)))
        return try run.makeValue(text.utf16Slice(from: length - count, count: count))
      },
      ArcadeFunction("Mid", 2...3) { run, arguments throws(ArcadeProblem) in
        let text = try run.text(arguments, 0)
        guard !run.number(arguments, 1).isNaN else { return .text("") }
        let count = arguments.count > 2 ? run.integer(arguments, 2) : Int.max
        return try run.makeValue(text.utf16Slice(from: run.integer(arguments, 1), count: count))
      },
      ArcadeFunction("Lower", 1) { run, arguments throws(ArcadeProblem) in
        try run.makeValue(try run.text(arguments, 0).lowercased())
      },
      ArcadeFunction("Upper", 1) { run, arguments throws(ArcadeProblem) in
        try run.makeValue(try run.text(arguments, 0).uppercased())
      },
      ArcadeFunction("Proper", 1...2) { run, arguments throws(ArcadeProblem) in
        let text = try run.text(arguments, 0)
        // Only `firstword` selects the first word. Any other text means every word.
        let mode = try run.text(arguments, 1).lowercased().filter { $0 != "-" }
        return try run.makeValue(text.proper(everyWord: mode != "firstword"))
      },
      ArcadeFunction("Trim", 1) { run, arguments throws(ArcadeProblem) in
        try run.makeValue(try run.text(arguments, 0).trimmed())
      },
      ArcadeFunction("Replace", 3...4) { run, arguments throws(ArcadeProblem) in
        let isAll = arguments.count < 4 || run.value(arguments, 3).asBoolean
        let text = try run.text(arguments, 0)
        let replaced = text.replacing(
          try run.text(arguments, 1), with: try run.text(arguments, 2), isAll: isAll,
          limit: run.budget.limits.textLength)
        guard let replaced else { throw .textTooLong(limit: run.budget.limits.textLength) }
        try run.budget.charge(steps: text.utf8.count / 16)
        return try run.makeValue(replaced)
      },
      ArcadeFunction("Split", 2...4) { run, arguments throws(ArcadeProblem) in
        let text = try run.text(arguments, 0)
        let limit = arguments.count > 2 ? run.integer(arguments, 2) : -1
        let isRemovingEmpty = run.value(arguments, 3).asBoolean
        try run.budget.charge(elements: text.utf8.count)
        var parts = text.split(by: try run.text(arguments, 1))
        if isRemovingEmpty { parts.removeAll { $0.isEmpty } }
        if limit >= 0 { parts = Array(parts.prefix(limit)) }
        return try run.makeValue(parts.map(ArcadeValue.text))
      },
      ArcadeFunction("UrlEncode", 1) { run, arguments throws(ArcadeProblem) in
        guard case .dictionary(let dictionary) = run.value(arguments, 0) else {
          return try run.makeValue(try run.text(arguments, 0).urlEncoded())
        }
        var pairs: [String] = []
        let entries = run.entries(of: dictionary)
        let sorted = zip(entries.keys, entries.values).sorted { $0.0.precedesInUTF16($1.0) }
        for (key, value) in sorted {
          pairs.append(key.urlEncoded() + "=" + (try run.text(of: value)).urlEncoded())
        }
        return try run.makeValue(pairs.joined(separator: "&"))
      },
    ]
}

extension TextFunctions {
  private static func concatenate(
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    var text = ""
    guard case .array(let array) = run.value(arguments, 0) else {
      for index in 0..<arguments.count { text += try run.text(arguments, index) }
      return try run.makeValue(text)
    }
    let separator = try run.text(arguments, 1)
    let pattern = try FormatFunctions.pattern(arguments, 2, in: run)
    for (index, value) in run.elements(of: array).enumerated() {
      if index > 0 { text += separator }
      text +=
        try FormatFunctions.text(
          of: value, by: pattern, for: arguments.function, argument: 3, in: &run) ?? ""
      guard text.utf8.count <= run.budget.limits.textLength else {
        throw .textTooLong(limit: run.budget.limits.textLength)
      }
    }
    return try run.makeValue(text)
  }
}

extension Int {
  /// Rounds a number toward zero and limits it to the range of integers; 0 for NaN.
  init(clamping number: Double) {
    if number.isNaN {
      self = 0
    } else {
      self = Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    }
  }
}
