import Console
import Records
import SQLiteFile

extension RecordError: ExplainedError {
  /// Explains what is wrong with a record, as a damage of its database.
  func explanation(_ context: ErrorContext) -> Explanation {
    SQLiteFileError.damagedRecord(self).explanation(context)
  }
}

extension SQLiteFileError: ExplainedError {
  /// Explains what is wrong with a SQLite file.
  func explanation(_ context: ErrorContext) -> Explanation {
    let subject = context.subject
    return switch self {
    case .file(let error): error.explanation(context)
    case .notADatabase(let path):
      Explanation(
        .sqliteNotADatabase, about: path, "is not a SQLite database",
        fix: "Check that it is the right file, and copy it again.")
    case .fileTooShort:
      Explanation(.fileCutShort, about: subject, "\(self)", fix: UsualFix.copyAgain)
    case .sidecarOfAnother(let path, let problem):
      Explanation(
        .sqliteSidecarMismatch, about: path,
        "does not belong to the database beside it: \(problem)",
        fix: "Copy both files again, together. Move this one away only if nobody needs it.")
    case .unknownLogVersion(let path, let version):
      Explanation(
        .sqliteLogUnsupported, about: path, "has the unknown version \(version)",
        fix: "Open the database in QGIS or sqlite3, close it, and pass it on again.")
    case .badHeader, .badPageNumber, .pageReachedTwice, .damagedPage, .damagedRecord, .damagedRow,
      .damagedSchema, .unreadableCreateTable, .damagedCompactForm:
      Explanation(
        .sqliteCorrupt, about: subject, "the database is damaged: \(self)",
        fix: "Copy it again from its source, or recover it with `sqlite3 FILE .recover`.")
    case .noSuchTable(let name):
      Explanation(
        .tableNotFound, about: subject, "has no table \(name)",
        fix: "Bind the layer with \"table\": the name of its table.")
    case .recordTooLong, .tooManyPages:
      Explanation(
        .sqliteTooLarge, about: subject, "too large for a SQLite database: \(self)",
        fix: "Choose a smaller area, or leave out layers with --without.")
    case .duplicateKey:
      Explanation(
        .sqliteKeyDuplicate, about: subject, "\(self)", fix: "Give each record a unique key.")
    case .rowsOutOfOrder:
      Explanation(.bugSQLiteWriting, about: subject, "\(self)", fix: UsualFix.report)
    }
  }
}
