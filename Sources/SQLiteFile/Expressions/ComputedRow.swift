import Bytes

/// A row of a table, for evaluating expressions. Its columns are as SQL sees them, including
/// computed ones.
package struct ComputedRow: RowExpression.Row {
  /// Deepest nesting of columns that are computed from each other.
  private static let deepest = 20

  private let clauses: TableClauses
  private var decoder: RowDecoder
  /// The current row as stored.
  package private(set) var record: [UInt8] = []
  /// Whether to compute stored computed columns again.
  private let computesStored: Bool
  /// The id of the row.
  package private(set) var rowid: Int64 = 0

  /// Creates an object without a row.
  ///
  /// - Parameter computesStored: whether to compute stored computed columns again.
  package init(
    _ table: StoredTable, _ clauses: TableClauses, in database: DatabaseReader,
    computesStored: Bool = false
  ) {
    self.clauses = clauses
    self.computesStored = computesStored
    decoder = RowDecoder(table, in: database)
  }

  /// Sets the row, as it is stored.
  ///
  /// - Throws: `SQLiteFileError.damagedRow`.
  package mutating func take(_ record: Span<UInt8>, rowid: Int64) throws(SQLiteFileError) {
    self.rowid = rowid
    self.record.removeAll(keepingCapacity: true)
    self.record.append(record)
    try decoder.decode(rowid: rowid, record: record)
  }

  /// The value of a column.
  ///
  /// - Throws: `ExpressionFault` for a computed column that cannot be evaluated.
  package func value(_ column: Int) throws(ExpressionFault) -> ExpressionValue {
    try value(column, depth: 0)
  }

  private func value(_ column: Int, depth: Int) throws(ExpressionFault) -> ExpressionValue {
    let stored = decoder.table.columns[column]
    guard stored.generated == .virtual || (stored.generated == .stored && computesStored) else {
      if let text = decoder.utf8(column, of: record.span) { return .text(text) }
      return ExpressionValue(decoder.value(column, of: record.span))
    }
    guard depth < Self.deepest, let expression = clauses.computed[column]?.expression else {
      throw ExpressionFault()
    }
    return try expression.value(in: Inner(row: self, depth: depth + 1)).applying(stored.affinity)
  }

  /// The row as seen from the expression of a computed column.
  private struct Inner: RowExpression.Row {
    let row: ComputedRow
    let depth: Int
    var rowid: Int64 { row.rowid }

    func value(_ column: Int) throws(ExpressionFault) -> ExpressionValue {
      try row.value(column, depth: depth)
    }
  }
}
