import Bytes
import Records

/// Compares two states of one row, column by column.
package struct RowComparison: Sendable {
  private let table: StoredTable
  private let encoding: DatabaseHeader.TextEncoding
  private var old = RecordLayout()
  private var new = RecordLayout()
  private var oldBytes: [UInt8] = []
  private var newBytes: [UInt8] = []

  /// Creates a comparison without a row.
  package init(_ table: StoredTable, in database: DatabaseReader) {
    self.table = table
    encoding = database.header.encoding
  }

  /// Sets both states, as they are stored.
  ///
  /// - Throws: `SQLiteFileError.damagedRecord`.
  package mutating func take(
    old: Span<UInt8>, new: Span<UInt8>
  ) throws(SQLiteFileError) {
    oldBytes.removeAll(keepingCapacity: true)
    oldBytes.append(old)
    newBytes.removeAll(keepingCapacity: true)
    newBytes.append(new)
    try self.old.parse(stored: old)
    try self.new.parse(stored: new)
  }

  /// Whether a column has the same value in both states. False for a column that is not stored,
  /// because its value is unknown.
  package func isSame(_ column: Int) -> Bool {
    if column == table.rowidColumn { return true }
    guard let index = table.recordIndexes[column] else { return false }
    // A row that is older than the column has the column's default.
    guard index < old.count, index < new.count else {
      return value(index, of: column, in: old, oldBytes)
        == value(index, of: column, in: new, newBytes)
    }
    return RecordOrder.compare(
      old.value(index, in: oldBytes.span), in: oldBytes.span, new.value(index, in: newBytes.span),
      in: newBytes.span) == 0
  }

  private func value(
    _ index: Int, of column: Int, in layout: RecordLayout, _ bytes: [UInt8]
  ) -> ExpressionValue {
    guard index < layout.count else { return ExpressionValue(table.columns[column].defaultValue) }
    return ExpressionValue(layout.value(index, in: bytes.span), of: bytes.span, encoding)
  }
}
