/// The variable-length integer of the SQLite file format (fileformat2 §1.6).
///
///     0xxxxxxx                      7 bits in one byte
///     1xxxxxxx 0xxxxxxx             14 bits in two bytes, most significant first
///     …
///     1xxxxxxx × 8, xxxxxxxx        64 bits in nine bytes: the ninth carries eight bits
@usableFromInline package enum Varint {
  /// Reads the varint at `position` and moves past it. Returns nil and does not move when the bytes
  /// end first.
  @inlinable package static func read(_ bytes: Span<UInt8>, at position: inout Int) -> UInt64? {
    guard position >= 0, position < bytes.count else { return nil }
    let first = bytes[position]
    if first < 0x80 {
      position &+= 1
      return UInt64(first)
    }
    return readLong(bytes, at: &position)
  }

  @usableFromInline
  static func readLong(_ bytes: Span<UInt8>, at position: inout Int) -> UInt64? {
    var value: UInt64 = 0
    let end = min(bytes.count, position &+ 8)
    var index = position
    while index < end {
      let byte = bytes[index]
      index &+= 1
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 {
        position = index
        return value
      }
    }
    guard index < bytes.count, index == position &+ 8 else { return nil }
    value = value << 8 | UInt64(bytes[index])
    position = index &+ 1
    return value
  }

  /// Returns how many bytes the value takes: one to nine.
  @inlinable package static func length(_ value: UInt64) -> Int {
    if value < 0x80 { return 1 }
    let bits = 64 &- value.leadingZeroBitCount
    return bits > 56 ? 9 : (bits &+ 6) / 7
  }

  @usableFromInline
  static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    let count = length(value)
    if count == 9 {
      for group in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: value >> (57 - UInt64(group) * 7)) | 0x80)
      }
      bytes.append(UInt8(truncatingIfNeeded: value))
      return
    }
    var group = count - 1
    while group > 0 {
      bytes.append(UInt8(truncatingIfNeeded: value >> (UInt64(group) * 7)) | 0x80)
      group -= 1
    }
    bytes.append(UInt8(truncatingIfNeeded: value) & 0x7F)
  }
}
