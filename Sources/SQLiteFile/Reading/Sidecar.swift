import Bytes

/// A sidecar with valid pages. Checks whether they belong to the database.
struct Sidecar {
  private let overlay: PageOverlay
  private let pageSize: Int
  private let pageCount: UInt32
  /// Whether its pages are older than those of the database file.
  private let isOlder: Bool

  init(_ log: WriteAheadLog) {
    (overlay, pageSize, pageCount) = (log.overlay, log.pageSize, log.pageCount)
    isOlder = false
  }

  init(_ journal: RollbackJournal) {
    (overlay, pageSize, pageCount) = (journal.overlay, journal.pageSize, journal.pageCount)
    isOlder = true
  }

  /// The pages of the database with those of the sidecar over them, and the header that applies.
  ///
  /// - Parameter own: the header of the database file. It may be invalid if page 1 is in the
  ///   sidecar.
  /// - Throws: `SQLiteFileError.sidecarOfAnother`, `.fileTooShort`, `.file`, the error of `own`.
  func laid(
    over region: FileRegion, _ own: Result<DatabaseHeader, SQLiteFileError>
  ) throws(SQLiteFileError) -> (PageSource, DatabaseHeader) {
    let before = try? own.get()
    if let before { try compareSizes(before) }
    let header: DatabaseHeader
    if let offset = overlay.offsets[1] {
      header = try firstPage(at: offset)
      if let before {
        try isOlder ? compare(older: header, newer: before) : compare(older: before, newer: header)
      }
    } else {
      header = try own.get()
    }
    let pages = try PageSource(region, overlay: overlay, header, held: Int(pageCount))
    return (pages, header)
  }

  private func refusal(_ problem: SQLiteFileError.SidecarProblem) -> SQLiteFileError {
    .sidecarOfAnother(path: overlay.region.path, problem)
  }

  private func compareSizes(_ before: DatabaseHeader) throws(SQLiteFileError) {
    if before.pageSize != pageSize, before.hasContent || overlay.offsets[1] == nil {
      throw refusal(.pageSize(database: before.pageSize, sidecar: pageSize))
    }
  }

  private func firstPage(at offset: Int) throws(SQLiteFileError) -> DatabaseHeader {
    var start: [UInt8] = []
    try overlay.region.readBytes(at: offset, count: DatabaseHeader.length, into: &start)
    guard let header = try? DatabaseHeader(parsing: start.span, path: overlay.region.path) else {
      throw refusal(.noDatabase)
    }
    guard header.pageSize == pageSize else {
      throw refusal(.pageSize(database: header.pageSize, sidecar: pageSize))
    }
    return header
  }

  /// Compares two states of a database: what cannot change back must not have changed back.
  private func compare(
    older: DatabaseHeader, newer: DatabaseHeader
  ) throws(SQLiteFileError) {
    // The application id is set once, when the database is created.
    if older.applicationID != newer.applicationID, older.applicationID != 0 {
      throw refusal(.applicationID(older.applicationID, newer.applicationID))
    }
    if older.hasContent, newer.hasContent, older.encoding != newer.encoding {
      throw refusal(.encoding)
    }
    if newer.schemaCookie < older.schemaCookie {
      throw refusal(.schemaCookie(older: older.schemaCookie, newer: newer.schemaCookie))
    }
    // Each transaction adds one. A log can hold many; a journal undoes only the unfinished one.
    let steps = Int32(bitPattern: newer.changeCounter &- older.changeCounter)
    guard steps >= 0, !isOlder || steps <= 1 else {
      throw refusal(.changeCounter(older: older.changeCounter, newer: newer.changeCounter))
    }
  }
}
