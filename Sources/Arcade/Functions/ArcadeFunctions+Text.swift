import Bytes

// Function reference: text functions. Places and counts are UTF-16 units.

extension ArcadeFunctions {
  static let text: [ArcadeFunction] = [
    ArcadeFunction("Concatenate", 1...ArcadeFunction.many) {
      run, arguments throws(ArcadeProblem) in try run.concatenate(arguments)
    },
    ArcadeFunction("Find", 2...3) { run, arguments throws(ArcadeProblem) in
      let needle = try run.text(arguments, 0)
      let text = try run.text(arguments, 1)
      let start = max(0, run.integer(arguments, 2))
      try run.take(steps: text.utf8.count / 16)
      return .number(text.utf16Index(of: needle, from: start) ?? -1)
    },
    ArcadeFunction("Left", 2) { run, arguments throws(ArcadeProblem) in
      let text = try run.text(arguments, 0)
      return try run.made(text.utf16Slice(from: 0, count: run.integer(arguments, 1)))
    },
    ArcadeFunction("Right", 2) { run, arguments throws(ArcadeProblem) in
      let text = try run.text(arguments, 0)
      let length = text.utf16.count
      let count = max(0, min(length, run.integer(arguments, 1)))
      return try run.made(text.utf16Slice(from: length - count, count: count))
    },
    ArcadeFunction("Mid", 2...3) { run, arguments throws(ArcadeProblem) in
      let text = try run.text(arguments, 0)
      let count = arguments.count > 2 ? run.integer(arguments, 2) : Int.max
      return try run.made(text.utf16Slice(from: run.integer(arguments, 1), count: count))
    },
    ArcadeFunction("Lower", 1) { run, arguments throws(ArcadeProblem) in
      try run.made(try run.text(arguments, 0).lowercased())
    },
    ArcadeFunction("Upper", 1) { run, arguments throws(ArcadeProblem) in
      try run.made(try run.text(arguments, 0).uppercased())
    },
    ArcadeFunction("Proper", 1...2) { run, arguments throws(ArcadeProblem) in
      let text = try run.text(arguments, 0)
      let mode = arguments.count > 1 ? try run.text(arguments, 1).lowercased() : "everyword"
      guard mode == "everyword" || mode == "firstword" else {
        throw run.badArgument(arguments, 1, "must be 'everyword' or 'firstword'")
      }
      return try run.made(text.proper(everyWord: mode == "everyword"))
    },
    ArcadeFunction("Trim", 1) { run, arguments throws(ArcadeProblem) in
      try run.made(try run.text(arguments, 0).trimmed())
    },
    ArcadeFunction("Replace", 3...4) { run, arguments throws(ArcadeProblem) in
      let isAll = arguments.count < 4 ? true : try run.boolean(arguments, 3)
      let text = try run.text(arguments, 0)
      let replaced = text.replacing(
        try run.text(arguments, 1), with: try run.text(arguments, 2), isAll: isAll,
        limit: run.context.limits.textLength)
      guard let replaced else { throw .textTooLong(limit: run.context.limits.textLength) }
      try run.take(steps: text.utf8.count / 16)
      return try run.made(replaced)
    },
    ArcadeFunction("Split", 2...4) { run, arguments throws(ArcadeProblem) in
      let text = try run.text(arguments, 0)
      let limit = arguments.count > 2 ? run.integer(arguments, 2) : -1
      let isRemovingEmpty = arguments.count > 3 ? try run.boolean(arguments, 3) : false
      try run.hold(elements: text.utf8.count)
      var parts = text.split(by: try run.text(arguments, 1))
      if isRemovingEmpty { parts.removeAll { $0.isEmpty } }
      if limit >= 0 { parts = Array(parts.prefix(limit)) }
      return try run.made(parts.map(ArcadeValue.text))
    },
    ArcadeFunction("UrlEncode", 1) { run, arguments throws(ArcadeProblem) in
      guard case .dictionary(let dictionary) = run.value(arguments, 0) else {
        return try run.made(try run.text(arguments, 0).urlEncoded())
      }
      var pairs: [String] = []
      let entries = run.entries(of: dictionary)
      for (key, value) in zip(entries.keys, entries.values) {
        pairs.append(key.urlEncoded() + "=" + (try run.text(of: value)).urlEncoded())
      }
      return try run.made(pairs.joined(separator: "&"))
    },
    ArcadeFunction("FromCharCode", 1...ArcadeFunction.many) {
      run, arguments throws(ArcadeProblem) in
      let units = run.spread(arguments).map { value in
        UInt16(truncatingIfNeeded: Int(clamping: value.asNumber))
      }
      return try run.made(String(decoding: units, as: UTF16.self))
    },
    ArcadeFunction("FromCodePoint", 1...ArcadeFunction.many) {
      run, arguments throws(ArcadeProblem) in
      var text = ""
      for value in run.spread(arguments) {
        guard let code = UInt32(exactly: value.asNumber), let scalar = Unicode.Scalar(code) else {
          throw run.badArgument(arguments, 0, "is no character")
        }
        text.unicodeScalars.append(scalar)
      }
      return try run.made(text)
    },
    ArcadeFunction("ToCharCode", 1...2) { run, arguments throws(ArcadeProblem) in
      let units = try run.text(arguments, 0).utf16
      let place = run.integer(arguments, 1)
      guard place >= 0, place < units.count else {
        throw run.badArgument(arguments, min(1, arguments.count - 1), "is outside the text")
      }
      return .number(Int(units[units.index(units.startIndex, offsetBy: place)]))
    },
    ArcadeFunction("ToCodePoint", 1...2) { run, arguments throws(ArcadeProblem) in
      let text = try run.text(arguments, 0)
      let place = run.integer(arguments, 1)
      guard place >= 0, place < text.utf16.count else {
        throw run.badArgument(arguments, min(1, arguments.count - 1), "is outside the text")
      }
      let rest = text.utf16Slice(from: place, count: 2)
      return .number(Int(rest.unicodeScalars.first?.value ?? 0))
    },
    ArcadeFunction("ToHex", 1) { run, arguments throws(ArcadeProblem) in
      let number = run.number(arguments, 0)
      guard let whole = Int(exactly: number.rounded(.towardZero)) else { return .null }
      return .text(String(whole, radix: 16))
    },
    ArcadeFunction("StandardizeGuid", 2) { run, arguments throws(ArcadeProblem) in
      try run.standardizedGUID(arguments)
    },
  ]
}

extension ArcadeWorkspace {
  /// An argument as a whole number: cut towards zero; 0 for what is no number.
  package func integer(_ arguments: ArcadeArguments, _ index: Int) -> Int {
    Int(clamping: number(arguments, index))
  }

  /// The arguments, or the elements of the first where it is an array and the only one.
  package func spread(_ arguments: ArcadeArguments) -> [ArcadeValue] {
    if arguments.count == 1, case .array(let array) = value(arguments, 0) {
      return elements(of: array)
    }
    return (0..<arguments.count).map { value(arguments, $0) }
  }

  fileprivate mutating func concatenate(
    _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    var text = ""
    guard case .array(let array) = value(arguments, 0) else {
      for index in 0..<arguments.count { text += try self.text(arguments, index) }
      return try made(text)
    }
    let separator = try self.text(arguments, 1)
    let format = value(arguments, 2)
    for (index, value) in elements(of: array).enumerated() {
      if index > 0 { text += separator }
      text += try formatted(value, format)
      guard text.utf8.count <= context.limits.textLength else {
        throw .textTooLong(limit: context.limits.textLength)
      }
    }
    return try made(text)
  }

  /// A value's text by a format, as the function `Text` makes it; without one, its plain text.
  private mutating func formatted(
    _ value: ArcadeValue, _ format: ArcadeValue
  ) throws(ArcadeProblem) -> String {
    guard !format.isEmpty, let place = ArcadeFunctions.places["text"] else {
      return try text(of: value)
    }
    switch value {
    case .number, .date, .day, .time:
      return try text(of: try call(.builtin(Int32(place)), [value, format]))
    default: return try text(of: value)
    }
  }

  /// Function reference, StandardizeGuid: the digits of an identity, with what the format names.
  fileprivate mutating func standardizedGUID(
    _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    let digits = try text(arguments, 0).utf8.filter { $0.hexadecimalValue != nil }
    guard digits.count == 32 else { return .null }
    let lower = digits.map { $0.isDigit ? $0 : $0 | 0x20 }
    var hyphened: [UInt8] = []
    for (index, digit) in lower.enumerated() {
      if [8, 12, 16, 20].contains(index) { hyphened.append(UInt8(ascii: "-")) }
      hyphened.append(digit)
    }
    let text = String(decoding: hyphened, as: UTF8.self)
    switch try self.text(arguments, 1).lowercased() {
    case "digits": return .text(String(decoding: lower, as: UTF8.self))
    case "digits-hyphen": return .text(text)
    case "digits-hyphen-braces": return .text("{" + text + "}")
    case "digits-hyphen-parentheses": return .text("(" + text + ")")
    default: throw badArgument(arguments, 1, "names no format of identities")
    }
  }
}

extension Int {
  /// The whole part of a number, at most what fits; 0 for what is no number.
  init(clamping number: Double) {
    if number.isNaN {
      self = 0
    } else {
      self = Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    }
  }
}
