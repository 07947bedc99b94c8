import Bytes
import SQLiteFile

/// A table with its edits, as records of the stored table.
struct EditedTable {
  let name: String
  let stored: StoredTable
  let clauses: TableClauses
  /// The rows that are changed or new, as they are after the edits.
  private(set) var rows: [Row] = []
  /// The deleted rows with their records.
  private(set) var deleted: [(rowid: Int64, record: [UInt8])] = []
  /// The ids of rows that are changed or deleted.
  let replacedOrDeleted: Set<Int64>

  /// A row that is changed or new.
  struct Row {
    var row: ConstraintViolation.Row
    var rowid: Int64
    var record: [UInt8]
    /// The previous record; nil for a new row.
    var old: [UInt8]?
  }

  /// The first id given to new rows without an id.
  private static let firstUnknown = Int64.max / 2

  init(_ name: String, _ edits: TableEdits, _ reader: GeoPackageReader) throws {
    self.name = name
    let layout = try reader.layout(ofTable: name)
    stored = layout.stored
    let sql = reader.database.object(.table, named: layout.stored.name)?.sql
    clauses = TableClauses(sql ?? "", of: layout.stored)
    replacedOrDeleted = Set(edits.deleted + edits.replaced.map(\.rowid))
    var form = StoredForm(layout, clauses, in: reader.database)
    var cursor = try reader.database.cursor(over: layout.stored)
    for (rowid, given) in edits.replaced {
      guard try cursor.find(rowid) else {
        throw GeoPackageError.noSuchRow(table: name, rowid: rowid)
      }
      let bytes = cursor.bytes
      let old = bytes.span.extracting(cursor.record)
      let record = try form.record(given.span, rowid: rowid, replacing: old) ?? given
      rows.append(
        Row(row: .stored(rowid: rowid), rowid: rowid, record: record, old: old.copied()))
    }
    for rowid in edits.deleted {
      guard try cursor.find(rowid) else {
        throw GeoPackageError.noSuchRow(table: name, rowid: rowid)
      }
      deleted.append((rowid, Array(cursor.bytes[cursor.record])))
    }
    for (index, row) in edits.added.enumerated() {
      let rowid = row.rowid ?? Self.firstUnknown + Int64(index)
      let record = try form.record(row.record.span, rowid: rowid) ?? row.record
      rows.append(Row(row: .added(index: index), rowid: rowid, record: record, old: nil))
    }
  }

  /// Whether the edit leaves the columns of a constraint unchanged, so that it needs no check.
  /// Virtual columns depend on the stored ones.
  func isUnchanged(
    _ row: Row, in columns: Set<Int>, _ comparison: inout RowComparison
  ) throws -> Bool {
    guard let old = row.old else { return false }
    try comparison.take(old: old.span, new: row.record.span)
    return clauses.sources(of: columns).allSatisfy {
      stored.columns[$0].generated == .virtual || comparison.isSame($0)
    }
  }

  func names(of columns: [Int]) -> [String] { columns.map { stored.columns[$0].name } }
}
