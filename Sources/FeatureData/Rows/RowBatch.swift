import Bytes
package import Geometry

/// Consecutive rows of one table in the form of ``TableSchema``, packed into one buffer.
///
/// ```
/// bytes      |--- record 0 ---|- record 1 -|------ record 2 ------|
/// ends                        ^            ^                      ^
/// ```
package struct RowBatch: Sendable {
  package var bytes: [UInt8] = []
  /// Where each row's record ends in `bytes`.
  package var ends: [Int] = []
  /// One envelope a row of a layer (empty for a row without geometry); none for a table.
  package var envelopes: [Envelope] = []
  /// The ids rows had in the store they come from, ascending; none when rows are numbered anew.
  package var rowids: [Int64] = []
  /// What was noticed about values while the rows were made; rows count from the batch's first.
  package var notices = RowNotices()

  /// What all the rows made for the batch hold, taken or not.
  package var survey = Survey()

  package init() {}

  package var count: Int { ends.count }

  /// The bytes of a row's record.
  package func range(of row: Int) -> Range<Int> {
    (row == 0 ? 0 : ends[row - 1])..<ends[row]
  }

  /// Keeps the rows that are marked, in their order; the buffer is closed up in place.
  ///
  /// - Parameter marks: one a row.
  package mutating func keep(_ marks: [Bool]) {
    var kept = 0
    var end = 0
    var row = 0
    while row < ends.count {
      let first = row
      while row < ends.count, marks[row] { row += 1 }
      if row > first {
        let run = range(of: first).lowerBound..<ends[row - 1]
        bytes.move(run, to: end)
        closeUp(first..<row, to: kept, by: run.lowerBound - end)
        kept += row - first
        end += run.count
      }
      while row < ends.count, !marks[row] { row += 1 }
    }
    bytes.removeLast(bytes.count - end)
    ends.removeLast(ends.count - kept)
    if !envelopes.isEmpty { envelopes.removeLast(envelopes.count - kept) }
    if !rowids.isEmpty { rowids.removeLast(rowids.count - kept) }
  }

  /// Moves what is known of a run of rows to place `kept`; their bytes have moved by `distance`.
  private mutating func closeUp(_ rows: Range<Int>, to kept: Int, by distance: Int) {
    for (place, row) in rows.enumerated() {
      ends[kept + place] = ends[row] - distance
      if !envelopes.isEmpty { envelopes[kept + place] = envelopes[row] }
      if !rowids.isEmpty { rowids[kept + place] = rowids[row] }
    }
  }
}
