/// Splits a where clause into tokens.
struct WhereLexer {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the next token. After the last one, always returns `end`.
  mutating func next() throws(WhereError) -> WhereToken {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    let start = position
    guard start < bytes.count else { return WhereToken(kind: .end, offset: start) }
    let byte = bytes[start]
    switch byte {
    case UInt8(ascii: "'"):
      return WhereToken(kind: .text(try quoted(byte)), offset: start)
    case UInt8(ascii: "\""):
      let name = String(decoding: try quoted(byte), as: UTF8.self)
      return WhereToken(kind: .quotedName(name), offset: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
      return WhereToken(kind: .number(try number()), offset: start)
    case UInt8(ascii: "@"):
      return WhereToken(kind: .parameter(try parameter()), offset: start)
    default:
      if let symbol = try symbol() {
        return WhereToken(kind: .symbol(symbol), offset: start)
      }
      guard Self.startsWord(byte) else {
        throw .unsupported(Self.shown(bytes[start...]), offset: start)
      }
      return WhereToken(kind: try word(), offset: start)
    }
  }

  /// Reads text up to the closing quote. A doubled quote is one quote.
  private mutating func quoted(_ quote: UInt8) throws(WhereError) -> [UInt8] {
    let start = position
    position += 1
    var result: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == quote {
        guard position < bytes.count, bytes[position] == quote else { return result }
        position += 1
      }
      result.append(byte)
    }
    throw .unterminated(offset: start)
  }

  /// Reads `12`, `12.5`, `.5`, `12.` or `1e-3`, without a sign.
  private mutating func number() throws(WhereError) -> String {
    let start = position
    skipDigits()
    var hasDigits = position > start
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      let fraction = position
      skipDigits()
      hasDigits = hasDigits || position > fraction
    }
    let mantissa = position
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D {
        position += 1
      }
      let exponent = position
      skipDigits()
      if position == exponent { position = mantissa }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let isWord = position < bytes.count && Self.continuesWord(bytes[position])
    guard hasDigits, !isWord else {
      throw .unexpected(found: Self.shown(bytes[start...]), expected: "a number", offset: start)
    }
    return text
  }

  /// Reads `@name`. It has no dots, because these separate members of the caller's variables.
  private mutating func parameter() throws(WhereError) -> String {
    let start = position
    position += 1
    guard position < bytes.count, Self.startsWord(bytes[position]) else {
      throw .unexpected(
        found: Self.shown(bytes[start...]), expected: "the name of a parameter", offset: start)
    }
    let name = position
    while position < bytes.count, Self.continuesWord(bytes[position]),
      bytes[position] != UInt8(ascii: ".")
    {
      position += 1
    }
    return String(decoding: bytes[name..<position], as: UTF8.self)
  }

  private mutating func skipDigits() {
    while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
  }

  private mutating func symbol() throws(WhereError) -> WhereSymbol? {
    let second = position + 1 < bytes.count ? bytes[position + 1] : 0
    let symbol: WhereSymbol
    var length = 1
    switch (bytes[position], second) {
    case (UInt8(ascii: "<"), UInt8(ascii: ">")), (UInt8(ascii: "!"), UInt8(ascii: "=")):
      symbol = .notEqual
      length = 2
    case (UInt8(ascii: "<"), UInt8(ascii: "=")):
      symbol = .lessOrEqual
      length = 2
    case (UInt8(ascii: ">"), UInt8(ascii: "=")):
      symbol = .greaterOrEqual
      length = 2
    case (UInt8(ascii: "|"), UInt8(ascii: "|")):
      symbol = .concatenate
      length = 2
    case (UInt8(ascii: "-"), UInt8(ascii: "-")), (UInt8(ascii: "/"), UInt8(ascii: "*")):
      throw .unsupported("a comment", offset: position)
    case (UInt8(ascii: "="), _): symbol = .equal
    case (UInt8(ascii: "<"), _): symbol = .less
    case (UInt8(ascii: ">"), _): symbol = .greater
    case (UInt8(ascii: "+"), _): symbol = .plus
    case (UInt8(ascii: "-"), _): symbol = .minus
    case (UInt8(ascii: "*"), _): symbol = .times
    case (UInt8(ascii: "/"), _): symbol = .divided
    case (UInt8(ascii: "("), _): symbol = .open
    case (UInt8(ascii: ")"), _): symbol = .close
    case (UInt8(ascii: ","), _): symbol = .comma
    default: return nil
    }
    position += length
    return symbol
  }

  /// Reads a word, which may contain dots as in the field names of joined layers. `N'…'` is a text.
  private mutating func word() throws(WhereError) -> WhereToken.Kind {
    let start = position
    while position < bytes.count, Self.continuesWord(bytes[position]) { position += 1 }
    let isNational = position == start + 1 && bytes[start] | 0x20 == UInt8(ascii: "n")
    if isNational, position < bytes.count, bytes[position] == UInt8(ascii: "'") {
      return .text(try quoted(UInt8(ascii: "'")))
    }
    return .word(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private static func startsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private static func continuesWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), UInt8(ascii: "#"),
      UInt8(ascii: "."):
      true
    default: startsWord(byte)
    }
  }

  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    let end = bytes.firstIndex { $0 <= 0x20 } ?? bytes.endIndex
    return String(decoding: bytes[..<end].prefix(40), as: UTF8.self)
  }
}
