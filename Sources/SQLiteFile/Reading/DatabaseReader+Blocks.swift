package import Bytes

extension DatabaseReader {
  /// Block size of the fingerprint in bytes. Another size would give another fingerprint.
  private static let fingerprintBlock = 256 << 10

  /// The fingerprint of all pages in the state being read, in order.
  ///
  /// - Throws: `SQLiteFileError.file` if a page cannot be read.
  package func fingerprint() throws(SQLiteFileError) -> Fingerprint {
    var fingerprint = BlockFingerprint()
    try forEachBlock(ofBytes: Self.fingerprintBlock) { block in fingerprint.add(block) }
    return fingerprint.finish()
  }

  /// Writes the pages of the state being read. The result is the database as SQLite leaves it after
  /// a checkpoint of the log, or after the rollback of an unfinished transaction.
  ///
  /// - Throws: `SQLiteFileError.file` if a page cannot be read or written.
  package func copyPages<Output: PatchableOutput & ~Copyable>(
    into output: inout Output
  ) throws(SQLiteFileError) {
    try forEachBlock(ofBytes: 1 << 20) { (block) throws(SQLiteFileError) in
      try SQLiteFileError.ofFile(try output.append(block))
    }
  }

  /// Calls `body` with all pages in order, in blocks of at most `size` bytes or one page.
  private func forEachBlock(
    ofBytes size: Int, _ body: (Span<UInt8>) throws(SQLiteFileError) -> Void
  ) throws(SQLiteFileError) {
    let perBlock = UInt32(max(1, size / header.pageSize))
    var block: [UInt8] = []
    var next: UInt32 = 1
    while next <= pageCount {
      let count = min(perBlock, pageCount - next + 1)
      try pages.read(next, count: count, into: &block)
      try body(block.span)
      next += count
    }
  }
}
