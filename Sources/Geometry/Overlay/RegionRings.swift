/// Collects the rings of a region from its boundary.
///
/// Rings are simple: where a region touches itself in a vertex, its boundary is divided there. Shells
/// are counter-clockwise and holes clockwise, as in OGC Simple Features §6.1.11. Rings start at their
/// lowest vertex, and polygons and holes are in the order of these.
struct RegionRings: Sendable {
  /// A closed ring; its first vertex is not repeated.
  private struct Ring {
    var vertices: [Int]
    var isShell: Bool
    /// The polygon to which the ring belongs.
    var polygon: Int
  }

  private let boundary: Arrangement
  /// The sides that leave each vertex in the direction of their ring, vertex after vertex.
  private var leaving: [Int]
  private var starts: [Int]
  /// The walk along each side. A side whose twin has the same walk does not bound a region there.
  private(set) var walkOfSide: [Int]
  private var polygonOfWalk: [Int] = []
  private var rings: [Ring] = []

  /// Creates the rings of a boundary, on which each side has weight 1 or -1.
  init(of boundary: Arrangement) {
    self.boundary = boundary
    walkOfSide = [Int](repeating: -1, count: boundary.sides.count)
    starts = [Int](repeating: 0, count: boundary.vertices.count + 1)
    leaving = [Int](repeating: 0, count: boundary.sides.count)
    for side in boundary.sides { starts[side.start + 1] += 1 }
    for vertex in boundary.vertices.indices { starts[vertex + 1] += starts[vertex] }
    var places = starts
    for (index, side) in boundary.sides.enumerated() {
      leaving[places[side.start]] = index
      places[side.start] += 1
    }
    trace()
  }

  /// The polygon that a side bounds.
  func polygon(ofSide side: Int) -> Int { polygonOfWalk[walkOfSide[side]] }

  /// The polygons that have sides, in the order of their lowest vertices.
  var polygons: [Int] {
    rings.filter(\.isShell).sorted { $0.vertices[0] < $1.vertices[0] }.map(\.polygon)
  }

  /// The region.
  var geometry: Geometry { geometry { _ in true } }

  /// The region of some polygons.
  func geometry(of isChosen: (Int) -> Bool) -> Geometry {
    let rings = rings.filter { isChosen($0.polygon) }
    var polygons: [[Ring]] = []
    var places: [Int: Int] = [:]
    for ring in rings.sorted(by: { $0.vertices[0] < $1.vertices[0] }) where ring.isShell {
      places[ring.polygon] = polygons.count
      polygons.append([ring])
    }
    for ring in rings.sorted(by: { $0.vertices.lexicographicallyPrecedes($1.vertices) })
    where !ring.isShell {
      if let place = places[ring.polygon] { polygons[place].append(ring) }
    }
    var result = Geometry(polygons.count == 1 ? .polygon : .multiPolygon)
    for polygon in polygons {
      for ring in polygon {
        for vertex in ring.vertices + ring.vertices.prefix(1) {
          result.coordinates += [boundary.vertices[vertex].x, boundary.vertices[vertex].y]
        }
        result.partEnds.append(result.vertexCount)
      }
      result.polygonEnds.append(result.partEnds.count)
    }
    return result
  }

  /// Follows the boundary around each connected part of the region. One walk goes along a shell and
  /// the holes that touch it, or along holes that touch each other.
  private mutating func trace() {
    let below = boundary.neighborsBelow().neighbors
    var place = [Int](repeating: -1, count: boundary.vertices.count)
    // In this order, a walk around holes comes after the walk below it, which has its polygon.
    for first in boundary.sides.indices where walkOfSide[first] < 0 {
      let walk = polygonOfWalk.count
      let found = follow(from: first, walk: walk, &place)
      polygonOfWalk.append(walk)
      if !found.contains(where: \.isShell) {
        // Without a shell, the walk goes around all that is connected with it, from the lowest vertex
        // of that. What is below all sides there is outside.
        var neighbor = first
        while neighbor >= 0, boundary.sides[neighbor].low == boundary.sides[first].low {
          neighbor = below[neighbor]
        }
        if neighbor >= 0 { polygonOfWalk[walk] = polygonOfWalk[walkOfSide[neighbor]] }
      }
      let polygon = polygonOfWalk[walk]
      rings += found.map { Ring(vertices: $0.vertices, isShell: $0.isShell, polygon: polygon) }
    }
  }

  /// Follows one walk, and divides it into rings.
  private mutating func follow(from first: Int, walk: Int, _ place: inout [Int]) -> [Ring] {
    var found: [Ring] = []
    var path: [Int] = []
    var side = first
    repeat {
      walkOfSide[side] = walk
      let vertex = boundary.sides[side].start
      place[vertex] = path.count
      path.append(vertex)
      let end = boundary.sides[side].end
      if place[end] >= 0 {
        let vertices = Array(path[place[end]...])
        for vertex in vertices { place[vertex] = -1 }
        path.removeLast(vertices.count)
        found.append(ring(vertices))
      }
      side = next(after: side)
    } while walkOfSide[side] < 0
    return found
  }

  /// Creates a ring that starts at its lowest vertex.
  private func ring(_ vertices: [Int]) -> Ring {
    var start = 0
    for index in vertices.indices where vertices[index] < vertices[start] { start = index }
    let rotated = Array(vertices[start...] + vertices[..<start])
    let positions = boundary.vertices
    let turn = positions[rotated[1]].side(
      ofLineFrom: positions[rotated[rotated.count - 1]], to: positions[rotated[0]])
    return Ring(vertices: rotated, isShell: turn > 0, polygon: -1)
  }

  /// Returns the side that continues a walk with the region on the left: the first one clockwise from
  /// where the walk came.
  private func next(after side: Int) -> Int {
    let vertex = boundary.sides[side].end
    let candidates = leaving[starts[vertex]..<starts[vertex + 1]]
    guard candidates.count > 1 else { return candidates[candidates.startIndex] }
    let center = boundary.vertices[vertex]
    let origin = boundary.vertices[boundary.sides[side].start]
    let turns = candidates.map { index in
      ClockwiseTurn(
        from: origin, to: boundary.vertices[boundary.sides[index].end], around: center, side: index)
    }
    return turns.min()?.side ?? candidates[candidates.startIndex]
  }
}

/// How far a direction is turned clockwise from another. Directions are compared exactly.
private struct ClockwiseTurn: Comparable {
  let center: OverlayPosition
  let end: OverlayPosition
  /// 0 up to a half turn, 1 from there on, 2 for a whole turn: back to where the walk came from.
  let half: Int
  let side: Int

  init(
    from origin: OverlayPosition, to end: OverlayPosition, around center: OverlayPosition, side: Int
  ) {
    self.center = center
    self.end = end
    self.side = side
    // On the left of the line from the origin to the center is what comes in the first half turn.
    half = end == origin ? 2 : end.side(ofLineFrom: origin, to: center) > 0 ? 0 : 1
  }

  static func < (one: ClockwiseTurn, two: ClockwiseTurn) -> Bool {
    if one.half != two.half { return one.half < two.half }
    return two.end.side(ofLineFrom: one.center, to: one.end) < 0
  }

  static func == (one: ClockwiseTurn, two: ClockwiseTurn) -> Bool { one.side == two.side }
}

extension Arrangement.Side {
  /// The vertex where the ring enters the side.
  fileprivate var start: Int { weight > 0 ? low : high }
  /// The vertex where the ring leaves the side.
  fileprivate var end: Int { weight > 0 ? high : low }
}
