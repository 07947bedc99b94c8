package import Bytes

/// Everything that can go wrong with a SQLite file, with the place where it was seen.
///
/// Offsets are bytes from the start of the page unless the case says otherwise; pages count from 1.
package enum SQLiteFileError: Error, Equatable, Sendable {
  /// The file could not be read or written at all.
  case file(BytesError)
  /// The file does not begin as a SQLite database does (File Format §1.3).
  case notADatabase(path: String)
  /// A header field holds a value that no SQLite reads; `offset` is from the start of the file.
  case badHeader(offset: Int, value: Int)
  /// The header asks for more pages than the file has.
  case fileTooShort(pagesInHeader: Int, pagesInFile: Int)
  /// A `-wal` or `-journal` beside the database that evidently belongs to another one.
  case sidecarOfAnother(path: String, SidecarProblem)
  /// A `-wal` of a version that no SQLite has written yet.
  case unknownLogVersion(path: String, version: UInt32)
  /// A page number that is zero, beyond the file, or the lock-byte page.
  case badPageNumber(page: UInt32, from: UInt32)
  /// A b-tree or overflow chain reaches a page a second time.
  case pageReachedTwice(page: UInt32)
  /// A b-tree page that breaks the page format (File Format §1.6).
  case damagedPage(page: UInt32, offset: Int, problem: PageProblem)
  /// A record that does not decode (File Format §2.1); `offset` is from the record's first byte.
  case damagedRecord(offset: Int, problem: RecordProblem)
  /// A row of a table that does not decode.
  case damagedRow(page: UInt32, rowid: Int64, problem: RecordProblem)
  /// A row of `sqlite_schema` that cannot be used.
  case damagedSchema(row: Int64, problem: SchemaProblem)
  /// A `CREATE TABLE` text that the parser cannot read; `offset` in bytes of the text.
  case unreadableCreateTable(name: String, offset: Int)
  /// No table of this name.
  case noSuchTable(name: String)
  /// Rows must be written in ascending row id order.
  case rowsOutOfOrder(previous: Int64, rowid: Int64)
  /// A record longer than SQLite's limit of 1,000,000,000 bytes.
  case recordTooLong(rowid: Int64, bytes: Int)
  /// Two rows hold the same key of a unique index.
  case duplicateKey(index: String, first: Int64, second: Int64)
  /// More pages than a SQLite file can number.
  case tooManyPages

  /// What tells that a sidecar is not the database's.
  package enum SidecarProblem: Equatable, Sendable {
    case pageSize(database: Int, sidecar: Int)
    case noDatabase
    case applicationID(UInt32, UInt32)
    case encoding
    case schemaCookie(older: UInt32, newer: UInt32)
    case changeCounter(older: UInt32, newer: UInt32)
    case pageMissing(UInt32)
    case otherSidecar
  }

  /// What is wrong with a page.
  package enum PageProblem: Equatable, Sendable {
    case wrongKind(UInt8)
    case tooManyCells(Int)
    case noCells
    case pointerOutside(Int)
    case cellOutside(Int)
    case payloadTooLong(UInt64)
    case overflowChainBroken
    case rowidsOutOfOrder(previous: Int64, rowid: Int64)
    case tooDeep
    case leafDepthDiffers
  }

  /// What is wrong with a record.
  package enum RecordProblem: Equatable, Sendable {
    case headerTooLong(UInt64)
    case headerCut
    case reservedSerialType(UInt64)
    case bodyTooShort(needed: Int, available: Int)
    case tooManyColumns
  }

  /// What is wrong with a schema row.
  package enum SchemaProblem: Equatable, Sendable {
    case notText(column: Int)
    case rootOutside(Int64)
    case sqlTooLong(Int)
    case tooManyObjects
    case duplicateName(String)
    case orphanIndex(String)
    case missingSQL(String)
  }
}

extension SQLiteFileError {
  /// A damaged record told with the row it belongs to; other errors as they are.
  package func inRow(page: UInt32, rowid: Int64) -> SQLiteFileError {
    guard case .damagedRecord(_, let problem) = self else { return self }
    return .damagedRow(page: page, rowid: rowid, problem: problem)
  }
}

extension SQLiteFileError: CustomStringConvertible {
  /// One plain line naming the problem and its place.
  package var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .notADatabase(let path): "\(path) is not a SQLite database"
    case .badHeader(let offset, let value): "database header: value \(value) at byte \(offset)"
    case .fileTooShort(let header, let file):
      "the database says it has \(header) pages, the file holds \(file)"
    case .sidecarOfAnother(let path, let problem):
      "\(path) does not belong to the database: \(problem)"
    case .unknownLogVersion(let path, let version): "\(path) has the unknown version \(version)"
    case .badPageNumber(let page, let from): "page \(from) points to page \(page)"
    case .pageReachedTwice(let page): "page \(page) is reached twice"
    case .damagedPage(let page, let offset, let problem):
      "page \(page), byte \(offset): \(problem)"
    case .damagedRecord(let offset, let problem): "record, byte \(offset): \(problem)"
    case .damagedRow(let page, let rowid, let problem): "page \(page), row \(rowid): \(problem)"
    case .damagedSchema(let row, let problem): "schema row \(row): \(problem)"
    case .unreadableCreateTable(let name, let offset):
      "CREATE TABLE of \(name) cannot be read at byte \(offset)"
    case .noSuchTable(let name): "no table \(name)"
    case .rowsOutOfOrder(let previous, let rowid): "row \(rowid) comes after row \(previous)"
    case .recordTooLong(let rowid, let bytes): "row \(rowid) takes \(bytes) bytes"
    case .duplicateKey(let index, let first, let second):
      "rows \(first) and \(second) hold the same key of \(index)"
    case .tooManyPages: "the database needs more pages than SQLite can number"
    }
  }
}
