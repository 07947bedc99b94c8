import Bytes
import OrderedJSON

/// Reads of the scanner with this module's error type, so that readers have one typed error.
extension JSONScanner {
  /// Skips `{`. Returns false for `null`, which is skipped too.
  @inline(__always)
  mutating func beginGeometry(_ bytes: Span<UInt8>) throws(GeometryError) -> Bool {
    try json { (scanner) throws(JSONError) in
      if scanner.nextToken(bytes) == .null {
        try scanner.readNull(bytes)
        return false
      }
      try scanner.beginObject(bytes)
      return true
    }
  }

  /// Returns the bytes of the next key, or nil at the end of the object. Escapes in it are not
  /// resolved, because no relevant member needs them.
  @inline(__always)
  mutating func nextGeometryMember(_ bytes: Span<UInt8>) throws(GeometryError) -> Range<Int>? {
    var hasEscapes = false
    return try json { (scanner) throws(JSONError) in
      try scanner.nextMember(bytes, hasEscapes: &hasEscapes)
    }
  }

  /// Skips `[`.
  mutating func beginGeometryArray(_ bytes: Span<UInt8>) throws(GeometryError) {
    try json { (scanner) throws(JSONError) in try scanner.beginArray(bytes) }
  }

  /// Moves to the next element. Returns false at the end of the array.
  mutating func nextGeometryElement(_ bytes: Span<UInt8>) throws(GeometryError) -> Bool {
    try json { (scanner) throws(JSONError) in try scanner.nextElement(bytes) }
  }

  /// Skips a value.
  mutating func skipGeometryValue(_ bytes: Span<UInt8>) throws(GeometryError) {
    try json { (scanner) throws(JSONError) in _ = try scanner.readValue(bytes) }
  }

  /// Returns the bytes between the quotes of a text value.
  mutating func readGeometryText(_ bytes: Span<UInt8>) throws(GeometryError) -> Range<Int> {
    var hasEscapes = false
    return try json { (scanner) throws(JSONError) in
      try scanner.readString(bytes, hasEscapes: &hasEscapes)
    }
  }

  /// Reads `true` or `false`.
  mutating func readGeometryFlag(_ bytes: Span<UInt8>) throws(GeometryError) -> Bool {
    try json { (scanner) throws(JSONError) in
      if scanner.nextToken(bytes) == .null {
        try scanner.readNull(bytes)
        return false
      }
      return try scanner.readBool(bytes)
    }
  }

  @inline(__always)
  private mutating func json<Value>(
    _ read: (inout JSONScanner) throws(JSONError) -> Value
  ) throws(GeometryError) -> Value {
    do throws(JSONError) {
      return try read(&self)
    } catch { throw .json(error) }
  }
}

extension Span where Element == UInt8 {
  /// Returns whether the bytes of the range spell the literal.
  @inline(__always)
  func spells(_ literal: StaticString, in range: Range<Int>) -> Bool {
    range.count == literal.utf8CodeUnitCount && matches(literal, at: range.lowerBound)
  }
}
