import Bytes

/// The value of a literal after `DEFAULT`.
enum DefaultLiteral {
  /// nil for a word that is no literal and for marks.
  static func value(of token: SQLToken, in lexer: SQLLexer, isNegative: Bool) -> SQLValue? {
    switch token.kind {
    case .string, .quotedName: return .text(lexer.name(token))
    case .number: return number(Array(lexer.text[token.range]), isNegative: isNegative)
    case .blob: return blob(lexer.text[token.range])
    case .word:
      if lexer.isWord(token, "null") { return .null }
      if lexer.isWord(token, "true") { return .integer(1) }
      if lexer.isWord(token, "false") { return .integer(0) }
      for computed: StaticString in ["current_time", "current_date", "current_timestamp"]
      where lexer.isWord(token, computed) { return nil }
      return .text(lexer.name(token))
    case .mark, .end: return nil
    }
  }

  /// A number as SQLite reads it: 64-bit integers, hexadecimal with 0x, doubles otherwise.
  static func number(_ digits: [UInt8], isNegative: Bool) -> SQLValue? {
    let text = digits.span.repairedString()
    let folded = Identifier.folded(text)
    if folded.hasPrefix("0x") {
      guard let bits = UInt64(folded.dropFirst(2), radix: 16) else { return nil }
      let value = Int64(bitPattern: bits)
      return .integer(isNegative ? 0 &- value : value)
    }
    if let value = Int64((isNegative ? "-" : "") + text) { return .integer(value) }
    guard let value = Double(text) else { return nil }
    return .real(isNegative ? -value : value)
  }

  /// A number as a column of this affinity holds it: a TEXT column keeps what is written, unless
  /// that is a small integer, and other columns an integer where nothing is lost.
  static func kept(_ value: SQLValue, written: String, _ affinity: Affinity) -> SQLValue {
    switch (affinity, value) {
    case (.text, .integer(let integer)) where Int32(exactly: integer) == nil: .text(written)
    case (.text, .real): .text(written)
    case (.blob, _): value.applying(.numeric)
    default: value.applying(affinity)
    }
  }

  private static func blob(_ token: ArraySlice<UInt8>) -> SQLValue? {
    let digits = token.dropFirst(2).dropLast()
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
    }
    return high == nil ? .blob(bytes) : nil
  }
}

extension SQLValue {
  /// The value as a column of this affinity holds it (datatype3.html §3).
  func applying(_ affinity: Affinity) -> SQLValue {
    switch (affinity, self) {
    case (.text, .integer(let value)): return .text(String(value))
    case (.text, .real(let value)): return .text("\(value)")
    case (.real, .integer(let value)): return .real(Double(value))
    case (.integer, .real(let value)), (.numeric, .real(let value)):
      return Int64(exactly: value).map(SQLValue.integer) ?? self
    case (.integer, .text(let text)), (.numeric, .text(let text)), (.real, .text(let text)):
      let bytes = Array(text.utf8)
      switch NumericText.number(bytes.span) {
      case .integer(let value): return SQLValue.integer(value).applying(affinity)
      case .real(let value): return SQLValue.real(value).applying(affinity)
      default: return self
      }
    default: return self
    }
  }
}
