import Bytes

extension DatabaseReader {
  /// The SHA-256 of all pages in the state that is read, in order: of the file's bytes where there
  /// is no sidecar.
  ///
  /// - Throws: `SQLiteFileError.file` where a page cannot be read.
  package func digest() throws(SQLiteFileError) -> [UInt8] {
    let perBlock = UInt32(max(1, (256 << 10) / header.pageSize))
    var digest = SHA256()
    var block: [UInt8] = []
    var next: UInt32 = 1
    while next <= pageCount {
      let count = min(perBlock, pageCount - next + 1)
      try pages.read(next, count: count, into: &block)
      digest.update(block.span)
      next += count
    }
    return digest.finish()
  }
}
