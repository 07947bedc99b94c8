// How two geometries meet (OGC 06-103r4 §6.1.15): whether their interiors share a position, and
// which parts of each are outside the other. The boundary of a line is its ends, and that of a
// polygon its rings.

extension Geometry {
  /// What the interiors of two geometries share.
  private enum Shared {
    case nothing
    /// Some positions, but no length or area.
    case positions
    /// As much as the smaller of the dimensions allows.
    case all
  }

  /// Returns whether the geometries share only positions of their boundaries.
  package func touches(_ other: Geometry) -> Bool {
    guard !(isPuntal && other.isPuntal), intersects(other) else { return false }
    return shared(with: other) == .nothing
  }

  /// Returns whether the interiors meet in a lower dimension and both geometries extend beyond.
  package func crosses(_ other: Geometry) -> Bool {
    if dimension > other.dimension { return other.crosses(self) }
    if dimension == other.dimension {
      return dimension == 1 && intersects(other) && shared(with: other) == .positions
    }
    guard intersects(other), shared(with: other) != .nothing else { return false }
    return isPuntal
      ? positions.contains { !other.hasPositionAnywhere(x: $0.x, y: $0.y) } : reachesBeyond(other)
  }

  /// Returns whether two geometries of one dimension share a part of it and both extend beyond.
  package func overlaps(_ other: Geometry) -> Bool {
    guard dimension == other.dimension, intersects(other), shared(with: other) == .all else {
      return false
    }
    return reachesBeyond(other) && other.reachesBeyond(self)
  }

  /// Returns whether the geometries have the same dimension and consist of the same positions.
  package func isSame(as other: Geometry) -> Bool {
    if isEmpty || other.isEmpty { return isEmpty && other.isEmpty }
    guard dimension == other.dimension else { return false }
    return isPuntal
      ? !reachesBeyond(other) && !other.reachesBeyond(self)
      : contains(other) && other.contains(self)
  }

  /// 0 for points, 1 for lines, 2 for polygons.
  private var dimension: Int { isPuntal ? 0 : isArea ? 2 : 1 }

  private func hasPositionAnywhere(x: Double, y: Double) -> Bool {
    isArea
      ? location(x: x, y: y) != .outside : isPuntal ? hasPosition(x: x, y: y) : isOnSide(x: x, y: y)
  }

  /// Returns whether a part of this geometry is outside the other, which must have at least its
  /// dimension.
  private func reachesBeyond(_ other: Geometry) -> Bool {
    if isPuntal { return positions.contains { !other.hasPositionAnywhere(x: $0.x, y: $0.y) } }
    if isArea { return !other.contains(self) }
    let theirs = other.sides
    if other.isArea { return sides.contains { other.pieces(of: $0, cutBy: theirs).outside } }
    return sides.contains { !$0.isCovered(by: theirs) }
  }

  /// Returns what the interiors share.
  private func shared(with other: Geometry) -> Shared {
    if dimension > other.dimension { return other.shared(with: self) }
    if isPuntal { return sharesPoint(with: other) ? .all : .nothing }
    let (own, theirs) = (sides, other.sides)
    if other.isArea {
      if own.contains(where: { other.pieces(of: $0, cutBy: theirs).inside }) { return .all }
      guard isArea else { return .nothing }
      if theirs.contains(where: { pieces(of: $0, cutBy: own).inside }) { return .all }
      // No boundary enters the other's interior, so the polygons are apart or identical.
      let isSame = polygonEnds.indices.contains { polygon in
        interiorPosition(ofPolygon: polygon).map { other.location(x: $0.x, y: $0.y) == .inside }
          ?? false
      }
      return isSame ? .all : .nothing
    }
    return sharedByLines(own, and: theirs, ends: lineEnds, otherEnds: other.lineEnds)
  }

  private func sharesPoint(with other: Geometry) -> Bool {
    if other.isPuntal { return positions.contains { other.hasPosition(x: $0.x, y: $0.y) } }
    if other.isArea { return positions.contains { other.location(x: $0.x, y: $0.y) == .inside } }
    let ends = other.lineEnds
    return positions.contains { position in
      other.isOnSide(x: position.x, y: position.y)
        && !ends.contains { $0.x == position.x && $0.y == position.y }
    }
  }

  private func sharedByLines(
    _ own: [Edge], and theirs: [Edge], ends ownEnds: [(x: Double, y: Double)],
    otherEnds theirEnds: [(x: Double, y: Double)]
  ) -> Shared {
    var shared = Shared.nothing
    for side in own {
      for edge in theirs where edge.intersects(side) {
        if side.runsAlong(edge) { return .all }
        guard shared == .nothing else { continue }
        let meeting = side.meeting(edge)
        let isEnd =
          meeting.map { position in
            (ownEnds + theirEnds).contains { $0.x == position.x && $0.y == position.y }
          } ?? false
        if !isEnd { shared = .positions }
      }
    }
    return shared
  }
}

extension Edge {
  /// Returns whether two sides that share a position also share a piece of their line.
  func runsAlong(_ other: Edge) -> Bool {
    guard Orientation.sign(from: ax, ay, to: bx, by, of: other.ax, other.ay) == 0,
      Orientation.sign(from: ax, ay, to: bx, by, of: other.bx, other.by) == 0
    else { return false }
    let (width, height) = (
      min(max(ax, bx), max(other.ax, other.bx)) - max(min(ax, bx), min(other.ax, other.bx)),
      min(max(ay, by), max(other.ay, other.by)) - max(min(ay, by), min(other.ay, other.by))
    )
    return width > 0 || height > 0
  }

  /// Returns the end of one of two sides where they meet. Nil if they cross between their ends.
  fileprivate func meeting(_ other: Edge) -> (x: Double, y: Double)? {
    for (x, y) in [(ax, ay), (bx, by)] where other.contains(x: x, y: y) { return (x, y) }
    for (x, y) in [(other.ax, other.ay), (other.bx, other.by)] where contains(x: x, y: y) {
      return (x, y)
    }
    return nil
  }
}
