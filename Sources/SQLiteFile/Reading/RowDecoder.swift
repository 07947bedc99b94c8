import Bytes
package import Records

/// Decodes the values of a row as SQL sees them. It fills in defaults for missing columns, the row
/// id in its column, doubles in REAL columns, and texts as UTF-8.
package struct RowDecoder: Sendable {
  /// The table of the rows.
  package let table: StoredTable
  private let encoding: DatabaseHeader.TextEncoding
  private var layout = RecordLayout()
  private var rowid: Int64 = 0

  /// Creates a decoder for the rows of a table.
  package init(_ table: StoredTable, in database: DatabaseReader) {
    self.table = table
    encoding = database.header.encoding
  }

  /// Reads the layout of a row, for calls of `value(_:of:)`.
  ///
  /// - Throws: `SQLiteFileError.damagedRow`.
  package mutating func decode(
    rowid: Int64, record: Span<UInt8>, page: UInt32 = 0
  ) throws(SQLiteFileError) {
    self.rowid = rowid
    try layout.parse(record, ofRow: rowid, on: page)
  }

  /// Bytes of the last decoded row that are in use, including its header.
  var byteCount: Int { layout.byteCount }

  /// The value of a column in the last decoded row, whose bytes are `record`. NULL for a virtual
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

  /// Whether a column of the last decoded row is NULL.
  package func isNull(_ column: Int) -> Bool {
    if column == table.rowidColumn { return false }
    guard let index = table.recordIndexes[column] else { return true }
    return index < layout.count
      ? layout.isNull(index) : table.columns[column].defaultValue == .null
  }

  /// The value as stored; nil if it is the row id or a default instead.
  func stored(_ column: Int, of record: Span<UInt8>) -> RecordValue? {
    guard column != table.rowidColumn, let index = table.recordIndexes[column], index < layout.count
    else { return nil }
    return layout.value(index, in: record)
  }

  /// The serial type of the value at an index of the record; nil if the record is shorter.
  func serialType(at index: Int) -> UInt64? { layout.stored(index)?.serialType }

  /// The bytes of a text column as UTF-8, unrepaired; nil if the value is not a text.
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
