/// A cursor over JSON bytes for hot paths. It uses no tree, no `String` and no allocation.
///
/// The scanner owns only its position. Every function takes the bytes as an argument, so that a
/// caller can keep both in local variables. The bytes must be UTF-8; check a block once with
/// `UTF8Validation`. All reads are bounds-checked, and nothing recurses.
///
/// ```swift
/// var scanner = JSONScanner()
/// try scanner.beginObject(bytes)
/// var escaped = false
/// while let key = try scanner.nextMember(bytes, hasEscapes: &escaped) {
///   if bytes.extracting(key)... { … } else { try scanner.skipValue(bytes) }
/// }
/// ```
package struct JSONScanner: Sendable {
  /// The offset of the next byte to read.
  package var position: Int
  /// Deepest nesting that `skipValue` accepts.
  package let depthLimit: Int
  /// Errors tolerated so far, at most `JSONLeniency.listLimit`.
  package var leniencies: [JSONLeniency]
  /// Whether a `{` or `[` was just read. Then no comma is allowed.
  @usableFromInline var isFirst: Bool

  /// Creates a scanner that starts at `position`.
  @inlinable package init(position: Int = 0, depthLimit: Int = 512) {
    self.position = position
    self.depthLimit = depthLimit
    self.leniencies = []
    self.isFirst = false
  }

  /// Records a leniency, unless the list is full.
  @inline(never) package mutating func note(_ kind: JSONLeniency.Kind, at offset: Int) {
    guard leniencies.count < JSONLeniency.listLimit else { return }
    leniencies.append(JSONLeniency(kind, offset: offset))
  }

  /// Returns the error that the byte at `offset` is not what was expected.
  @inline(never) package static func unexpected(
    _ expected: JSONExpectation, at offset: Int, in bytes: Span<UInt8>
  ) -> JSONError {
    .unexpected(
      JSONPosition(offset: offset, in: bytes), expected: expected,
      found: offset < bytes.count ? bytes[offset] : nil)
  }

  /// Returns the error that the nesting exceeds the limit at `offset`.
  @inline(never) package static func tooDeep(
    at offset: Int, in bytes: Span<UInt8>, limit: Int
  ) -> JSONError {
    .tooDeep(JSONPosition(offset: offset, in: bytes), limit: limit)
  }
}

/// The kind of a token in a JSON text, by its first byte.
package enum JSONToken: Sendable {
  case beginObject, endObject, beginArray, endArray, colon, comma
  case string, number, `true`, `false`, null
  /// `NaN`, `Infinity` or `-Infinity`.
  case notFinite
  /// The end of the text.
  case end
  /// A byte that begins no token.
  case unknown
}

extension JSONScanner {
  /// Skips spaces, tabs, line feeds and carriage returns.
  @inlinable @inline(__always) package mutating func skipWhitespace(_ bytes: Span<UInt8>) {
    guard position < bytes.count, bytes[position] <= 0x20 else { return }
    skipBlanks(bytes)
  }

  @inlinable mutating func skipBlanks(_ bytes: Span<UInt8>) {
    var at = position
    let end = bytes.count
    while at < end {
      let byte = bytes[at]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
        break
      }
      at &+= 1
    }
    position = at
  }

  /// Skips white space and returns the kind of the next token without reading it.
  @inlinable package mutating func nextToken(_ bytes: Span<UInt8>) -> JSONToken {
    skipWhitespace(bytes)
    guard position < bytes.count else { return .end }
    switch bytes[position] {
    case 0x22: return .string
    case 0x30...0x39: return .number
    case 0x2D:
      return position &+ 1 < bytes.count && bytes[position &+ 1] == 0x49 ? .notFinite : .number
    case 0x7B: return .beginObject
    case 0x7D: return .endObject
    case 0x5B: return .beginArray
    case 0x5D: return .endArray
    case 0x3A: return .colon
    case 0x2C: return .comma
    case 0x74: return .true
    case 0x66: return .false
    case 0x6E: return .null
    case 0x4E, 0x49: return .notFinite
    default: return .unknown
    }
  }

  /// Skips white space. If `byte` is next, skips it and returns true.
  @inlinable package mutating func consume(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    skipWhitespace(bytes)
    guard position < bytes.count, bytes[position] == byte else { return false }
    position &+= 1
    return true
  }

  /// Skips white space and `byte`, which must be next.
  @inlinable package mutating func expect(
    _ byte: UInt8, expected: JSONExpectation, in bytes: Span<UInt8>
  ) throws(JSONError) {
    guard consume(byte, bytes) else {
      throw Self.unexpected(expected, at: position, in: bytes)
    }
  }

  /// Skips a byte order mark at the start of a text.
  package mutating func skipByteOrderMark(_ bytes: Span<UInt8>) {
    guard position == 0, bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF
    else { return }
    position = 3
    note(.byteOrderMark, at: 0)
  }

  /// Reads `{`. Then call `nextMember` until it returns `nil`.
  @inlinable package mutating func beginObject(_ bytes: Span<UInt8>) throws(JSONError) {
    try expect(0x7B, expected: .object, in: bytes)
    isFirst = true
  }

  /// Reads `[`. Then call `nextElement` until it returns `false`.
  @inlinable package mutating func beginArray(_ bytes: Span<UInt8>) throws(JSONError) {
    try expect(0x5B, expected: .array, in: bytes)
    isFirst = true
  }

  /// Reads up to the value of the next member. Returns the bytes of its key between the quotes, or
  /// `nil` when the object has ended. The caller must read the whole value before the next call.
  @inlinable package mutating func nextMember(
    _ bytes: Span<UInt8>, hasEscapes: inout Bool
  ) throws(JSONError) -> Range<Int>? {
    guard try nextItem(closing: 0x7D, .commaOrBrace, bytes) else { return nil }
    return try readKey(bytes, hasEscapes: &hasEscapes)
  }

  /// Reads up to the next element. Returns `false` when the array has ended. The caller must read
  /// the whole element before the next call.
  @inlinable package mutating func nextElement(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
    try nextItem(closing: 0x5D, .commaOrBracket, bytes)
  }

  /// Skips the comma between items. Returns `false` if it read `closing`.
  @inlinable mutating func nextItem(
    closing: UInt8, _ expected: JSONExpectation, _ bytes: Span<UInt8>
  ) throws(JSONError) -> Bool {
    if consume(closing, bytes) {
      isFirst = false
      return false
    }
    if isFirst {
      isFirst = false
      return true
    }
    try expect(0x2C, expected: expected, in: bytes)
    let comma = position &- 1
    if consume(closing, bytes) {
      note(.trailingComma, at: comma)
      return false
    }
    return true
  }
}
