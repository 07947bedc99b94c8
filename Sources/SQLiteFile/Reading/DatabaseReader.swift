package import Bytes

/// A SQLite database opened for reading, wherever it comes from.
///
/// Nothing in the file is trusted: every page number, length and offset is checked before it is
/// used, walks are bounded by the pages of the file, memory by its bytes. The input is never
/// written to.
package struct DatabaseReader: Sendable {
  /// Where the bytes of the database file are: a file, or a member of an archive.
  package let region: FileRegion
  /// The header of the database.
  package let header: DatabaseHeader
  /// What lay beside the file and is read with it.
  package let sidecar: SidecarState
  /// Whether a `-wal` lies beside the file that holds finished transactions and is damaged, so that
  /// they are not read.
  package let hasBrokenLog: Bool
  /// The rows of `sqlite_schema`, in order.
  package private(set) var schema: [SchemaObject] = []
  /// Where the pages are.
  let pages: PageSource

  /// Pages of the database; what the file holds beyond them is ignored, as SQLite does.
  package var pageCount: UInt32 { pages.pageCount }

  /// Everything that the rows come from: the database file, and the sidecar where one counts.
  package var files: [FileRegion] { [region] + [pages.overlay?.region].compactMap(\.self) }

  /// Bytes of the database in the state that is read.
  package var byteCount: Int { Int(pageCount) * header.pageSize }

  /// Opens a database file by its path, with the `-wal` or `-journal` that lies beside it.
  ///
  /// - Throws: what ``init(region:wal:journal:)`` throws.
  package init(path: String) throws(SQLiteFileError) {
    guard let region = try Sidecars.open(path) else { throw .file(.fileNotFound(path: path)) }
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    try self.init(
      region, wal: try Sidecars.open(path + "-wal"),
      journal: try Sidecars.open(path + "-journal")
    ) { name in
      // It was made beside a database; files that travel together lie together.
      let last = name.split(separator: "/").last ?? ""
      return [name, "\(folder)\(last)"].contains { FileIdentity(path: $0) != nil }
    }
  }

  /// Opens the database that these bytes are, in the newest committed state: with the pages of a
  /// write-ahead log over it, or those of a hot rollback journal put back.
  ///
  /// - Parameters:
  ///   - region: the database file, or a member of an archive.
  ///   - wal: the bytes of its `-wal`.
  ///   - journal: the bytes of its `-journal`.
  /// - Throws: `SQLiteFileError.notADatabase`, `.badHeader`, `.fileTooShort`,
  ///   `.sidecarOfAnother`, `.unknownLogVersion`, `.damagedSchema`, and what reading the schema's
  ///   pages throws.
  package init(
    region: FileRegion, wal: FileRegion? = nil, journal: FileRegion? = nil
  ) throws(SQLiteFileError) {
    try self.init(region, wal: wal, journal: journal) { _ in false }
  }

  private init(
    _ region: FileRegion, wal: FileRegion?, journal: FileRegion?, nameExists: (String) -> Bool
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
