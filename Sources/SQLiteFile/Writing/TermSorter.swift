import Bytes
package import Records

/// Collects the keys of an index and writes it. It is for indexes on several columns, or on one
/// that is not sorted upwards by its bytes. For a plain column, ``IndexSorter`` takes a fraction of
/// the memory.
package struct TermSorter: Sendable {
  private let order: EntryOrdering
  private let count: Int
  private var values: [RecordValue] = []
  private var bytes: [UInt8] = []
  private var rowids: [Int64] = []

  /// Creates an empty sorter.
  package init(_ order: EntryOrdering) {
    self.order = order
    count = order.terms.count
  }

  /// Adds one value of a row's key. Call ``endKey(rowid:)`` after the last one.
  package mutating func append(_ value: RecordValue, of record: Span<UInt8>) {
    let start = bytes.count
    switch value {
    case .text(let range):
      bytes.append(record.extracting(range))
      values.append(.text(start..<bytes.count))
    case .blob(let range):
      bytes.append(record.extracting(range))
      values.append(.blob(start..<bytes.count))
    default: values.append(value)
    }
  }

  /// Ends a row's key.
  package mutating func endKey(rowid: Int64) { rowids.append(rowid) }

  /// Sorts, writes the index, and returns its root page and each pair of equal neighbors.
  package mutating func finish(
    _ pages: inout PageWriter
  ) -> (root: UInt32, duplicates: [IndexSorter.Duplicate]) {
    var rows = Array(rowids.indices)
    rows.sort { left, right in
      let order = compare(left, right)
      return order == 0 ? rowids[left] < rowids[right] : order < 0
    }
    var tree = IndexTreeWriter(pageSize: pages.pageSize)
    var encoder = RecordEncoder()
    var record: [UInt8] = []
    var duplicates: [IndexSorter.Duplicate] = []
    for (position, row) in rows.enumerated() {
      let key = values[row &* count..<(row &+ 1) &* count]
      if position > 0, !key.contains(.null), compare(rows[position - 1], row) == 0 {
        duplicates.append(
          IndexSorter.Duplicate(first: rowids[rows[position - 1]], second: rowids[row]))
      }
      encoder.removeAll()
      for value in key { encoder.append(value, of: bytes.span) }
      encoder.append(rowids[row])
      record.removeAll(keepingCapacity: true)
      encoder.write(to: &record)
      tree.append(record: record.span, to: &pages)
    }
    return (tree.finish(&pages), duplicates)
  }

  private func compare(_ left: Int, _ right: Int) -> Int {
    for term in order.terms.indices {
      let order = order.compare(
        values[left &* count &+ term], in: bytes.span, values[right &* count &+ term],
        in: bytes.span, at: term)
      if order != 0 { return order }
    }
    return 0
  }
}
