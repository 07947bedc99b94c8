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
  /// The keys of all records, by key column.
  private var keys: [[JoinKey?]]
  /// Whether each record may be selected at all, by the layer's filter.
  private var isOpen: [Bool] = []
  private var isChosen: [Bool] = []
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
    keys = columns.map { _ in [] }
    if down.isEmpty, up.isEmpty { return nil }
  }

  /// Notes the records of a stripe. The taken ones are selected otherwise.
  mutating func note(_ stripe: RowReading.ReadStripe) {
    let first = isOpen.count
    for index in keys.indices { keys[index] += stripe.allKeys[index] }
    isChosen += stripe.marks
    isOpen += stripe.marks.map { _ in true }
    for row in stripe.refused { isOpen[first + row] = false }
  }

  /// Follows the relationships from the selected records.
  ///
  /// - Parameter wanted: keys that select more records without their children, each with the index
  ///   of its column among the noted keys.
  mutating func follow(wanted: [(column: Int, keys: Set<JoinKey>)]) {
    spread(down.map { ($0.origin, $0.destination) })
    for link in down { origins[link.relationship] = chosenKeys(link.origin) }
    for (column, wantedKeys) in wanted {
      for row in isOpen.indices where isOpen[row] {
        if let key = keys[column][row], wantedKeys.contains(key) { isChosen[row] = true }
      }
    }
    spread(up.map { ($0.destination, $0.origin) })
    for link in up { named[link.relationship] = chosenKeys(link.destination) }
  }

  /// Selects all records that selected ones lead to: those whose key in `to` equals the key of a
  /// selected record in `from`.
  private mutating func spread(_ links: [(from: Int, to: Int)]) {
    let holders = links.map { rows(by: $0.to) }
    var waiting = isChosen.indices.filter { isChosen[$0] }
    while let row = waiting.popLast() {
      for (link, holders) in zip(links, holders) {
        guard let key = keys[link.from][row] else { continue }
        for next in holders[key] ?? [] where !isChosen[next] {
          isChosen[next] = true
          waiting.append(next)
        }
      }
    }
  }

  private func rows(by column: Int) -> [JoinKey: [Int]] {
    var rows: [JoinKey: [Int]] = [:]
    for row in isOpen.indices where isOpen[row] {
      if let key = keys[column][row] { rows[key, default: []].append(row) }
    }
    return rows
  }

  private func chosenKeys(_ column: Int) -> Set<JoinKey> {
    Set(isChosen.indices.lazy.filter { isChosen[$0] }.compactMap { keys[column][$0] })
  }
}
