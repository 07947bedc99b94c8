import Bytes

/// The SQL functions that expressions can call: those with the same result in every SQLite version.
enum SQLFunction: String, Sendable {
  case lower, upper, length, abs, coalesce, ifnull, nullif, iif, typeof
  case trim, ltrim, rtrim, substr, substring, replace, instr, round
  case min, max
  case date, time, datetime, strftime

  /// The number of arguments it takes.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .lower, .upper, .length, .abs, .typeof: 1...1
    // The time value only, without modifiers.
    case .date, .time, .datetime: 1...1
    case .trim, .ltrim, .rtrim, .round: 1...2
    case .ifnull, .nullif, .instr, .strftime: 2...2
    case .substr, .substring: 2...3
    case .iif, .replace: 3...3
    case .coalesce, .min, .max: 2...100
    }
  }

  /// The value for these arguments. Their number must be allowed.
  ///
  /// - Parameter collation: the collating sequence for `min`, `max` and `nullif`.
  /// - Throws: `ExpressionFault` if it cannot be evaluated.
  func value(
    of arguments: [ExpressionValue], _ collation: Collation
  ) throws(ExpressionFault) -> ExpressionValue {
    let first = arguments.first ?? .null
    switch self {
    case .coalesce, .ifnull: return arguments.first { $0 != .null } ?? .null
    case .iif: return try first.truth() == true ? arguments[1] : arguments[2]
    case .typeof: return .text(Array(first.typeName.utf8))
    case .nullif where arguments[1] == .null: return first
    // Replacing an empty text changes nothing, even if the replacement is NULL.
    case .replace where arguments[1] == .text([]): return first
    default:
      return arguments.contains(.null)
        ? .null : try value(arguments, first: first, collation: collation)
    }
  }

  /// The value if no argument is NULL.
  private func value(
    _ arguments: [ExpressionValue], first: ExpressionValue, collation: Collation
  ) throws(ExpressionFault) -> ExpressionValue {
    switch self {
    case .abs: return try first.magnitude()
    case .lower: return .text(try first.text().map(Identifier.lower))
    case .upper:
      return .text(try first.text().map { $0 &- UInt8(ascii: "a") < 26 ? $0 & ~0x20 : $0 })
    case .length: return try first.length()
    case .trim, .ltrim, .rtrim: return try trimmed(arguments)
    case .substr, .substring: return try Self.part(arguments)
    case .replace: return try Self.replaced(arguments)
    case .instr: return try Self.position(of: arguments[1], in: first)
    case .round: return try Self.rounded(arguments)
    case .min:
      return arguments.dropFirst().reduce(first) { best, next in
        best.compare(next, collation) >= 0 ? next : best
      }
    case .max:
      return arguments.dropFirst().reduce(first) { best, next in
        best.compare(next, collation) < 0 ? next : best
      }
    case .nullif: return first.compare(arguments[1], collation) == 0 ? .null : first
    case .date: return try SQLTime.text("%Y-%m-%d", of: first)
    case .time: return try SQLTime.text("%H:%M:%S", of: first)
    case .datetime: return try SQLTime.text("%Y-%m-%d %H:%M:%S", of: first)
    case .strftime:
      return try SQLTime.text(String(decoding: try first.text(), as: UTF8.self), of: arguments[1])
    case .coalesce, .ifnull, .iif, .typeof: throw ExpressionFault()
    }
  }

  // MARK: Texts

  private func trimmed(_ arguments: [ExpressionValue]) throws(ExpressionFault) -> ExpressionValue {
    var text = try arguments[0].characters()[...]
    let blanks = arguments.count > 1 ? Set(try arguments[1].characters()) : [" "]
    if self != .rtrim { text = text.drop(while: blanks.contains) }
    if self != .ltrim {
      while let last = text.last, blanks.contains(last) { text.removeLast() }
    }
    return ExpressionValue(text)
  }

  /// `substr`: characters from a position, which counts from 1, or from the end if negative. A
  /// negative count takes the characters before the position.
  private static func part(
    _ arguments: [ExpressionValue]
  ) throws(ExpressionFault) -> ExpressionValue {
    if case .blob = arguments[0] { throw ExpressionFault() }
    let text = try arguments[0].characters()
    var start = try arguments[1].count()
    var count = arguments.count > 2 ? try arguments[2].count() : ExpressionValue.mostCounted
    let isBackwards = count < 0
    count = Swift.abs(count)
    if start < 0 {
      start += text.count
      if start < 0 {
        count = Swift.max(0, count + start)
        start = 0
      }
    } else if start > 0 {
      start -= 1
    } else if count > 0 {
      // Position 0, before the first character, counts as one of the characters taken.
      count -= 1
    }
    if isBackwards {
      start -= count
      if start < 0 {
        count += start
        start = 0
      }
    }
    return ExpressionValue(text.dropFirst(start).prefix(Swift.max(0, count)))
  }

  private static func replaced(
    _ arguments: [ExpressionValue]
  ) throws(ExpressionFault) -> ExpressionValue {
    let text = try arguments[0].plainText()
    let searched = try arguments[1].plainText()
    let other = try arguments[2].plainText()
    guard let first = searched.first else { return arguments[0] }
    try bound(text, searching: searched)
    var result: [UInt8] = []
    var at = 0
    while at < text.count {
      if text[at] == first, text[at...].starts(with: searched) {
        result += other
        at += searched.count
      } else {
        result.append(text[at])
        at += 1
      }
      guard result.count <= mostBytes else { throw ExpressionFault() }
    }
    return .text(result)
  }

  /// `instr`: the position of a text in another, counted from 1; 0 if it does not occur.
  private static func position(
    of searched: ExpressionValue, in text: ExpressionValue
  ) throws(ExpressionFault) -> ExpressionValue {
    let text = try text.characters()
    let searched = try searched.characters()
    try bound(text, searching: searched)
    let index = text.indices.first { text[$0...].starts(with: searched) }
    return .integer(searched.isEmpty ? 1 : Int64(index.map { $0 + 1 } ?? 0))
  }

  /// The longest text that functions return.
  private static let mostBytes = 1 << 24

  /// Limits the work of searching a text at every position.
  private static func bound(
    _ text: some Collection, searching searched: some Collection
  ) throws(ExpressionFault) {
    guard text.count <= mostBytes, text.count * searched.count <= TextPattern.mostWork else {
      throw ExpressionFault()
    }
  }

  // MARK: Numbers

  /// `round`: rounds to a number of digits after the decimal point.
  private static func rounded(
    _ arguments: [ExpressionValue]
  ) throws(ExpressionFault) -> ExpressionValue {
    let digits = arguments.count > 1 ? Swift.max(0, try arguments[1].count()) : 0
    let number: Double
    switch arguments[0] {
    case .integer(let integer): number = Double(integer)
    case .real(let real): number = real
    default: throw ExpressionFault()
    }
    guard digits <= 15 else { throw ExpressionFault() }
    let power = (0..<digits).reduce(1.0) { power, _ in power * 10 }
    let scaled = Swift.abs(number) * power
    // SQLite versions differ in rounding halves.
    let part = scaled - scaled.rounded(.down)
    guard scaled < 1e12, Swift.abs(part - 0.5) > 1e-3 else { throw ExpressionFault() }
    let whole = scaled.rounded()
    return .real(whole == 0 ? 0 : (number < 0 ? -whole : whole) / power)
  }
}

extension ExpressionValue {
  fileprivate init(_ characters: ArraySlice<Unicode.Scalar>) {
    var text = ""
    text.unicodeScalars.append(contentsOf: characters)
    self = .text(Array(text.utf8))
  }

  /// The characters of a text that all SQLite versions see the same way.
  ///
  /// - Throws: `ExpressionFault` for a text with a NUL or with invalid UTF-8.
  func characters() throws(ExpressionFault) -> [Unicode.Scalar] {
    guard let text = String(validating: try plainText(), as: UTF8.self) else {
      throw ExpressionFault()
    }
    return Array(text.unicodeScalars)
  }

  /// The bytes of a text without a NUL.
  fileprivate func plainText() throws(ExpressionFault) -> [UInt8] {
    let text = try text()
    guard !text.contains(0) else { throw ExpressionFault() }
    return text
  }

  /// A count larger than any text is long.
  fileprivate static let mostCounted = 1 << 30

  /// A number of characters or digits.
  fileprivate func count() throws(ExpressionFault) -> Int {
    let count: Int64
    switch self {
    case .integer(let integer): count = integer
    case .real(let real): count = Self.truncated(real)
    default: throw ExpressionFault()
    }
    guard count.magnitude < Self.mostCounted else { throw ExpressionFault() }
    return Int(count)
  }

  fileprivate var typeName: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .blob: "blob"
    }
  }

  fileprivate func magnitude() throws(ExpressionFault) -> ExpressionValue {
    switch self {
    case .null: return .null
    // SQLite reports an error for an integer without a positive counterpart.
    case .integer(let integer) where integer > .min: return .integer(abs(integer))
    case .real(let real): return .real(abs(real))
    default: throw ExpressionFault()
    }
  }

  /// The number of characters of a text up to a NUL, or of bytes of a blob.
  fileprivate func length() throws(ExpressionFault) -> ExpressionValue {
    switch self {
    case .null: return .null
    case .blob(let bytes): return .integer(Int64(bytes.count))
    default:
      let text = try text().prefix { $0 != 0 }
      return .integer(Int64(text.count { $0 & 0xc0 != 0x80 }))
    }
  }
}
