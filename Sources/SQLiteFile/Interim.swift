// Stands in for Bytes until its primitives land.
extension [UInt8] {
  @usableFromInline mutating func append(_ span: Span<UInt8>) {
    for index in span.indices { append(span[index]) }
  }
  @usableFromInline mutating func append(bigEndian bits: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }
  @usableFromInline mutating func append(varint value: UInt64) {
    if value >> 56 != 0 {
      for shift in stride(from: 57, through: 8, by: -7) {
        append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
      }
      append(UInt8(truncatingIfNeeded: value))
      return
    }
    var shift = 49
    while shift > 0, value >> shift == 0 { shift -= 7 }
    while shift > 0 { append(UInt8(truncatingIfNeeded: value >> shift) | 0x80); shift -= 7 }
    append(UInt8(truncatingIfNeeded: value) & 0x7f)
  }
}
extension Span where Element == UInt8 {
  @usableFromInline func bigEndianUInt64(at offset: Int) -> UInt64 {
    var bits: UInt64 = 0
    for index in 0..<8 { bits = bits << 8 | UInt64(self[offset + index]) }
    return bits
  }
}
@usableFromInline enum Varint {
  @usableFromInline static func read(_ bytes: Span<UInt8>, at: inout Int) -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard at < bytes.count else { return nil }
      let byte = bytes[at]
      at += 1
      if index == 8 { return value << 8 | UInt64(byte) }
      value = value << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { return value }
    }
    return value
  }
}
