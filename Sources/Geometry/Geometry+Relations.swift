// How two geometries lie to each other (OGC 06-103r4 §6.1.15), decided on exact sides of lines
// where the parts meet at vertices. Both are in one plane; what runs around the back of the earth
// is not known here.
//
// Containment splits each side of the inner shape where the outer's sides cross it; what lies
// between two crossings is wholly inside, outside or on the boundary, and one position tells which.

extension Geometry {
  /// True when the geometries share a position; boundaries count.
  package func intersects(_ other: Geometry) -> Bool {
    guard !isEmpty, !other.isEmpty, envelope().intersects(other.envelope()) else { return false }
    if other.isArea, let polygon = try? PreparedPolygon(other) { return intersects(polygon) }
    if isArea, let polygon = try? PreparedPolygon(self) { return other.intersects(polygon) }
    switch (isPuntal, other.isPuntal) {
    case (true, true): return positions.contains { other.hasPosition($0.x, $0.y) }
    case (true, false): return positions.contains { other.isOnSide($0.x, $0.y) }
    case (false, true): return other.positions.contains { isOnSide($0.x, $0.y) }
    case (false, false):
      let sides = self.sides
      return other.sides.contains { side in sides.contains { $0.intersects(side) } }
    }
  }

  /// True when no position of the other lies outside this geometry, and their interiors share one.
  package func contains(_ other: Geometry) -> Bool {
    guard !isEmpty, !other.isEmpty, envelope().contains(other.envelope()) else { return false }
    switch (isArea, isPuntal) {
    case (true, _): return areaContains(other)
    case (false, true):
      return other.isPuntal && other.positions.allSatisfy { hasPosition($0.x, $0.y) }
    case (false, false): return lineContains(other)
    }
  }

  /// Polygons.
  var isArea: Bool { kind == .polygon || kind == .multiPolygon }
  /// Points.
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

  func hasPosition(_ x: Double, _ y: Double) -> Bool {
    positions.contains { $0.x == x && $0.y == y }
  }

  func isOnSide(_ x: Double, _ y: Double) -> Bool {
    sides.contains { $0.contains(x, y) }
  }

  /// Where a position lies: inside one polygon is inside; the boundaries two share are boundary.
  func location(_ x: Double, _ y: Double) -> Location {
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
      let places = other.positions.map { location($0.x, $0.y) }
      return !places.contains(.outside) && places.contains(.inside)
    }
    let own = sides
    var isInside = false
    for side in other.sides {
      let pieces = pieces(of: side, cutBy: own)
      guard !pieces.outside else { return false }
      isInside = isInside || pieces.inside
    }
    guard other.isArea else { return isInside }
    // A ring of this polygon that runs through the other's interior leaves some of it outside.
    let theirs = other.sides
    guard !own.contains(where: { other.pieces(of: $0, cutBy: theirs).inside }) else { return false }
    // Neither boundary crosses the other's interior: each polygon is wholly inside or outside.
    return other.polygonEnds.indices.allSatisfy { polygon in
      guard let (x, y) = other.interiorPosition(ofPolygon: polygon) else { return true }
      return location(x, y) != .outside
    }
  }

  /// Whether any piece of a side lies inside this polygon, and any outside; those that run along
  /// its boundary are neither.
  func pieces(of side: Edge, cutBy edges: [Edge]) -> (inside: Bool, outside: Bool) {
    var pieces = (inside: false, outside: false)
    for (x, y) in side.middles(cutBy: edges) {
      switch location(x, y) {
      case .outside: pieces.outside = true
      case .inside: pieces.inside = true
      case .boundary: break
      }
    }
    return pieces
  }

  /// A position well inside a polygon: the middle of its widest stretch at a height between two
  /// vertices; nil for one without an inside.
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
      guard other.positions.allSatisfy({ place in own.contains { $0.contains(place.x, place.y) } })
      else { return false }
      let ends = lineEnds
      return other.positions.contains { place in
        !ends.contains { $0.x == place.x && $0.y == place.y }
      }
    }
    guard !other.isArea else { return false }
    return other.sides.allSatisfy { side in side.isCovered(by: own) }
  }

  /// The ends of open lines: where an odd number of lines ends.
  var lineEnds: [(x: Double, y: Double)] {
    var ends: [(x: Double, y: Double)] = []
    for part in partEnds.indices {
      let range = vertices(ofPart: part)
      guard let first = range.first, let last = range.last, first != last else { continue }
      for vertex in [first, last] {
        let place = (x: x(vertex), y: y(vertex))
        if let known = ends.firstIndex(where: { $0.x == place.x && $0.y == place.y }) {
          ends.remove(at: known)
        } else {
          ends.append(place)
        }
      }
    }
    return ends
  }
}
