import Console
import SQLiteFile

extension Explanation {
  /// What is wrong with a SQLite file.
  init(_ error: SQLiteFileError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .file(let error): self.init(error, context)
    case .notADatabase(let path):
      self.init(
        "SQL001", .inputRefused, path, "is no SQLite database",
        fix: "Check that it is the right file, and copy it again.")
    case .fileTooShort:
      self.init("SQL002", .inputRefused, subject, "\(error)", fix: Self.copyAgain)
    case .sidecarOfAnother(let path, let problem):
      self.init(
        "SQL003", .inputRefused, path, "does not belong to the database beside it: \(problem)",
        fix: "Copy both files again, together. Move this one away only if it is not needed.")
    case .unknownLogVersion(let path, _):
      self.init(
        "SQL004", .inputRefused, path, "\(error)",
        fix: "Open the database in QGIS or sqlite3 and close it again, then pass it on.")
    case .badHeader, .badPageNumber, .pageReachedTwice, .damagedPage, .damagedRecord, .damagedRow,
      .damagedSchema, .unreadableCreateTable:
      self.init(
        "SQL005", .inputRefused, subject, "the database is damaged: \(error)",
        fix: "Copy it again from where it came from, or rescue it with `sqlite3 FILE .recover`.")
    case .noSuchTable(let name):
      self.init(
        "SQL006", .inputRefused, subject, "it has no table \(name)",
        fix: "Bind the layer with \"table\": the table's name.")
    case .recordTooLong, .tooManyPages:
      self.init(
        "SQL007", .inputRefused, subject, "too large for a SQLite database: \(error)",
        fix: "Take a smaller area, or leave layers out with --without.")
    case .duplicateKey:
      self.init(
        "SQL008", .inputRefused, subject, "\(error)", fix: "Give each row its own key.")
    case .rowsOutOfOrder:
      self.init("BUG004", .bug, subject, "\(error)", fix: Self.reportFix)
    }
  }
}
