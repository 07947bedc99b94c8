extension Geometry {
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

  /// Returns where a position is with respect to one polygon with its holes.
  package func location(x: Double, y: Double, inPolygon polygon: Int) -> Location {
    let parts = parts(ofPolygon: polygon)
    guard let shell = parts.first else { return .outside }
    let inShell = location(x: x, y: y, inPart: shell)
    guard inShell == .inside else { return inShell }
    for hole in parts.dropFirst() {
      switch location(x: x, y: y, inPart: hole) {
      case .boundary: return .boundary
      case .inside: return .outside
      case .outside: continue
      }
    }
    return .inside
  }

  /// Returns whether a segment of the part satisfies the test. A part of one vertex is a segment
  /// without length.
  private func anySegment(ofPart part: Int, _ test: (Edge) -> Bool) -> Bool {
    let range = vertices(ofPart: part)
    guard let first = range.first else { return false }
    var ax = x(first)
    var ay = y(first)
    if range.count == 1 { return test(Edge(ax: ax, ay: ay, bx: ax, by: ay)) }
    for vertex in range.dropFirst() {
      let bx = x(vertex)
      let by = y(vertex)
      if test(Edge(ax: ax, ay: ay, bx: bx, by: by)) { return true }
      ax = bx
      ay = by
    }
    return false
  }
}

extension Envelope {
  /// Returns whether a segment shares a position with the box.
  func intersects(_ segment: Edge) -> Bool {
    guard max(segment.ax, segment.bx) >= minX, min(segment.ax, segment.bx) <= maxX,
      max(segment.ay, segment.by) >= minY, min(segment.ay, segment.by) <= maxY
    else { return false }
    if contains(x: segment.ax, y: segment.ay) || contains(x: segment.bx, y: segment.by) {
      return true
    }
    // They are apart exactly when all corners are strictly on one side of the segment's line.
    var left = false
    var right = false
    for (x, y) in [(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY)] {
      let side = Orientation.sign(
        from: segment.ax, segment.ay, to: segment.bx, segment.by, of: x, y)
      if side == 0 { return true }
      if side > 0 { left = true } else { right = true }
    }
    return left && right
  }
}
