package import Bytes

extension DatabaseReader {
  /// Writes the pages of the state that is read: the database as SQLite leaves it when it has put
  /// the log beside it into it, or has given back what an unfinished transaction changed.
  ///
  /// - Throws: `SQLiteFileError.file` where a page cannot be read or written.
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
