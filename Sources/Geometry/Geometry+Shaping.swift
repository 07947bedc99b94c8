import Bytes

// Shapes made of one shape.

extension Geometry {
  /// Turned about a position by so many degrees, counter-clockwise.
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
    var result = self
    for vertex in 0..<vertexCount {
      let (dx, dy) = (x(vertex) - px, y(vertex) - py)
      result.coordinates[vertex * stride] = px + dx * cosine - dy * sine
      result.coordinates[vertex * stride + 1] = py + dx * sine + dy * cosine
    }
    return result
  }

  /// With vertices put into lines and rings, so that no side is longer; heights and measures lie
  /// between those of a side's ends. Nil when there were more than `limit`.
  package func densified(longest: Double, limit: Int) -> Geometry? {
    guard longest > 0, !partEnds.isEmpty else { return self }
    var result = self
    result.coordinates = []
    result.partEnds = []
    for part in partEnds.indices {
      let range = vertices(ofPart: part)
      for vertex in range {
        if vertex > range.lowerBound {
          let (dx, dy) = (x(vertex) - x(vertex - 1), y(vertex) - y(vertex - 1))
          let pieces = ((dx * dx + dy * dy).squareRoot() / longest).rounded(.up)
          guard pieces < Double(limit - result.vertexCount) else { return nil }
          for piece in 1..<max(1, Int(pieces)) {
            let share = Double(piece) / pieces
            for index in 0..<stride {
              let one = coordinates[(vertex - 1) * stride + index]
              let two = coordinates[vertex * stride + index]
              result.coordinates.append(one + (two - one) * share)
            }
          }
        }
        result.coordinates += coordinates[vertex * stride..<(vertex + 1) * stride]
      }
      result.partEnds.append(result.vertexCount)
    }
    return result
  }

  /// The smallest convex shape around all vertices: a polygon, clockwise as Esri's are; a line or
  /// point where they lie on one.
  package func convexHull() -> Geometry {
    var places = (0..<vertexCount).map { (x: x($0), y: y($0)) }
    places.sort { ($0.x, $0.y) < ($1.x, $1.y) }
    var distinct: [(x: Double, y: Double)] = []
    for place in places where distinct.last.map({ $0 != place }) ?? true { distinct.append(place) }
    guard let first = distinct.first else { return Geometry(.polygon) }
    guard distinct.count > 1 else { return Geometry(x: first.x, y: first.y) }
    func half(_ places: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
      var hull: [(x: Double, y: Double)] = []
      for place in places {
        while hull.count > 1 {
          let (a, b) = (hull[hull.count - 2], hull[hull.count - 1])
          guard Orientation.sign(a.x, a.y, b.x, b.y, place.x, place.y) >= 0 else { break }
          hull.removeLast()
        }
        hull.append(place)
      }
      return hull
    }
    let (upper, lower) = (half(distinct), half(distinct.reversed()))
    let ring = upper + lower.dropFirst()
    // There and back again on one line.
    let isLine = upper.count == 2 && lower.count == 2
    var hull = Geometry(isLine ? .lineString : .polygon)
    hull.coordinates = (isLine ? upper : ring).flatMap { [$0.x, $0.y] }
    hull.partEnds = [hull.vertexCount]
    if !isLine { hull.polygonEnds = [1] }
    return hull
  }

  /// Without vertices that lie no farther than `tolerance` from the line that is left (Douglas and
  /// Peucker 1973). Parts that shrink to less than a line or ring go where asked.
  package func generalized(tolerance: Double, removesDegenerate: Bool) -> Geometry {
    guard tolerance > 0, !partEnds.isEmpty else { return self }
    var result = Geometry(kind, hasZ: hasZ, hasM: hasM)
    let groups =
      polygonEnds.isEmpty ? [0..<partEnds.count] : polygonEnds.indices.map { parts(ofPolygon: $0) }
    for group in groups {
      for part in group {
        let kept = kept(ofPart: part, tolerance)
        let least = polygonEnds.isEmpty ? 2 : 4
        if removesDegenerate && kept.count < least {
          // Without its shell, a polygon is gone.
          if part == group.lowerBound && !polygonEnds.isEmpty { break }
          continue
        }
        for vertex in kept {
          result.coordinates += coordinates[vertex * stride..<(vertex + 1) * stride]
        }
        result.partEnds.append(result.vertexCount)
      }
      if !polygonEnds.isEmpty, result.partEnds.count > result.polygonEnds.last ?? 0 {
        result.polygonEnds.append(result.partEnds.count)
      }
    }
    return result
  }

  private func kept(ofPart part: Int, _ tolerance: Double) -> [Int] {
    let range = vertices(ofPart: part)
    guard let first = range.first, let last = range.last, first < last else { return Array(range) }
    var isKept = [Bool](repeating: false, count: range.count)
    (isKept[0], isKept[range.count - 1]) = (true, true)
    var stretches = [(first, last)]
    while let (from, to) = stretches.popLast() {
      var farthest = (vertex: from, distance: tolerance)
      let line = Geometry(from: (x(from), y(from)), to: (x(to), y(to)))
      for vertex in from + 1..<max(from + 1, to) {
        let distance = line.nearest(x: x(vertex), y: y(vertex))?.distance ?? 0
        if distance > farthest.distance { farthest = (vertex, distance) }
      }
      guard farthest.vertex > from else { continue }
      isKept[farthest.vertex - first] = true
      stretches += [(from, farthest.vertex), (farthest.vertex, to)]
    }
    return range.filter { isKept[$0 - first] }
  }

  private init(from one: (x: Double, y: Double), to two: (x: Double, y: Double)) {
    self.init(.lineString)
    coordinates = [one.x, one.y, two.x, two.y]
    partEnds = [2]
  }

  /// Each point, line or polygon as a geometry of its own.
  package func singleParts() -> [Geometry] {
    func part(_ kind: GeometryKind, _ vertices: Range<Int>) -> Geometry {
      var single = Geometry(kind, hasZ: hasZ, hasM: hasM)
      single.coordinates = Array(
        coordinates[vertices.lowerBound * stride..<vertices.upperBound * stride])
      return single
    }
    if isPuntal { return (0..<vertexCount).map { part(.point, $0..<$0 + 1) } }
    if !isArea {
      return partEnds.indices.map { index in
        var line = part(.lineString, vertices(ofPart: index))
        line.partEnds = [line.vertexCount]
        return line
      }
    }
    return polygonEnds.indices.map { polygon in
      let rings = parts(ofPolygon: polygon)
      let start = rings.first.map { vertices(ofPart: $0).lowerBound } ?? 0
      let end = rings.last.map { vertices(ofPart: $0).upperBound } ?? start
      var single = part(.polygon, start..<end)
      single.partEnds = rings.map { partEnds[$0] - start }
      single.polygonEnds = [rings.count]
      return single
    }
  }
}
