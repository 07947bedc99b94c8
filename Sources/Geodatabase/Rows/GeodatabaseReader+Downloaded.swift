import MapModel
import SQLiteFile

extension GeodatabaseReader {
  /// The rows of a dataset: the current ones, or the downloaded ones for ``asDownloaded()``.
  ///
  /// - Throws: `SQLiteFileError`, `.noObjectID`, `.objectIDTwice`, `.noTime`.
  package func rows(of dataset: GeodatabaseDataset) throws -> DatasetRows {
    try DatasetRows(dataset, in: database, asOf: downloads?[dataset.name.lowercased()])
  }

  /// The geodatabase as it was last downloaded. Tables with history have their rows of that time,
  /// others their current rows. Nil for a plain geodatabase.
  ///
  /// - Throws: `GeodatabaseError.definition` if the replica is unreadable, `.generation` if it has
  ///   no download time for a dataset.
  package func asDownloaded() throws -> GeodatabaseReader? {
    guard let replica = try replica() else { return nil }
    var downloads: [String: Int64] = [:]
    for dataset in datasets {
      var download: Int64?
      if dataset.history != nil { download = try generation(of: dataset.name, replica) }
      downloads[dataset.name.lowercased()] = download
      guard let name = attachmentTable(of: dataset.name), hasHistory(name) else { continue }
      // Attachments are downloaded with their records, unless they have their own time.
      let hasOwnTime = replica.dataset(named: name)?.download != nil
      downloads[name.lowercased()] = try generation(of: hasOwnTime ? name : dataset.name, replica)
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

  /// The download time of a table's rows, in milliseconds since 1970.
  private func generation(
    of table: String, _ replica: Replica
  ) throws -> Int64 {
    let text = replica.dataset(named: table)?.download
    guard let time = text.flatMap({ Int64($0) }), (0..<Self.endOfTime).contains(time) else {
      throw GeodatabaseError.generation(dataset: table, found: text)
    }
    return time
  }

  /// 9999-12-31T23:59:59Z, the end time of every current row.
  private static var endOfTime: Int64 { 253_402_300_799_000 }
}

/// What the history of a table lacks.
package struct HistoryGaps: Equatable, Sendable {
  /// The object IDs of current rows whose state at the download is lost, ascending. Their earlier
  /// states have ended, or their numbers were assigned before the download.
  package var unknown: [Int64] = []
  /// The object IDs of rows that seem to have been edited between the last upload and the last
  /// download, ascending. Such edits count as downloaded.
  package var notUploaded: [Int64] = []

  /// Makes the gaps of a history.
  package init(unknown: [Int64] = [], notUploaded: [Int64] = []) {
    (self.unknown, self.notUploaded) = (unknown, notUploaded)
  }

  /// Whether the history is complete.
  package var isEmpty: Bool { unknown.isEmpty && notUploaded.isEmpty }
}

extension GeodatabaseReader {
  /// The gaps in the history of a dataset, for the reader of ``asDownloaded()``; empty for other
  /// readers.
  ///
  /// New rows get numbers that no row had before. A current row that begins after the download but
  /// has an older number existed before, and the app no longer has its old state.
  ///
  /// - Throws: `SQLiteFileError`, `.noTime`.
  package func historyGaps(
    of dataset: GeodatabaseDataset
  ) throws -> HistoryGaps {
    guard dataset.history != nil, let download = downloads?[dataset.name.lowercased()] else {
      return HistoryGaps()
    }
    let synced = try replica()?.dataset(named: dataset.name)
    let upload =
      synced?.uploads == true ? synced?.upload.flatMap { Int64($0) } ?? download : download
    let unsent = (upload &+ 1)..<max(upload &+ 1, download)
    var issued: Set<Int64> = []
    var current: Set<Int64> = []
    var notUploaded: Set<Int64> = []
    var last = Int64.min
    let cursor: TableCursor
    cursor = try database.cursor(over: dataset.table)
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
