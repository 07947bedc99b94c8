import GeoPackage
import Records
import SQLiteFile

/// A record that edits change: its old values and the new ones.
struct EditedRow: Sendable {
  /// Nil for a new record.
  let rowid: Int64?
  /// The old record in the store's row form; empty for a new record.
  private let record: [UInt8]
  private let layout: RecordLayout
  private let firstColumn: Int
  private let columnCount: Int
  /// The new values by column.
  private var changes: [Int: SQLValue] = [:]
  /// The new geometry, if set: a GeoPackage blob, or empty to remove the geometry.
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

  /// - Throws: `SQLiteFileError` for a record that can't be decoded.
  init(_ record: [UInt8], rowid: Int64, in table: GeoPackageTable) throws(SQLiteFileError) {
    self.rowid = rowid
    self.record = record
    var layout = RecordLayout()
    try layout.parse(stored: record.span)
    self.layout = layout
    firstColumn = table.firstColumn
    columnCount = table.columns.count
  }

  /// The value of a column of the table.
  subscript(column: Int) -> SQLValue {
    get { changes[column] ?? stored(column) }
    set {
      // Setting a value to itself keeps the bytes of the record.
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
