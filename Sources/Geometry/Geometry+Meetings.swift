// How two geometries meet (OGC 06-103r4 §6.1.15): whether their interiors share a position, and
// what of each lies outside the other. The end of a line is its boundary, and so is a ring.

extension Geometry {
  /// What the interiors of two geometries share.
  private enum Shared {
    case nothing
    /// Positions, but no length or area.
    case positions
    /// As much as the smaller of the dimensions allows.
    case all
  }

  /// True when the geometries share positions of their boundaries only.
  package func touches(_ other: Geometry) -> Bool {
    guard !(isPuntal && other.isPuntal), intersects(other) else { return false }
    return shared(with: other) == .nothing
  }

  /// True when the interiors share less than the geometries have, and both reach beyond.
  package func crosses(_ other: Geometry) -> Bool {
    if dimension > other.dimension { return other.crosses(self) }
    if dimension == other.dimension {
      return dimension == 1 && intersects(other) && shared(with: other) == .positions
    }
    guard intersects(other), shared(with: other) != .nothing else { return false }
    return isPuntal
      ? positions.contains { !other.hasPositionAnywhere($0.x, $0.y) } : reachesBeyond(other)
  }

  /// True when two geometries of one dimension share some of it, and both reach beyond.
  package func overlaps(_ other: Geometry) -> Bool {
    guard dimension == other.dimension, intersects(other), shared(with: other) == .all else {
      return false
    }
    return reachesBeyond(other) && other.reachesBeyond(self)
  }

  /// True when the geometries are of one dimension and made of the same positions.
  package func isSame(as other: Geometry) -> Bool {
    if isEmpty || other.isEmpty { return isEmpty && other.isEmpty }
    guard dimension == other.dimension else { return false }
    return isPuntal
      ? !reachesBeyond(other) && !other.reachesBeyond(self)
      : contains(other) && other.contains(self)
  }

  /// 0 of points, 1 of lines, 2 of polygons.
  private var dimension: Int { isPuntal ? 0 : isArea ? 2 : 1 }

  private func hasPositionAnywhere(_ x: Double, _ y: Double) -> Bool {
    isArea ? location(x, y) != .outside : isPuntal ? hasPosition(x, y) : isOnSide(x, y)
  }

  /// Whether some of this geometry lies outside one of at least its dimension.
  private func reachesBeyond(_ other: Geometry) -> Bool {
    if isPuntal { return positions.contains { !other.hasPositionAnywhere($0.x, $0.y) } }
    if isArea { return !other.contains(self) }
    let theirs = other.sides
    if other.isArea { return sides.contains { other.pieces(of: $0, cutBy: theirs).outside } }
    return sides.contains { !$0.isCovered(by: theirs) }
  }

  /// What the interiors share.
  private func shared(with other: Geometry) -> Shared {
    if dimension > other.dimension { return other.shared(with: self) }
    if isPuntal { return sharesPoint(with: other) ? .all : .nothing }
    let (own, theirs) = (sides, other.sides)
    if other.isArea {
      if own.contains(where: { other.pieces(of: $0, cutBy: theirs).inside }) { return .all }
      guard isArea else { return .nothing }
      if theirs.contains(where: { pieces(of: $0, cutBy: own).inside }) { return .all }
      // No boundary enters the other's interior: polygons are apart, or one and the same.
      let isSame = polygonEnds.indices.contains { polygon in
        interiorPosition(ofPolygon: polygon).map { other.location($0.x, $0.y) == .inside } ?? false
      }
      return isSame ? .all : .nothing
    }
    return sharedByLines(own, theirs, lineEnds, other.lineEnds)
  }

  private func sharesPoint(with other: Geometry) -> Bool {
    if other.isPuntal { return positions.contains { other.hasPosition($0.x, $0.y) } }
    if other.isArea { return positions.contains { other.location($0.x, $0.y) == .inside } }
    let ends = other.lineEnds
    return positions.contains { place in
      other.isOnSide(place.x, place.y) && !ends.contains { $0.x == place.x && $0.y == place.y }
    }
  }

  private func sharedByLines(
    _ own: [Edge], _ theirs: [Edge], _ ownEnds: [(x: Double, y: Double)],
    _ theirEnds: [(x: Double, y: Double)]
  ) -> Shared {
    var shared = Shared.nothing
    for side in own {
      for edge in theirs where edge.intersects(side) {
        if side.runsAlong(edge) { return .all }
        guard shared == .nothing else { continue }
        let place = side.meeting(edge)
        let isEnd =
          place.map { place in
            (ownEnds + theirEnds).contains { $0.x == place.x && $0.y == place.y }
          } ?? false
        if !isEnd { shared = .positions }
      }
    }
    return shared
  }
}

extension Edge {
  /// True when two sides that share a position share a stretch of their line.
  func runsAlong(_ other: Edge) -> Bool {
    guard Orientation.sign(ax, ay, bx, by, other.ax, other.ay) == 0,
      Orientation.sign(ax, ay, bx, by, other.bx, other.by) == 0
    else { return false }
    let (width, height) = (
      min(max(ax, bx), max(other.ax, other.bx)) - max(min(ax, bx), min(other.ax, other.bx)),
      min(max(ay, by), max(other.ay, other.by)) - max(min(ay, by), min(other.ay, other.by))
    )
    return width > 0 || height > 0
  }

  /// The end of one of two sides at which they meet; nil where they cross between their ends.
  fileprivate func meeting(_ other: Edge) -> (x: Double, y: Double)? {
    for (x, y) in [(ax, ay), (bx, by)] where other.contains(x, y) { return (x, y) }
    for (x, y) in [(other.ax, other.ay), (other.bx, other.by)] where contains(x, y) {
      return (x, y)
    }
    return nil
  }
}
