import Bytes
import Records
import SQLiteFile

/// The current record of a stored table, up to the columns that are needed. If a row is older than
/// one of them, the record is padded with defaults.
struct StoredRecord: Sendable {
  private(set) var layout = RecordLayout()
  /// The record with its defaults, if it is shorter.
  private(set) var padded: [UInt8] = []
  private(set) var isPadded = false
  private let table: StoredTable
  private let encoding: DatabaseHeader.TextEncoding
  /// The number of values to read, up to the last column that is needed.
  private let valuesSeen: Int

  /// Creates a record reader.
  ///
  /// - Parameter columns: the columns that are needed.
  init(_ table: StoredTable, columns: [Int], in database: DatabaseReader) {
    self.table = table
    encoding = database.header.encoding
    valuesSeen = columns.compactMap { table.recordIndexes[$0] }.max().map { $0 + 1 } ?? 0
  }

  /// Whether any column is needed.
  var isAsked: Bool { valuesSeen > 0 }

  mutating func take(_ record: Span<UInt8>) throws(SQLiteFileError) {
    try layout.parse(stored: record, first: valuesSeen)
    isPadded = layout.count < valuesSeen
    if isPadded { try pad(record) }
  }

  private mutating func pad(_ record: Span<UInt8>) throws(SQLiteFileError) {
    var encoder = RecordEncoder()
    for (column, index) in table.recordIndexes.enumerated() {
      guard let index, index < valuesSeen else { continue }
      if index < layout.count {
        encoder.append(layout.value(index, in: record), of: record)
      } else {
        encoder.append(ExpressionValue(table.columns[column].defaultValue), encoding)
      }
    }
    padded.removeAll(keepingCapacity: true)
    encoder.write(to: &padded)
    let whole = padded
    try layout.parse(stored: whole.span)
  }

  /// The value of a column. Its bytes are in the record or in ``padded``.
  func value(_ column: Int, of record: Span<UInt8>, rowid: Int64) -> RecordValue {
    if column == table.rowidColumn { return .integer(rowid) }
    return table.recordIndexes[column].map { layout.value($0, in: record) } ?? .null
  }

  /// Passes a column with its text as UTF-8.
  func withUTF8(
    _ column: Int, of record: Span<UInt8>,
    _ body: (RecordValue, Span<UInt8>) throws(SQLiteFileError) -> Void
  ) throws(SQLiteFileError) {
    let value = table.recordIndexes[column].map { layout.value($0, in: record) } ?? .null
    guard encoding != .utf8, case .text(let text) = ExpressionValue(value, of: record, encoding)
    else { return try body(value, record) }
    try body(.text(0..<text.count), text.span)
  }
}
