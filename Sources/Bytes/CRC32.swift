import CZlib

/// The checksum of ZIP, gzip and PNG (ISO 3309), by zlib.
package struct CRC32: Sendable, Equatable {
  /// The checksum of the bytes so far.
  package private(set) var value: UInt32 = 0

  /// The checksum of nothing, which is 0.
  package init() {}

  /// Takes in more bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    value = unsafe bytes.withUnsafeBufferPointer { buffer in
      // zlib answers a null address with its start value instead of the sum so far.
      guard let base = buffer.baseAddress, buffer.count > 0 else { return value }
      return unsafe UInt32(truncatingIfNeeded: crc32_z(uLong(value), base, buffer.count))
    }
  }

  /// Corrects the checksum where `old` bytes were written over with as many `new` ones; `count`
  /// bytes follow them. The sum is linear: what differs goes on as it would alone, before zeros.
  package mutating func replace(
    _ old: Span<UInt8>, with new: Span<UInt8>, followedBy count: Int
  ) {
    value ^= CRC32.combine(CRC32.of(old) ^ CRC32.of(new), 0, secondCount: count)
  }

  /// The checksum of these bytes.
  package static func of(_ bytes: Span<UInt8>) -> UInt32 {
    var checksum = CRC32()
    checksum.update(bytes)
    return checksum.value
  }

  /// The checksum of two runs of bytes in a row from the checksum of each and the length of the
  /// second: for stripes that were summed in parallel.
  package static func combine(_ first: UInt32, _ second: UInt32, secondCount: Int) -> UInt32 {
    guard secondCount > 0 else { return first }
    return UInt32(truncatingIfNeeded: crc32_combine(uLong(first), uLong(second), secondCount))
  }
}
