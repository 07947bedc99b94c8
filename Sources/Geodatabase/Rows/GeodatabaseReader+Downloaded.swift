import MapModel
import SQLiteFile

extension GeodatabaseReader {
  /// The geodatabase as it was downloaded last: of tables that keep a history the rows of then, of
  /// others those that are there. Nil for plain content, which keeps none.
  ///
  /// - Throws: `GeodatabaseError.definition` where the replica cannot be read, `.generation` where
  ///   it does not tell when a dataset was downloaded.
  package func asDownloaded() throws(GeodatabaseError) -> GeodatabaseReader? {
    guard let replica = try replica() else { return nil }
    var downloads: [String: Int64] = [:]
    for dataset in datasets {
      var download: Int64?
      if dataset.history != nil { download = try generation(of: dataset.name, replica) }
      downloads[dataset.name.lowercased()] = download
      guard let name = attachmentTable(of: dataset.name), hasHistory(name) else { continue }
      // Attachments come with the rows that they belong to, unless they are told apart.
      let own = replica.dataset(named: name)?.download != nil
      downloads[name.lowercased()] = try generation(of: own ? name : dataset.name, replica)
    }
    var reader = self
    reader.downloads = downloads
    return reader
  }

  private func hasHistory(_ table: String) -> Bool {
    guard let object = database.object(.table, named: table),
      let stored = try? StoredTable(object)
    else { return false }
    return GeodatabaseDataset.History.names.dropFirst().allSatisfy {
      stored.column(named: $0) != nil
    }
  }

  /// When the rows of a table were downloaded, in milliseconds since 1970.
  private func generation(
    of table: String, _ replica: Replica
  ) throws(GeodatabaseError) -> Int64 {
    let text = replica.dataset(named: table)?.download
    guard let time = text.flatMap({ Int64($0) }), (0..<Self.endOfTime).contains(time) else {
      throw .generation(dataset: table, found: text)
    }
    return time
  }

  /// 9999-12-31T23:59:59Z, the end of every current row.
  private static var endOfTime: Int64 { 253_402_300_799_000 }
}

/// What the history of a table does not tell.
package struct HistoryGaps: Equatable, Sendable {
  /// The object ids of current rows of which the state at the download is gone, ascending: their
  /// states before it have ended, or their numbers were given to rows before it.
  package var unknown: [Int64] = []
  /// The object ids of rows that seem to have been edited before the last download and after the
  /// last upload, ascending: what was edited then counts as downloaded.
  package var notUploaded: [Int64] = []

  /// Whether nothing is missing.
  package var isEmpty: Bool { unknown.isEmpty && notUploaded.isEmpty }
}

extension GeodatabaseReader {
  /// What the history of a dataset does not tell, of the reader of ``asDownloaded()``; of another
  /// nothing.
  ///
  /// New rows get numbers that no row had. A current row that begins after the download with the
  /// number of an earlier time was there before, and the app no longer keeps how it was.
  ///
  /// - Throws: `GeodatabaseError.database`, `.noTime`.
  package func historyGaps(
    of dataset: GeodatabaseDataset
  ) throws(GeodatabaseError) -> HistoryGaps {
    guard dataset.history != nil, let download = downloads?[dataset.name.lowercased()] else {
      return HistoryGaps()
    }
    let told = try replica()?.dataset(named: dataset.name)
    let upload = told?.uploads == true ? told?.upload.flatMap { Int64($0) } ?? download : download
    let unsent = (upload &+ 1)..<max(upload &+ 1, download)
    var issued: Set<Int64> = []
    var current: Set<Int64> = []
    var notUploaded: Set<Int64> = []
    var last = Int64.min
    let cursor: TableCursor
    do {
      cursor = try database.cursor(over: dataset.table)
    } catch { throw .database(error) }
    var states = RowStates(dataset, in: database, from: cursor)
    while let state = try states.next() {
      let times = try state.times(in: dataset.name)
      guard let id = state.objectID else { continue }
      if state.isCurrent { current.insert(id) }
      guard times.from <= download else { continue }
      last = max(last, id)
      if times.to > download { issued.insert(id) }
      if unsent.contains(times.from) || unsent.contains(times.to) { notUploaded.insert(id) }
    }
    return HistoryGaps(
      unknown: current.subtracting(issued).filter { $0 <= last }.sorted(),
      notUploaded: notUploaded.sorted())
  }
}
