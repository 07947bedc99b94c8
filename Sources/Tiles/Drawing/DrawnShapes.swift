package import Geometry

/// Shapes to draw, flat: lines and rings of areas, each with its class.
///
/// Positions are in parts of the world, from 0 to 1: x to the east, y to the south.
package struct DrawnShapes: Sendable {
  /// A line, or a ring of an area.
  struct Part: Sendable {
    var drawn: DrawnClass
    /// Where its points are.
    var points: Range<Int>
    /// How far along the whole line it begins, for dashes.
    var start: Double
    /// Its place in ``names``; nil without one.
    var name: Int?
  }

  private(set) var points: [SIMD2<Double>] = []
  private(set) var parts: [Part] = []
  /// The names of streets, each once.
  private(set) var names: [String] = []
  private var knownNames: [String: Int] = [:]

  /// The most points to draw, which take 16 bytes each.
  private static let limit = 100_000_000

  package init() {}

  package var isEmpty: Bool { parts.isEmpty }

  /// The number of lines and rings.
  package var count: Int { parts.count }

  /// Adds a shape in meters of Web Mercator. Points are not drawn.
  ///
  /// - Parameter name: the name of a street; nil for none.
  /// - Throws: `TilesError.tooMany`.
  package mutating func append(
    _ shape: Geometry, as drawn: DrawnClass, name: String? = nil
  ) throws(TilesError) {
    guard points.count + shape.vertexCount <= Self.limit else {
      throw .tooMany(what: "points to draw", limit: Self.limit)
    }
    var drawn = drawn
    switch shape.kind {
    case .point, .multiPoint: return
    case .lineString, .multiLineString:
      if drawn == .water { drawn = .stream }
      guard !drawn.isArea else { return }
    case .polygon, .multiPolygon: break
    }
    let isRing = shape.kind == .polygon || shape.kind == .multiPolygon
    var (first, polygon) = (0, 0)
    for (index, end) in shape.partEnds.enumerated() {
      if polygon < shape.polygonEnds.count, index == shape.polygonEnds[polygon] { polygon += 1 }
      let isOuter = index == (polygon == 0 ? 0 : shape.polygonEnds[polygon - 1])
      append(
        shape, first..<end, as: drawn, name: drawn.isStreet ? name.map { number(of: $0) } : nil,
        isRing: isRing, isHole: isRing && !isOuter)
      first = end
    }
  }

  private mutating func number(of name: String) -> Int {
    if let known = knownNames[name] { return known }
    knownNames[name] = names.count
    names.append(name)
    return names.count - 1
  }

  private mutating func append(
    _ shape: Geometry, _ vertices: Range<Int>, as drawn: DrawnClass, name: Int?, isRing: Bool,
    isHole: Bool
  ) {
    let start = points.count
    for vertex in vertices {
      let place = vertex * shape.stride
      points.append(
        SIMD2(
          shape.coordinates[place] / (2 * TileGrid.reach) + 0.5,
          0.5 - shape.coordinates[place + 1] / (2 * TileGrid.reach)))
    }
    // All areas go the same way round, so that they do not cancel where they overlap.
    if isRing, drawn.isArea, Self.isClockwise(points[start...]) == isHole {
      points[start...].reverse()
    }
    finish(Part(drawn: drawn, points: start..<points.count, start: 0, name: name))
  }

  private static func isClockwise(_ ring: ArraySlice<SIMD2<Double>>) -> Bool {
    guard var last = ring.last else { return false }
    var sum = 0.0
    for point in ring {
      sum += (point.x - last.x) * (point.y + last.y)
      last = point
    }
    return sum < 0
  }

  private mutating func finish(_ part: Part) {
    let least = part.drawn.isArea ? 3 : 2
    if part.points.count >= least {
      parts.append(part)
    } else {
      points.removeLast(part.points.count)
    }
  }

  /// The parts of the shapes in a box.
  func clipped(to low: SIMD2<Double>, _ high: SIMD2<Double>) -> DrawnShapes {
    var clipped = DrawnShapes()
    clipped.names = names
    var scratch: [SIMD2<Double>] = []
    for part in parts {
      let ring = points[part.points]
      var (lowest, highest) = (ring[ring.startIndex], ring[ring.startIndex])
      for point in ring {
        lowest = pointwiseMin(lowest, point)
        highest = pointwiseMax(highest, point)
      }
      if any(highest .< low) || any(lowest .> high) { continue }
      if all(lowest .>= low) && all(highest .<= high) {
        let start = clipped.points.count
        clipped.points += ring
        clipped.finish(
          Part(
            drawn: part.drawn, points: start..<clipped.points.count, start: part.start,
            name: part.name))
      } else if part.drawn.isArea {
        clipped.appendRing(ring, part, low, high, &scratch)
      } else {
        clipped.appendLine(ring, part, low, high)
      }
    }
    return clipped
  }

  /// Adds what is left of a ring when each side of a box cuts off what is beyond it.
  private mutating func appendRing(
    _ ring: ArraySlice<SIMD2<Double>>, _ part: Part, _ low: SIMD2<Double>, _ high: SIMD2<Double>,
    _ scratch: inout [SIMD2<Double>]
  ) {
    var current = Array(ring)
    for axis in 0..<2 {
      for (limit, sign) in [(low[axis], 1.0), (high[axis], -1.0)] {
        guard var last = current.last else { return }
        scratch.removeAll(keepingCapacity: true)
        for point in current {
          let (before, after) = ((last[axis] - limit) * sign, (point[axis] - limit) * sign)
          if (before < 0) != (after < 0) {
            var crossing = last + (point - last) * (before / (before - after))
            crossing[axis] = limit
            scratch.append(crossing)
          }
          if after >= 0 { scratch.append(point) }
          last = point
        }
        swap(&current, &scratch)
      }
    }
    let start = points.count
    points += current
    finish(Part(drawn: part.drawn, points: start..<points.count, start: 0))
  }

  /// Adds the pieces of a line in a box.
  private mutating func appendLine(
    _ line: ArraySlice<SIMD2<Double>>, _ part: Part, _ low: SIMD2<Double>, _ high: SIMD2<Double>
  ) {
    var along = part.start
    var start = points.count
    var begin = along
    for (from, to) in zip(line, line.dropFirst()) {
      let step = to - from
      let length = (step * step).sum().squareRoot()
      let inside = Self.inside(from, step, low, high)
      // What is inside goes on only if it goes on from where the last segment ended.
      if inside?.first != 0, points.count > start {
        finish(
          Part(drawn: part.drawn, points: start..<points.count, start: begin, name: part.name))
        start = points.count
      }
      if let (first, last) = inside {
        if points.count == start {
          points.append(from + step * first)
          begin = along + length * first
        }
        points.append(last == 1 ? to : from + step * last)
      }
      along += length
    }
    if points.count > start {
      finish(Part(drawn: part.drawn, points: start..<points.count, start: begin, name: part.name))
    }
  }

  /// The part of a segment in a box, from 0 at its begin to 1 at its end; nil if it is outside.
  private static func inside(
    _ from: SIMD2<Double>, _ step: SIMD2<Double>, _ low: SIMD2<Double>, _ high: SIMD2<Double>
  ) -> (first: Double, last: Double)? {
    var (first, last) = (0.0, 1.0)
    for axis in 0..<2 {
      guard step[axis] != 0 else {
        if from[axis] < low[axis] || from[axis] > high[axis] { return nil }
        continue
      }
      let limits = [(low[axis] - from[axis]) / step[axis], (high[axis] - from[axis]) / step[axis]]
      first = max(first, min(limits[0], limits[1]))
      last = min(last, max(limits[0], limits[1]))
    }
    return first < last ? (first, last) : nil
  }
}
