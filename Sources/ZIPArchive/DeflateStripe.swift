import Bytes

/// A piece of a member that is compressed separately, so that several pieces can be compressed at
/// once. In order, with the last one marked, they form one deflate stream.
package struct DeflateStripe: Sendable {
  /// The compressed bytes.
  package let bytes: [UInt8]
  /// CRC-32 of the bytes before compression.
  package let checksum: UInt32
  /// Bytes before compression.
  package let count: Int
  /// Whether this stripe ends the member.
  package let isLast: Bool

  /// Creates a stripe from bytes that are already compressed.
  package init(bytes: [UInt8], checksum: UInt32, count: Int, isLast: Bool) {
    self.bytes = bytes
    self.checksum = checksum
    self.count = count
    self.isLast = isLast
  }

  /// Compresses a block. `previous` holds up to 32 KiB of the member before it, which matches may
  /// refer to. It is empty for the first block. Levels are those of zlib, 0 to 9.
  package static func compress(
    _ block: Span<UInt8>, previous: Span<UInt8>, level: Int, isLast: Bool
  ) throws -> DeflateStripe {
    let start = max(0, previous.count - Deflate.windowSize)
    let bytes = try Deflate.compress(
      block, dictionary: previous.extracting(start...), level: level, isLast: isLast)
    return DeflateStripe(
      bytes: bytes, checksum: CRC32.of(block), count: block.count, isLast: isLast)
  }
}
