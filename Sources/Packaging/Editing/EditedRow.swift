import GeoPackage
import SQLiteFile

/// A record that edits touch: as it was, and what they set.
struct EditedRow: Sendable {
  /// nil for a record that is new.
  let rowid: Int64?
  /// The old record in the store's row form; empty for a new one.
  private let record: [UInt8]
  private let layout: RecordLayout
  private let firstColumn: Int
  private let columnCount: Int
  /// What was set, by column.
  private var changes: [Int: SQLValue] = [:]
  /// The new geometry, where it was set: a GeoPackage blob, or empty for none.
  private var shape: [UInt8]?
  var isDeleted = false
  /// Whether anything was set.
  var isChanged: Bool { !changes.isEmpty || shape != nil }

  /// A new record.
  init(newIn table: GeoPackageTable) {
    rowid = nil
    record = []
    layout = RecordLayout()
    firstColumn = table.firstColumn
    columnCount = table.columns.count
  }

  /// - Throws: `SQLiteFileError` for a record that does not decode.
  init(_ record: [UInt8], rowid: Int64, in table: GeoPackageTable) throws(SQLiteFileError) {
    self.rowid = rowid
    self.record = record
    var layout = RecordLayout()
    try layout.parse(record.span)
    self.layout = layout
    firstColumn = table.firstColumn
    columnCount = table.columns.count
  }

  /// The value of a column of the table.
  subscript(column: Int) -> SQLValue {
    get { changes[column] ?? stored(column) }
    set {
      // Setting a value to what it is leaves the record's bytes alone.
      changes[column] = newValue == stored(column) && rowid != nil ? nil : newValue
    }
  }

  private func stored(_ column: Int) -> SQLValue {
    guard rowid != nil else { return .null }
    return SQLValue(layout.value(firstColumn + column, in: record.span), of: record.span)
  }

  var hasGeometry: Bool {
    if let shape { return !shape.isEmpty }
    guard rowid != nil, firstColumn == 2, case .blob = layout.value(1, in: record.span) else {
      return false
    }
    return true
  }

  mutating func setGeometry(_ blob: [UInt8]) { shape = blob }

  /// The record in the store's row form.
  var encoded: [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    if firstColumn == 2 {
      if let shape {
        shape.isEmpty ? encoder.appendNull() : encoder.append(blob: shape.span)
      } else {
        encoder.append(rowid == nil ? .null : layout.value(1, in: record.span), of: record.span)
      }
    }
    for column in 0..<columnCount {
      if let value = changes[column] {
        encoder.append(value)
      } else {
        let value = rowid == nil ? .null : layout.value(firstColumn + column, in: record.span)
        encoder.append(value, of: record.span)
      }
    }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    return bytes
  }
}
