import Records

/// Finds the constraints of a GeoPackage that edits would break, before anything is written.
///
/// ```swift
/// let check = ConstraintCheck(reader)
/// for violation in try check.violations(of: edits) { … }
/// ```
/// The check only reads edited rows, so it ignores constraints that the data breaks already. It
/// compares rows as they are after all edits, so a key may move from one row to another. It does
/// not run the filling of edits. A new row without an id gets an unused one.
package struct ConstraintCheck: Sendable {
  private let reader: GeoPackageReader

  /// The result of a check.
  package struct Findings: Equatable, Sendable {
    /// Violations by table, constraint and row, in the order of the edits.
    package var violations: [ConstraintViolation] = []
    /// Constraints that were not checked, each once.
    package var unchecked: [UncheckedConstraint] = []

    /// Creates an empty result.
    package init() {}

    mutating func noteUnchecked(
      table: String, kind: ConstraintViolation.Kind, text: String
    ) {
      let constraint = UncheckedConstraint(table: table, kind: kind, text: text)
      if !unchecked.contains(constraint) { unchecked.append(constraint) }
    }
  }

  /// Creates a check of edits of this GeoPackage.
  package init(_ reader: GeoPackageReader) { self.reader = reader }

  /// The constraints that the edits break.
  ///
  /// - Throws: `GeoPackageError.noSuchTable`, `.noSuchRow`, `.noRowID`, and what reading throws.
  package func violations(of edits: [String: TableEdits]) throws -> [ConstraintViolation] {
    try findings(of: edits).violations
  }

  /// The constraints that the edits break, and those that could not be checked.
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
