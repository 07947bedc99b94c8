import Bytes
package import Geometry

/// A box as 32 bytes: west, south, east, north, little-endian.
package enum StoredEnvelope {
  package static let length = 32

  package static func append(_ box: Envelope, to bytes: inout [UInt8]) {
    bytes.append(littleEndian: box.minX)
    bytes.append(littleEndian: box.minY)
    bytes.append(littleEndian: box.maxX)
    bytes.append(littleEndian: box.maxY)
  }

  package static func read(_ bytes: Span<UInt8>, at offset: Int) -> Envelope {
    Envelope(
      minX: Double(bitPattern: bytes.littleEndianUInt64(at: offset)),
      minY: Double(bitPattern: bytes.littleEndianUInt64(at: offset + 8)),
      maxX: Double(bitPattern: bytes.littleEndianUInt64(at: offset + 16)),
      maxY: Double(bitPattern: bytes.littleEndianUInt64(at: offset + 24)))
  }
}
