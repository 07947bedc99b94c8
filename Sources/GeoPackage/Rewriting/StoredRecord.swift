import Bytes
import SQLiteFile

/// The record under way of a stored table, as far as its columns are asked for. A row that is older
/// than one of them is filled up with defaults.
struct StoredRecord: Sendable {
  private(set) var layout = RecordLayout()
  /// The record with its defaults, where it is shorter.
  private(set) var padded: [UInt8] = []
  private(set) var isPadded = false
  private let table: StoredTable
  private let encoding: DatabaseHeader.TextEncoding
  /// The first places of records, up to the last one that is looked at.
  private let valuesSeen: Int

  /// - Parameter columns: those that are asked for.
  init(_ table: StoredTable, columns: [Int], in database: DatabaseReader) {
    self.table = table
    encoding = database.header.encoding
    valuesSeen = columns.compactMap { table.recordIndexes[$0] }.max().map { $0 + 1 } ?? 0
  }

  /// Whether anything is asked for.
  var isAsked: Bool { valuesSeen > 0 }

  mutating func take(_ record: Span<UInt8>) throws(SQLiteFileError) {
    try layout.parse(record, first: valuesSeen)
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
    try layout.parse(whole.span)
  }

  /// The value of a column, whose bytes lie in the record, or in ``padded``.
  func value(_ column: Int, of record: Span<UInt8>, rowid: Int64) -> RecordValue {
    if column == table.rowidColumn { return .integer(rowid) }
    return table.recordIndexes[column].map { layout.value($0, in: record) } ?? .null
  }

  /// Gives a column with its text as UTF-8.
  func withUTF8(
    _ column: Int, of record: Span<UInt8>, _ body: (RecordValue, Span<UInt8>) -> Void
  ) {
    let value = table.recordIndexes[column].map { layout.value($0, in: record) } ?? .null
    guard encoding != .utf8, case .text(let text) = ExpressionValue(value, of: record, encoding)
    else { return body(value, record) }
    body(.text(0..<text.count), text.span)
  }
}
