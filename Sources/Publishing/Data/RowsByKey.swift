import Arcade
import Bytes
import FeatureData
import Records
import Synchronization

/// The rows of a table by the values of a key field. The index is built on first use. Keys are
/// compared as in the related records of pop-ups.
final class RowsByKey: Sendable {
  /// The rows of each key, as chains through all rows.
  private struct Chains: Sendable {
    var first: [JoinKey: Int32] = [:]
    /// For each row, the next row with the same key, ascending; -1 if there is none.
    var next: [Int32] = []
  }

  private let store: RowStore?
  private let column: Int?
  private let chains = Mutex<Chains?>(nil)

  /// - Parameters:
  ///   - store: The table's rows.
  ///   - column: The key's column in their records; nil if the table does not have it.
  init(_ store: RowStore?, _ column: Int?) {
    self.store = store
    self.column = column
  }

  /// Returns the rows with a key, in order; nil if the table has no key column.
  func rows(
    of key: RecordValue, in record: Span<UInt8>
  ) throws(ArcadeProblem) -> [Int]? {
    guard let store, let column else { return nil }
    guard let key = Self.key(key, in: record) else { return [] }
    return try chains.withLock { (chains) throws(ArcadeProblem) in
      let made: Chains
      if let known = chains { made = known } else { made = try Self.chains(store, column) }
      chains = made
      var rows: [Int] = []
      var row = made.first[key] ?? -1
      while row >= 0 {
        rows.append(Int(row))
        row = made.next[Int(row)]
      }
      return rows
    }
  }

  /// Returns the join key of a value; nil for null and for an empty text.
  private static func key(_ value: RecordValue, in record: Span<UInt8>) -> JoinKey? {
    if case .text(let range) = value, range.isEmpty { return nil }
    return JoinKey(value, in: record)
  }

  private static func chains(_ store: RowStore, _ column: Int) throws(ArcadeProblem) -> Chains {
    var chains = Chains()
    guard store.count < Int(Int32.max) else { return chains }
    chains.next = Array(repeating: -1, count: store.count)
    var record: [UInt8] = []
    var layout = RecordLayout()
    try ArcadeProblem.ofRecord {
      for row in (0..<store.count).reversed() {
        try store.read(row, into: &record)
        try layout.parse(record.span)
        guard let key = key(layout.value(column, in: record.span), in: record.span) else {
          continue
        }
        chains.next[row] = chains.first[key] ?? -1
        chains.first[key] = Int32(truncatingIfNeeded: row)
      }
    }
    return chains
  }
}
