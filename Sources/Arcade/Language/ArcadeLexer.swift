// The tokens of the language, read on demand:
//
//   blanks       space, tab, line breaks, U+00A0, U+FEFF
//   comments     // to the end of the line, /* … */
//   names        letters, digits, _ and $, not starting with a digit; any non-ASCII character
//   numbers      12  1.5  .5  5.  1e3  0xff  0o17  0b101
//   texts        '…' and "…" on one line
//   templates    `… ${ expression } …`
//   escapes      \n \t \r \b \f \v \0 \xhh \uhhhh \u{h…}, a line break, any other character itself

/// Reads tokens from the bytes of an expression.
struct ArcadeLexer: Sendable {
  let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Skips a byte order mark.
    position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  /// Moves forward by `count` bytes.
  mutating func advance(_ count: Int) { position += count }

  private func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  /// Makes an error for a problem at a byte offset.
  func error(_ problem: ArcadeProblem, at offset: Int) -> ArcadeError {
    ArcadeError(problem, at: SourcePosition(offset: offset, in: bytes))
  }

  /// The next token.
  mutating func next() throws(ArcadeError) -> ArcadeToken {
    let followsLineBreak = try skipBlanks()
    let start = position
    let kind = try kind()
    return ArcadeToken(
      kind: kind, start: start, end: position, followsLineBreak: followsLineBreak)
  }

  private mutating func kind() throws(ArcadeError) -> ArcadeToken.Kind {
    guard position < bytes.count else { return .end }
    let first = bytes[position]
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return .text(try text(quote: first))
    case UInt8(ascii: "`"):
      position += 1
      return .template
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try number())
    case UInt8(ascii: ".") where byte(1).isDigit:
      return .number(try number())
    default:
      break
    }
    if first.startsName { return name() }
    for (spelling, symbol) in ArcadeSymbol.byFirst[first] ?? []
    where bytes[position...].starts(with: spelling) {
      position += spelling.count
      return .symbol(symbol)
    }
    throw error(.unexpectedCharacter(character(at: position)), at: position)
  }

  /// The character at a byte offset, in quotes; its code if it cannot be shown.
  private func character(at offset: Int) -> String {
    let first = bytes[offset]
    guard first > 0x20, first < 0x7f else {
      let digits = String(first, radix: 16)
      return "0x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
    return "'" + String(decoding: [first], as: UTF8.self) + "'"
  }

  private mutating func skipBlanks() throws(ArcadeError) -> Bool {
    var hasLineBreak = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        hasLineBreak = true
        position += 1
      case 0x20, 0x09, 0x0b, 0x0c:
        position += 1
      case 0xc2 where byte(1) == 0xa0:
        position += 2
      case 0xef where byte(1) == 0xbb && byte(2) == 0xbf:
        position += 3
      // U+2028 and U+2029 separate lines and paragraphs.
      case 0xe2 where byte(1) == 0x80 && (byte(2) == 0xa8 || byte(2) == 0xa9):
        hasLineBreak = true
        position += 3
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        while position < bytes.count, !bytes[position].endsLine { position += 1 }
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        if try skipComment() { hasLineBreak = true }
      default:
        return hasLineBreak
      }
    }
    return hasLineBreak
  }

  private mutating func skipComment() throws(ArcadeError) -> Bool {
    let start = position
    var hasLineBreak = false
    position += 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        position += 2
        return hasLineBreak
      }
      if bytes[position].endsLine { hasLineBreak = true }
      position += 1
    }
    throw error(.unterminatedComment, at: start)
  }

  private mutating func name() -> ArcadeToken.Kind {
    let start = position
    while position < bytes.count, bytes[position].startsName || bytes[position].isDigit {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let word = ArcadeWord.byName[text.lowercased()] { return .word(word) }
    return .name(text)
  }

  private mutating func number() throws(ArcadeError) -> Double {
    let start = position
    if bytes[position] == UInt8(ascii: "0"), let bits = Self.radixes[byte(1) | 0x20] {
      position += 2
      return try integer(radix: bits, from: start)
    }
    while byte().isDigit { position += 1 }
    if byte() == UInt8(ascii: ".") {
      position += 1
      while byte().isDigit { position += 1 }
    }
    if byte() | 0x20 == UInt8(ascii: "e") {
      let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
      if byte(1 + sign).isDigit {
        position += 1 + sign
        while byte().isDigit { position += 1 }
      }
    }
    let spelled = String(decoding: bytes[start..<position], as: UTF8.self)
    let value = ArcadeNumber.number(spelled: spelled)
    if byte().startsName || value.isNaN { throw badNumber(from: start) }
    return value
  }

  private static let radixes: [UInt8: Int] = [
    UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2,
  ]

  private mutating func integer(radix: Int, from start: Int) throws(ArcadeError) -> Double {
    var value = 0.0
    let first = position
    while let digit = byte().hexadecimalValue, digit < radix {
      value = value * Double(radix) + Double(digit)
      position += 1
    }
    if position == first || byte().startsName || byte().isDigit {
      throw badNumber(from: start)
    }
    return value
  }

  private mutating func badNumber(from start: Int) -> ArcadeError {
    while byte().startsName || byte().isDigit { position += 1 }
    let text = String(decoding: bytes[start..<min(position, start + 40)], as: UTF8.self)
    return error(.badNumber(text), at: start)
  }
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }
  var endsLine: Bool { self == 0x0a || self == 0x0d }
  /// Whether this byte of UTF-8 can start a name.
  var startsName: Bool {
    (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
      || self >= 0x80
  }
  /// The value of a hexadecimal digit.
  var hexadecimalValue: Int? {
    if isDigit { return Int(self &- 0x30) }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? Int(letter) + 10 : nil
  }
}
