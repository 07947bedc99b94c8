/// The fingerprint of more bytes than fit in memory: the fingerprint of the fingerprints of their
/// blocks. It depends on where the blocks are cut.
package struct BlockFingerprint: Sendable {
  private var blocks: [UInt8] = []

  /// The fingerprint of no bytes.
  package init() {}

  /// Adds the next block.
  package mutating func add(_ block: Span<UInt8>) {
    let fingerprint = Fingerprint(block)
    blocks.append(bigEndian: fingerprint.high)
    blocks.append(bigEndian: fingerprint.low)
  }

  /// The fingerprint of all blocks so far.
  package func finish() -> Fingerprint { Fingerprint(blocks.span) }

  /// The fingerprint of a file region.
  ///
  /// - Parameter blockSize: The number of bytes of a block. The last one may be shorter.
  /// - Throws: `BytesError` if the region can't be read.
  package static func of(
    _ region: FileRegion, blockSize: Int
  ) throws(BytesError) -> Fingerprint {
    var fingerprint = BlockFingerprint()
    var block: [UInt8] = []
    for start in stride(from: 0, to: region.count, by: blockSize) {
      try region.read(at: start, count: min(blockSize, region.count - start), into: &block)
      fingerprint.add(block.span)
    }
    return fingerprint.finish()
  }
}

extension Fingerprint {
  /// The 128 bits as 32 hexadecimal digits.
  package var hexadecimal: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}
