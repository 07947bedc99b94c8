// A replica keeps each state that a row ever had:
//
//   gdb_from_date   the Julian day from which on the row was so: of its download, or of an edit
//   gdb_to_date     the day of the edit that changed or deleted it; 9999-12-31 23:59:59 while it is
//                   current
//
// An edit closes the row's state and adds the next one from the same moment on. So the rows as they
// were downloaded are the states that began at the download or before, and went after it. Times are
// compared in whole milliseconds, as generations are written.

import SQLiteFile

/// A state of a row, or a row of a table that keeps no history.
struct RowState {
  var rowid: Int64
  var objectID: Int64?
  var hasHistory: Bool
  var from: Double?
  var to: Double?

  /// Whether it is current.
  var isCurrent: Bool { !hasHistory || to.map { GeodatabaseDataset.isCurrent(until: $0) } == true }

  /// When it began and went, in milliseconds since 1970.
  ///
  /// - Throws: `GeodatabaseError.noTime`.
  func times(in table: String) throws(GeodatabaseError) -> (from: Int64, to: Int64) {
    guard let from = from.flatMap(JulianDay.milliseconds),
      let to = to.flatMap(JulianDay.milliseconds)
    else { throw .noTime(table: table, rowid: rowid) }
    return (from, to)
  }

  /// Whether it is the state at a download; at none, whether it is current.
  ///
  /// - Throws: `GeodatabaseError.noTime`.
  func counts(asOf download: Int64?, in table: String) throws(GeodatabaseError) -> Bool {
    guard hasHistory, let download else { return isCurrent }
    let times = try times(in: table)
    return times.from <= download && download < times.to
  }
}

/// Walks all states of the rows of a dataset, in the order of the table.
struct RowStates {
  private let dataset: GeodatabaseDataset
  private var cursor: TableCursor
  private var decoder: RowDecoder

  init(_ dataset: GeodatabaseDataset, in database: DatabaseReader, from start: TableCursor) {
    self.dataset = dataset
    cursor = start
    decoder = RowDecoder(dataset.table, in: database)
  }

  /// The next state; nil after the last one.
  ///
  /// - Throws: `GeodatabaseError.database`.
  mutating func next() throws(GeodatabaseError) -> RowState? {
    do throws(SQLiteFileError) {
      guard try cursor.next() else { return nil }
      let bytes = cursor.bytes
      let record = bytes.span.extracting(cursor.record)
      try decoder.decode(rowid: cursor.rowid, record: record, page: cursor.page)
      let id = dataset.objectIDColumn.map { decoder.value($0, of: record).integer }
      var state = RowState(
        rowid: cursor.rowid, objectID: id ?? cursor.rowid, hasHistory: dataset.history != nil)
      if let history = dataset.history {
        state.from = decoder.value(history.from, of: record).real
        state.to = decoder.value(history.to, of: record).real
      }
      return state
    } catch { throw .database(error) }
  }
}
