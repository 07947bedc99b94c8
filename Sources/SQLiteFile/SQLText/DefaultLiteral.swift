import Bytes
import Records

/// The value of a literal after `DEFAULT`.
enum DefaultLiteral {
  /// The tokens after `DEFAULT`, up to the length of the longest supported expression.
  struct Tokens {
    private var kept: [SQLToken] = []
    private var count = 0

    /// A literal can have many parentheses and signs around it. For expressions, this is the most
    /// tokens to keep.
    private static let most = 64

    mutating func append(_ token: SQLToken) {
      count += 1
      if kept.count < Self.most { kept.append(token) }
    }

    /// The tokens without the parentheses around all of them; empty if there are too many.
    private func inner(_ lexer: SQLLexer) -> ArraySlice<SQLToken> {
      guard count == kept.count else { return [] }
      var inner = kept[...]
      while let first = inner.first, let last = inner.last, inner.count > 2,
        lexer.isMark(first, "("), lexer.isMark(last, ")")
      {
        inner = inner.dropFirst().dropLast()
      }
      return inner
    }

    /// The tokens without blanks and outer parentheses, the first in lower case.
    func expression(in lexer: SQLLexer) -> String {
      let texts = inner(lexer).map { lexer.text[$0.range].span.repairedString() }
      return Identifier.folded(texts.first ?? "") + texts.dropFirst().joined()
    }

    /// The value of one literal with signs and parentheses; nil for an expression. `written` is a
    /// number as written.
    func value(in lexer: SQLLexer) -> (value: SQLValue, written: String?)? {
      var rest = kept[...]
      var (opened, minuses, pluses) = (0, 0, 0)
      while let first = rest.first, first.kind == .mark {
        if lexer.isMark(first, "(") { opened += 1 }
        if lexer.isMark(first, "-") { minuses += 1 }
        if lexer.isMark(first, "+") { pluses += 1 }
        rest.removeFirst()
      }
      guard count == kept.count, opened + minuses + pluses + 1 + opened == count,
        let literal = rest.popFirst(), rest.allSatisfy({ lexer.isMark($0, ")") })
      else { return nil }
      let isNegative = minuses % 2 == 1
      guard literal.kind == .number else {
        guard let value = DefaultLiteral.value(of: literal, in: lexer) else { return nil }
        return minuses == 0 ? (value, nil) : value.negated(isNegative)
      }
      let value = DefaultLiteral.number(Array(lexer.text[literal.range]), isNegative: isNegative)
      return value.map { ($0, (isNegative ? "-" : "") + lexer.name(literal)) }
    }
  }

  /// Returns nil for a word that is not a literal, for numbers and for marks.
  static func value(of token: SQLToken, in lexer: SQLLexer) -> SQLValue? {
    switch token.kind {
    case .string, .quotedName: return .text(lexer.name(token))
    case .blob: return blob(lexer.text[token.range])
    case .word:
      if lexer.isWord(token, "null") { return .null }
      if lexer.isWord(token, "true") { return .integer(1) }
      if lexer.isWord(token, "false") { return .integer(0) }
      for computed: StaticString in ["current_time", "current_date", "current_timestamp"]
      where lexer.isWord(token, computed) { return nil }
      return .text(lexer.name(token))
    case .number, .mark, .end: return nil
    }
  }

  /// Parses a number as SQLite does: 64-bit integers, hexadecimal with 0x, otherwise doubles.
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
    // SQLite has no negative zero.
    return .real(isNegative && value != 0 ? -value : value)
  }

  /// A number as a column of this affinity stores it. A TEXT column keeps it as written, except for
  /// small integers. Other columns store an integer if that loses nothing.
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
  /// The value as a column of this affinity stores it (datatype3.html §3).
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

  /// The value after minus signs, and its text; nil for a text that is not a number.
  fileprivate func negated(_ isNegative: Bool) -> (value: SQLValue, written: String?)? {
    switch self {
    case .integer(let value):
      let result = isNegative ? 0 &- value : value
      return (.integer(result), "\(result)")
    case .real(let value):
      let result = isNegative ? -value : value
      return (.real(result), "\(result)")
    case .null: return (.null, nil)
    case .blob(let bytes): return SQLValue.text(bytes.span.repairedString()).negated(isNegative)
    case .text:
      let number = applying(.numeric)
      if case .text = number { return nil }
      return number.negated(isNegative)
    }
  }
}
