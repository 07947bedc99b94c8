import SQLiteFile

/// The rows of a dataset, as they are now or as they were downloaded, ascending by object id, as
/// they are stored.
///
/// A plain table keeps them so. A replica keeps every state a row ever had under a row id of its
/// own; those that count are looked up first, and their order is that of the object ids.
package struct DatasetRows: Sendable {
  /// The object id of the current row.
  package private(set) var objectID: Int64 = 0
  /// The row id of the current row in its table.
  package var rowid: Int64 { cursor.rowid }
  /// The bytes that hold the current row's record.
  package var bytes: [UInt8] { cursor.bytes }
  /// Where the record is in ``bytes``.
  package var record: Range<Int> { cursor.record }

  private var cursor: TableCursor
  private let current: [CurrentRow]?
  /// Whether the current rows follow each other in the table too.
  private let isInOrder: Bool
  private var place = 0

  /// Where the state of a row is that counts.
  private struct CurrentRow {
    var objectID: Int64
    var rowid: Int64
  }

  /// - Parameter download: when the rows that count were downloaded; nil for the current ones.
  init(
    _ dataset: GeodatabaseDataset, in database: DatabaseReader, asOf download: Int64?
  ) throws(GeodatabaseError) {
    do {
      cursor = try database.cursor(over: dataset.table)
    } catch { throw .database(error) }
    current = try Self.lookUp(dataset, database, cursor, download)
    let rows = current ?? []
    isInOrder = zip(rows, rows.dropFirst()).allSatisfy { $0.rowid < $1.rowid }
  }

  /// Moves to the next row; false after the last one.
  ///
  /// - Throws: `GeodatabaseError.database` where the file is damaged.
  package mutating func next() throws(GeodatabaseError) -> Bool {
    do {
      guard let current else {
        guard try cursor.next() else { return false }
        objectID = cursor.rowid
        return true
      }
      guard place < current.count else { return false }
      let wanted = current[place]
      place += 1
      objectID = wanted.objectID
      // Rows in the order of the table need no search.
      guard isInOrder else { return try cursor.find(wanted.rowid) }
      while try cursor.next() {
        if cursor.rowid == wanted.rowid { return true }
      }
      return false
    } catch {
      throw .database(error)
    }
  }

  /// The rows of a replica that count, or those of a table whose object ids are no row ids; nil
  /// where all rows count and are in order already.
  private static func lookUp(
    _ dataset: GeodatabaseDataset, _ database: DatabaseReader, _ start: TableCursor,
    _ download: Int64?
  ) throws(GeodatabaseError) -> [CurrentRow]? {
    guard dataset.history != nil || dataset.objectIDColumn != nil else { return nil }
    var rows: [CurrentRow] = []
    var states = RowStates(dataset, in: database, from: start)
    while let state = try states.next() {
      guard try state.counts(asOf: download, in: dataset.name) else { continue }
      rows.append(CurrentRow(objectID: state.objectID ?? .min, rowid: state.rowid))
    }
    if let row = rows.first(where: { $0.objectID == .min }) {
      throw .noObjectID(table: dataset.name, rowid: row.rowid)
    }
    rows.sort { $0.objectID < $1.objectID }
    for (row, next) in zip(rows, rows.dropFirst()) where row.objectID == next.objectID {
      throw .objectIDTwice(table: dataset.name, objectID: row.objectID)
    }
    return rows
  }
}

extension GeodatabaseReader {
  /// The rows of a dataset: the current ones, or of ``asDownloaded()`` those that came.
  ///
  /// - Throws: `GeodatabaseError.database`, `.noObjectID`, `.objectIDTwice`, `.noTime`.
  package func rows(of dataset: GeodatabaseDataset) throws(GeodatabaseError) -> DatasetRows {
    try DatasetRows(dataset, in: database, asOf: downloads?[dataset.name.lowercased()])
  }
}
