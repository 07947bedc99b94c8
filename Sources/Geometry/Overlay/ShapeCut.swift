/// A shape cut along a line (ArcGIS geometry engine, cut).
///
/// The parts on the left of the line are one result, and those on its right the next. Each part with
/// the line on both sides is a result of its own, and so is each that the line does not touch. Pieces
/// of the line that end inside a polygon cut nothing.
package enum ShapeCut {
  /// Returns the results; empty if the line cuts nothing. Heights and measures are left out.
  ///
  /// - Throws: `GeometryError.tooManyCrossings`, `.notFinite`.
  package static func parts(
    of shape: Geometry, along line: Geometry
  ) throws(GeometryError) -> [Geometry] {
    switch shape.dimension {
    case 2: try PolygonCut(shape, along: line).parts
    case 1: LineCut(shape, along: line).parts
    default: []
    }
  }
}

/// On which sides of a cutting line a part is.
struct CutSides: OptionSet {
  let rawValue: Int
  static let left = CutSides(rawValue: 1)
  static let right = CutSides(rawValue: 2)

  /// The results of parts in their order: the left ones together, the right ones together, and each
  /// of the others.
  static func grouped<Part>(_ parts: [(part: Part, sides: CutSides)]) -> [[Part]] {
    let both: CutSides = [.left, .right]
    let groups = [
      parts.filter { $0.sides == .left }, parts.filter { $0.sides == .right },
    ].map { $0.map(\.part) }
    return groups.filter { !$0.isEmpty } + parts.filter { $0.sides == both }.map { [$0.part] }
      + parts.filter { $0.sides.isEmpty }.map { [$0.part] }
  }
}

/// A polygon cut along a line.
///
/// The sides of the line inside the polygon are sides of two regions, one in each direction. A side
/// with one region on both of its sides, such as a dead end, is removed.
private struct PolygonCut {
  let parts: [Geometry]

  init(_ shape: Geometry, along line: Geometry) throws(GeometryError) {
    let rings = Overlay.lines(of: try Overlay(shape).union())
    let paths = Overlay.lines(of: line)
    let grid = try Overlay.grid([rings, paths])
    var segments = Overlay.segments(of: rings, on: grid)
    for path in paths {
      for (start, end) in zip(path, path.dropFirst()) {
        let side = OverlaySegment(
          from: grid.position(x: start.x, y: start.y), to: grid.position(x: end.x, y: end.y),
          weight: 0, line: .up)
        if let side { segments.append(side) }
      }
    }
    let noded = try SegmentNoder(segments, grid: grid, limit: Overlay.limit)
    let all = Arrangement(noded.segments)
    let inner = Self.inner(all)
    let withBridges = Arrangement(vertices: all.vertices, sides: inner)
    let bridges = Self.bridges(withBridges, RegionRings(of: withBridges))
    let rest = inner.indices.filter { !bridges.contains($0) }.map { inner[$0] }
    let found = RegionRings(of: Arrangement(vertices: all.vertices, sides: rest))
    var sides: [Int: CutSides] = [:]
    for (index, side) in rest.enumerated() {
      let polygon = found.polygon(ofSide: index)
      // A side with a positive weight has the region on the left of the way up.
      let (left, right): (LineDirections, LineDirections) =
        side.weight > 0 ? (.up, .down) : (.down, .up)
      if side.line.contains(left) { sides[polygon, default: []].insert(.left) }
      if side.line.contains(right) { sides[polygon, default: []].insert(.right) }
    }
    // As in ArcGIS, a polygon is on one side of a line along its boundary.
    guard !sides.isEmpty else {
      parts = []
      return
    }
    parts = CutSides.grouped(found.polygons.map { ($0, sides[$0] ?? []) }).map { group in
      found.geometry(of: Set(group).contains)
    }
  }

  /// The sides of the polygon, and those of the line inside it, once for each region beside them.
  private static func inner(_ all: Arrangement) -> [Arrangement.Side] {
    let below = all.neighborsBelow()
    var windings = [Int32](repeating: 0, count: all.sides.count)
    var isInner = [Bool](repeating: false, count: all.sides.count)
    for index in below.order {
      let neighbor = below.neighbors[index]
      windings[index] = neighbor < 0 ? 0 : windings[neighbor] + all.sides[neighbor].weight
      isInner[index] = windings[index] > 0
    }
    return all.sides.indices.flatMap { index -> [Arrangement.Side] in
      var side = all.sides[index]
      guard side.weight == 0 else { return [side] }
      guard isInner[index] else { return [] }
      side.weight = -1
      var other = side
      other.weight = 1
      return [side, other]
    }
  }

  /// The sides whose twins are on the same walk, so that one region is on both sides.
  private static func bridges(_ arrangement: Arrangement, _ regions: RegionRings) -> Set<Int> {
    var bridges: Set<Int> = []
    let sides = arrangement.sides
    for index in sides.indices.dropFirst()
    where sides[index].low == sides[index - 1].low && sides[index].high == sides[index - 1].high
      && regions.walkOfSide[index] == regions.walkOfSide[index - 1]
    {
      bridges.formUnion([index - 1, index])
    }
    return bridges
  }
}

/// Lines cut where they meet a line.
private struct LineCut {
  let parts: [Geometry]

  private typealias Piece = (part: [OverlayPosition], sides: CutSides)

  init(_ shape: Geometry, along line: Geometry) {
    let edges = line.sides.map(CuttingEdge.init)
    var pieces: [Piece] = []
    for part in shape.partEnds.indices {
      var sides: [Edge] = []
      shape.appendEdges(ofPart: part, to: &sides)
      pieces += Self.pieces(of: sides, edges)
    }
    let isCut = pieces.count > shape.partEnds.count || pieces.contains { !$0.sides.isEmpty }
    parts = isCut ? CutSides.grouped(pieces).map(LinePieces.line) : []
  }

  /// The pieces of a path between the places where edges meet it.
  private static func pieces(of sides: [Edge], _ edges: [CuttingEdge]) -> [Piece] {
    var pieces: [Piece] = []
    var path: [OverlayPosition] = []
    var found: CutSides = []
    /// The edges that meet the path at the start of the piece.
    var starting: [CuttingEdge] = []
    for side in sides {
      let near = edges.filter { $0.edge.intersects(side) }
      let (cuts, covered) = side.cuts(by: near.map(\.edge))
      var last = 0.0
      for cut in cuts {
        defer { last = cut.fraction }
        let position = OverlayPosition(x: cut.x, y: cut.y)
        guard let before = path.last, before != position else {
          if path.isEmpty {
            path = [position]
            starting = near.filter { $0.meets(side, at: position) }
          }
          continue
        }
        let meeting = near.filter { $0.meets(side, at: position) }
        if !covered.contains(where: { $0.from <= last && cut.fraction <= $0.to }) {
          if path.count == 1 { found.formUnion(CutSides(of: position, at: before, starting)) }
          found.formUnion(CutSides(of: before, at: position, meeting))
        }
        path.append(position)
        guard !meeting.isEmpty else { continue }
        pieces.append((path, found))
        (path, found, starting) = ([position], [], meeting)
      }
    }
    if path.count > 1 { pieces.append((path, found)) }
    return pieces
  }
}

/// A side of the cutting line.
private struct CuttingEdge {
  let edge: Edge

  private var start: OverlayPosition { OverlayPosition(x: edge.ax, y: edge.ay) }
  private var end: OverlayPosition { OverlayPosition(x: edge.bx, y: edge.by) }

  /// Whether the edge crosses or touches a side in a position where the side is cut.
  func meets(_ side: Edge, at position: OverlayPosition) -> Bool {
    edge.contains(x: position.x, y: position.y)
      || side.cuts(by: [edge]).cuts.dropFirst().dropLast().contains {
        $0.x == position.x && $0.y == position.y
      }
  }

  /// The side of the edge's line on which a position is.
  func sides(of position: OverlayPosition) -> CutSides {
    let side = position.side(ofLineFrom: start, to: end)
    return side > 0 ? .left : side < 0 ? .right : []
  }

  /// The same for the corner of this edge and one that starts at its end.
  func sides(of position: OverlayPosition, beforeCornerTo next: CuttingEdge) -> CutSides {
    let (one, two) = (sides(of: position), next.sides(of: position))
    // In a corner to the left, only what is to the left of both edges is inside it.
    return switch next.end.side(ofLineFrom: start, to: end) {
    case 0: one
    case 0...: one == .left && two == .left ? .left : .right
    default: one == .right && two == .right ? .right : .left
    }
  }

  func starts(at position: OverlayPosition) -> Bool { start == position }
  func ends(at position: OverlayPosition) -> Bool { end == position }
}

extension CutSides {
  /// On which sides of edges a position is that a straight piece of a path connects with a position
  /// on them.
  fileprivate init(of position: OverlayPosition, at cut: OverlayPosition, _ edges: [CuttingEdge]) {
    self = []
    let next = edges.first { $0.starts(at: cut) }
    for edge in edges {
      if edge.ends(at: cut), let next {
        formUnion(edge.sides(of: position, beforeCornerTo: next))
      } else if !edge.starts(at: cut) || !edges.contains(where: { $0.ends(at: cut) }) {
        formUnion(edge.sides(of: position))
      }
    }
  }
}
