import Bytes

/// Shapes derived from one shape.
package struct Reshaping {
  private let geometry: Geometry

  package init(_ geometry: Geometry) { self.geometry = geometry }

  /// Returns the geometry rotated counter-clockwise about a position.
  package func rotated(degrees: Double, aboutX px: Double, y py: Double) -> Geometry {
    // Quarter turns are exact.
    let quarters = degrees / 90
    var (sine, cosine) = (0.0, 0.0)
    if quarters == quarters.rounded() {
      let turn = Int(quarters.remainder(dividingBy: 4)) & 3
      (sine, cosine) = ([0, 1, 0, -1][turn], [1, 0, -1, 0][turn])
    } else {
      let angle = degrees.remainder(dividingBy: 360) * Double.pi / 180
      (sine, cosine) = (Transcendental.sin(angle), Transcendental.cos(angle))
    }
    var result = geometry
    for vertex in 0..<geometry.vertexCount {
      let (dx, dy) = (geometry.x(vertex) - px, geometry.y(vertex) - py)
      result.coordinates[vertex * geometry.stride] = px + dx * cosine - dy * sine
      result.coordinates[vertex * geometry.stride + 1] = py + dx * sine + dy * cosine
    }
    return result
  }

  /// Returns the geometry with additional vertices, so that no side is longer than `longest`.
  /// Heights and measures are interpolated. Nil if there would be more than `limit` vertices.
  package func densified(longest: Double, limit: Int) -> Geometry? {
    guard longest > 0, !geometry.partEnds.isEmpty else { return geometry }
    var result = geometry
    result.coordinates = []
    result.partEnds = []
    for part in geometry.partEnds.indices {
      let range = geometry.vertices(ofPart: part)
      for vertex in range {
        if vertex > range.lowerBound {
          let (dx, dy) = (
            geometry.x(vertex) - geometry.x(vertex - 1), geometry.y(vertex) - geometry.y(vertex - 1)
          )
          let pieces = ((dx * dx + dy * dy).squareRoot() / longest).rounded(.up)
          guard pieces < Double(limit - result.vertexCount) else { return nil }
          for piece in 1..<max(1, Int(pieces)) {
            let share = Double(piece) / pieces
            for index in 0..<geometry.stride {
              let one = geometry.coordinates[(vertex - 1) * geometry.stride + index]
              let two = geometry.coordinates[vertex * geometry.stride + index]
              result.coordinates.append(one + (two - one) * share)
            }
          }
        }
        result.coordinates +=
          geometry.coordinates[vertex * geometry.stride..<(vertex + 1) * geometry.stride]
      }
      result.partEnds.append(result.vertexCount)
    }
    return result
  }

  /// Returns the smallest convex shape around all vertices. It is a polygon, clockwise as in Esri's
  /// formats. If all vertices are on one line or position, it is a line or point.
  package func convexHull() -> Geometry {
    var points = (0..<geometry.vertexCount).map { (x: geometry.x($0), y: geometry.y($0)) }
    points.sort { ($0.x, $0.y) < ($1.x, $1.y) }
    var distinct: [(x: Double, y: Double)] = []
    for point in points where distinct.last.map({ $0 != point }) ?? true { distinct.append(point) }
    guard let first = distinct.first else { return Geometry(.polygon) }
    guard distinct.count > 1 else { return Geometry(x: first.x, y: first.y) }
    func half(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
      var hull: [(x: Double, y: Double)] = []
      for point in points {
        while hull.count > 1 {
          let (a, b) = (hull[hull.count - 2], hull[hull.count - 1])
          guard Orientation.sign(from: a.x, a.y, to: b.x, b.y, of: point.x, point.y) >= 0 else {
            break
          }
          hull.removeLast()
        }
        hull.append(point)
      }
      return hull
    }
    let (upper, lower) = (half(distinct), half(distinct.reversed()))
    let ring = upper + lower.dropFirst()
    // The hull goes along one line and back.
    let isLine = upper.count == 2 && lower.count == 2
    var hull = Geometry(isLine ? .lineString : .polygon)
    hull.coordinates = (isLine ? upper : ring).flatMap { [$0.x, $0.y] }
    hull.partEnds = [hull.vertexCount]
    if !isLine { hull.polygonEnds = [1] }
    return hull
  }

  /// Returns the geometry without vertices that are at most `tolerance` from the remaining line
  /// (Douglas and Peucker 1973). Parts that become smaller than a line or ring are removed if
  /// requested.
  package func generalized(tolerance: Double, removesDegenerate: Bool) -> Geometry {
    guard tolerance > 0, !geometry.partEnds.isEmpty else { return geometry }
    var result = Geometry(geometry.kind, hasZ: geometry.hasZ, hasM: geometry.hasM)
    let groups =
      geometry.polygonEnds.isEmpty
      ? [0..<geometry.partEnds.count]
      : geometry.polygonEnds.indices.map { geometry.parts(ofPolygon: $0) }
    for group in groups {
      for part in group {
        let kept = kept(ofPart: part, tolerance)
        let least = geometry.polygonEnds.isEmpty ? 2 : 4
        if removesDegenerate && kept.count < least {
          // A polygon without its shell is removed.
          if part == group.lowerBound && !geometry.polygonEnds.isEmpty { break }
          continue
        }
        for vertex in kept {
          result.coordinates +=
            geometry.coordinates[vertex * geometry.stride..<(vertex + 1) * geometry.stride]
        }
        result.partEnds.append(result.vertexCount)
      }
      if !geometry.polygonEnds.isEmpty, result.partEnds.count > result.polygonEnds.last ?? 0 {
        result.polygonEnds.append(result.partEnds.count)
      }
    }
    return result
  }

  private func kept(ofPart part: Int, _ tolerance: Double) -> [Int] {
    let range = geometry.vertices(ofPart: part)
    guard let first = range.first, let last = range.last, first < last else { return Array(range) }
    var isKept = [Bool](repeating: false, count: range.count)
    (isKept[0], isKept[range.count - 1]) = (true, true)
    var stretches = [(first, last)]
    while let (from, to) = stretches.popLast() {
      var farthest = (vertex: from, distance: tolerance)
      let line = PlanarMeasures(side(from: from, to: to))
      for vertex in from + 1..<max(from + 1, to) {
        let distance = line.nearest(x: geometry.x(vertex), y: geometry.y(vertex))?.distance ?? 0
        if distance > farthest.distance { farthest = (vertex, distance) }
      }
      guard farthest.vertex > from else { continue }
      isKept[farthest.vertex - first] = true
      stretches += [(from, farthest.vertex), (farthest.vertex, to)]
    }
    return range.filter { isKept[$0 - first] }
  }

  private func side(from one: Int, to two: Int) -> Geometry {
    var line = Geometry(.lineString)
    line.coordinates = [geometry.x(one), geometry.y(one), geometry.x(two), geometry.y(two)]
    line.partEnds = [2]
    return line
  }

  /// Returns each point, line or polygon as a separate geometry.
  package func singleParts() -> [Geometry] {
    func part(_ kind: GeometryKind, _ vertices: Range<Int>) -> Geometry {
      var single = Geometry(geometry.kind, hasZ: geometry.hasZ, hasM: geometry.hasM)
      single.coordinates = Array(
        geometry.coordinates[
          vertices.lowerBound * geometry.stride..<vertices.upperBound * geometry.stride])
      return single
    }
    if geometry.isPuntal { return (0..<geometry.vertexCount).map { part(.point, $0..<$0 + 1) } }
    if !geometry.isArea {
      return geometry.partEnds.indices.map { index in
        var line = part(.lineString, geometry.vertices(ofPart: index))
        line.partEnds = [line.vertexCount]
        return line
      }
    }
    return geometry.polygonEnds.indices.map { polygon in
      let rings = geometry.parts(ofPolygon: polygon)
      let start = rings.first.map { geometry.vertices(ofPart: $0).lowerBound } ?? 0
      let end = rings.last.map { geometry.vertices(ofPart: $0).upperBound } ?? start
      var single = part(.polygon, start..<end)
      single.partEnds = rings.map { geometry.partEnds[$0] - start }
      single.polygonEnds = [rings.count]
      return single
    }
  }
}
