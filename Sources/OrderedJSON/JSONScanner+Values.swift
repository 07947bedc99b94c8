extension JSONScanner {
  /// Reads past one value of any kind and checks everything in it (RFC 8259). Returns its bytes.
  ///
  /// Unlike outside, `NaN` and infinities are refused in arrays and objects, because their text is
  /// kept as it is.
  package mutating func readValue(_ bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
    skipWhitespace(bytes)
    let start = position
    var open = BracketStack()
    repeat {
      if try begins(&open, bytes) { continue }
      try closeAll(&open, bytes)
    } while open.depth > 0
    return start..<position
  }

  /// Reads a scalar or an opening bracket. Returns whether a value must follow in the bracket.
  private mutating func begins(
    _ open: inout BracketStack, _ bytes: Span<UInt8>
  ) throws(JSONError) -> Bool {
    var hasEscapes = false
    switch nextToken(bytes) {
    case .string: _ = try readString(bytes, hasEscapes: &hasEscapes)
    case .number: _ = try readNumber(bytes)
    case .true, .false: _ = try readBool(bytes)
    case .null: try readNull(bytes)
    case .notFinite where open.depth == 0: try readNotFinite(bytes)
    case .beginObject, .beginArray:
      guard open.depth < depthLimit else {
        throw Self.tooDeep(at: position, in: bytes, limit: depthLimit)
      }
      open.push(bytes[position])
      position &+= 1
      guard consume(open.closing, bytes) else {
        if open.isObject { _ = try readKey(bytes, hasEscapes: &hasEscapes) }
        return true
      }
      _ = open.pop(closing: bytes[position &- 1])
    case .endObject, .endArray, .colon, .comma, .notFinite, .end, .unknown:
      throw Self.unexpected(.value, at: position, in: bytes)
    }
    return false
  }

  /// Reads what follows a value: brackets that close, until a comma says that another value follows.
  private mutating func closeAll(
    _ open: inout BracketStack, _ bytes: Span<UInt8>
  ) throws(JSONError) {
    while open.depth > 0 {
      if consume(0x2C, bytes) {
        var hasEscapes = false
        if open.isObject { _ = try readKey(bytes, hasEscapes: &hasEscapes) }
        return
      }
      guard consume(open.closing, bytes) else {
        throw Self.unexpected(
          open.isObject ? .commaOrBrace : .commaOrBracket, at: position, in: bytes)
      }
      _ = open.pop(closing: bytes[position &- 1])
    }
  }
}

extension BracketStack {
  /// Whether the innermost open bracket is `{`.
  fileprivate var isObject: Bool { bits & 1 == 1 }
  /// The bracket that closes the innermost one.
  fileprivate var closing: UInt8 { isObject ? 0x7D : 0x5D }
}
