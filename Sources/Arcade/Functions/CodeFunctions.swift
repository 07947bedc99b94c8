/// Function reference: text functions for character codes, GUIDs and file names.
enum CodeFunctions {
  static let all: [ArcadeFunction] = [
    // Values that are not UTF-16 units are skipped. Without any, the result is null.
    ArcadeFunction("FromCharCode", 1...ArcadeFunction.many) {
      run, arguments throws(ArcadeProblem) in
      let units = run.flattened(arguments).compactMap { value in
        UInt16(exactly: value.asNumber.rounded(.towardZero))
      }
      return units.isEmpty ? .null : try run.makeValue(String(decoding: units, as: UTF16.self))
    },
    // Values that are not code points are skipped. A lone surrogate becomes U+FFFD.
    ArcadeFunction("FromCodePoint", 1...ArcadeFunction.many) {
      run, arguments throws(ArcadeProblem) in
      var text = ""
      for value in run.flattened(arguments) {
        guard let code = UInt32(exactly: value.asNumber.rounded(.towardZero)), code <= 0x10_ffff
        else { continue }
        text.unicodeScalars.append(Unicode.Scalar(code) ?? "\u{fffd}")
      }
      return text.isEmpty ? .null : try run.makeValue(text)
    },
    ArcadeFunction("ToCharCode", 1...2) { run, arguments throws(ArcadeProblem) in
      guard let units = try units(arguments, in: &run) else { return .null }
      return .number(Int(units.first))
    },
    // The second surrogate of a pair, alone, gives its own code.
    ArcadeFunction("ToCodePoint", 1...2) { run, arguments throws(ArcadeProblem) in
      guard let units = try units(arguments, in: &run) else { return .null }
      guard let second = units.second, UTF16.isLeadSurrogate(units.first),
        UTF16.isTrailSurrogate(second)
      else { return .number(Int(units.first)) }
      return .number((Int(units.first) - 0xd800) << 10 + (Int(second) - 0xdc00) + 0x1_0000)
    },
    ArcadeFunction("ToHex", 1) { run, arguments throws(ArcadeProblem) in
      let number = run.number(arguments, 0)
      return number.isNaN ? .number(.nan) : .text(ArcadeNumber.hexadecimal(number))
    },
    ArcadeFunction("StandardizeGuid", 2) { run, arguments throws(ArcadeProblem) in
      try standardizedGUID(arguments, in: &run)
    },
    // File names cannot contain `< > " ? *` or `/ \\ | :`.
    ArcadeFunction("StandardizeFilename", 1) { run, arguments throws(ArcadeProblem) in
      let value = run.value(arguments, 0)
      if value.isNull { return .text("") }
      guard case .text(let text) = value else {
        throw run.wrongType(arguments, 0, expected: "text")
      }
      var name = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "<", ">", "\"", "?", "*": name += "_"
        case "/", "\\", "|": name += "-"
        case ":": name += ", "
        default: name.unicodeScalars.append(scalar)
        }
      }
      return try run.makeValue(name)
    },
  ]
}

extension CodeFunctions {
  /// The UTF-16 unit of the first argument at the index in the second one, and the unit after it.
  /// Nil for an empty text without an index.
  ///
  /// - Throws: `badArgument` for an index outside the text.
  private static func units(
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> (first: UInt16, second: UInt16?)? {
    let units = try run.text(arguments, 0).utf16
    if units.isEmpty, arguments.count == 1 { return nil }
    let position = run.integer(arguments, 1)
    guard position >= 0, position < units.count else {
      throw run.badArgument(
        arguments, min(1, arguments.count - 1), message: "it is outside the text")
    }
    let index = units.index(units.startIndex, offsetBy: position)
    let next = units.index(after: index)
    return (units[index], next < units.endIndex ? units[next] : nil)
  }

  /// Reads a GUID with or without hyphens, braces and parentheses, and writes it in the given
  /// format. The default format has braces. Empty text for anything else.
  private static func standardizedGUID(
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    var text = Array(try run.text(arguments, 0).utf8)[...]
    if let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "(") {
      text.removeFirst()
    }
    if let last = text.last, last == UInt8(ascii: "}") || last == UInt8(ascii: ")") {
      text.removeLast()
    }
    var digits: [UInt8] = []
    var hyphened: [UInt8] = []
    for (index, byte) in text.enumerated() {
      if byte == UInt8(ascii: "-"), [8, 12, 16, 20].contains(digits.count), index > 0,
        text[text.startIndex + index - 1] != byte
      {
        continue
      }
      guard byte.hexadecimalValue != nil else { return .text("") }
      if [8, 12, 16, 20].contains(digits.count) { hyphened.append(UInt8(ascii: "-")) }
      digits.append(byte)
      hyphened.append(byte)
    }
    guard digits.count == 32 else { return .text("") }
    let plain = String(decoding: hyphened, as: UTF8.self)
    return switch try run.text(arguments, 1).lowercased() {
    case "digits": .text(String(decoding: digits, as: UTF8.self))
    case "digits-hyphen": .text(plain)
    case "digits-hyphen-parentheses": .text("(" + plain + ")")
    default: .text("{" + plain + "}")
    }
  }
}
