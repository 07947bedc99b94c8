import FeatureData

/// Follows the relationships of a table with itself, such as a stump and the tree that replaced it.
///
/// It starts from the records that are selected otherwise, goes down to their children, generation
/// by generation, and then up to the parents of all of these. It visits each record once, so a
/// circle ends.
struct SelfRelationships: Sendable {
  /// A relationship, with the indexes of its two columns among the noted keys.
  private struct Link: Sendable {
    var relationship: Int
    var origin: Int
    var destination: Int
  }

  private let down: [Link]
  private let up: [Link]
  /// For each relationship, the keys whose children are selected.
  private(set) var origins: [Int: Set<JoinKey>] = [:]
  /// For each relationship, the keys whose parents are selected.
  private(set) var named: [Int: Set<JoinKey>] = [:]

  /// - Parameters:
  ///   - step: the step whose relationships are followed.
  ///   - columns: the record columns of the noted keys, in order.
  /// - Returns: `nil` if the step has no such relationship.
  init?(_ step: SelectionPlan.Step, _ relationships: [TableRelationship], columns: [Int]) {
    func links(_ indexes: [Int]) -> [Link] {
      indexes.compactMap { index in
        let relationship = relationships[index]
        guard relationship.isSelfRelationship,
          let origin = columns.firstIndex(of: relationship.originColumn),
          let destination = columns.firstIndex(of: relationship.destinationColumn)
        else { return nil }
        return Link(relationship: index, origin: origin, destination: destination)
      }
    }
    down = links(step.fromOrigins)
    up = links(step.fromDestinations)
    if down.isEmpty, up.isEmpty { return nil }
  }

  /// Follows the relationships from selected records.
  ///
  /// - Parameters:
  ///   - chosen: the rows of the records that are selected otherwise.
  ///   - wanted: keys that select more records without their children, each with the index of its
  ///     column among the noted keys.
  mutating func follow(
    from chosen: [Int], in keys: RowKeys, wanted: [(column: Int, keys: Set<JoinKey>)]
  ) {
    var selected = RowSelection(of: keys.count)
    for row in chosen { selected.add(row) }
    selected.spread(down.map { ($0.origin, $0.destination) }, in: keys)
    for link in down { origins[link.relationship] = selected.keys(in: link.origin, of: keys) }
    for (column, wantedKeys) in wanted {
      for key in wantedKeys { for row in keys.rows(with: key, in: column) { selected.add(row) } }
    }
    selected.spread(up.map { ($0.destination, $0.origin) }, in: keys)
    for link in up { named[link.relationship] = selected.keys(in: link.destination, of: keys) }
  }
}

/// The keys of a table's records in some columns. Records that the layer's filter refuses have none.
struct RowKeys: Sendable {
  /// By column.
  private var keys: [[JoinKey?]]
  /// The rows with each key, by column.
  private var holders: [[JoinKey: [Int]]]

  /// - Parameter columns: the number of columns.
  init(columns: Int) {
    keys = Array(repeating: [], count: columns)
    holders = Array(repeating: [:], count: columns)
  }

  /// The number of records.
  var count: Int { keys.first?.count ?? 0 }

  /// Adds the keys of the next records in a column.
  mutating func append(_ more: [JoinKey?], toColumn column: Int) {
    for key in more {
      if let key { holders[column][key, default: []].append(keys[column].count) }
      keys[column].append(key)
    }
  }

  func key(of row: Int, in column: Int) -> JoinKey? { keys[column][row] }

  func rows(with key: JoinKey, in column: Int) -> [Int] { holders[column][key] ?? [] }
}

/// Selected records of a table with itself.
private struct RowSelection {
  private var rows: [Int] = []
  private var isChosen: [Bool]

  init(of count: Int) { isChosen = Array(repeating: false, count: count) }

  mutating func add(_ row: Int) {
    guard !isChosen[row] else { return }
    isChosen[row] = true
    rows.append(row)
  }

  /// Selects all records that selected ones lead to: those whose key in `to` equals the key of a
  /// selected record in `from`.
  mutating func spread(_ links: [(from: Int, to: Int)], in keys: RowKeys) {
    var next = 0
    while next < rows.count {
      for link in links {
        guard let key = keys.key(of: rows[next], in: link.from) else { continue }
        for row in keys.rows(with: key, in: link.to) { add(row) }
      }
      next += 1
    }
  }

  func keys(in column: Int, of keys: RowKeys) -> Set<JoinKey> {
    Set(rows.lazy.compactMap { keys.key(of: $0, in: column) })
  }
}
