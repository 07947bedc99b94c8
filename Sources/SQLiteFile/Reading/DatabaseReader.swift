package import Bytes

/// A SQLite database opened for reading, wherever it comes from.
///
/// Nothing in the file is trusted: every page number, length and offset is checked before it is
/// used, walks are bounded by the pages of the file, memory by its bytes. The input is never
/// written to.
package struct DatabaseReader: Sendable {
  /// Where the bytes are: a file, or a member of an archive.
  package let region: FileRegion
  /// The header of the file.
  package let header: DatabaseHeader
  /// Pages of the database; what the file holds beyond them is ignored, as SQLite does.
  package let pageCount: UInt32
  /// The rows of `sqlite_schema`, in order.
  package private(set) var schema: [SchemaObject] = []

  /// Opens a database file by its path.
  ///
  /// - Throws: `SQLiteFileError.walNotMerged` or `.hotJournal` when a `-wal` with committed
  ///   pages or a hot `-journal` lies beside it, and what ``init(region:)`` throws.
  package init(path: String) throws(SQLiteFileError) {
    let file: InputFile
    do {
      file = try InputFile(path: path)
    } catch {
      throw .file(error)
    }
    try self.init(region: FileRegion(file))
    try Sidecars.check(path: path)
  }

  /// Opens the database that these bytes are, without a look at what lies beside the file.
  ///
  /// - Throws: `SQLiteFileError.notADatabase`, `.badHeader`, `.fileTooShort`, `.damagedSchema`,
  ///   and what reading the schema's pages throws.
  package init(region: FileRegion) throws(SQLiteFileError) {
    self.region = region
    var start: [UInt8] = []
    do {
      try region.read(
        at: 0, count: min(region.count, DatabaseHeader.length), into: &start)
    } catch {
      throw .file(error)
    }
    header = try DatabaseHeader(parsing: start.span, path: region.path)
    let held = region.count / header.pageSize
    guard held >= 1, Int(header.pageCount) <= held else {
      throw .fileTooShort(pagesInHeader: Int(header.pageCount), pagesInFile: held)
    }
    pageCount =
      header.pageCount > 0
      ? header.pageCount : UInt32(truncatingIfNeeded: min(held, Int(UInt32.max) - 1))
    schema = try SchemaReader.read(self)
  }

  /// Whether a b-tree may use this page.
  func isUsable(_ page: UInt32) -> Bool {
    page >= 1 && page <= pageCount && page != header.lockBytePage
  }

  /// The schema row of a table, by name without regard to the case of ASCII letters.
  package func object(_ kind: SchemaObject.Kind, named name: String) -> SchemaObject? {
    schema.first { $0.kind == kind && Identifier.isSame($0.name, name) }
  }

  /// A table with its columns as its `CREATE TABLE` text declares them.
  ///
  /// - Throws: `SQLiteFileError.noSuchTable`, `.damagedSchema`, `.unreadableCreateTable`.
  package func table(named name: String) throws(SQLiteFileError) -> StoredTable {
    guard let object = object(.table, named: name) else { throw .noSuchTable(name: name) }
    return try StoredTable(object)
  }

  /// The names of the ordinary tables, in schema order.
  package var tableNames: [String] {
    schema.filter { $0.kind == .table && $0.rootPage > 0 }.map(\.name)
  }

  /// A cursor before the first row of a table.
  ///
  /// - Throws: `SQLiteFileError.badPageNumber` when its root is not in the file.
  package func cursor(over table: StoredTable) throws(SQLiteFileError) -> TableCursor {
    try TableCursor(self, root: table.rootPage, isIndex: table.isWithoutRowid)
  }

  /// A cursor over the entries of an index, in index order.
  package func cursor(overIndex index: SchemaObject) throws(SQLiteFileError) -> TableCursor {
    try TableCursor(self, root: index.rootPage, isIndex: true)
  }

  /// Calls `body` with the row id and the record of each row, in the order of the b-tree. A table
  /// WITHOUT ROWID gives 0 as the row id.
  ///
  /// - Throws: what `body` throws, and `SQLiteFileError` where the file is damaged.
  package func forEachRow(
    of table: StoredTable, _ body: (_ rowid: Int64, _ record: Span<UInt8>) throws -> Void
  ) throws {
    var cursor = try cursor(over: table)
    while try cursor.next() {
      try body(cursor.rowid, cursor.bytes.span.extracting(cursor.record))
    }
  }
}
