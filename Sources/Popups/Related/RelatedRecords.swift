import Bytes
import FeatureData
package import SQLiteFile

// Related records in memory: of each record only the kept columns, as one SQLite record.
//
//   bytes      |-- record 0 --|-- record 1 --|…          in the order they were added
//   groups     the group of each record: all records of one key
//   starts     where each group begins in the orders
//   orders     the records' places, group after group; one list an order

/// The records of a related table by their key, for the pop-ups of one relation.
///
/// Add every record once, as a stream; then call ``finish()``; then many threads may read.
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
  private var places: [JoinKey: Int32] = [:]
  private var groups: [Int32] = []
  private var starts: [Int32] = []
  private var orders: [[Int32]] = []
  private var ends: [Int] = []
  private var numbers: [Int64] = []

  /// Tells these records from all others, so that what was worked out of them may be kept.
  final class Identity: Sendable {}
  private(set) var identity = Identity()

  /// The kept records, one after the other.
  private(set) var bytes: [UInt8] = []

  /// How many records without a key were passed over: they relate to nothing.
  package private(set) var keyless = 0

  /// An empty collection for the records of a relation's table.
  package init(for relation: PopupRelation) {
    keyColumn = relation.relatedKeyColumn
    kept = relation.kept
    orderKeys = relation.orders
  }

  /// How many records are kept.
  package var count: Int { numbers.count }

  /// Adds a record of the table.
  ///
  /// - Parameters:
  ///   - number: what ``RelatedRow/number`` will say.
  ///   - layout: scratch.
  /// - Throws: `SQLiteFileError.damagedRecord`.
  package mutating func add(
    _ record: Span<UInt8>, number: Int64, layout: inout RecordLayout
  ) throws(SQLiteFileError) {
    try layout.parse(record)
    guard let key = Self.key(layout.value(keyColumn, in: record), in: record),
      numbers.count < Int(Int32.max)
    else {
      keyless += 1
      return
    }
    let next = Int32(truncatingIfNeeded: places.count)
    let group = places[key] ?? next
    if group == next { places[key] = group }
    groups.append(group)
    encoder.removeAll()
    for column in kept { encoder.append(layout.value(column, in: record), of: record) }
    encoder.write(to: &bytes)
    ends.append(bytes.count)
    numbers.append(number)
  }

  /// What a value joins by; nil for NULL, and for an empty text, which says nothing either.
  private static func key(_ value: RecordValue, in record: Span<UInt8>) -> JoinKey? {
    if case .text(let range) = value, range.isEmpty { return nil }
    return JoinKey(value, in: record)
  }

  /// Groups the records by key and puts each group in its orders.
  package mutating func finish() {
    starts = [Int32](repeating: 0, count: places.count + 1)
    for group in groups { starts[Int(group) + 1] += 1 }
    for group in 0..<places.count { starts[group + 1] += starts[group] }
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

  /// The places, in every order, of the records that share a key; empty when none does.
  func places(of key: RecordValue, in record: Span<UInt8>) -> Range<Int> {
    guard let key = Self.key(key, in: record), let group = places[key],
      Int(group) + 1 < starts.count
    else { return 0..<0 }
    return Int(starts[Int(group)])..<Int(starts[Int(group) + 1])
  }

  /// The record at a place of an order; the usual order when there is no such.
  func row(at place: Int, order: Int) -> Int {
    let list = orders.indices.contains(order) ? orders[order] : orders.first ?? []
    return list.indices.contains(place) ? Int(list[place]) : 0
  }

  /// The bytes of a kept record.
  func range(ofRow row: Int) -> Range<Int> {
    (row == 0 ? 0 : ends[row - 1])..<ends[row]
  }

  /// The number a record was added with.
  func number(ofRow row: Int) -> Int64 { numbers[row] }
}
