import Bytes
import FeatureData
package import Records

// Related records in memory. Each record has only the kept columns, as one SQLite record.
//
//   bytes      |-- record 0 --|-- record 1 --|…          in the order they were added
//   groups     the group of each record: all records with the same key
//   starts     where each group begins in the orders
//   orders     the indices of the records, group after group; one list per order

/// The records of a related table by key, for the pop-ups of one relation.
///
/// Add every record once, as a stream, then call ``finish()``. After that, many threads may read.
///
/// ```swift
/// var related = RelatedRecords(for: layer.relations[0])
/// for … { try related.add(record, number: rowid, layout: &layout) }
/// related.finish()
/// ```
package struct RelatedRecords: Sendable {
  private let keyColumn: Int
  private let kept: [Int]
  private let orderKeys: [[RelatedOrderKey]]
  private var encoder = RecordEncoder()
  private var groupsByKey: [JoinKey: Int32] = [:]
  private var groups: [Int32] = []
  private var starts: [Int32] = []
  private var orders: [[Int32]] = []
  private var ends: [Int] = []
  private var numbers: [Int64] = []

  /// Identifies this set of records, so that results computed from it can be kept.
  final class Identity: Sendable {}
  private(set) var identity = Identity()

  /// The kept records, one after another.
  private(set) var bytes: [UInt8] = []

  /// The number of skipped records without a key. They have no related record.
  package private(set) var keyless = 0

  /// Creates an empty collection for the records of a relation's table.
  ///
  /// - Parameter capacity: How many records there are at most. More are possible.
  package init(for relation: PopupRelation, capacity: Int = 0) {
    keyColumn = relation.relatedKeyColumn
    kept = relation.kept
    orderKeys = relation.orders
    groupsByKey.reserveCapacity(capacity)
    groups.reserveCapacity(capacity)
    ends.reserveCapacity(capacity)
    numbers.reserveCapacity(capacity)
  }

  /// The number of kept records.
  package var count: Int { numbers.count }

  /// Adds a record of the table.
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
      numbers.count < Int(Int32.max)
    else {
      keyless += 1
      return
    }
    groups.append(group(of: key))
    encoder.removeAll()
    for column in kept { encoder.append(layout.value(column, in: record), of: record) }
    encoder.write(to: &bytes)
    ends.append(bytes.count)
    numbers.append(number)
  }

  /// Returns the group of a key, which is a new one for a new key.
  private mutating func group(of key: JoinKey) -> Int32 {
    let next = Int32(truncatingIfNeeded: groupsByKey.count)
    // An inout access finds the key once, and adds a new one.
    func read(_ group: inout Int32) -> Int32 { group }
    return read(&groupsByKey[key, default: next])
  }

  /// Returns the join key of a value; nil for null and for an empty text.
  private static func key(_ value: RecordValue, in record: Span<UInt8>) -> JoinKey? {
    if case .text(let range) = value, range.isEmpty { return nil }
    return JoinKey(value, in: record)
  }

  /// Groups the records by key and sorts each group in every order.
  package mutating func finish() {
    starts = [Int32](repeating: 0, count: groupsByKey.count + 1)
    for group in groups { starts[Int(group) + 1] += 1 }
    for group in 0..<groupsByKey.count { starts[group + 1] += starts[group] }
    var next = starts
    var added = [Int32](repeating: 0, count: groups.count)
    for (row, group) in groups.enumerated() {
      added[Int(next[Int(group)])] = Int32(truncatingIfNeeded: row)
      next[Int(group)] += 1
    }
    orders = orderKeys.map { keys in
      keys.isEmpty ? added : RelatedOrder(keys: keys, records: self).sorted(added, groups: starts)
    }
    groups = []
    identity = Identity()
  }

  /// Returns the positions of the records that have a key. They are the same in every order, and
  /// empty if there are none.
  func positions(of key: RecordValue, in record: Span<UInt8>) -> Range<Int> {
    guard let key = Self.key(key, in: record), let group = groupsByKey[key],
      Int(group) + 1 < starts.count
    else { return 0..<0 }
    return Int(starts[Int(group)])..<Int(starts[Int(group) + 1])
  }

  /// Returns the record at a position of an order. Uses the default order if the order is unknown.
  func row(at position: Int, order: Int) -> Int {
    let list = orders.indices.contains(order) ? orders[order] : orders.first ?? []
    return list.indices.contains(position) ? Int(list[position]) : 0
  }

  /// Appends everything that pop-ups can show of the records at some positions: what is kept of
  /// each, and their sequence in every order.
  func append(at positions: Range<Int>, to bytes: inout [UInt8]) {
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: positions.count))
    for position in positions {
      let row = row(at: position, order: 0)
      let range = range(ofRow: row)
      bytes.append(littleEndian: UInt64(bitPattern: numbers[row]))
      bytes.append(littleEndian: UInt32(truncatingIfNeeded: range.count))
      bytes.append(self.bytes.span.extracting(range))
    }
    for order in orders.indices.dropFirst() {
      for position in positions {
        bytes.append(
          littleEndian: UInt64(bitPattern: numbers[row(at: position, order: order)]))
      }
    }
  }

  /// Returns the byte range of a kept record.
  func range(ofRow row: Int) -> Range<Int> {
    (row == 0 ? 0 : ends[row - 1])..<ends[row]
  }

  /// Returns the number that a record was added with.
  func number(ofRow row: Int) -> Int64 { numbers[row] }
}
