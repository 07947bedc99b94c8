import Records
import SQLiteFile

/// Writes the indexes of object IDs and times, for rows that all have the same begin and end.
struct HistoryIndexes {
  /// A row and its object ID.
  private struct Row {
    var objectID: Int64
    var rowid: Int64
  }

  private var rows: [Row]
  /// An object ID of two rows.
  private(set) var repeated: Int64?

  /// - Parameter objectIDs: the object IDs of rows 1, 2, ….
  init(_ objectIDs: [Int64], isAscending: Bool) {
    rows = objectIDs.enumerated().map { Row(objectID: $1, rowid: Int64($0) + 1) }
    guard !isAscending else { return }
    rows.sort { $0.objectID < $1.objectID }
    for (row, next) in zip(rows, rows.dropFirst()) where row.objectID == next.objectID {
      repeated = row.objectID
      return
    }
  }

  /// The index of the object ID and a time.
  func byObjectID(and time: Double, _ pages: inout PageWriter) -> UInt32 {
    var tree = IndexTreeWriter(pageSize: pages.pageSize)
    var encoder = RecordEncoder()
    for row in rows {
      encoder.removeAll()
      encoder.append(row.objectID)
      encoder.append(time)
      tree.append(&encoder, endingWith: row.rowid, to: &pages)
    }
    return tree.finish(&pages)
  }

  /// The index of two times.
  func byTimes(_ first: Double, and second: Double, _ pages: inout PageWriter) -> UInt32 {
    var tree = IndexTreeWriter(pageSize: pages.pageSize)
    var encoder = RecordEncoder()
    for rowid in 0..<rows.count {
      encoder.removeAll()
      encoder.append(first)
      encoder.append(second)
      tree.append(&encoder, endingWith: Int64(rowid) + 1, to: &pages)
    }
    return tree.finish(&pages)
  }
}
