import Console
import Records
import SQLiteFile

extension Explanation {
  /// Explains what is wrong with a SQLite file.
  init(_ error: RecordError, _ context: ErrorContext) {
    self.init(SQLiteFileError.damagedRecord(error), context)
  }

  init(_ error: SQLiteFileError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .file(let error): self.init(error, context)
    case .notADatabase(let path):
      self.init(
        .sqliteNotADatabase, about: path, "is not a SQLite database",
        fix: "Check that it is the right file, and copy it again.")
    case .fileTooShort:
      self.init(.fileCutShort, about: subject, "\(error)", fix: Self.copyAgain)
    case .sidecarOfAnother(let path, let problem):
      self.init(
        .sqliteSidecarMismatch, about: path,
        "does not belong to the database beside it: \(problem)",
        fix: "Copy both files again, together. Move this one away only if nobody needs it.")
    case .unknownLogVersion(let path, let version):
      self.init(
        .sqliteLogUnsupported, about: path, "has the unknown version \(version)",
        fix: "Open the database in QGIS or sqlite3, close it, and pass it on again.")
    case .badHeader, .badPageNumber, .pageReachedTwice, .damagedPage, .damagedRecord, .damagedRow,
      .damagedSchema, .unreadableCreateTable:
      self.init(
        .sqliteCorrupt, about: subject, "the database is damaged: \(error)",
        fix: "Copy it again from its source, or recover it with `sqlite3 FILE .recover`.")
    case .noSuchTable(let name):
      self.init(
        .tableNotFound, about: subject, "has no table \(name)",
        fix: "Bind the layer with \"table\": the name of its table.")
    case .recordTooLong, .tooManyPages:
      self.init(
        .sqliteTooLarge, about: subject, "too large for a SQLite database: \(error)",
        fix: "Choose a smaller area, or leave out layers with --without.")
    case .duplicateKey:
      self.init(
        .sqliteKeyDuplicate, about: subject, "\(error)", fix: "Give each record a unique key.")
    case .rowsOutOfOrder:
      self.init(.bugSQLiteWriting, about: subject, "\(error)", fix: Self.reportFix)
    }
  }
}
