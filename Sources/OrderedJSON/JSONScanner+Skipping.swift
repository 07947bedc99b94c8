extension JSONScanner {
  /// Skips one value of any kind. Strings must end, and brackets must match within the depth limit.
  /// What is between the brackets is not checked further.
  @inlinable package mutating func skipValue(_ bytes: Span<UInt8>) throws(JSONError) {
    switch nextToken(bytes) {
    case .string: try skipString(bytes)
    case .beginObject, .beginArray: try skipContainer(bytes)
    case .number: _ = try readNumber(bytes)
    case .true, .false: _ = try readBool(bytes)
    case .null: try readNull(bytes)
    case .notFinite: try readNotFinite(bytes)
    default: throw Self.unexpected(.value, at: position, in: bytes)
    }
  }

  /// Skips the string whose opening quote is at the position, without checking its escapes.
  @inlinable mutating func skipString(_ bytes: Span<UInt8>) throws(JSONError) {
    var at = position &+ 1
    let end = bytes.count
    while at < end {
      let byte = bytes[at]
      if byte == 0x22 {
        position = at &+ 1
        return
      }
      at &+= byte == 0x5C ? 2 : 1
    }
    throw Self.unexpected(.closingQuote, at: end, in: bytes)
  }

  /// Skips the array or object whose opening bracket is at the position.
  @inlinable mutating func skipContainer(_ bytes: Span<UInt8>) throws(JSONError) {
    let end = bytes.count
    var open = BracketStack()
    var at = position
    while at < end {
      let byte = bytes[at]
      switch byte {
      case 0x22:
        position = at
        try skipString(bytes)
        at = position
        continue
      case 0x7B, 0x5B:
        guard open.depth < depthLimit else {
          throw Self.tooDeep(at: at, in: bytes, limit: depthLimit)
        }
        open.push(byte)
      case 0x7D, 0x5D:
        guard open.pop(closing: byte) else {
          throw Self.unexpected(.matchingBracket, at: at, in: bytes)
        }
        if open.depth == 0 {
          position = at &+ 1
          return
        }
      default: break
      }
      at &+= 1
    }
    throw Self.unexpected(.matchingBracket, at: end, in: bytes)
  }

  /// Skips the separators between elements of a stripe (white space, commas, record separators).
  /// Returns `false` when no element is left.
  @inlinable package mutating func nextStripeElement(_ bytes: Span<UInt8>) -> Bool {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x1E: position &+= 1
      default: return true
      }
    }
    return false
  }

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

/// The kinds of the open brackets, one bit each: 64 in a register, deeper ones in an array.
@usableFromInline struct BracketStack: Sendable {
  @usableFromInline var depth = 0
  @usableFromInline var bits: UInt64 = 0
  @usableFromInline var deeper: [UInt64] = []

  @inlinable init() {}

  /// Opens `{` or `[`.
  @inlinable mutating func push(_ bracket: UInt8) {
    if depth & 63 == 0, depth > 0 { deeper.append(bits) }
    bits = bits &<< 1 | UInt64(bracket >> 5 & 1)
    depth &+= 1
  }

  /// Closes with `}` or `]`. Returns `false` if no bracket of that kind is open.
  @inlinable mutating func pop(closing bracket: UInt8) -> Bool {
    guard depth > 0, bits & 1 == UInt64(bracket >> 5 & 1) else { return false }
    bits &>>= 1
    depth &-= 1
    if depth & 63 == 0, depth > 0 { bits = deeper.removeLast() }
    return true
  }
}

extension BracketStack {
  /// Whether the innermost open bracket is `{`.
  fileprivate var isObject: Bool { bits & 1 == 1 }
  /// The bracket that closes the innermost one.
  fileprivate var closing: UInt8 { isObject ? 0x7D : 0x5D }
}
