import Bytes
import SQLiteFile

/// The rows of a table with its edits, in the order of their ids.
struct EditedRows {
  private let table: String
  /// The stored rows; nil once all are read.
  private var rows: GeoPackageRows?
  private var form: StoredForm
  private let replaced: [(rowid: Int64, record: [UInt8])]
  private let deleted: [Int64]
  /// Added rows: first those with an id in its order, then those that get the next ids.
  private let added: [Added]
  private var nextReplaced = 0
  private var nextDeleted = 0
  private var nextAdded = 0
  private var lastUsed: Int64
  private let filling: TableEdits.Filling?
  /// The ids of the added rows, in the order of the edits.
  private(set) var addedRowids: [Int64]

  private struct Added {
    var index: Int
    var rowid: Int64?
    var record: [UInt8]
  }

  /// Merges the rows of a table with its edits.
  ///
  /// - Parameters:
  ///   - rows: nil if all rows are among the added ones.
  ///   - lastUsed: the largest id in `sqlite_sequence`.
  init(
    _ table: String, _ rows: GeoPackageRows?, _ form: StoredForm, _ edits: TableEdits,
    lastUsed: Int64
  ) {
    self.table = table
    self.rows = rows
    self.form = form
    self.lastUsed = lastUsed
    filling = edits.filling
    replaced = edits.replaced.sorted { $0.rowid < $1.rowid }
    deleted = edits.deleted.sorted()
    addedRowids = Array(repeating: 0, count: edits.added.count)
    let all = edits.added.enumerated().map { index, row in
      Added(index: index, rowid: row.rowid, record: row.record)
    }
    added =
      all.filter { $0.rowid != nil }.sorted { ($0.rowid ?? 0) < ($1.rowid ?? 0) }
      + all.filter { $0.rowid == nil }
  }

  /// The computed columns that were set to NULL because they could not be evaluated.
  var lostColumns: Set<Int> { form.lost }

  /// Adds rows to the table until `limit` bytes of pages are complete. Returns false after the last
  /// row.
  mutating func copy(
    to target: inout StoredRows, _ pages: inout PageWriter, until limit: Int
  ) throws -> Bool {
    while pages.pendingCount < limit {
      guard try rows?.advance() == true, let rowid = rows?.rowid, let stored = rows?.stored else {
        rows = nil
        if try addNext(to: &target, &pages) { continue }
        return false
      }
      if target.rowCount == 0, let rows {
        target.expect(rows: rows.expectedCount, bytes: rows.fileSize)
      }
      while nextAdded < added.count, let placed = added[nextAdded].rowid, placed < rowid {
        _ = try addNext(to: &target, &pages)
      }
      lastUsed = max(lastUsed, rowid)
      try pass(
        stored.bytes.span.extracting(stored.record), rowid: rowid, to: &target, pages: &pages)
    }
    return true
  }

  /// Writes an existing row, unchanged or with its edit.
  private mutating func pass(
    _ old: Span<UInt8>, rowid: Int64, to target: inout StoredRows, pages: inout PageWriter
  ) throws {
    if try isDeleted(rowid) { return target.drop(rowid: rowid) }
    guard nextAdded == added.count || added[nextAdded].rowid != rowid else {
      throw GeoPackageError.rowTaken(table: table, rowid: rowid)
    }
    guard try isReplaced(rowid) else {
      guard let filled = try filled(rowid) else {
        return try target.keep(old, rowid: rowid, to: &pages)
      }
      return try replace(old, with: filled.span, rowid: rowid, to: &target, pages: &pages)
    }
    let record = replaced[nextReplaced - 1].record
    let filled = try filling?(rowid, record.span) ?? record
    try replace(old, with: filled.span, rowid: rowid, to: &target, pages: &pages)
  }

  /// The result of the filling for the current row.
  private mutating func filled(_ rowid: Int64) throws -> [UInt8]? {
    guard let filling else { return nil }
    try rows?.layOut()
    guard let bytes = rows?.bytes, let record = rows?.record else { return nil }
    return try filling(rowid, bytes.span.extracting(record))
  }

  private mutating func replace(
    _ old: Span<UInt8>, with row: Span<UInt8>, rowid: Int64, to target: inout StoredRows,
    pages: inout PageWriter
  ) throws {
    guard let record = try form.record(row, rowid: rowid, replacing: old) else {
      return try target.replace(old, with: row, rowid: rowid, to: &pages)
    }
    try target.replace(old, with: record.span, rowid: rowid, to: &pages)
  }

  private mutating func isDeleted(_ rowid: Int64) throws -> Bool {
    guard nextDeleted < deleted.count else { return false }
    if deleted[nextDeleted] < rowid {
      throw GeoPackageError.noSuchRow(table: table, rowid: deleted[nextDeleted])
    }
    guard deleted[nextDeleted] == rowid else { return false }
    nextDeleted += 1
    return true
  }

  private mutating func isReplaced(_ rowid: Int64) throws -> Bool {
    guard nextReplaced < replaced.count else { return false }
    if replaced[nextReplaced].rowid < rowid {
      throw GeoPackageError.noSuchRow(table: table, rowid: replaced[nextReplaced].rowid)
    }
    guard replaced[nextReplaced].rowid == rowid else { return false }
    nextReplaced += 1
    return true
  }

  /// Adds the next new row. Returns false after the last one.
  private mutating func addNext(
    to target: inout StoredRows, _ pages: inout PageWriter
  ) throws -> Bool {
    guard nextAdded < added.count else {
      try rejectUnknownRows()
      return false
    }
    let row = added[nextAdded]
    nextAdded += 1
    let (next, isFull) = lastUsed.addingReportingOverflow(1)
    if isFull, row.rowid == nil { throw GeoPackageError.rowTaken(table: table, rowid: lastUsed) }
    let rowid = row.rowid ?? next
    if target.rowCount > 0, target.lastRowid >= rowid {
      throw GeoPackageError.rowTaken(table: table, rowid: rowid)
    }
    let filled = try filling?(rowid, row.record.span) ?? row.record
    let record = try form.record(filled.span, rowid: rowid) ?? filled
    try target.add(record.span, rowid: rowid, to: &pages)
    addedRowids[row.index] = rowid
    lastUsed = max(lastUsed, rowid)
    return true
  }

  /// Throws if edits refer to rows that do not exist.
  private func rejectUnknownRows() throws {
    if nextDeleted < deleted.count {
      throw GeoPackageError.noSuchRow(table: table, rowid: deleted[nextDeleted])
    }
    if nextReplaced < replaced.count {
      throw GeoPackageError.noSuchRow(table: table, rowid: replaced[nextReplaced].rowid)
    }
  }
}
