// Texts and templates: their characters, escapes resolved.

extension ArcadeLexer {
  /// How a piece of a template ends.
  enum TemplateEnd {
    /// At the closing `.
    case template
    /// At `${`: an expression follows.
    case expression
  }

  /// Reads a text from its opening quote to its closing one.
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

  /// Reads a template's text up to its end or the next expression.
  ///
  /// - Parameter start: where the template begins, for the error.
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

  /// Reads an escape at its backslash. What is no escape is the character itself.
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
      // A line's end after a backslash is no part of the text.
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

  /// The value of so many hexadecimal digits; nil, unmoved, where there are fewer.
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

  /// Appends a character by its number; U+FFFD for a half of a pair and what is no character.
  private func append(_ value: Int, to text: inout [UInt8]) {
    let scalar = Unicode.Scalar(UInt32(value)) ?? "\u{fffd}"
    text.append(contentsOf: String(Character(scalar)).utf8)
  }
}
