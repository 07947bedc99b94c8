package import Bytes

/// A SQLite database opened for reading.
///
/// The reader trusts nothing in the file. It checks every page number, length and offset before
/// use. The pages of the file limit its walks, and the bytes of the file limit its memory. It never
/// writes to the input.
package struct DatabaseReader: Sendable {
  /// The database file, or a member of an archive.
  package let region: FileRegion
  /// The header of the database.
  package let header: DatabaseHeader
  /// What was found beside the file and is read with it.
  package let sidecar: SidecarState
  /// Whether a damaged `-wal` beside the file has finished transactions that cannot be read.
  package let hasBrokenLog: Bool
  /// The rows of `sqlite_schema`, in order.
  package private(set) var schema: [SchemaObject] = []
  /// The source of the pages.
  let pages: PageSource

  /// Number of pages in the database. Like SQLite, the reader ignores what the file holds beyond
  /// them.
  package var pageCount: UInt32 { pages.pageCount }

  /// All files that rows come from: the database file, and the sidecar if it is used.
  package var files: [FileRegion] { [region] + [pages.overlay?.region].compactMap(\.self) }

  /// Size in bytes of the database in the state being read.
  package var byteCount: Int { Int(pageCount) * header.pageSize }

  /// Opens a database file by its path, together with a `-wal` or `-journal` beside it.
  ///
  /// - Throws: what ``init(region:wal:journal:)`` throws.
  package init(path: String) throws(SQLiteFileError) {
    guard let region = try Sidecars.open(path) else { throw .file(.fileNotFound(path: path)) }
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    try self.init(
      region, wal: try Sidecars.open(path + "-wal"),
      journal: try Sidecars.open(path + "-journal")
    ) { name throws(SQLiteFileError) in
      // The journal names a file beside the database. If the files were moved, it moved with them.
      let last = name.split(separator: "/").last ?? ""
      if try Sidecars.exists(name) { return true }
      return try Sidecars.exists("\(folder)\(last)")
    }
  }

  /// Opens a database in its newest committed state. Pages of a write-ahead log replace those of
  /// the file; pages of a hot rollback journal are restored.
  ///
  /// - Parameters:
  ///   - region: the database file, or a member of an archive.
  ///   - wal: the bytes of its `-wal`.
  ///   - journal: the bytes of its `-journal`.
  /// - Throws: `SQLiteFileError.notADatabase`, `.badHeader`, `.fileTooShort`, `.sidecarOfAnother`,
  ///   `.unknownLogVersion`, `.damagedSchema`, and what reading the schema's pages throws.
  package init(
    region: FileRegion, wal: FileRegion? = nil, journal: FileRegion? = nil
  ) throws(SQLiteFileError) {
    try self.init(region, wal: wal, journal: journal) { _ in false }
  }

  private init(
    _ region: FileRegion, wal: FileRegion?, journal: FileRegion?,
    nameExists: (String) throws(SQLiteFileError) -> Bool
  ) throws(SQLiteFileError) {
    self.region = region
    let read = try Sidecars(region, wal: wal, journal: journal, nameExists: nameExists)
    pages = read.pages
    header = read.header
    sidecar = read.state
    hasBrokenLog = read.hasBrokenLog
    schema = try SchemaReader.read(self)
  }

  /// Whether a b-tree may use this page.
  func isUsable(_ page: UInt32) -> Bool {
    page >= 1 && page <= pageCount && page != header.lockBytePage
  }

  /// The schema row of an object by name; ASCII letters compare without case.
  package func object(_ kind: SchemaObject.Kind, named name: String) -> SchemaObject? {
    schema.first { $0.kind == kind && Identifier.isSame($0.name, name) }
  }

  /// A table with its columns, as its `CREATE TABLE` text declares them.
  ///
  /// - Throws: `SQLiteFileError.noSuchTable`, `.damagedSchema`, `.unreadableCreateTable`.
  package func table(named name: String) throws(SQLiteFileError) -> StoredTable {
    guard let object = object(.table, named: name) else { throw .noSuchTable(name: name) }
    return try StoredTable(object)
  }

  /// The same database with a text column added at the end of a table, as `ALTER TABLE … ADD COLUMN`
  /// would. All rows have NULL in it.
  ///
  /// - Throws: `SQLiteFileError.noSuchTable`, `.damagedSchema`, `.unreadableCreateTable` if there is
  ///   no place for a column.
  package func addingTextColumn(
    _ name: String, to table: String
  ) throws(SQLiteFileError) -> DatabaseReader {
    guard
      let index = schema.firstIndex(where: {
        $0.kind == .table && Identifier.isSame($0.name, table)
      })
    else { throw .noSuchTable(name: table) }
    var reader = self
    reader.schema[index] = try schema[index].addingTextColumn(name)
    return reader
  }

  /// The names of the ordinary tables, in schema order.
  package var tableNames: [String] {
    schema.filter { $0.kind == .table && $0.rootPage > 0 }.map(\.name)
  }

  /// A cursor before the first row of a table.
  ///
  /// - Throws: `SQLiteFileError.badPageNumber` if the root page is not in the file.
  package func cursor(over table: StoredTable) throws(SQLiteFileError) -> TableCursor {
    try TableCursor(self, root: table.rootPage, isIndex: table.isWithoutRowid)
  }

  /// A cursor over the entries of an index, in index order.
  package func cursor(overIndex index: SchemaObject) throws(SQLiteFileError) -> TableCursor {
    try TableCursor(self, root: index.rootPage, isIndex: true)
  }

  /// Calls `body` with the row id and the record of each row, in b-tree order. In a WITHOUT ROWID
  /// table, the row id is 0.
  ///
  /// - Throws: what `body` throws, and `SQLiteFileError` if the file is damaged.
  package func forEachRow(
    of table: StoredTable, _ body: (_ rowid: Int64, _ record: Span<UInt8>) throws -> Void
  ) throws {
    var cursor = try cursor(over: table)
    while try cursor.next() {
      try body(cursor.rowid, cursor.bytes.span.extracting(cursor.record))
    }
  }
}
