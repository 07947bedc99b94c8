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
  /// The end of each row's record in `bytes`.
  package var ends: [Int] = []
  /// The envelope of each row of a layer, which is empty for a row without geometry. Empty for a
  /// table.
  package var envelopes: [Envelope] = []
  /// The ids of the rows in their original store, ascending. Empty if rows are renumbered.
  package var rowids: [Int64] = []
  /// Notices about values while the rows were made. Row numbers count from the batch's first row.
  package var notices = RowNotices()

  /// The survey of all rows made for the batch, including those that were dropped.
  package var survey = Survey()

  package init() {}

  package var count: Int { ends.count }

  /// Returns the range of a row's record.
  package func range(of row: Int) -> Range<Int> {
    (row == 0 ? 0 : ends[row - 1])..<ends[row]
  }

  /// Keeps the marked rows in their order and closes the gaps in the buffer.
  ///
  /// - Parameter marks: one for each row.
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

  /// Moves the data about a run of rows to index `kept`. Their bytes have moved by `distance`.
  private mutating func closeUp(_ rows: Range<Int>, to kept: Int, by distance: Int) {
    for (index, row) in rows.enumerated() {
      ends[kept + index] = ends[row] - distance
      if !envelopes.isEmpty { envelopes[kept + index] = envelopes[row] }
      if !rowids.isEmpty { rowids[kept + index] = rowids[row] }
    }
  }
}
