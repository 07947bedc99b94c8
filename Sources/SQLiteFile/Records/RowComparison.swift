import Bytes

/// Two states of one row, column by column.
package struct RowComparison: Sendable {
  private let table: StoredTable
  private let encoding: DatabaseHeader.TextEncoding
  private var old = RecordLayout()
  private var new = RecordLayout()
  private var oldBytes: [UInt8] = []
  private var newBytes: [UInt8] = []

  /// Of no row yet.
  package init(_ table: StoredTable, in database: DatabaseReader) {
    self.table = table
    encoding = database.header.encoding
  }

  /// Takes both states, as they are stored.
  ///
  /// - Throws: `SQLiteFileError.damagedRecord`.
  package mutating func take(
    _ old: Span<UInt8>, _ new: Span<UInt8>
  ) throws(SQLiteFileError) {
    oldBytes.removeAll(keepingCapacity: true)
    oldBytes.append(old)
    newBytes.removeAll(keepingCapacity: true)
    newBytes.append(new)
    try self.old.parse(old)
    try self.new.parse(new)
  }

  /// Whether a column has the same value in both; of one that is not stored this is not known, and
  /// false.
  package func isSame(_ column: Int) -> Bool {
    if column == table.rowidColumn { return true }
    guard let place = table.places[column] else { return false }
    // A row that is older than the column has its default.
    guard place < old.count, place < new.count else {
      return value(place, column, old, oldBytes) == value(place, column, new, newBytes)
    }
    return RecordOrder.compare(
      old.value(place, in: oldBytes.span), in: oldBytes.span, new.value(place, in: newBytes.span),
      in: newBytes.span) == 0
  }

  private func value(
    _ place: Int, _ column: Int, _ layout: RecordLayout, _ bytes: [UInt8]
  ) -> ExpressionValue {
    guard place < layout.count else { return ExpressionValue(table.columns[column].defaultValue) }
    return ExpressionValue(layout.value(place, in: bytes.span), of: bytes.span, encoding)
  }
}
