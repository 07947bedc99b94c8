// Lengths, areas and distances in the plane, in the units of the coordinates.

extension Geometry {
  /// Returns the area of all polygons without their holes, whichever way rings run.
  package func area() -> Double {
    var sum = 0.0
    for polygon in polygonEnds.indices {
      for (index, part) in parts(ofPolygon: polygon).enumerated() {
        let area = doubleSignedArea(ofPart: part).magnitude / 2
        sum += index == 0 ? area : -area
      }
    }
    return max(0, sum)
  }

  /// Returns the length of all lines and rings, in three dimensions if requested and if there are
  /// heights.
  package func length(withHeights: Bool = false) -> Double {
    let usesHeights = withHeights && hasZ
    var sum = 0.0
    for part in partEnds.indices {
      for vertex in vertices(ofPart: part).dropFirst() {
        let (dx, dy) = (x(vertex) - x(vertex - 1), y(vertex) - y(vertex - 1))
        let rise =
          usesHeights
          ? coordinates[vertex * stride + 2] - coordinates[(vertex - 1) * stride + 2] : 0
        sum += (dx * dx + dy * dy + rise * rise).squareRoot()
      }
    }
    return sum
  }

  /// Returns the distance to another geometry, 0 if they share a position. Nil if one is empty.
  package func distance(to other: Geometry) -> Double? {
    guard !isEmpty, !other.isEmpty else { return nil }
    if intersects(other) { return 0 }
    var least = Double.infinity
    // If they are apart, they are nearest at a vertex of one of them.
    for (one, two) in [(self, other), (other, self)] {
      for vertex in 0..<one.vertexCount {
        guard let near = two.nearest(x: one.x(vertex), y: one.y(vertex)) else { continue }
        least = min(least, near.distance)
      }
    }
    return least
  }

  /// The position of a geometry that is nearest to another position.
  package struct NearPosition: Sendable {
    package var x: Double
    package var y: Double
    package var distance: Double
    /// Positive if the other position is to the left of the nearest side, negative if it is to the
    /// right.
    package var side: Double

    package init(x: Double, y: Double, distance: Double, side: Double) {
      self.x = x
      self.y = y
      self.distance = distance
      self.side = side
    }
  }

  /// Returns the nearest position of points, lines or polygon boundaries. Nil if empty.
  package func nearest(x px: Double, y py: Double) -> NearPosition? {
    guard !isEmpty else { return nil }
    if partEnds.isEmpty { return nearestVertex(x: px, y: py) }
    var best: NearPosition?
    for part in partEnds.indices {
      let range = vertices(ofPart: part)
      guard let first = range.first else { continue }
      for vertex in range.count == 1 ? range : (first + 1)..<range.upperBound {
        let before = max(first, vertex - 1)
        let (ax, ay, dx, dy) = (
          x(before), y(before), x(vertex) - x(before), y(vertex) - y(before)
        )
        let square = dx * dx + dy * dy
        let along = square > 0 ? ((px - ax) * dx + (py - ay) * dy) / square : 0
        let part = min(1, max(0, along))
        let (nx, ny) = part == 1 ? (x(vertex), y(vertex)) : (ax + dx * part, ay + dy * part)
        let distance = ((px - nx) * (px - nx) + (py - ny) * (py - ny)).squareRoot()
        if distance < best?.distance ?? .infinity {
          best = NearPosition(
            x: nx, y: ny, distance: distance, side: dx * (py - ay) - dy * (px - ax))
        }
      }
    }
    return best
  }

  /// Returns the nearest vertex, or nil if empty.
  package func nearestVertex(x px: Double, y py: Double) -> NearPosition? {
    var best: NearPosition?
    for vertex in 0..<vertexCount {
      let (dx, dy) = (px - x(vertex), py - y(vertex))
      let distance = (dx * dx + dy * dy).squareRoot()
      if distance < best?.distance ?? .infinity {
        best = NearPosition(x: x(vertex), y: y(vertex), distance: distance, side: 0)
      }
    }
    return best
  }
}
