/// The sides of a line, cut where they meet another geometry, and where each piece is.
struct LinePieces: Sendable {
  /// Pieces shorter than this fraction of a side result from rounding where two edges cross it
  /// together.
  private static let shortest = 1e-12

  /// A piece of a side: from a position to the next cut.
  private struct Piece: Sendable {
    var start: OverlayPosition
    var end: OverlayPosition
    var location: Location
  }

  /// The pieces of each part, in the order of the line.
  private var parts: [[Piece]] = []

  /// Cuts a line. Pieces along the boundary of a polygon, or along another line, are on the
  /// boundary. Where the line runs along itself, there is one piece.
  init(of line: Geometry, cutBy other: Geometry) {
    let edges = other.sides
    let own = line.sides
    var seen: Set<[OverlayPosition]> = []
    var box = Envelope.empty
    for part in line.partEnds.indices {
      var pieces: [Piece] = []
      var sides: [Edge] = []
      line.appendEdges(ofPart: part, to: &sides)
      for side in sides {
        box = .empty
        box.formUnion(x: side.ax, y: side.ay)
        box.formUnion(x: side.bx, y: side.by)
        func isNear(_ edge: Edge) -> Bool {
          max(edge.ax, edge.bx) >= box.minX && min(edge.ax, edge.bx) <= box.maxX
            && max(edge.ay, edge.by) >= box.minY && min(edge.ay, edge.by) <= box.maxY
        }
        let along = own.filter { isNear($0) && $0.intersects(side) && $0.runsAlong(side) }
        for piece in Self.pieces(of: side, edges.filter(isNear), along, in: other)
        where seen.insert([min(piece.start, piece.end), max(piece.start, piece.end)]).inserted {
          pieces.append(piece)
        }
      }
      parts.append(pieces)
    }
  }

  /// - Parameter along: sides of the line that run along this one; they cut it, too.
  private static func pieces(
    of side: Edge, _ edges: [Edge], _ along: [Edge], in other: Geometry
  ) -> [Piece] {
    let (own, covered) = side.cuts(by: edges)
    // The side itself is one of those along it.
    let cuts =
      along.count < 2
      ? own : (own + side.cuts(by: along).cuts).sorted { $0.fraction < $1.fraction }
    var pieces: [Piece] = []
    for (from, to) in zip(cuts, cuts.dropFirst()) where to.fraction - from.fraction > shortest {
      let middle = from.fraction + (to.fraction - from.fraction) / 2
      let location: Location =
        covered.contains { $0.from <= middle && middle <= $0.to }
        ? .boundary
        : other.isArea
          ? other.location(
            x: side.ax + (side.bx - side.ax) * middle, y: side.ay + (side.by - side.ay) * middle)
          : .outside
      pieces.append(
        Piece(
          start: OverlayPosition(x: from.x, y: from.y), end: OverlayPosition(x: to.x, y: to.y),
          location: location))
    }
    return pieces
  }

  /// Returns the pieces with some locations, joined to lines where one follows another. A cut inside
  /// a straight side is no vertex of the result.
  func kept(where isKept: (Location) -> Bool) -> Geometry {
    var paths: [[OverlayPosition]] = []
    for part in parts {
      var end: OverlayPosition?
      for piece in part where isKept(piece.location) {
        if piece.start != end { paths.append([piece.start]) }
        paths[paths.count - 1].append(piece.end)
        end = piece.end
      }
    }
    return Self.line(paths.map(Self.straightened))
  }

  /// Removes positions where a path goes straight on.
  private static func straightened(_ path: [OverlayPosition]) -> [OverlayPosition] {
    var kept: [OverlayPosition] = []
    for position in path {
      if kept.count > 1, kept[kept.count - 1].isBetween(kept[kept.count - 2], and: position) {
        kept.removeLast()
      }
      kept.append(position)
    }
    return kept
  }

  /// Returns the paths of two lines.
  static func joined(_ one: Geometry, _ other: Geometry) -> Geometry {
    line(Overlay.lines(of: one) + Overlay.lines(of: other))
  }

  /// Returns the line with these paths.
  static func line(_ paths: [[OverlayPosition]]) -> Geometry {
    var line = Geometry(paths.count == 1 ? .lineString : .multiLineString)
    for path in paths {
      line.coordinates += path.flatMap { [$0.x, $0.y] }
      line.partEnds.append(line.coordinates.count / 2)
    }
    return line
  }
}

extension OverlayPosition {
  /// Whether the position is on the straight line between two others.
  fileprivate func isBetween(_ one: OverlayPosition, and other: OverlayPosition) -> Bool {
    let isInOrder = one < other ? one < self && self < other : other < self && self < one
    return isInOrder && side(ofLineFrom: one, to: other) == 0
  }
}
