import Bytes
import SQLiteFile

/// The rows of a new table, in the order of their ids.
struct AddedRows {
  private let table: String
  private let rows: [(index: Int, rowid: Int64?, record: [UInt8])]
  private let filling: TableEdits.Filling?
  private var next = 0
  /// The ids of the rows, in the order of the edits.
  private(set) var rowids: [Int64]

  init(_ table: String, _ edits: TableEdits) throws {
    if let rowid = edits.deleted.first ?? edits.replaced.first?.rowid {
      throw GeoPackageError.noSuchRow(table: table, rowid: rowid)
    }
    self.table = table
    filling = edits.filling
    let rows = edits.added.enumerated().map { (index: $0, rowid: $1.rowid, record: $1.record) }
    self.rows =
      rows.filter { $0.rowid != nil }.sorted { ($0.rowid ?? 0) < ($1.rowid ?? 0) }
      + rows.filter { $0.rowid == nil }
    rowids = Array(repeating: 0, count: rows.count)
  }

  /// Adds rows to the table until `limit` bytes of pages are complete. Returns false after the last
  /// row.
  mutating func copy(
    to target: inout TableRows, _ pages: inout PageWriter, until limit: Int
  ) throws -> Bool {
    while pages.pendingCount < limit {
      guard next < rows.count else { return false }
      let row = rows[next]
      next += 1
      let rowid = row.rowid ?? target.lastRowid &+ 1
      guard rowid > target.lastRowid || target.rowCount == 0 else {
        throw GeoPackageError.rowTaken(table: table, rowid: rowid)
      }
      let record = try filling?(rowid, row.record.span) ?? row.record
      try target.append(record.span, rowid: rowid, envelope: nil, to: &pages)
      rowids[row.index] = rowid
    }
    return true
  }
}
