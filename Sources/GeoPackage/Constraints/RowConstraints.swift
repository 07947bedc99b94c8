import SQLiteFile

/// Checks the constraints that concern a single row: NOT NULL and CHECK.
struct RowConstraints {
  private let table: EditedTable
  private var row: ComputedRow
  private var comparison: RowComparison

  init(_ table: EditedTable, _ database: DatabaseReader) {
    self.table = table
    row = ComputedRow(table.stored, table.clauses, in: database)
    comparison = RowComparison(table.stored, in: database)
  }

  mutating func check(_ findings: inout ConstraintCheck.Findings) throws {
    for edited in table.rows {
      try row.take(edited.record.span, rowid: edited.rowid)
      for column in table.stored.columns.indices where refusesNull(column) {
        guard !(try table.isUnchanged(edited, in: [column], &comparison)) else { continue }
        check(notNull: column, in: edited, findings: &findings)
      }
      for check in table.clauses.checks
      where !(try table.isUnchanged(edited, in: check.columns, &comparison)) {
        self.check(check, in: edited, findings: &findings)
      }
    }
  }

  private func refusesNull(_ column: Int) -> Bool {
    table.stored.columns[column].isNotNull && column != table.stored.rowidColumn
  }

  private func check(
    notNull column: Int, in edited: EditedTable.Row, findings: inout ConstraintCheck.Findings
  ) {
    let name = table.stored.columns[column].name
    guard let value = try? row.value(column) else {
      return findings.noteUnchecked(table: table.name, kind: .notNull, text: name)
    }
    guard value == .null else { return }
    findings.violations.append(
      ConstraintViolation(
        table: table.name, kind: .notNull, columns: [name], text: name, row: edited.row))
  }

  private func check(
    _ check: TableClauses.Check, in edited: EditedTable.Row,
    findings: inout ConstraintCheck.Findings
  ) {
    do throws(ExpressionFault) {
      guard let expression = check.expression else { throw ExpressionFault() }
      // A CHECK whose condition is unknown is fulfilled.
      guard try expression.isTrue(in: row) == false else { return }
    } catch {
      return findings.noteUnchecked(table: table.name, kind: .check, text: check.text)
    }
    findings.violations.append(
      ConstraintViolation(
        table: table.name, kind: .check, columns: table.names(of: check.columns.sorted()),
        text: check.text, row: edited.row))
  }
}
