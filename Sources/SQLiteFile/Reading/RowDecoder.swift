import Bytes

/// The values of a row as SQL sees them: defaults for columns a row lacks, the row id in its
/// column, doubles in REAL columns, texts as UTF-8.
package struct RowDecoder: Sendable {
  /// The table whose rows are decoded.
  package let table: StoredTable
  private let encoding: DatabaseHeader.TextEncoding
  private var layout = RecordLayout()
  private var rowid: Int64 = 0

  /// A decoder for the rows of a table.
  package init(_ table: StoredTable, in database: DatabaseReader) {
    self.table = table
    encoding = database.header.encoding
  }

  /// Lays out a row; `value(_:of:)` then answers for it.
  ///
  /// - Throws: `SQLiteFileError.damagedRow`.
  package mutating func decode(
    rowid: Int64, record: Span<UInt8>, page: UInt32 = 0
  ) throws(SQLiteFileError) {
    self.rowid = rowid
    do {
      try layout.parse(record)
    } catch {
      throw error.inRow(page: page, rowid: rowid)
    }
  }

  /// Bytes that the values of the row decoded last need, its header included.
  var byteCount: Int { layout.byteCount }

  /// The value of a column of the row decoded last, whose bytes are `record`. NULL for a virtual
  /// column.
  package func value(_ column: Int, of record: Span<UInt8>) -> SQLValue {
    if column == table.rowidColumn { return .integer(rowid) }
    guard let index = table.recordIndexes[column] else { return .null }
    guard index < layout.count else { return table.columns[column].defaultValue }
    switch layout.value(index, in: record) {
    case .null: return .null
    case .integer(let value):
      return table.columns[column].affinity == .real ? .real(Double(value)) : .integer(value)
    case .real(let value): return value.isNaN ? .null : .real(value)
    case .text(let range): return .text(text(range, record).span.repairedString())
    case .blob(let range): return .blob(record.extracting(range).copied())
    }
  }

  /// Whether a column of the row decoded last is NULL.
  package func isNull(_ column: Int) -> Bool {
    if column == table.rowidColumn { return false }
    guard let index = table.recordIndexes[column] else { return true }
    return index < layout.count
      ? layout.isNull(index) : table.columns[column].defaultValue == .null
  }

  /// The value as it is stored; nil where the row id or a default stands in for it.
  func stored(_ column: Int, of record: Span<UInt8>) -> RecordValue? {
    guard column != table.rowidColumn, let index = table.recordIndexes[column], index < layout.count
    else { return nil }
    return layout.value(index, in: record)
  }

  /// The serial type of the value at a place of the record; nil where the record is shorter.
  func serialType(at index: Int) -> UInt64? { layout.stored(index)?.serialType }

  /// The bytes of a text column as UTF-8, not repaired; nil when the value is no text.
  package func utf8(_ column: Int, of record: Span<UInt8>) -> [UInt8]? {
    guard column != table.rowidColumn, let index = table.recordIndexes[column],
      case .text(let range) = layout.value(index, in: record)
    else { return nil }
    return text(range, record)
  }

  private func text(_ range: Range<Int>, _ record: Span<UInt8>) -> [UInt8] {
    StoredText.utf8(record.extracting(range), encoding)
  }
}
