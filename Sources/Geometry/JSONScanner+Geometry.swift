import Bytes
import OrderedJSON

/// The scanner's reads with this module's error, so that readers keep one typed error.
extension JSONScanner {
  /// Passes `{`; false for `null`, which is passed too.
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

  /// The bytes of the next key; nil at the end of the object. Escapes in it are not resolved: no
  /// member that is looked for needs them.
  @inline(__always)
  mutating func nextGeometryMember(_ bytes: Span<UInt8>) throws(GeometryError) -> Range<Int>? {
    do throws(JSONError) {
      var hasEscapes = false
      return try nextMember(bytes, hasEscapes: &hasEscapes)
    } catch {
      throw .json(error)
    }
  }

  /// Passes a value.
  mutating func skipGeometryValue(_ bytes: Span<UInt8>) throws(GeometryError) {
    do throws(JSONError) { try skipValue(bytes) } catch { throw .json(error) }
  }

  /// The bytes between the quotes of a text value.
  mutating func readGeometryText(_ bytes: Span<UInt8>) throws(GeometryError) -> Range<Int> {
    do throws(JSONError) {
      var hasEscapes = false
      return try readString(bytes, hasEscapes: &hasEscapes)
    } catch {
      throw .json(error)
    }
  }

  /// `true` or `false`.
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
  /// True when the bytes of the range spell the literal.
  @inline(__always)
  func spells(_ literal: StaticString, in range: Range<Int>) -> Bool {
    range.count == literal.utf8CodeUnitCount && matches(literal, at: range.lowerBound)
  }
}
