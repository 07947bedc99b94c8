import SQLiteFile

/// The rows of a dataset, current or as downloaded, in stored form, ascending by object ID.
///
/// A plain table stores them in this order. A replica stores every state of a row under its own row
/// ID, so the wanted states are found first and sorted by object ID.
package struct DatasetRows: Sendable {
  /// The object ID of the current row.
  package private(set) var objectID: Int64 = 0
  /// The row ID of the current row in its table.
  package var rowid: Int64 { cursor.rowid }
  /// The bytes with the current row's record.
  package var bytes: [UInt8] { cursor.bytes }
  /// The range of the record in ``bytes``.
  package var record: Range<Int> { cursor.record }

  private var cursor: TableCursor
  private let current: [CurrentRow]?
  /// Whether the wanted rows are in the same order in the table.
  private let isInOrder: Bool
  private var index = 0

  /// The row ID of a wanted state.
  private struct CurrentRow {
    var objectID: Int64
    var rowid: Int64
  }

  /// - Parameter download: the time of the download to read; nil for the current rows.
  init(
    _ dataset: GeodatabaseDataset, in database: DatabaseReader, asOf download: Int64?
  ) throws {
    cursor = try database.cursor(over: dataset.table)
    current = try Self.lookUp(of: dataset, in: database, from: cursor, asOf: download)
    let rows = current ?? []
    isInOrder = zip(rows, rows.dropFirst()).allSatisfy { $0.rowid < $1.rowid }
  }

  /// Moves to the next row; false after the last one.
  ///
  /// - Throws: `SQLiteFileError` if the file is damaged.
  package mutating func next() throws -> Bool {
    guard let current else {
      guard try cursor.next() else { return false }
      objectID = cursor.rowid
      return true
    }
    guard index < current.count else { return false }
    let wanted = current[index]
    index += 1
    objectID = wanted.objectID
    // Rows in table order need no search.
    guard isInOrder else { return try cursor.find(wanted.rowid) }
    while try cursor.next() {
      if cursor.rowid == wanted.rowid { return true }
    }
    return false
  }

  /// The wanted rows of a replica, or of a table whose object IDs are not row IDs. Nil if all rows
  /// are wanted and already in order.
  private static func lookUp(
    of dataset: GeodatabaseDataset, in database: DatabaseReader, from start: TableCursor,
    asOf download: Int64?
  ) throws -> [CurrentRow]? {
    guard dataset.history != nil || dataset.objectIDColumn != nil else { return nil }
    var rows: [CurrentRow] = []
    var states = RowStates(dataset, in: database, from: start)
    while let state = try states.next() {
      guard try state.counts(asOf: download, in: dataset.name) else { continue }
      rows.append(CurrentRow(objectID: state.objectID ?? .min, rowid: state.rowid))
    }
    if let row = rows.first(where: { $0.objectID == .min }) {
      throw GeodatabaseError.noObjectID(table: dataset.name, rowid: row.rowid)
    }
    rows.sort { $0.objectID < $1.objectID }
    for (row, next) in zip(rows, rows.dropFirst()) where row.objectID == next.objectID {
      throw GeodatabaseError.objectIDTwice(table: dataset.name, objectID: row.objectID)
    }
    return rows
  }
}
