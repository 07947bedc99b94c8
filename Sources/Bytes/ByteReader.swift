/// Reads numbers and runs of bytes from an array, front to back, never past its end.
package struct ByteReader: Sendable {
  /// The bytes to read.
  package let bytes: [UInt8]
  /// The offset of the next byte.
  package private(set) var position: Int

  /// Starts at `position`. Any value is allowed: a read outside the bytes throws.
  package init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// How many bytes are left.
  package var remaining: Int { position < 0 ? 0 : max(0, bytes.count &- position) }

  /// Moves to an offset from the start. The next read checks it.
  package mutating func seek(to position: Int) { self.position = position }

  /// Moves past `count` bytes.
  package mutating func skip(_ count: Int) throws(BytesError) { _ = try advance(count) }

  /// The next byte.
  package mutating func readUInt8() throws(BytesError) -> UInt8 { bytes[try advance(1)] }

  /// The next two bytes, most significant first.
  package mutating func readBigEndianUInt16() throws(BytesError) -> UInt16 {
    let start = try advance(2)
    return bytes.span.bigEndianUInt16(at: start)
  }

  /// The next four bytes, most significant first.
  package mutating func readBigEndianUInt32() throws(BytesError) -> UInt32 {
    let start = try advance(4)
    return bytes.span.bigEndianUInt32(at: start)
  }

  /// The next eight bytes, most significant first.
  package mutating func readBigEndianUInt64() throws(BytesError) -> UInt64 {
    let start = try advance(8)
    return bytes.span.bigEndianUInt64(at: start)
  }

  /// The next two bytes, least significant first.
  package mutating func readLittleEndianUInt16() throws(BytesError) -> UInt16 {
    let start = try advance(2)
    return bytes.span.littleEndianUInt16(at: start)
  }

  /// The next four bytes, least significant first.
  package mutating func readLittleEndianUInt32() throws(BytesError) -> UInt32 {
    let start = try advance(4)
    return bytes.span.littleEndianUInt32(at: start)
  }

  /// The next eight bytes, least significant first.
  package mutating func readLittleEndianUInt64() throws(BytesError) -> UInt64 {
    let start = try advance(8)
    return bytes.span.littleEndianUInt64(at: start)
  }

  /// The next `count` bytes as a copy.
  package mutating func readBytes(_ count: Int) throws(BytesError) -> [UInt8] {
    let start = try advance(count)
    return Array(bytes[start..<start + count])
  }

  /// Moves past `count` bytes and returns their offset.
  private mutating func advance(_ count: Int) throws(BytesError) -> Int {
    guard position >= 0, count >= 0, count <= remaining else {
      throw .truncated(offset: position, needed: count, available: remaining)
    }
    defer { position += count }
    return position
  }
}
