/// Lengths, areas, distances and the center of a shape in the plane, in the units of its coordinates.
package struct PlanarMeasures {
  private let geometry: Geometry

  package init(_ geometry: Geometry) { self.geometry = geometry }

  /// Returns the area of all polygons without their holes, whichever way rings run.
  package func area() -> Double {
    var sum = 0.0
    for polygon in geometry.polygonEnds.indices {
      for (index, part) in geometry.parts(ofPolygon: polygon).enumerated() {
        let area = geometry.doubleSignedArea(ofPart: part).magnitude / 2
        sum += index == 0 ? area : -area
      }
    }
    return max(0, sum)
  }

  /// Returns the length of all lines and rings, in three dimensions if requested and if there are
  /// heights.
  package func length(withHeights: Bool = false) -> Double {
    let usesHeights = withHeights && geometry.hasZ
    var sum = 0.0
    for part in geometry.partEnds.indices {
      for vertex in geometry.vertices(ofPart: part).dropFirst() {
        let (dx, dy) = (
          geometry.x(vertex) - geometry.x(vertex - 1), geometry.y(vertex) - geometry.y(vertex - 1)
        )
        let rise =
          usesHeights
          ? geometry.coordinates[vertex * geometry.stride + 2]
            - geometry.coordinates[(vertex - 1) * geometry.stride + 2] : 0
        sum += (dx * dx + dy * dy + rise * rise).squareRoot()
      }
    }
    return sum
  }

  /// Returns the distance to another geometry, 0 if they share a position. Nil if one is empty.
  package func distance(to other: Geometry) -> Double? {
    guard !geometry.isEmpty, !other.isEmpty else { return nil }
    if geometry.intersects(other) { return 0 }
    var least = Double.infinity
    // If they are apart, they are nearest at a vertex of one of them.
    for (one, two) in [(geometry, other), (other, geometry)] {
      for vertex in 0..<one.vertexCount {
        guard let near = PlanarMeasures(two).nearest(x: one.x(vertex), y: one.y(vertex)) else {
          continue
        }
        least = min(least, near.distance)
      }
    }
    return least
  }

  /// Returns the nearest position of points, lines or polygon boundaries. Nil if empty.
  package func nearest(x px: Double, y py: Double) -> NearPosition? {
    guard !geometry.isEmpty else { return nil }
    if geometry.partEnds.isEmpty { return nearestVertex(x: px, y: py) }
    var best: NearPosition?
    for part in geometry.partEnds.indices {
      let range = geometry.vertices(ofPart: part)
      guard let first = range.first else { continue }
      for vertex in range.count == 1 ? range : (first + 1)..<range.upperBound {
        let before = max(first, vertex - 1)
        let (ax, ay, dx, dy) = (
          geometry.x(before), geometry.y(before), geometry.x(vertex) - geometry.x(before),
          geometry.y(vertex) - geometry.y(before)
        )
        let square = dx * dx + dy * dy
        let along = square > 0 ? ((px - ax) * dx + (py - ay) * dy) / square : 0
        let part = min(1, max(0, along))
        let (nx, ny) =
          part == 1 ? (geometry.x(vertex), geometry.y(vertex)) : (ax + dx * part, ay + dy * part)
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
    for vertex in 0..<geometry.vertexCount {
      let (dx, dy) = (px - geometry.x(vertex), py - geometry.y(vertex))
      let distance = (dx * dx + dy * dy).squareRoot()
      if distance < best?.distance ?? .infinity {
        best = NearPosition(
          x: geometry.x(vertex), y: geometry.y(vertex), distance: distance, side: 0)
      }
    }
    return best
  }

  /// Returns the center of mass: of areas for polygons, of lengths for lines, of positions for
  /// points. Without any area or length, the lower dimension is used. Nil for an empty geometry.
  package func centroid() -> (x: Double, y: Double)? {
    guard !geometry.isEmpty else { return nil }
    if geometry.kind == .polygon || geometry.kind == .multiPolygon, let middle = areaCentroid() {
      return middle
    }
    if !geometry.partEnds.isEmpty, let middle = lengthCentroid() { return middle }
    var (sumX, sumY) = (0.0, 0.0)
    for vertex in 0..<geometry.vertexCount {
      sumX += (geometry.x(vertex) - geometry.x(0)) / Double(geometry.vertexCount)
      sumY += (geometry.y(vertex) - geometry.y(0)) / Double(geometry.vertexCount)
    }
    return (geometry.x(0) + sumX, geometry.y(0) + sumY)
  }

  /// Shells add their area and holes subtract it, whichever way they run. Computed from the first
  /// vertex, so that large coordinates cost no precision.
  private func areaCentroid() -> (x: Double, y: Double)? {
    let (originX, originY) = (geometry.x(0), geometry.y(0))
    var (sumX, sumY, total) = (0.0, 0.0, 0.0)
    for polygon in geometry.polygonEnds.indices {
      for (index, part) in geometry.parts(ofPolygon: polygon).enumerated() {
        let area = geometry.doubleSignedArea(ofPart: part)
        let sign = (area < 0) == (index == 0) ? -1.0 : 1.0
        total += sign * area
        let ring = geometry.vertices(ofPart: part)
        for vertex in ring.dropFirst() {
          let (ax, ay) = (geometry.x(vertex - 1) - originX, geometry.y(vertex - 1) - originY)
          let (bx, by) = (geometry.x(vertex) - originX, geometry.y(vertex) - originY)
          let cross = sign * (ax * by - bx * ay)
          sumX += (ax + bx) * cross
          sumY += (ay + by) * cross
        }
      }
    }
    guard total > 0 else { return nil }
    return (originX + sumX / (3 * total), originY + sumY / (3 * total))
  }

  private func lengthCentroid() -> (x: Double, y: Double)? {
    let (originX, originY) = (geometry.x(0), geometry.y(0))
    var (sumX, sumY, total) = (0.0, 0.0, 0.0)
    for part in geometry.partEnds.indices {
      for vertex in geometry.vertices(ofPart: part).dropFirst() {
        let (ax, ay) = (geometry.x(vertex - 1) - originX, geometry.y(vertex - 1) - originY)
        let (bx, by) = (geometry.x(vertex) - originX, geometry.y(vertex) - originY)
        let length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).squareRoot()
        total += length
        sumX += (ax + bx) / 2 * length
        sumY += (ay + by) / 2 * length
      }
    }
    guard total > 0 else { return nil }
    return (originX + sumX / total, originY + sumY / total)
  }
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
