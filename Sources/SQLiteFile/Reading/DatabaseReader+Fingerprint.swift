package import Bytes

extension DatabaseReader {
  /// Block size of the fingerprint. Another size would give another fingerprint.
  private static let fingerprintBlock = 256 << 10

  /// The fingerprint of all pages in the state being read, in order.
  ///
  /// - Throws: `SQLiteFileError.file` if a page cannot be read.
  package func fingerprint() throws(SQLiteFileError) -> Fingerprint {
    let perBlock = UInt32(max(1, Self.fingerprintBlock / header.pageSize))
    var fingerprint = BlockFingerprint()
    var block: [UInt8] = []
    var next: UInt32 = 1
    while next <= pageCount {
      let count = min(perBlock, pageCount - next + 1)
      try pages.read(next, count: count, into: &block)
      fingerprint.add(block.span)
      next += count
    }
    return fingerprint.finish()
  }
}
