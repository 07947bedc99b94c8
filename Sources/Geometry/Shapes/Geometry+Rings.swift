/// Where a position is with respect to a ring or polygon.
package enum Location: Sendable {
  case outside
  case boundary
  case inside
}

extension Geometry {
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
