/// Repairs that readers of text formats made, counted for the findings.
package struct GeometryRepairs: Sendable, Equatable {
  /// Rings with fewer than four vertices, which were dropped.
  package var droppedRings = 0
  /// Rings that were not closed. The first vertex was repeated.
  package var closedRings = 0
  /// Counter-clockwise rings outside any shell. They became shells.
  package var holesMadeShells = 0
  /// Clockwise rings directly inside a shell. They became holes.
  package var shellsMadeHoles = 0
  /// Vertices that lack a height or measure although others of the geometry have one.
  package var missingHeights = 0
  /// Geometries that were declared to have heights but have none.
  package var declaredHeightsAbsent = 0

  /// Creates an empty count.
  package init() {}

  /// Whether there were no repairs.
  package var isEmpty: Bool { self == GeometryRepairs() }

  /// Adds the counts of another reader.
  package mutating func add(_ other: GeometryRepairs) {
    droppedRings += other.droppedRings
    closedRings += other.closedRings
    holesMadeShells += other.holesMadeShells
    shellsMadeHoles += other.shellsMadeHoles
    missingHeights += other.missingHeights
    declaredHeightsAbsent += other.declaredHeightsAbsent
  }
}
