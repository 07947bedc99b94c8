/// A position in a JSON text.
package struct JSONPosition: Sendable, Equatable, CustomStringConvertible {
  /// The number of bytes before the position.
  package var offset: Int
  /// The line, from 1. Nil in a part of a larger file, where only the offset is known.
  package var line: Int?
  /// The column in the line, from 1, counted in Unicode scalars.
  package var column: Int?

  /// Creates a position from its offset alone.
  package init(offset: Int) {
    self.offset = offset
  }

  /// Creates the position of the byte at `offset` and counts its line and column in `bytes`.
  package init(offset: Int, in bytes: Span<UInt8>) {
    self.offset = offset
    var line = 1
    var column = 1
    var at = 0
    let end = min(offset, bytes.count)
    while at < end {
      let byte = bytes[at]
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      at += 1
    }
    self.line = line
    self.column = column
  }

  package var description: String {
    guard let line, let column else { return "offset \(offset)" }
    return "line \(line), column \(column) (offset \(offset))"
  }
}

/// What the grammar expects at the position of an error.
package enum JSONExpectation: String, Sendable {
  case value = "a value"
  case object = "an object"
  case array = "an array"
  case key = "a key in quotes"
  case colon = "`:`"
  case commaOrBrace = "`,` or `}`"
  case commaOrBracket = "`,` or `]`"
  case digit = "a digit"
  case closingQuote = "a closing `\"`"
  case escape = "an escape such as `\\n` or `\\u00E9`"
  case noControlCharacter = "no control character inside a string"
  case endOfText = "the end of the text"
  case literalTrue = "`true`"
  case literalFalse = "`false`"
  case literalNull = "`null`"
  case oneFeaturesArray = "only one `features` array"
  case matchingBracket = "the bracket that closes the one before"
}

/// Why a text is not the expected JSON, and at which position.
package enum JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text breaks the grammar. `found` is the byte at that position, or `nil` at the end.
  case unexpected(JSONPosition, expected: JSONExpectation, found: UInt8?)
  /// A byte that cannot be UTF-8.
  case badUTF8(JSONPosition)
  /// Arrays and objects are nested deeper than the limit.
  case tooDeep(JSONPosition, limit: Int)
  /// The text, or the part that is kept in memory, exceeds the limit in bytes.
  case tooLarge(size: Int, limit: Int)
  /// One string exceeds the limit in bytes.
  case stringTooLong(JSONPosition, limit: Int)
  /// One element of a streamed array, or one line, exceeds the limit in bytes.
  case elementTooLarge(JSONPosition, limit: Int)

  /// The position of the error, or `nil` if it is about the text as a whole.
  package var position: JSONPosition? {
    switch self {
    case .unexpected(let position, _, _), .badUTF8(let position), .tooDeep(let position, _),
      .stringTooLong(let position, _), .elementTooLarge(let position, _):
      position
    case .tooLarge:
      nil
    }
  }

  /// Returns the same error at another position. A reader of a stripe passes `stripe.offset +
  /// offset`.
  package func moved(to position: JSONPosition) -> JSONError {
    switch self {
    case .unexpected(_, let expected, let found):
      .unexpected(position, expected: expected, found: found)
    case .badUTF8: .badUTF8(position)
    case .tooDeep(_, let limit): .tooDeep(position, limit: limit)
    case .stringTooLong(_, let limit): .stringTooLong(position, limit: limit)
    case .elementTooLarge(_, let limit): .elementTooLarge(position, limit: limit)
    case .tooLarge: self
    }
  }

  package var description: String {
    switch self {
    case .unexpected(let position, let expected, nil):
      "the text ends too soon at \(position): expected \(expected.rawValue)"
    case .unexpected(let position, let expected, let found?):
      "expected \(expected.rawValue), found \(Self.name(of: found)) at \(position)"
    case .badUTF8(let position): "the text isn't UTF-8 at \(position)"
    case .tooDeep(let position, let limit):
      "arrays and objects are nested deeper than \(limit) levels at \(position)"
    case .tooLarge(let size, let limit):
      "the JSON has \(size) bytes, but at most \(limit) are allowed"
    case .stringTooLong(let position, let limit):
      "a string is longer than \(limit) bytes at \(position)"
    case .elementTooLarge(let position, let limit):
      "an element is longer than \(limit) bytes at \(position)"
    }
  }

  private static func name(of byte: UInt8) -> String {
    guard (0x21...0x7E).contains(byte) else {
      return "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "`\(Character(Unicode.Scalar(byte)))`"
  }
}
