import Bytes
import Geometry

// A packed integer (ArcSDE compressed binary), low bits first:
//
//   first byte   80 more bytes follow · 40 negative · 3F the lowest 6 bits
//   other bytes  80 more bytes follow · 7F the next 7 bits

/// Reads the packed integers of a shape.
struct PackedIntegerReader {
  /// The most bits that an integer may have. The format itself guarantees 53.
  private static let mostBits: UInt64 = 62

  /// Coordinates are smaller, so that the difference of any two can be written again.
  private static let endOfCoordinates: UInt64 = 1 << (mostBits - 1)

  /// The offset of the next integer.
  var position: Int

  /// The next integer.
  ///
  /// - Throws: `GeometryError.truncated`, `.unexpected`.
  mutating func next(_ bytes: Span<UInt8>) throws(GeometryError) -> Int64 {
    let start = position
    guard position < bytes.count else {
      throw .truncated(offset: start, needed: 1, available: 0)
    }
    var byte = bytes[position]
    position += 1
    let isNegative = byte & 0x40 != 0
    var value = UInt64(byte & 0x3F)
    var shift: UInt64 = 6
    while byte & 0x80 != 0 {
      guard position < bytes.count else {
        throw .truncated(offset: start, needed: position - start + 1, available: position - start)
      }
      guard shift + 7 <= Self.mostBits else {
        throw .unexpected(offset: start, expected: "an integer of at most \(Self.mostBits) bits")
      }
      byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      shift += 7
    }
    return isNegative ? -Int64(value) : Int64(value)
  }

  /// The next integer as a difference from `last`.
  ///
  /// - Throws: `GeometryError.truncated`, `.unexpected`.
  mutating func next(_ bytes: Span<UInt8>, after last: Int64) throws(GeometryError) -> Int64 {
    let start = position
    // Two such numbers have at most 63 bits together.
    let sum = last + (try next(bytes))
    guard sum.magnitude < Self.endOfCoordinates else {
      throw .unexpected(
        offset: start, expected: "a coordinate of at most \(Self.mostBits - 1) bits")
    }
    return sum
  }
}

extension [UInt8] {
  /// Appends a packed integer.
  mutating func append(packed value: Int64) {
    var rest = value.magnitude >> 6
    append(
      UInt8(truncatingIfNeeded: value.magnitude & 0x3F) | (value < 0 ? 0x40 : 0)
        | (rest > 0 ? 0x80 : 0))
    while rest > 0 {
      let low = UInt8(truncatingIfNeeded: rest & 0x7F)
      rest >>= 7
      append(low | (rest > 0 ? 0x80 : 0))
    }
  }
}
