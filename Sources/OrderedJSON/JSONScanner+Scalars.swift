import Bytes

extension JSONScanner {
  /// Reads a key, its colon, and the white space around them. Returns the bytes between the quotes.
  /// They still have escapes if `hasEscapes` is set.
  @inlinable package mutating func readKey(
    _ bytes: Span<UInt8>, hasEscapes: inout Bool
  ) throws(JSONError) -> Range<Int> {
    skipWhitespace(bytes)
    guard position < bytes.count, bytes[position] == 0x22 else {
      throw Self.unexpected(.key, at: position, in: bytes)
    }
    let range = try readString(bytes, hasEscapes: &hasEscapes)
    try expect(0x3A, expected: .colon, in: bytes)
    skipWhitespace(bytes)
    return range
  }

  /// Reads a string and returns the bytes between its quotes. They still have escapes if
  /// `hasEscapes` is set; ``JSONEscapes`` resolves them. Escapes are checked here, so resolving
  /// them cannot fail.
  @inlinable package mutating func readString(
    _ bytes: Span<UInt8>, hasEscapes: inout Bool
  ) throws(JSONError) -> Range<Int> {
    skipWhitespace(bytes)
    guard position < bytes.count, bytes[position] == 0x22 else {
      throw Self.unexpected(.value, at: position, in: bytes)
    }
    let start = position &+ 1
    let end = bytes.count
    var at = start
    hasEscapes = false
    while at < end {
      if at &+ 8 <= end {
        let stops = ByteWord.firstStringStop(bytes.littleEndianUInt64(at: at))
        if stops == 0 {
          at &+= 8
          continue
        }
        at &+= ByteWord.firstIndex(stops)
      }
      let byte = bytes[at]
      if byte == 0x22 {
        position = at &+ 1
        return start..<at
      }
      if byte == 0x5C {
        hasEscapes = true
        at = try Self.endOfEscape(bytes, at: at)
      } else if byte < 0x20 {
        throw Self.unexpected(.noControlCharacter, at: at, in: bytes)
      } else {
        at &+= 1
      }
    }
    throw Self.unexpected(.closingQuote, at: end, in: bytes)
  }

  /// Checks the escape whose backslash is at `at`. Returns the offset after it.
  @inline(never) @usableFromInline static func endOfEscape(
    _ bytes: Span<UInt8>, at: Int
  ) throws(JSONError) -> Int {
    guard at + 1 < bytes.count else { throw unexpected(.escape, at: bytes.count, in: bytes) }
    switch bytes[at + 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
      return at + 2
    case 0x75:
      for digit in at + 2..<at + 6 {
        guard digit < bytes.count, hexValue(bytes[digit]) != nil else {
          throw unexpected(.escape, at: min(digit, bytes.count), in: bytes)
        }
      }
      return at + 6
    default:
      throw unexpected(.escape, at: at + 1, in: bytes)
    }
  }

  /// Reads a number by the grammar of RFC 8259 §6. `isInteger` is set if it has neither a fraction
  /// nor an exponent.
  @inlinable package mutating func readNumber(
    _ bytes: Span<UInt8>
  ) throws(JSONError) -> (range: Range<Int>, isInteger: Bool) {
    skipWhitespace(bytes)
    let start = position
    let end = bytes.count
    var at = start
    if at < end, bytes[at] == 0x2D { at &+= 1 }
    guard at < end, bytes[at] &- 0x30 < 10 else {
      throw Self.unexpected(at == start ? .value : .digit, at: at, in: bytes)
    }
    if bytes[at] == 0x30 {
      at &+= 1
    } else {
      while at < end, bytes[at] &- 0x30 < 10 { at &+= 1 }
    }
    var isInteger = true
    if at < end, bytes[at] == 0x2E {
      isInteger = false
      at = try Self.endOfDigits(bytes, from: at &+ 1)
    }
    if at < end, bytes[at] | 0x20 == 0x65 {
      isInteger = false
      at &+= 1
      if at < end, bytes[at] == 0x2B || bytes[at] == 0x2D { at &+= 1 }
      at = try Self.endOfDigits(bytes, from: at)
    }
    position = at
    return (start..<at, isInteger)
  }

  /// Skips at least one digit.
  @inlinable static func endOfDigits(
    _ bytes: Span<UInt8>, from: Int
  ) throws(JSONError) -> Int {
    let end = bytes.count
    var at = from
    while at < end, bytes[at] &- 0x30 < 10 { at &+= 1 }
    guard at > from else { throw unexpected(.digit, at: at, in: bytes) }
    return at
  }

  /// Reads `true` or `false`.
  package mutating func readBool(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
    skipWhitespace(bytes)
    if position < bytes.count, bytes[position] == 0x74 {
      try readLiteral("true", expected: .literalTrue, in: bytes)
      return true
    }
    try readLiteral("false", expected: .literalFalse, in: bytes)
    return false
  }

  /// Reads `null`.
  @inlinable package mutating func readNull(_ bytes: Span<UInt8>) throws(JSONError) {
    skipWhitespace(bytes)
    if position &+ 4 <= bytes.count, bytes.littleEndianUInt32(at: position) == 0x6C6C_756E {
      position &+= 4
      return
    }
    try readLiteral("null", expected: .literalNull, in: bytes)
  }

  /// Reads `NaN`, `Infinity` or `-Infinity`, and records the leniency.
  package mutating func readNotFinite(_ bytes: Span<UInt8>) throws(JSONError) {
    skipWhitespace(bytes)
    let start = position
    if position < bytes.count, bytes[position] == 0x2D { position += 1 }
    if position < bytes.count, bytes[position] == 0x4E, position == start {
      try readLiteral("NaN", expected: .value, in: bytes)
    } else {
      try readLiteral("Infinity", expected: .value, in: bytes)
    }
    note(.notFinite, at: start)
  }

  @usableFromInline mutating func readLiteral(
    _ literal: StaticString, expected: JSONExpectation, in bytes: Span<UInt8>
  ) throws(JSONError) {
    let text = literal.description.utf8
    var at = position
    for byte in text {
      guard at < bytes.count, bytes[at] == byte else {
        throw Self.unexpected(expected, at: position, in: bytes)
      }
      at += 1
    }
    position = at
  }

  /// Returns the value of a hexadecimal digit.
  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x37
    case 0x61...0x66: UInt32(byte) - 0x57
    default: nil
    }
  }
}
