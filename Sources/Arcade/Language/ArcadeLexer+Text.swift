// Text literals and templates, with their escapes.

extension ArcadeLexer {
  /// How a piece of a template ends.
  enum TemplateEnd {
    /// At the closing backtick.
    case template
    /// At `${`; an expression follows.
    case expression
  }

  /// Reads a text literal, from its opening quote to its closing one.
  mutating func text(quote: UInt8) throws(ArcadeError) -> String {
    let start = position
    advance(1)
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        advance(1)
        return String(decoding: text, as: UTF8.self)
      }
      if byte.endsLine { break }
      if byte == UInt8(ascii: "\\") {
        readEscape(into: &text)
      } else {
        text.append(byte)
        advance(1)
      }
    }
    throw error(.unterminatedText, at: start)
  }

  /// Reads template text, up to the end of the template or the next expression.
  ///
  /// - Parameter start: the offset of the template, for the error.
  mutating func templatePiece(start: Int) throws(ArcadeError) -> (String, TemplateEnd) {
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "`") {
        advance(1)
        return (String(decoding: text, as: UTF8.self), .template)
      }
      if byte == UInt8(ascii: "$"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "{")
      {
        advance(2)
        return (String(decoding: text, as: UTF8.self), .expression)
      }
      if byte == UInt8(ascii: "\\") {
        readEscape(into: &text)
      } else {
        text.append(byte)
        advance(1)
      }
    }
    throw error(.unterminatedTemplate, at: start)
  }

  /// Reads an escape at its backslash. An unknown escape is the character itself.
  private mutating func readEscape(into text: inout [UInt8]) {
    advance(1)
    guard position < bytes.count else { return }
    let byte = bytes[position]
    advance(1)
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "v"): text.append(0x0b)
    case UInt8(ascii: "0"): text.append(0)
    case UInt8(ascii: "x"):
      if let unit = hexadecimal(2) { append(unit, to: &text) } else { text.append(byte) }
    case UInt8(ascii: "u"): readUnit(into: &text)
    case 0x0d:
      // A backslash before a line break removes the line break.
      if position < bytes.count, bytes[position] == 0x0a { advance(1) }
    case 0x0a: break
    default: text.append(byte)
    }
  }

  /// Reads what follows `\u`: four digits, a pair of surrogates, or digits in braces.
  private mutating func readUnit(into text: inout [UInt8]) {
    if position < bytes.count, bytes[position] == UInt8(ascii: "{") {
      let mark = position
      advance(1)
      var value = 0
      while position < bytes.count, let digit = bytes[position].hexadecimalValue {
        value = min(value * 16 + digit, 0x110000)
        advance(1)
      }
      if position < bytes.count, bytes[position] == UInt8(ascii: "}"), position > mark + 1 {
        advance(1)
        append(value, to: &text)
      } else {
        advance(mark - position)
        text.append(UInt8(ascii: "u"))
      }
      return
    }
    guard let unit = hexadecimal(4) else {
      text.append(UInt8(ascii: "u"))
      return
    }
    let mark = position
    if (0xd800..<0xdc00).contains(unit), bytes[position...].starts(with: Array("\\u".utf8)) {
      advance(2)
      if let low = hexadecimal(4), (0xdc00..<0xe000).contains(low) {
        append(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00), to: &text)
        return
      }
      advance(mark - position)
    }
    append(unit, to: &text)
  }

  /// Reads `count` hexadecimal digits. Returns nil, and does not move, if there are fewer.
  private mutating func hexadecimal(_ count: Int) -> Int? {
    guard position + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard let digit = byte.hexadecimalValue else { return nil }
      value = value * 16 + digit
    }
    advance(count)
    return value
  }

  /// Appends a character by its code. A lone surrogate or an invalid code becomes U+FFFD.
  private func append(_ value: Int, to text: inout [UInt8]) {
    let scalar = Unicode.Scalar(UInt32(value)) ?? "\u{fffd}"
    text.append(contentsOf: String(Character(scalar)).utf8)
  }
}
