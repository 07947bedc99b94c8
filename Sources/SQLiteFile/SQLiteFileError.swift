package import Bytes
package import Records

/// Everything that can go wrong with a SQLite file, with its location.
///
/// Offsets are bytes from the start of the page unless the case says otherwise. Pages count from 1.
package enum SQLiteFileError: Error, Equatable, Sendable {
  /// The file could not be read or written at all.
  case file(BytesError)
  /// The file does not begin like a SQLite database (File Format §1.3).
  case notADatabase(path: String)
  /// A header field has a value that SQLite does not accept; `offset` is from the start of the
  /// file.
  case badHeader(offset: Int, value: Int)
  /// The header gives more pages than the file has.
  case fileTooShort(pagesInHeader: Int, pagesInFile: Int)
  /// A `-wal` or `-journal` beside the database that clearly belongs to another one.
  case sidecarOfAnother(path: String, SidecarProblem)
  /// A `-wal` of an unknown version.
  case unknownLogVersion(path: String, version: UInt32)
  /// A page number that is zero, beyond the file, or the lock-byte page.
  case badPageNumber(page: UInt32, from: UInt32)
  /// A b-tree or overflow chain reaches a page a second time.
  case pageReachedTwice(page: UInt32)
  /// A b-tree page that breaks the page format (File Format §1.6).
  case damagedPage(page: UInt32, offset: Int, problem: PageProblem)
  /// A record that does not decode.
  case damagedRecord(RecordError)
  /// A row of a table that does not decode.
  case damagedRow(page: UInt32, rowid: Int64, problem: RecordError.Problem)
  /// A row of `sqlite_schema` that is not valid.
  case damagedSchema(row: Int64, problem: SchemaProblem)
  /// A `CREATE TABLE` text that cannot be parsed; `offset` is in bytes of the text.
  case unreadableCreateTable(name: String, offset: Int)
  /// There is no table of this name.
  case noSuchTable(name: String)
  /// Rows were not written in ascending row id order.
  case rowsOutOfOrder(previous: Int64, rowid: Int64)
  /// A record longer than SQLite's limit of 1,000,000,000 bytes.
  case recordTooLong(rowid: Int64, bytes: Int)
  /// Two rows have the same key in a unique index.
  case duplicateKey(index: String, first: Int64, second: Int64)
  /// More pages than a SQLite file can have.
  case tooManyPages
  /// A compact form that holds no database; `offset` is in bytes of its file or run.
  case damagedCompactForm(offset: Int)

  /// Why a sidecar cannot belong to the database.
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

  /// What is wrong with a schema row.
  package enum SchemaProblem: Equatable, Sendable {
    case notText(column: Int)
    case rootOutside(Int64)
    case rootNotANumber
    case sqlTooLong(Int)
    case tooManyObjects
    case duplicateName(String)
    case orphanIndex(String)
    case missingSQL(String)
  }
}

extension SQLiteFileError {
  /// Does some work with a row, and adds the row to the error of a damaged record.
  package static func inRow(
    _ rowid: Int64, page: UInt32 = 0, _ work: () throws(SQLiteFileError) -> Void
  ) throws(SQLiteFileError) {
    do throws(SQLiteFileError) {
      try work()
    } catch .damagedRecord(let error) {
      throw .damagedRow(page: page, rowid: rowid, problem: error.problem)
    }
  }

  /// Reads or writes a file.
  static func ofFile<Result: ~Copyable>(
    _ work: @autoclosure () throws(BytesError) -> Result
  ) throws(SQLiteFileError) -> Result {
    do throws(BytesError) {
      return try work()
    } catch { throw .file(error) }
  }
}

extension SQLiteFileError: MachineFault {
  /// Whether the file could not be read or written because of the machine.
  package var isFromMachine: Bool {
    if case .file(let error) = self { error.isFromMachine } else { false }
  }
}

extension SQLiteFileError: CustomStringConvertible {
  /// The problem and its location in one line.
  package var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .notADatabase(let path): "\(path) is not a SQLite database"
    case .badHeader(let offset, let value):
      "the database header has the invalid value \(value) at byte \(offset)"
    case .fileTooShort(let header, let file):
      "the database should have \(header) pages, but the file holds \(file)"
    case .sidecarOfAnother(let path, let problem):
      "\(path) does not belong to the database: \(problem)"
    case .unknownLogVersion(let path, let version): "\(path) has the unknown version \(version)"
    case .badPageNumber(let page, let from): "page \(from) points to the invalid page \(page)"
    case .pageReachedTwice(let page): "page \(page) is used twice"
    case .damagedPage(let page, let offset, let problem):
      "page \(page), byte \(offset): \(problem)"
    case .damagedRecord(let error): "\(error)"
    case .damagedRow(let page, let rowid, let problem): "page \(page), row \(rowid): \(problem)"
    case .damagedSchema(let row, let problem): "schema row \(row): \(problem)"
    case .unreadableCreateTable(let name, let offset):
      "the CREATE TABLE text of \(name) cannot be read from byte \(offset) on"
    case .noSuchTable(let name): "there is no table \(name)"
    case .rowsOutOfOrder(let previous, let rowid): "row \(rowid) was written after row \(previous)"
    case .recordTooLong(let rowid, let bytes):
      "row \(rowid) has \(bytes) bytes, but SQLite allows 1,000,000,000"
    case .duplicateKey(let index, let first, let second):
      "rows \(first) and \(second) have the same key in the unique index \(index)"
    case .damagedCompactForm(let offset): "the compact form is damaged at byte \(offset)"
    case .tooManyPages: "the database needs more pages than SQLite allows"
    }
  }
}
