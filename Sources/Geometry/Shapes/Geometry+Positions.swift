// The positions, sides and rings of a geometry.

/// Where a position is with respect to a ring or polygon.
package enum Location: Sendable {
  case outside
  case boundary
  case inside
}

extension Geometry {
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

  /// Adds the sides of a ring or line.
  func appendEdges(ofPart part: Int, to edges: inout [Edge]) {
    let range = vertices(ofPart: part)
    guard range.count > 1 else { return }
    for vertex in range.lowerBound + 1..<range.upperBound {
      edges.append(Edge(ax: x(vertex - 1), ay: y(vertex - 1), bx: x(vertex), by: y(vertex)))
    }
  }

  /// Returns whether a segment of the part satisfies the test. A part of one vertex is a segment
  /// without length.
  func anySegment(ofPart part: Int, _ test: (Edge) -> Bool) -> Bool {
    let range = vertices(ofPart: part)
    guard let first = range.first else { return false }
    var ax = x(first)
    var ay = y(first)
    if range.count == 1 { return test(Edge(ax: ax, ay: ay, bx: ax, by: ay)) }
    for vertex in range.dropFirst() {
      let bx = x(vertex)
      let by = y(vertex)
      if test(Edge(ax: ax, ay: ay, bx: bx, by: by)) { return true }
      ax = bx
      ay = by
    }
    return false
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

  /// Returns where a position is with respect to one polygon with its holes.
  package func location(x: Double, y: Double, inPolygon polygon: Int) -> Location {
    let parts = parts(ofPolygon: polygon)
    guard let shell = parts.first else { return .outside }
    let inShell = location(x: x, y: y, inPart: shell)
    guard inShell == .inside else { return inShell }
    for hole in parts.dropFirst() {
      switch location(x: x, y: y, inPart: hole) {
      case .boundary: return .boundary
      case .inside: return .outside
      case .outside: continue
      }
    }
    return .inside
  }

  /// Returns twice the area of a closed ring, positive if counter-clockwise.
  ///
  /// Computed from the first vertex, so that large coordinates cost no precision in a small ring.
  package func doubleSignedArea(ofPart part: Int) -> Double {
    let ring = vertices(ofPart: part)
    guard ring.count > 2 else { return 0 }
    let stride = stride
    let originX = x(ring.lowerBound)
    let originY = y(ring.lowerBound)
    var sum = 0.0
    var lastX = 0.0
    var lastY = 0.0
    for vertex in ring.lowerBound + 1..<ring.upperBound {
      let nextX = coordinates[vertex * stride] - originX
      let nextY = coordinates[vertex * stride + 1] - originY
      sum += lastX * nextY - nextX * lastY
      lastX = nextX
      lastY = nextY
    }
    return sum
  }

  /// Returns where a position is with respect to one closed ring, by crossings with an exact side
  /// test.
  package func location(x px: Double, y py: Double, inPart part: Int) -> Location {
    let ring = vertices(ofPart: part)
    guard let first = ring.first else { return .outside }
    let stride = stride
    var isInside = false
    var ax = x(first)
    var ay = y(first)
    for vertex in ring.dropFirst() {
      let bx = coordinates[vertex * stride]
      let by = coordinates[vertex * stride + 1]
      switch Self.crossing(from: ax, ay, to: bx, by, at: px, py) {
      case .boundary: return .boundary
      case .inside: isInside.toggle()
      case .outside: break
      }
      ax = bx
      ay = by
    }
    return isInside ? .inside : .outside
  }

  /// Returns the result for one edge: `inside` if the ray to the east crosses it.
  @inlinable
  static func crossing(
    from ax: Double, _ ay: Double, to bx: Double, _ by: Double, at px: Double, _ py: Double
  ) -> Location {
    // Half-open in y, so that a ray through a vertex counts only one of its two edges.
    if (ay > py) != (by > py) {
      if ax > px && bx > px { return .inside }
      if ax < px && bx < px { return .outside }
      let side = Orientation.sign(from: ax, ay, to: bx, by, of: px, py)
      if side == 0 { return .boundary }
      return (side > 0) == (by > ay) ? .inside : .outside
    }
    if ay == py && by == py {
      return min(ax, bx) <= px && px <= max(ax, bx) ? .boundary : .outside
    }
    return ay == py && ax == px || by == py && bx == px ? .boundary : .outside
  }
}
