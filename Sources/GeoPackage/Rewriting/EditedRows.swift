import Bytes
import SQLiteFile

/// The rows of a table with its edits, in the order of their ids.
struct EditedRows {
  private let table: String
  private var rows: GeoPackageRows?
  private let replaced: [(rowid: Int64, record: [UInt8])]
  private let deleted: [Int64]
  /// Added rows with an id, by their ids.
  private let placed: [Added]
  /// Added rows that get the next ids.
  private let appended: [Added]
  private var nextReplaced = 0
  private var nextDeleted = 0
  private var nextPlaced = 0
  private var lastUsed: Int64
  private let filling: TableEdits.Filling?
  /// The ids of the added rows, as the edits order them.
  private(set) var addedRowids: [Int64]

  private struct Added {
    var place: Int
    var rowid: Int64
    var record: [UInt8]
  }

  /// - Parameters:
  ///   - rows: nil for a table that is new.
  ///   - lastUsed: the largest id that `sqlite_sequence` knows.
  init(_ table: String, _ rows: GeoPackageRows?, _ edits: TableEdits, lastUsed: Int64) {
    self.table = table
    self.rows = rows
    self.lastUsed = lastUsed
    filling = edits.filling
    replaced = edits.replaced.sorted { $0.rowid < $1.rowid }
    deleted = edits.deleted.sorted()
    addedRowids = Array(repeating: 0, count: edits.added.count)
    var placed: [Added] = []
    var appended: [Added] = []
    for (place, row) in edits.added.enumerated() {
      if let rowid = row.rowid {
        placed.append(Added(place: place, rowid: rowid, record: row.record))
      } else {
        appended.append(Added(place: place, rowid: 0, record: row.record))
      }
    }
    self.placed = placed.sorted { $0.rowid < $1.rowid }
    self.appended = appended
  }

  /// Adds rows to the table until `limit` bytes of pages are complete; false after the last one.
  mutating func copy(
    to target: inout TableRows, _ pages: inout PageWriter, until limit: Int
  ) throws -> Bool {
    while pages.pendingCount < limit {
      guard try rows?.next() == true, let rowid = rows?.rowid, let bytes = rows?.bytes,
        let range = rows?.record
      else {
        rows = nil
        try copyRest(to: &target, &pages)
        return false
      }
      if target.rowCount == 0, let rows {
        target.expect(rows: rows.expectedCount, bytes: rows.fileSize)
      }
      try copyPlaced(before: rowid, to: &target, &pages)
      lastUsed = max(lastUsed, rowid)
      if try isDeleted(rowid) { continue }
      guard nextPlaced == placed.count || placed[nextPlaced].rowid != rowid else {
        throw GeoPackageError.rowTaken(table: table, rowid: rowid)
      }
      if try isReplaced(rowid) {
        let record = replaced[nextReplaced - 1].record
        try write(record.span, rowid, to: &target, &pages)
      } else {
        try write(bytes.span.extracting(range), rowid, to: &target, &pages)
      }
    }
    return true
  }

  private mutating func isDeleted(_ rowid: Int64) throws(GeoPackageError) -> Bool {
    guard nextDeleted < deleted.count else { return false }
    if deleted[nextDeleted] < rowid {
      throw .noSuchRow(table: table, rowid: deleted[nextDeleted])
    }
    guard deleted[nextDeleted] == rowid else { return false }
    nextDeleted += 1
    return true
  }

  private mutating func isReplaced(_ rowid: Int64) throws(GeoPackageError) -> Bool {
    guard nextReplaced < replaced.count else { return false }
    if replaced[nextReplaced].rowid < rowid {
      throw .noSuchRow(table: table, rowid: replaced[nextReplaced].rowid)
    }
    guard replaced[nextReplaced].rowid == rowid else { return false }
    nextReplaced += 1
    return true
  }

  private mutating func copyPlaced(
    before rowid: Int64?, to target: inout TableRows, _ pages: inout PageWriter
  ) throws {
    while nextPlaced < placed.count, rowid.map({ placed[nextPlaced].rowid < $0 }) ?? true {
      try add(placed[nextPlaced], to: &target, &pages)
      nextPlaced += 1
    }
  }

  private mutating func copyRest(
    to target: inout TableRows, _ pages: inout PageWriter
  ) throws {
    try copyPlaced(before: nil, to: &target, &pages)
    if nextDeleted < deleted.count {
      throw GeoPackageError.noSuchRow(table: table, rowid: deleted[nextDeleted])
    }
    if nextReplaced < replaced.count {
      throw GeoPackageError.noSuchRow(table: table, rowid: replaced[nextReplaced].rowid)
    }
    for row in appended {
      let (rowid, isFull) = lastUsed.addingReportingOverflow(1)
      if isFull { throw GeoPackageError.rowTaken(table: table, rowid: lastUsed) }
      try add(
        Added(place: row.place, rowid: rowid, record: row.record), to: &target, &pages)
    }
  }

  private mutating func add(
    _ row: Added, to target: inout TableRows, _ pages: inout PageWriter
  ) throws {
    if target.rowCount > 0, target.lastRowid >= row.rowid {
      throw GeoPackageError.rowTaken(table: table, rowid: row.rowid)
    }
    try write(row.record.span, row.rowid, to: &target, &pages)
    addedRowids[row.place] = row.rowid
    lastUsed = max(lastUsed, row.rowid)
  }

  private func write(
    _ record: Span<UInt8>, _ rowid: Int64, to target: inout TableRows, _ pages: inout PageWriter
  ) throws {
    guard let filled = try filling?(rowid, record) else {
      return try target.append(record, rowid: rowid, envelope: nil, to: &pages)
    }
    try target.append(filled.span, rowid: rowid, envelope: nil, to: &pages)
  }
}
