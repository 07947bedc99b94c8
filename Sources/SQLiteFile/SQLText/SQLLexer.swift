import Bytes

/// A token of an SQL text.
struct SQLToken: Equatable {
  enum Kind {
    /// A bare word: keyword or name.
    case word
    /// A quoted name: "x", `x` or [x].
    case quotedName
    /// 'x'
    case string
    /// x'00'
    case blob
    case number
    /// One byte of punctuation.
    case mark
    case end
  }

  var kind: Kind
  /// Its range in the text, including quotes.
  var range: Range<Int>
}

/// Splits an SQL text into tokens, one at a time, without recursion.
struct SQLLexer {
  let text: [UInt8]
  private(set) var at = 0

  init(_ text: String) { self.text = Array(text.utf8) }

  /// The next token; nil if a quote or comment is not closed.
  mutating func next() -> SQLToken? {
    guard skipBlanks() else { return nil }
    let start = at
    guard at < text.count else { return SQLToken(kind: .end, range: at..<at) }
    let byte = text[at]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return quoted(byte, .quotedName)
    case UInt8(ascii: "["):
      guard let end = text.span.firstIndex(of: UInt8(ascii: "]"), from: at) else { return nil }
      at = end + 1
      return SQLToken(kind: .quotedName, range: start..<at)
    case UInt8(ascii: "'"):
      return quoted(byte, .string)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      if at + 1 < text.count, text[at + 1] == UInt8(ascii: "'") {
        at += 1
        guard let body = quoted(UInt8(ascii: "'"), .blob) else { return nil }
        return SQLToken(kind: .blob, range: start..<body.range.upperBound)
      }
      return word(start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return number(start)
    case UInt8(ascii: "."):
      if at + 1 < text.count, Self.isDigit(text[at + 1]) { return number(start) }
    case UInt8(ascii: "$"):
      // Before a name, this character makes a parameter of it.
      break
    default:
      if Self.isNameByte(byte) { return word(start) }
    }
    at += 1
    return SQLToken(kind: .mark, range: start..<at)
  }

  /// The text of a name or string token without its quotes.
  func name(_ token: SQLToken) -> String {
    var body = Array(text[token.range])
    if token.kind == .quotedName || token.kind == .string, body.count >= 2 {
      let quote = body[0]
      body.removeFirst()
      body.removeLast()
      if quote != UInt8(ascii: "[") { body = Self.undoubled(body, quote) }
    }
    return body.span.repairedString()
  }

  /// Whether a token is this keyword, given in lower case.
  func isWord(_ token: SQLToken, _ keyword: StaticString) -> Bool {
    guard token.kind == .word, token.range.count == keyword.utf8CodeUnitCount else { return false }
    let word = text[token.range].map(Identifier.lower)
    return word.span.matches(keyword)
  }

  func isMark(_ token: SQLToken, _ mark: Unicode.Scalar) -> Bool {
    token.kind == .mark && UInt32(text[token.range.lowerBound]) == mark.value
  }

  private mutating func quoted(_ quote: UInt8, _ kind: SQLToken.Kind) -> SQLToken? {
    let start = at
    at += 1
    while let end = text.span.firstIndex(of: quote, from: at) {
      at = end + 1
      // A doubled quote is one quote character.
      guard at < text.count, text[at] == quote else {
        return SQLToken(kind: kind, range: start..<at)
      }
      at += 1
    }
    return nil
  }

  private mutating func word(_ start: Int) -> SQLToken {
    while at < text.count, Self.isNameByte(text[at]) || Self.isDigit(text[at]) { at += 1 }
    return SQLToken(kind: .word, range: start..<at)
  }

  private mutating func number(_ start: Int) -> SQLToken {
    while at < text.count {
      let byte = text[at]
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      let followsE =
        at > start && Identifier.lower(text[at - 1]) == UInt8(ascii: "e")
        && !(at > start + 1 && Identifier.lower(text[start + 1]) == UInt8(ascii: "x"))
      guard
        Self.isDigit(byte) || Self.isNameByte(byte) || byte == UInt8(ascii: ".")
          || (isSign && followsE)
      else { break }
      at += 1
    }
    return SQLToken(kind: .number, range: start..<at)
  }

  /// Skips blanks and comments. Returns false if a comment is not closed. SQLite accepts an
  /// unclosed comment at the end of the text, and a vertical tab only after another blank. A byte
  /// order mark is a blank where a name could begin.
  private mutating func skipBlanks() -> Bool {
    var followsBlank = false
    while at < text.count {
      let byte = text[at]
      if byte == 0x20 || (0x09...0x0d).contains(byte), byte != 0x0b || followsBlank {
        at += 1
        followsBlank = true
        continue
      }
      followsBlank = false
      if byte == 0xef, text[at...].starts(with: Self.byteOrderMark) {
        at += Self.byteOrderMark.count
      } else if byte == UInt8(ascii: "-"), at + 1 < text.count, text[at + 1] == byte {
        at = text.span.firstIndex(of: 0x0a, from: at) ?? text.count
      } else if byte == UInt8(ascii: "/"), at + 1 < text.count, text[at + 1] == UInt8(ascii: "*") {
        at += 2
        while at < text.count {
          if text[at] == UInt8(ascii: "*"), at + 1 < text.count, text[at + 1] == UInt8(ascii: "/") {
            break
          }
          at += 1
        }
        at = min(text.count, at + 2)
      } else {
        break
      }
    }
    return true
  }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  private static func undoubled(_ body: [UInt8], _ quote: UInt8) -> [UInt8] {
    var single: [UInt8] = []
    var skips = false
    for byte in body {
      if byte == quote, skips {
        skips = false
        continue
      }
      skips = byte == quote
      single.append(byte)
    }
    return single
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || Identifier.lower(byte) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }
}
