import Bytes

/// A piece of a member, compressed apart from the others so that several can be made at once.
/// In order, the last one marked, they are one deflate stream.
package struct DeflateStripe: Sendable {
  /// The compressed bytes.
  package let bytes: [UInt8]
  /// CRC-32 of the bytes before compression.
  package let checksum: UInt32
  /// Bytes before compression.
  package let count: Int
  /// True for the stripe that ends the member.
  package let isLast: Bool

  /// A stripe that was compressed before and kept elsewhere.
  package init(bytes: [UInt8], checksum: UInt32, count: Int, isLast: Bool) {
    self.bytes = bytes
    self.checksum = checksum
    self.count = count
    self.isLast = isLast
  }

  /// Compresses a block. `previous` are the up to 32 KiB of the member in front of it, which
  /// matches may reach back to; empty for the first block. Levels are zlib's, 0 to 9.
  package static func compress(
    _ block: Span<UInt8>, previous: Span<UInt8>, level: Int, isLast: Bool
  ) throws(ZIPArchiveError) -> DeflateStripe {
    do {
      let start = max(0, previous.count - Deflate.windowSize)
      let bytes = try Deflate.compress(
        block, dictionary: previous.extracting(start...), level: level, isLast: isLast)
      return DeflateStripe(
        bytes: bytes, checksum: CRC32.of(block), count: block.count, isLast: isLast)
    } catch {
      throw .file(error)
    }
  }
}
