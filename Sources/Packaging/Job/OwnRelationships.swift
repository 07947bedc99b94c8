import FeatureData

/// Relationships of a table with itself, such as a stump with the tree that replaced it, followed
/// from the rows that are chosen otherwise: down to their children, generation by generation, then
/// up to the parents of all of these. Each row is visited once, so that a circle ends.
struct OwnRelationships: Sendable {
  /// One of the relationships, with the places of its two columns among the keys noted.
  private struct Link: Sendable {
    var relationship: Int
    var origin: Int
    var destination: Int
  }

  private let down: [Link]
  private let up: [Link]
  /// The keys of all rows, by key column.
  private var keys: [[JoinKey?]]
  /// The rows that may go at all: the layer's own filter takes them.
  private var isOpen: [Bool] = []
  private var isChosen: [Bool] = []
  /// By relationship: the keys whose children go.
  private(set) var origins: [Int: Set<JoinKey>] = [:]
  /// By relationship: the keys whose parents go.
  private(set) var named: [Int: Set<JoinKey>] = [:]

  /// - Parameters:
  ///   - step: the reading whose own relationships are followed.
  ///   - columns: the record columns whose keys are noted, in order.
  /// - Returns: `nil` when the step follows none.
  init?(_ step: SelectionPlan.Step, _ relationships: [TableRelationship], columns: [Int]) {
    func links(_ indexes: [Int]) -> [Link] {
      indexes.compactMap { index in
        let relationship = relationships[index]
        guard relationship.isOwn,
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

  /// Notes the rows of a stripe, those taken being chosen otherwise.
  mutating func note(_ stripe: RowReading.ReadStripe) {
    let first = isOpen.count
    for place in keys.indices { keys[place] += stripe.allKeys[place] }
    isChosen += stripe.marks
    isOpen += stripe.marks.map { _ in true }
    for row in stripe.refused { isOpen[first + row] = false }
  }

  /// Follows the relationships from the rows chosen.
  ///
  /// - Parameter wanted: keys that choose further rows, whose children stay out, each with the
  ///   place of its column among the keys noted.
  mutating func follow(wanted: [(place: Int, keys: Set<JoinKey>)]) {
    spread(down.map { ($0.origin, $0.destination) })
    for link in down { origins[link.relationship] = chosenKeys(link.origin) }
    for (place, wantedKeys) in wanted {
      for row in isOpen.indices where isOpen[row] {
        if let key = keys[place][row], wantedKeys.contains(key) { isChosen[row] = true }
      }
    }
    spread(up.map { ($0.destination, $0.origin) })
    for link in up { named[link.relationship] = chosenKeys(link.destination) }
  }

  /// Chooses all rows that chosen ones lead to: those that hold in `to` the key these hold in
  /// `from`.
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

  private func rows(by place: Int) -> [JoinKey: [Int]] {
    var rows: [JoinKey: [Int]] = [:]
    for row in isOpen.indices where isOpen[row] {
      if let key = keys[place][row] { rows[key, default: []].append(row) }
    }
    return rows
  }

  private func chosenKeys(_ place: Int) -> Set<JoinKey> {
    Set(isChosen.indices.lazy.filter { isChosen[$0] }.compactMap { keys[place][$0] })
  }
}
