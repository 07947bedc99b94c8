import FeatureData

/// The rows that have each key in a column.
struct KeyRows: Sendable {
  /// The last row with each key.
  private var last: [JoinKey: UInt32] = [:]
  /// For each row, an earlier row with the same key.
  private var earlier: [UInt32] = []
  private static let none = UInt32.max

  /// Adds the key of the next row.
  mutating func append(_ key: JoinKey?) {
    let row = UInt32(earlier.count)
    earlier.append(key.flatMap { last.updateValue(row, forKey: $0) } ?? Self.none)
  }

  /// Calls `found` with each row that has the key, in no order.
  func each(with key: JoinKey, _ found: (UInt32) -> Void) {
    var row = last[key] ?? Self.none
    while row != Self.none {
      found(row)
      row = earlier[Int(row)]
    }
  }
}
