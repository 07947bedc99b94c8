import FeatureData
import Geometry

/// The order of reading the tables, and what selects their records. An area's features are packed
/// with their children, and with the parents and look-up records that they refer to.
///
/// The plan follows children downward from the features that meet the area. Then it follows parents
/// upward from all selected records, and never down again: other trees of a selected tree's species
/// are left out. If a polygon layer has a child layer, only the geometry selects the child's
/// features: trees of a neighborhood that overlaps the area are left out if they are outside.
///
/// A table related to itself is followed in the same way, generation by generation. Such a
/// relationship is among the step's `fromOrigins` and `fromDestinations`.
package struct SelectionPlan: Equatable, Sendable {
  /// How the area can select a table's records.
  package enum Role: Equatable, Sendable {
    /// The records have no geometry.
    case none
    /// Points or lines.
    case feature
    /// Polygons, which contain other features.
    case region
  }

  /// One pass over a table.
  package struct Step: Equatable, Sendable {
    package var table: Int
    /// Whether all records are selected.
    package var takesAll: Bool
    /// Whether the area selects records.
    package var usesArea: Bool
    /// Relationships whose selected origin records select records of this table.
    package var fromOrigins: [Int]
    /// Relationships whose selected destination records select records of this table.
    package var fromDestinations: [Int]
    /// Whether to write the records, or only to note their keys for later steps.
    package var writes: Bool

    package init(
      table: Int, takesAll: Bool = false, usesArea: Bool = false, fromOrigins: [Int] = [],
      fromDestinations: [Int] = [], writes: Bool = true
    ) {
      self.table = table
      self.takesAll = takesAll
      self.usesArea = usesArea
      self.fromOrigins = fromOrigins
      self.fromDestinations = fromDestinations
      self.writes = writes
    }
  }

  /// The steps in the order of reading.
  package private(set) var steps: [Step] = []

  /// - Parameters:
  ///   - roles: the role of each table.
  ///   - hasArea: whether an area selects records; without one all records are packed.
  package init(roles: [Role], relationships: [TableRelationship], hasArea: Bool) {
    guard hasArea else {
      steps = roles.indices.map { Step(table: $0, takesAll: true) }
      return
    }
    let layers = roles.map { $0 != .none }
    var graph = RelationshipGraph(roles: roles, relationships: relationships)
    graph.walkDown()
    graph.walkUp()
    for table in roles.indices where !graph.isReached(table) {
      steps.append(Step(table: table, takesAll: true))
    }
    for table in graph.downOrder {
      let isLast = graph.upward[table].isEmpty
      guard isLast || graph.hasChildren(table) else { continue }
      steps.append(
        Step(
          table: table, usesArea: layers[table], fromOrigins: graph.downward[table],
          writes: isLast))
    }
    for table in graph.upOrder {
      steps.append(
        Step(
          table: table, usesArea: layers[table], fromOrigins: graph.downward[table],
          fromDestinations: graph.upward[table]))
    }
  }
}

/// Which relationships select records of which tables.
private struct RelationshipGraph {
  let roles: [SelectionPlan.Role]
  let relationships: [TableRelationship]
  /// For each table, the relationships to origins that are selected downward from the area.
  var downward: [[Int]]
  /// For each table, the relationships to destinations that may refer to records not selected
  /// otherwise.
  var upward: [[Int]]
  private(set) var downOrder: [Int] = []
  private(set) var upOrder: [Int] = []
  private var isDown: [Bool]

  init(roles: [SelectionPlan.Role], relationships: [TableRelationship]) {
    self.roles = roles
    self.relationships = relationships
    downward = roles.map { _ in [] }
    upward = roles.map { _ in [] }
    isDown = roles.map { $0 != .none }
  }

  func isReached(_ table: Int) -> Bool { isDown[table] || !upward[table].isEmpty }

  func hasChildren(_ table: Int) -> Bool {
    downward.contains {
      $0.contains { relationships[$0].origin == table && !relationships[$0].isSelfRelationship }
    }
  }

  /// Finds the tables below the layers, and orders them origins first.
  mutating func walkDown() {
    var grew = true
    while grew {
      grew = false
      for relationship in relationships
      where isDown[relationship.origin] && !isDown[relationship.destination] {
        isDown[relationship.destination] = true
        grew = true
      }
    }
    for (index, relationship) in relationships.enumerated()
    where isDown[relationship.origin] && selectsChildren(relationship) {
      downward[relationship.destination].append(index)
    }
    var waiting = roles.indices.filter { isDown[$0] }
    while !waiting.isEmpty {
      let ready =
        waiting.firstIndex { table in
          !downward[table].contains {
            !relationships[$0].isSelfRelationship && waiting.contains(relationships[$0].origin)
          }
        } ?? 0  // a circle is cut at its first table
      downOrder.append(waiting.remove(at: ready))
    }
  }

  /// Whether selected origin records select their children.
  private func selectsChildren(_ relationship: TableRelationship) -> Bool {
    let (origin, destination) = (relationship.origin, relationship.destination)
    return roles[origin] != .region || roles[destination] == .none
  }

  /// Whether records of the destination are read while the origin's are selected. If all records of
  /// the origin are selected, this isn't needed.
  private func isRead(_ relationship: TableRelationship) -> Bool {
    isReached(relationship.destination) || isReached(relationship.origin)
  }

  /// Finds the tables that selected records refer to, and orders them destinations first.
  mutating func walkUp() {
    var grew = true
    while grew {
      grew = false
      for (index, relationship) in relationships.enumerated()
      where isRead(relationship) && !upward[relationship.origin].contains(index)
        && refersToMore(index)
      {
        upward[relationship.origin].append(index)
        grew = true
      }
    }
    var waiting = roles.indices.filter { !upward[$0].isEmpty }
    while !waiting.isEmpty {
      let ready =
        waiting.firstIndex { table in
          !upward[table].contains {
            !relationships[$0].isSelfRelationship && waiting.contains(relationships[$0].destination)
          }
        } ?? 0
      upOrder.append(waiting.remove(at: ready))
    }
  }

  /// Whether selected destination records may refer to an origin record that isn't selected yet.
  /// They can't if only this relationship selected them.
  private func refersToMore(_ index: Int) -> Bool {
    let destination = relationships[index].destination
    return roles[destination] != .none || downward[destination] != [index]
      || !upward[destination].isEmpty
  }
}

extension SelectionPlan.Role {
  /// How the area can select the records of a table.
  init(of table: PlannedTable) {
    guard let geometry = table.schema?.geometry else {
      self = .none
      return
    }
    self = geometry.kind?.multiple == .multiPolygon ? .region : .feature
  }
}
