/// What readers of text formats put right without asking, counted for the findings.
package struct GeometryRepairs: Sendable, Equatable {
  /// Rings under four vertices, left out.
  package var droppedRings = 0
  /// Rings whose last vertex was not their first; the first was repeated.
  package var closedRings = 0
  /// Counter-clockwise rings outside any shell, which became shells.
  package var holesMadeShells = 0
  /// Clockwise rings directly inside a shell, which became holes.
  package var shellsMadeHoles = 0
  /// Vertices without a height or measure that others of the geometry have.
  package var missingHeights = 0
  /// Geometries that were declared to have heights and have none.
  package var declaredHeightsAbsent = 0

  /// Nothing put right yet.
  package init() {}

  /// True when nothing was put right.
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
