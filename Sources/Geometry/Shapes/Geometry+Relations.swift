// How two geometries are related (OGC 06-103r4 §6.1.15). Where the parts meet at vertices, exact
// sides of lines decide. Both geometries are in one plane. Shapes that cross the 180th meridian are
// not handled.
//
// Containment cuts each side of the inner shape where sides of the outer shape cross it. The piece
// between two crossings is wholly inside, outside or on the boundary, so one position of it is
// enough.

extension Geometry {
  /// Returns whether the geometries share a position. Boundaries count.
  package func intersects(_ other: Geometry) -> Bool {
    guard !isEmpty, !other.isEmpty, envelope().intersects(other.envelope()) else { return false }
    if other.isArea, let polygon = try? PreparedPolygon(other) { return intersects(polygon) }
    if isArea, let polygon = try? PreparedPolygon(self) { return other.intersects(polygon) }
    switch (isPuntal, other.isPuntal) {
    case (true, true): return positions.contains { other.hasPosition(x: $0.x, y: $0.y) }
    case (true, false): return positions.contains { other.isOnSide(x: $0.x, y: $0.y) }
    case (false, true): return other.positions.contains { isOnSide(x: $0.x, y: $0.y) }
    case (false, false):
      let sides = self.sides
      return other.sides.contains { side in sides.contains { $0.intersects(side) } }
    }
  }

  /// Returns whether no position of the other is outside this geometry and their interiors share
  /// one.
  package func contains(_ other: Geometry) -> Bool {
    guard !isEmpty, !other.isEmpty, envelope().contains(other.envelope()) else { return false }
    switch (isArea, isPuntal) {
    case (true, _): return areaContains(other)
    case (false, true):
      return other.isPuntal && other.positions.allSatisfy { hasPosition(x: $0.x, y: $0.y) }
    case (false, false): return lineContains(other)
    }
  }

  private func areaContains(_ other: Geometry) -> Bool {
    if other.isPuntal {
      let locations = other.positions.map { location(x: $0.x, y: $0.y) }
      return !locations.contains(.outside) && locations.contains(.inside)
    }
    let own = sides
    var isInside = false
    for side in other.sides {
      let pieces = pieces(of: side, cutBy: own)
      guard !pieces.outside else { return false }
      isInside = isInside || pieces.inside
    }
    guard other.isArea else { return isInside }
    // A ring of this polygon through the other's interior leaves a part of the other outside.
    let theirs = other.sides
    guard !own.contains(where: { other.pieces(of: $0, cutBy: theirs).inside }) else { return false }
    // Neither boundary crosses the other's interior, so each polygon is wholly inside or outside.
    return other.polygonEnds.indices.allSatisfy { polygon in
      guard let (x, y) = other.interiorPosition(ofPolygon: polygon) else { return true }
      return location(x: x, y: y) != .outside
    }
  }

  /// Returns whether any piece of a side is inside this polygon, and whether any is outside. Pieces
  /// along its boundary are neither.
  func pieces(of side: Edge, cutBy edges: [Edge]) -> (inside: Bool, outside: Bool) {
    var pieces = (inside: false, outside: false)
    for (x, y) in side.middles(cutBy: edges) {
      switch location(x: x, y: y) {
      case .outside: pieces.outside = true
      case .inside: pieces.inside = true
      case .boundary: break
      }
    }
    return pieces
  }

  private func lineContains(_ other: Geometry) -> Bool {
    let own = sides
    if other.isPuntal {
      guard
        other.positions.allSatisfy({ position in
          own.contains { $0.contains(x: position.x, y: position.y) }
        })
      else { return false }
      let ends = lineEnds
      return other.positions.contains { position in
        !ends.contains { $0.x == position.x && $0.y == position.y }
      }
    }
    guard !other.isArea else { return false }
    return other.sides.allSatisfy { side in side.isCovered(by: own) }
  }

  /// Returns whether the geometry and the box share a position. Boundaries count.
  package func intersects(_ box: Envelope) -> Bool {
    guard !isEmpty, !box.isEmpty, envelope().intersects(box) else { return false }
    switch kind {
    case .point, .multiPoint:
      return (0..<vertexCount).contains { box.contains(x: x($0), y: y($0)) }
    case .lineString, .multiLineString, .polygon, .multiPolygon:
      let touches = partEnds.indices.contains { part in
        anySegment(ofPart: part) { box.intersects($0) }
      }
      if touches { return true }
      // No boundary meets the box, so it is wholly inside one polygon or outside all.
      return polygonEnds.indices.contains {
        location(x: box.minX, y: box.minY, inPolygon: $0) != .outside
      }
    }
  }

  /// Returns whether the geometry and the polygon share a position. Boundaries count.
  package func intersects(_ polygon: PreparedPolygon) -> Bool {
    if kind == .point {
      return !isEmpty && polygon.contains(x: coordinates[0], y: coordinates[1])
    }
    guard !isEmpty, envelope().intersects(polygon.envelope) else { return false }
    if (0..<vertexCount).contains(where: { polygon.contains(x: x($0), y: y($0)) }) { return true }
    guard kind != .multiPoint else { return false }
    let touches = partEnds.indices.contains { part in
      anySegment(ofPart: part) { polygon.boundaryIntersects($0) }
    }
    if touches { return true }
    // No boundary meets the polygon, so each member is wholly inside this geometry or outside.
    return polygonEnds.indices.contains { index in
      polygon.anyAnchor { location(x: $0, y: $1, inPolygon: index) != .outside }
    }
  }

  // MARK: Meetings

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
  package var dimension: Int { isPuntal ? 0 : isArea ? 2 : 1 }

  func hasPositionAnywhere(x: Double, y: Double) -> Bool {
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
