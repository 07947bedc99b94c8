import CZlib

/// The checksum of ZIP, gzip and PNG (ISO 3309), computed by zlib.
package struct CRC32: Sendable, Equatable {
  /// The checksum of the bytes so far.
  package private(set) var value: UInt32 = 0

  /// The checksum of no bytes, which is 0.
  package init() {}

  /// Adds bytes to the checksum.
  package mutating func update(_ bytes: Span<UInt8>) {
    value = unsafe bytes.withUnsafeBufferPointer { buffer in
      // For a null address, zlib returns its initial value and not the checksum so far.
      guard let base = buffer.baseAddress, buffer.count > 0 else { return value }
      return unsafe UInt32(truncatingIfNeeded: crc32_z(uLong(value), base, buffer.count))
    }
  }

  /// Corrects the checksum after `old` bytes were overwritten with the same number of `new` bytes.
  /// `count` bytes follow them. CRC-32 is linear, so only the difference matters, followed by
  /// zeros.
  package mutating func replace(
    _ old: Span<UInt8>, with new: Span<UInt8>, followedBy count: Int
  ) {
    value ^= CRC32.combine(CRC32.of(old) ^ CRC32.of(new), with: 0, secondCount: count)
  }

  /// The checksum of these bytes.
  package static func of(_ bytes: Span<UInt8>) -> UInt32 {
    var checksum = CRC32()
    checksum.update(bytes)
    return checksum.value
  }

  /// Returns the checksum of two consecutive runs of bytes. It needs the checksum of each run and
  /// the length of the second. Used for stripes that were summed in parallel.
  package static func combine(_ first: UInt32, with second: UInt32, secondCount: Int) -> UInt32 {
    guard secondCount > 0 else { return first }
    return UInt32(truncatingIfNeeded: crc32_combine(uLong(first), uLong(second), secondCount))
  }
}
