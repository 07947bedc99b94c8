// A replica stores every state that a row ever had:
//
//   gdb_from_date   the Julian day when the state began: the time of the download or of an edit
//   gdb_to_date     the day of the edit that changed or deleted the row; 9999-12-31 23:59:59 if the
//                   state is current
//
// An edit ends the row's state and begins a new one at the same moment. So the downloaded rows are
// the states that began at or before the download and ended after it. Times are compared in whole
// milliseconds, as generations are written.

import Records
import SQLiteFile

/// A state of a row, or a row of a table without history.
struct RowState {
  var rowid: Int64
  var objectID: Int64?
  var hasHistory: Bool
  var from: Double?
  var to: Double?

  /// Whether it is current.
  var isCurrent: Bool { !hasHistory || to.map { GeodatabaseDataset.isCurrent(until: $0) } == true }

  /// The begin and end times, in milliseconds since 1970.
  ///
  /// - Throws: `GeodatabaseError.noTime`.
  func times(in table: String) throws -> (from: Int64, to: Int64) {
    guard let from = from.flatMap(JulianDay.milliseconds),
      let to = to.flatMap(JulianDay.milliseconds)
    else { throw GeodatabaseError.noTime(table: table, rowid: rowid) }
    return (from, to)
  }

  /// Whether it was the state at a download, or is current if there is no download.
  ///
  /// - Throws: `GeodatabaseError.noTime`.
  func counts(asOf download: Int64?, in table: String) throws -> Bool {
    guard hasHistory, let download else { return isCurrent }
    let times = try times(in: table)
    return times.from <= download && download < times.to
  }
}

/// Reads all states of a dataset's rows, in table order.
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
  /// - Throws: `SQLiteFileError`.
  mutating func next() throws -> RowState? {
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
  }
}
