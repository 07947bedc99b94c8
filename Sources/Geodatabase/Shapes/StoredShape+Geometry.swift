package import Geometry

extension StoredShape {
  /// Fills a geometry with the shape's coordinates. Lines and polygons become multi geometries,
  /// because a layer may have shapes with several parts. A shape without points becomes an empty
  /// geometry.
  package func fill(_ geometry: inout Geometry, on grid: CoordinateGrid) {
    let kind: GeometryKind =
      switch self.kind {
      case .point: .point
      case .multipoint: .multiPoint
      case .line: .multiLineString
      case .polygon: .multiPolygon
      }
    geometry.removeAll(kind: kind, hasZ: hasZ, hasM: hasM)
    switch self.kind {
    case .point:
      if x.count > 0 { append(0, ordinate: 0, to: &geometry, grid) }
    case .multipoint:
      for point in x.indices { append(point, ordinate: point, to: &geometry, grid) }
    case .line, .polygon:
      fillParts(&geometry, grid)
    }
  }

  private func fillParts(_ geometry: inout Geometry, _ grid: CoordinateGrid) {
    // Heights and measures may have no values for the separators.
    let skipsSeparators = hasZ ? z.count != x.count : hasM && m.count != x.count
    var start = 0
    var ordinate = 0
    for point in 0...x.count where point == x.count || isSeparator(point) {
      let part = start..<point
      if kind == .line {
        for point in part { append(point, ordinate: ordinate + point - start, to: &geometry, grid) }
        if !part.isEmpty { geometry.partEnds.append(geometry.vertexCount) }
      } else {
        fillRings(of: part, ordinate: ordinate, &geometry, grid)
      }
      ordinate += part.count + (skipsSeparators ? 0 : 1)
      start = point + 1
    }
  }

  /// Adds the closed rings of one part. A ring with the direction of the first one is a shell. The
  /// others are holes of the shell before them.
  private func fillRings(
    of part: Range<Int>, ordinate: Int, _ geometry: inout Geometry, _ grid: CoordinateGrid
  ) {
    var start = part.lowerBound
    var shellTurn = 0.0
    while start < part.upperBound {
      var end = start + 1
      while end < part.upperBound {
        end += 1
        if end - start >= 4, x[end - 1] == x[start], y[end - 1] == y[start] { break }
      }
      for point in start..<end {
        append(point, ordinate: ordinate + point - part.lowerBound, to: &geometry, grid)
      }
      if x[end - 1] != x[start] || y[end - 1] != y[start] || end - start < 4 {
        // Open rings are closed. A ring that is too short to have an inside is dropped.
        guard end - start >= 3 else {
          geometry.coordinates.removeLast((end - start) * geometry.stride)
          start = end
          continue
        }
        append(start, ordinate: ordinate + start - part.lowerBound, to: &geometry, grid)
      }
      geometry.partEnds.append(geometry.vertexCount)
      let ring = geometry.partEnds.count - 1
      let turn = geometry.doubleSignedArea(ofPart: ring)
      if start == part.lowerBound || shellTurn == 0 || (turn > 0) == (shellTurn > 0) {
        if shellTurn == 0 { shellTurn = turn }
        geometry.polygonEnds.append(ring + 1)
      } else {
        geometry.polygonEnds[geometry.polygonEnds.count - 1] = ring + 1
      }
      start = end
    }
  }

  @inline(__always) private func append(
    _ point: Int, ordinate: Int, to geometry: inout Geometry, _ grid: CoordinateGrid
  ) {
    geometry.coordinates.append(grid.x.coordinate(x[point]))
    geometry.coordinates.append(grid.y.coordinate(y[point]))
    if hasZ {
      geometry.coordinates.append(z.indices.contains(ordinate) ? grid.z.coordinate(z[ordinate]) : 0)
    }
    if hasM {
      geometry.coordinates.append(
        m.indices.contains(ordinate) ? grid.m.coordinate(m[ordinate]) : .nan)
    }
  }
}
