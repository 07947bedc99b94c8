import SQLiteFile

/// Tells which constraints of a GeoPackage its edits would break, before anything is written.
///
/// ```swift
/// let check = ConstraintCheck(reader)
/// for violation in try check.violations(of: edits) { … }
/// ```
/// Only edited rows are looked at: what the data breaks already is not told. Rows count as they are
/// after all edits, so that a key may pass from one row to another. The fillings of edits are not
/// asked, and new rows without an id have one that no other row has.
package struct ConstraintCheck: Sendable {
  private let reader: GeoPackageReader

  /// What a check came to.
  package struct Findings: Equatable, Sendable {
    /// By table, constraint and row, in the order of the edits.
    package var violations: [ConstraintViolation] = []
    /// Each constraint once.
    package var unchecked: [UncheckedConstraint] = []

    /// Nothing yet.
    package init() {}

    mutating func noteUnchecked(
      table: String, kind: ConstraintViolation.Kind, text: String
    ) {
      let constraint = UncheckedConstraint(table: table, kind: kind, text: text)
      if !unchecked.contains(constraint) { unchecked.append(constraint) }
    }
  }

  /// A check of edits of this GeoPackage.
  package init(_ reader: GeoPackageReader) { self.reader = reader }

  /// What the edits break.
  ///
  /// - Throws: `GeoPackageError.noSuchTable`, `.noSuchRow`, `.noRowID`, and what reading throws.
  package func violations(of edits: [String: TableEdits]) throws -> [ConstraintViolation] {
    try findings(of: edits).violations
  }

  /// What the edits break, and what could not be checked.
  ///
  /// - Throws: `GeoPackageError.noSuchTable`, `.noSuchRow`, `.noRowID`, and what reading throws.
  package func findings(of edits: [String: TableEdits]) throws -> Findings {
    var findings = Findings()
    var tables: [String: EditedTable] = [:]
    for (name, edits) in edits.sorted(by: { $0.key < $1.key }) where !edits.isEmpty {
      tables[GeoPackageNames.folded(name)] = try EditedTable(name, edits, reader)
    }
    for (_, table) in tables.sorted(by: { $0.key < $1.key }) {
      var rows = RowConstraints(table, reader.database)
      try rows.check(&findings)
      var keys = UniqueKeys(table, reader.database)
      try keys.check(&findings)
    }
    try ForeignKeys(reader.database, tables).check(&findings)
    return findings
  }
}
