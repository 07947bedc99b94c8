/// In which order tables are read, and what chooses their rows, so that an area's features come
/// with the children of what was chosen and with the parents and look-up rows they refer to.
///
/// Children are followed downward from the features that meet the area, then parents upward from
/// everything chosen, and never down again: the trees of a chosen tree's species stay out. The
/// features of a polygon layer's child layer are chosen by their own place alone: the trees of a
/// neighborhood that reaches into the area stay out where they lie outside.
///
/// A table related to itself is followed in the same way, generation by generation: a relationship
/// of its own stands among the step's `fromOrigins` and `fromDestinations`.
package struct SelectionPlan: Equatable, Sendable {
  /// What rows can be chosen by.
  package enum Place: Equatable, Sendable {
    /// The rows of a table have none.
    case none
    /// Points or lines.
    case feature
    /// Polygons, which hold other features.
    case region
  }

  /// One reading of a table.
  package struct Step: Equatable, Sendable {
    package var table: Int
    /// Every row goes.
    package var takesAll: Bool
    /// Rows that meet the area go.
    package var usesArea: Bool
    /// Relationships whose chosen origin rows bring this table's rows.
    package var fromOrigins: [Int]
    /// Relationships whose chosen destination rows bring this table's rows.
    package var fromDestinations: [Int]
    /// Whether the rows are written, or only their keys noted for the steps that follow.
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

  /// In the order of reading.
  package private(set) var steps: [Step] = []

  /// - Parameters:
  ///   - places: of each table.
  ///   - hasArea: whether anything is chosen at all; without an area every row goes.
  package init(places: [Place], relationships: [TableRelationship], hasArea: Bool) {
    guard hasArea else {
      steps = places.indices.map { Step(table: $0, takesAll: true) }
      return
    }
    let layers = places.map { $0 != .none }
    var graph = RelationshipGraph(places: places, relationships: relationships)
    graph.walkDown()
    graph.walkUp()
    for table in places.indices where !graph.isReached(table) {
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

/// Which relationships bring rows to which tables.
private struct RelationshipGraph {
  let places: [SelectionPlan.Place]
  let relationships: [TableRelationship]
  /// By table: relationships to origins that are chosen from the area downward.
  var downward: [[Int]]
  /// By table: relationships to destinations that can name rows not chosen otherwise.
  var upward: [[Int]]
  private(set) var downOrder: [Int] = []
  private(set) var upOrder: [Int] = []
  private var isDown: [Bool]

  init(places: [SelectionPlan.Place], relationships: [TableRelationship]) {
    self.places = places
    self.relationships = relationships
    downward = places.map { _ in [] }
    upward = places.map { _ in [] }
    isDown = places.map { $0 != .none }
  }

  func isReached(_ table: Int) -> Bool { isDown[table] || !upward[table].isEmpty }

  func hasChildren(_ table: Int) -> Bool {
    downward.contains {
      $0.contains { relationships[$0].origin == table && !relationships[$0].isOwn }
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
    where isDown[relationship.origin] && bringsChildren(relationship) {
      downward[relationship.destination].append(index)
    }
    var waiting = places.indices.filter { isDown[$0] }
    while !waiting.isEmpty {
      let ready =
        waiting.firstIndex { table in
          !downward[table].contains {
            !relationships[$0].isOwn && waiting.contains(relationships[$0].origin)
          }
        } ?? 0  // a circle is cut at its first table
      downOrder.append(waiting.remove(at: ready))
    }
  }

  /// Whether chosen origin rows bring their children along.
  private func bringsChildren(_ relationship: TableRelationship) -> Bool {
    let (origin, destination) = (relationship.origin, relationship.destination)
    return places[origin] != .region || places[destination] == .none
  }

  /// Whether rows of the destination, chosen or all, are read while the origin's are chosen. Where
  /// every row of the origin goes, no one needs to name them.
  private func isRead(_ relationship: TableRelationship) -> Bool {
    isReached(relationship.destination) || isReached(relationship.origin)
  }

  /// Finds the tables that chosen rows refer to, and orders them destinations first.
  mutating func walkUp() {
    var grew = true
    while grew {
      grew = false
      for (index, relationship) in relationships.enumerated()
      where isRead(relationship) && !upward[relationship.origin].contains(index)
        && namesMore(index)
      {
        upward[relationship.origin].append(index)
        grew = true
      }
    }
    var waiting = places.indices.filter { !upward[$0].isEmpty }
    while !waiting.isEmpty {
      let ready =
        waiting.firstIndex { table in
          !upward[table].contains {
            !relationships[$0].isOwn && waiting.contains(relationships[$0].destination)
          }
        } ?? 0
      upOrder.append(waiting.remove(at: ready))
    }
  }

  /// Whether a relationship's chosen destination rows can name an origin row that is not chosen
  /// yet: not when they were chosen through this very relationship alone.
  private func namesMore(_ index: Int) -> Bool {
    let destination = relationships[index].destination
    return places[destination] != .none || downward[destination] != [index]
      || !upward[destination].isEmpty
  }
}
