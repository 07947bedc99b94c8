import Bytes

/// Collects the keys of an index over several columns, or over one that does not sort by its bytes
/// upwards, and writes the index. For a plain column ``IndexSorter`` takes a fraction of the room.
package struct TermSorter: Sendable {
  private let terms: [StoredIndex.Term]
  private var values: [RecordValue] = []
  private var bytes: [UInt8] = []
  private var rowids: [Int64] = []

  /// A sorter without rows.
  package init(_ terms: [StoredIndex.Term]) { self.terms = terms }

  /// Whether a collating sequence is one that can be followed here.
  package static func knows(collation: String?) -> Bool {
    collation == nil || collation == "nocase" || collation == "rtrim"
  }

  /// Adds one value of a row's key; all of them are added, then ``endKey(rowid:)`` is called.
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

  /// Sorts, writes the index and returns its root page and every pair of equal neighbours.
  package mutating func finish(
    _ pages: inout PageWriter
  ) -> (root: UInt32, duplicates: [IndexSorter.Duplicate]) {
    var order = Array(rowids.indices)
    order.sort { left, right in
      let order = compare(left, right)
      return order == 0 ? rowids[left] < rowids[right] : order < 0
    }
    var tree = IndexTreeWriter(pageSize: pages.pageSize)
    var encoder = RecordEncoder()
    var record: [UInt8] = []
    var duplicates: [IndexSorter.Duplicate] = []
    for (place, row) in order.enumerated() {
      let key = values[row &* terms.count..<(row &+ 1) &* terms.count]
      if place > 0, !key.contains(.null), compare(order[place - 1], row) == 0 {
        duplicates.append(
          IndexSorter.Duplicate(first: rowids[order[place - 1]], second: rowids[row]))
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
    for (place, term) in terms.enumerated() {
      let order = compare(
        values[left &* terms.count &+ place], values[right &* terms.count &+ place],
        term.collation)
      if order != 0 { return term.isDescending ? -order : order }
    }
    return 0
  }

  private func compare(
    _ left: RecordValue, _ right: RecordValue, _ collation: String?
  ) -> Int {
    guard case .text(let leftRange) = left, case .text(let rightRange) = right, let collation
    else { return RecordOrder.compare(left, in: bytes.span, right, in: bytes.span) }
    let texts = [leftRange, rightRange].map { range -> [UInt8] in
      var text = bytes[range]
      if collation == "rtrim" {
        while text.last == UInt8(ascii: " ") { text.removeLast() }
      }
      return collation == "nocase" ? text.map(Identifier.lower) : Array(text)
    }
    let (leftText, rightText) = (texts[0], texts[1])
    return leftText.span.compare(rightText.span)
  }
}
