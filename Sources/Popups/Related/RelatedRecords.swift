import Bytes
import FeatureData
package import Records

// Related records in memory. Each record has only the kept columns, as one SQLite record.
//
//   bytes      |-- record 0 --|-- record 1 --|…          in the order they were added
//   groups     all records with the same key; where each group begins in the orders
//   orders     the indices of the records, group after group; one list per order

/// The records of a related table by key, for the pop-ups of one relation. Many threads may read.
///
/// It is a class, because threads that copied its arrays for every record would spend their time
/// on counting the copies.
package final class RelatedRecords: Sendable {
  private let groups: RelatedGroups
  private let orders: [[Int32]]
  /// The kept records. A span of their bytes needs a variable of its own.
  let kept: KeptRecords

  fileprivate init(groups: RelatedGroups, orders: [[Int32]], kept: KeptRecords) {
    (self.groups, self.orders, self.kept) = (groups, orders, kept)
  }

  /// The number of kept records.
  package var count: Int { kept.count }

  /// Returns the positions of the records that have a key. They are the same in every order, and
  /// empty if there are none.
  func positions(of key: RecordValue, in record: Span<UInt8>) -> Range<Int> {
    guard let key = RelatedRecordsWriter.key(key, in: record) else { return 0..<0 }
    return groups.positions(of: key) ?? 0..<0
  }

  /// Returns the record at a position of an order. Uses the default order if the order is unknown.
  func row(at position: Int, order: Int) -> Int {
    let order = orders.indices.contains(order) ? order : 0
    guard orders.indices.contains(order), orders[order].indices.contains(position) else { return 0 }
    return Int(orders[order][position])
  }

  /// Appends everything that pop-ups can show of the records at some positions: what is kept of
  /// each, and their sequence in every order.
  func append(at positions: Range<Int>, to bytes: inout [UInt8]) {
    let keptBytes = kept.bytes
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: positions.count))
    for position in positions {
      let row = row(at: position, order: 0)
      let range = kept.range(ofRow: row)
      bytes.append(littleEndian: UInt64(bitPattern: number(ofRow: row)))
      bytes.append(littleEndian: UInt32(truncatingIfNeeded: range.count))
      bytes.append(keptBytes.span.extracting(range))
    }
    for order in orders.indices.dropFirst() {
      for position in positions {
        let row = row(at: position, order: order)
        bytes.append(littleEndian: UInt64(bitPattern: number(ofRow: row)))
      }
    }
  }

  /// Returns the number that a record was added with.
  func number(ofRow row: Int) -> Int64 { kept.numbers[row] }
}

/// The records of each key, where they are in every order.
private struct RelatedGroups: Sendable {
  /// The key of each record, and its group.
  private let keys: [JoinKey]
  private var numbers: [Int32] = []
  /// Where each group begins, and the end of the last.
  private(set) var starts: [Int32] = [0]
  private let chains: HashChains

  init(_ keys: [JoinKey]) {
    self.keys = keys
    chains = HashChains(count: keys.count) { keys[$0].chainHash }
    numbers.reserveCapacity(keys.count)
    var sizes: [Int32] = []
    for row in keys.indices {
      if let first = firstRow(of: keys[row]), first < row {
        numbers.append(numbers[first])
        sizes[Int(numbers[row])] += 1
      } else {
        numbers.append(Int32(truncatingIfNeeded: sizes.count))
        sizes.append(1)
      }
    }
    for (group, size) in sizes.enumerated() { starts.append(starts[group] + size) }
  }

  /// Returns the first record with a key.
  private func firstRow(of key: JoinKey) -> Int? {
    var row = chains.first(key.chainHash)
    while let found = row, keys[found] != key { row = chains.next(after: found) }
    return row
  }

  /// Returns the positions of the records with a key; nil if there are none.
  func positions(of key: JoinKey) -> Range<Int>? {
    firstRow(of: key).map { row in
      let group = Int(numbers[row])
      return Int(starts[group])..<Int(starts[group + 1])
    }
  }

  /// Returns the records, group after group, each in the order in which they were added.
  func rows() -> [Int32] {
    var next = starts
    var rows = [Int32](repeating: 0, count: numbers.count)
    for (row, group) in numbers.enumerated() {
      rows[Int(next[Int(group)])] = Int32(truncatingIfNeeded: row)
      next[Int(group)] += 1
    }
    return rows
  }
}

/// Records in the order in which they were added.
struct KeptRecords: Sendable {
  /// The records, one after another.
  fileprivate(set) var bytes: [UInt8] = []
  fileprivate var ends: [Int] = []
  fileprivate var numbers: [Int64] = []

  var count: Int { numbers.count }

  /// Returns where a record is in ``bytes``.
  func range(ofRow row: Int) -> Range<Int> { (row == 0 ? 0 : ends[row - 1])..<ends[row] }
}

/// Collects the records of a related table.
///
/// ```swift
/// var related = RelatedRecordsWriter(for: layer.relations[0])
/// for … { try related.add(record, number: rowid, layout: &layout) }
/// let records = related.finish()
/// ```
package struct RelatedRecordsWriter {
  private let keyColumn: Int
  private let columns: [Int]
  private let orderKeys: [[RelatedOrderKey]]
  private var encoder = RecordEncoder()
  private var keys: [JoinKey] = []
  private var kept = KeptRecords()

  /// - Parameter capacity: How many records there are at most. More are possible.
  package init(for relation: PopupRelation, capacity: Int = 0) {
    keyColumn = relation.relatedKeyColumn
    columns = relation.kept
    orderKeys = relation.orders
    keys.reserveCapacity(capacity)
    kept.ends.reserveCapacity(capacity)
    kept.numbers.reserveCapacity(capacity)
  }

  /// Adds a record of the table. One without a key is related to nothing, and is left out.
  ///
  /// - Parameters:
  ///   - number: The value for ``RelatedRow/number``.
  ///   - layout: A reusable buffer.
  /// - Throws: `RecordError`.
  package mutating func add(
    _ record: Span<UInt8>, number: Int64, layout: inout RecordLayout
  ) throws(RecordError) {
    try layout.parse(record)
    guard let key = Self.key(layout.value(keyColumn, in: record), in: record),
      kept.count < Int(Int32.max)
    else { return }
    keys.append(key)
    encoder.removeAll()
    for column in columns { encoder.append(layout.value(column, in: record), of: record) }
    encoder.write(to: &kept.bytes)
    kept.ends.append(kept.bytes.count)
    kept.numbers.append(number)
  }

  /// Returns the join key of a value; nil for null and for an empty text.
  fileprivate static func key(_ value: RecordValue, in record: Span<UInt8>) -> JoinKey? {
    if case .text(let range) = value, range.isEmpty { return nil }
    return JoinKey(value, in: record)
  }

  /// Groups the records by key and sorts each group in every order.
  package consuming func finish() -> RelatedRecords {
    let groups = RelatedGroups(keys)
    let added = groups.rows()
    let orders = orderKeys.map { keys in
      keys.isEmpty
        ? added : RelatedOrder(keys: keys, records: kept).sorted(added, groups: groups.starts)
    }
    return RelatedRecords(groups: groups, orders: orders, kept: kept)
  }
}
