// How two geometries are related (OGC 06-103r4 §6.1.15). Where the parts meet at vertices, exact
// sides of lines decide. Both geometries are in one plane. Shapes that cross the 180th meridian are
// not handled.
//
// Containment cuts each side of the inner shape where sides of the outer shape cross it. The piece
// between two crossings is wholly inside, outside or on the boundary, so one position of it is
// enough.

extension Geometry {
  /// Returns whether the geometries share a position. Boundaries count.
  package func intersects(_ other: Geometry) -> Bool {
    guard !isEmpty, !other.isEmpty, envelope().intersects(other.envelope()) else { return false }
    if other.isArea, let polygon = try? PreparedPolygon(other) { return intersects(polygon) }
    if isArea, let polygon = try? PreparedPolygon(self) { return other.intersects(polygon) }
    switch (isPuntal, other.isPuntal) {
    case (true, true): return positions.contains { other.hasPosition(x: $0.x, y: $0.y) }
    case (true, false): return positions.contains { other.isOnSide(x: $0.x, y: $0.y) }
    case (false, true): return other.positions.contains { isOnSide(x: $0.x, y: $0.y) }
    case (false, false):
      let sides = self.sides
      return other.sides.contains { side in sides.contains { $0.intersects(side) } }
    }
  }

  /// Returns whether no position of the other is outside this geometry and their interiors share
  /// one.
  package func contains(_ other: Geometry) -> Bool {
    guard !isEmpty, !other.isEmpty, envelope().contains(other.envelope()) else { return false }
    switch (isArea, isPuntal) {
    case (true, _): return areaContains(other)
    case (false, true):
      return other.isPuntal && other.positions.allSatisfy { hasPosition(x: $0.x, y: $0.y) }
    case (false, false): return lineContains(other)
    }
  }

  /// Whether the geometry consists of polygons.
  var isArea: Bool { kind == .polygon || kind == .multiPolygon }
  /// Whether the geometry consists of points.
  var isPuntal: Bool { kind == .point || kind == .multiPoint }

  var positions: [(x: Double, y: Double)] { (0..<vertexCount).map { (x($0), y($0)) } }

  /// The sides of all lines and rings.
  var sides: [Edge] {
    var edges: [Edge] = []
    for part in partEnds.indices {
      appendEdges(ofPart: part, to: &edges)
      let range = vertices(ofPart: part)
      if range.count == 1, let only = range.first {
        edges.append(Edge(ax: x(only), ay: y(only), bx: x(only), by: y(only)))
      }
    }
    return edges
  }

  func hasPosition(x: Double, y: Double) -> Bool {
    positions.contains { $0.x == x && $0.y == y }
  }

  func isOnSide(x: Double, y: Double) -> Bool {
    sides.contains { $0.contains(x: x, y: y) }
  }

  /// Returns where a position is. Inside any polygon counts as inside. A boundary that two polygons
  /// share counts as boundary.
  func location(x: Double, y: Double) -> Location {
    var best = Location.outside
    for polygon in polygonEnds.indices {
      switch location(x: x, y: y, inPolygon: polygon) {
      case .inside: return .inside
      case .boundary: best = .boundary
      case .outside: break
      }
    }
    return best
  }

  private func areaContains(_ other: Geometry) -> Bool {
    if other.isPuntal {
      let locations = other.positions.map { location(x: $0.x, y: $0.y) }
      return !locations.contains(.outside) && locations.contains(.inside)
    }
    let own = sides
    var isInside = false
    for side in other.sides {
      let pieces = pieces(of: side, cutBy: own)
      guard !pieces.outside else { return false }
      isInside = isInside || pieces.inside
    }
    guard other.isArea else { return isInside }
    // A ring of this polygon through the other's interior leaves a part of the other outside.
    let theirs = other.sides
    guard !own.contains(where: { other.pieces(of: $0, cutBy: theirs).inside }) else { return false }
    // Neither boundary crosses the other's interior, so each polygon is wholly inside or outside.
    return other.polygonEnds.indices.allSatisfy { polygon in
      guard let (x, y) = other.interiorPosition(ofPolygon: polygon) else { return true }
      return location(x: x, y: y) != .outside
    }
  }

  /// Returns whether any piece of a side is inside this polygon, and whether any is outside. Pieces
  /// along its boundary are neither.
  func pieces(of side: Edge, cutBy edges: [Edge]) -> (inside: Bool, outside: Bool) {
    var pieces = (inside: false, outside: false)
    for (x, y) in side.middles(cutBy: edges) {
      switch location(x: x, y: y) {
      case .outside: pieces.outside = true
      case .inside: pieces.inside = true
      case .boundary: break
      }
    }
    return pieces
  }

  /// Returns a position well inside a polygon: the middle of its widest section at a height between
  /// two vertices. Nil if the polygon has no interior.
  func interiorPosition(ofPolygon polygon: Int) -> (x: Double, y: Double)? {
    var edges: [Edge] = []
    for part in parts(ofPolygon: polygon) { appendEdges(ofPart: part, to: &edges) }
    let heights = Set(edges.map(\.ay)).sorted()
    guard heights.count > 1 else { return nil }
    let middle = heights.count / 2
    let y = heights[middle - 1] + (heights[middle] - heights[middle - 1]) / 2
    var crossings: [Double] = []
    for edge in edges where (edge.ay > y) != (edge.by > y) {
      crossings.append(edge.ax + (edge.bx - edge.ax) * ((y - edge.ay) / (edge.by - edge.ay)))
    }
    crossings.sort()
    var best: (x: Double, width: Double)?
    for index in Swift.stride(from: 0, to: crossings.count - 1, by: 2) {
      let width = crossings[index + 1] - crossings[index]
      if width > best?.width ?? 0 { best = (crossings[index] + width / 2, width) }
    }
    return best.map { ($0.x, y) }
  }

  private func lineContains(_ other: Geometry) -> Bool {
    let own = sides
    if other.isPuntal {
      guard
        other.positions.allSatisfy({ position in
          own.contains { $0.contains(x: position.x, y: position.y) }
        })
      else { return false }
      let ends = lineEnds
      return other.positions.contains { position in
        !ends.contains { $0.x == position.x && $0.y == position.y }
      }
    }
    guard !other.isArea else { return false }
    return other.sides.allSatisfy { side in side.isCovered(by: own) }
  }

  /// The ends of open lines: positions where an odd number of lines ends.
  var lineEnds: [(x: Double, y: Double)] {
    var ends: [(x: Double, y: Double)] = []
    for part in partEnds.indices {
      let range = vertices(ofPart: part)
      guard let first = range.first, let last = range.last, first != last else { continue }
      for vertex in [first, last] {
        let end = (x: x(vertex), y: y(vertex))
        if let known = ends.firstIndex(where: { $0.x == end.x && $0.y == end.y }) {
          ends.remove(at: known)
        } else {
          ends.append(end)
        }
      }
    }
    return ends
  }
}
