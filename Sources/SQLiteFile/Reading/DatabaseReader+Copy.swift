package import Bytes

extension DatabaseReader {
  /// Writes the pages of the state being read. The result is the database as SQLite leaves it after
  /// a checkpoint of the log, or after the rollback of an unfinished transaction.
  ///
  /// - Throws: `SQLiteFileError.file` if a page cannot be read or written.
  package func copyPages<Output: PatchableOutput & ~Copyable>(
    into output: inout Output
  ) throws(SQLiteFileError) {
    let perBlock = UInt32(max(1, (1 << 20) / header.pageSize))
    var block: [UInt8] = []
    var next: UInt32 = 1
    while next <= pageCount {
      let count = min(perBlock, pageCount - next + 1)
      try pages.read(next, count: count, into: &block)
      do {
        try output.append(block.span)
      } catch { throw .file(error) }
      next += count
    }
  }
}
