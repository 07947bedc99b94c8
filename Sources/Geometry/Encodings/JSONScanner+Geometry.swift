import Bytes
import OrderedJSON

/// Reads of the scanner with this module's error type, so that readers have one typed error.
extension JSONScanner {
  /// Skips `{`. Returns false for `null`, which is skipped too.
  @inline(__always)
  mutating func beginGeometry(_ bytes: Span<UInt8>) throws(GeometryError) -> Bool {
    do throws(JSONError) {
      if nextToken(bytes) == .null {
        try readNull(bytes)
        return false
      }
      try beginObject(bytes)
      return true
    } catch {
      throw .json(error)
    }
  }

  /// Returns the bytes of the next key, or nil at the end of the object. Escapes in it are not
  /// resolved, because no relevant member needs them.
  @inline(__always)
  mutating func nextGeometryMember(_ bytes: Span<UInt8>) throws(GeometryError) -> Range<Int>? {
    do throws(JSONError) {
      var hasEscapes = false
      return try nextMember(bytes, hasEscapes: &hasEscapes)
    } catch {
      throw .json(error)
    }
  }

  /// Skips a value.
  mutating func skipGeometryValue(_ bytes: Span<UInt8>) throws(GeometryError) {
    do throws(JSONError) { try skipValue(bytes) } catch { throw .json(error) }
  }

  /// Returns the bytes between the quotes of a text value.
  mutating func readGeometryText(_ bytes: Span<UInt8>) throws(GeometryError) -> Range<Int> {
    do throws(JSONError) {
      var hasEscapes = false
      return try readString(bytes, hasEscapes: &hasEscapes)
    } catch {
      throw .json(error)
    }
  }

  /// Reads `true` or `false`.
  mutating func readGeometryFlag(_ bytes: Span<UInt8>) throws(GeometryError) -> Bool {
    do throws(JSONError) {
      if nextToken(bytes) == .null {
        try readNull(bytes)
        return false
      }
      return try readBool(bytes)
    } catch {
      throw .json(error)
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns whether the bytes of the range spell the literal.
  @inline(__always)
  func spells(_ literal: StaticString, in range: Range<Int>) -> Bool {
    range.count == literal.utf8CodeUnitCount && matches(literal, at: range.lowerBound)
  }
}
