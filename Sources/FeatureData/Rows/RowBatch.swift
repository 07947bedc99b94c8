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
  /// What was noticed about values while the rows were made.
  package var notices = RowNotices()

  package init() {}

  package var count: Int { ends.count }

  /// The bytes of a row's record.
  package func range(of row: Int) -> Range<Int> {
    (row == 0 ? 0 : ends[row - 1])..<ends[row]
  }

  /// Keeps the rows that pass; the buffer is closed up in place.
  package mutating func keep(where passes: (Int) throws -> Bool) rethrows {
    var kept = 0
    var end = 0
    var start = 0
    for row in 0..<ends.count {
      let next = ends[row]
      if try passes(row) {
        let length = next - start
        if end != start { for index in 0..<length { bytes[end + index] = bytes[start + index] } }
        end += length
        ends[kept] = end
        if !envelopes.isEmpty { envelopes[kept] = envelopes[row] }
        if !rowids.isEmpty { rowids[kept] = rowids[row] }
        kept += 1
      }
      start = next
    }
    bytes.removeLast(bytes.count - end)
    ends.removeLast(ends.count - kept)
    if !envelopes.isEmpty { envelopes.removeLast(envelopes.count - kept) }
    if !rowids.isEmpty { rowids.removeLast(rowids.count - kept) }
  }
}
