/// Closes open rings and drops rings that are too short to have an interior.
enum RingCloser {
  /// Makes every ring end with its first vertex and have at least four vertices.
  ///
  /// Nearly all geometries are correct already and are only checked.
  static func closeRings(of geometry: inout Geometry, repairs: inout GeometryRepairs) {
    var isRight = true
    for part in geometry.partEnds.indices where isRight {
      let ring = geometry.vertices(ofPart: part)
      isRight = ring.count >= 4 && geometry.isClosed(ring)
    }
    guard !isRight else { return }
    var result = Geometry(geometry.kind, hasZ: geometry.hasZ, hasM: geometry.hasM)
    result.coordinates.reserveCapacity(geometry.coordinates.count)
    if geometry.polygonEnds.isEmpty {
      for part in geometry.partEnds.indices {
        append(geometry.vertices(ofPart: part), of: geometry, to: &result, &repairs)
      }
    }
    for polygon in geometry.polygonEnds.indices {
      let first = result.partEnds.count
      for (index, part) in geometry.parts(ofPolygon: polygon).enumerated() {
        let hadShell = result.partEnds.count > first
        // A polygon without its shell is dropped with its holes.
        if index > 0 && !hadShell {
          repairs.droppedRings += 1
          continue
        }
        append(geometry.vertices(ofPart: part), of: geometry, to: &result, &repairs)
      }
      if result.partEnds.count > first { result.polygonEnds.append(result.partEnds.count) }
    }
    geometry = result
  }

  /// Adds a ring, closed, unless it is too short.
  private static func append(
    _ ring: Range<Int>, of geometry: Geometry, to result: inout Geometry,
    _ repairs: inout GeometryRepairs
  ) {
    let isClosed = geometry.isClosed(ring)
    guard ring.count + (isClosed ? 0 : 1) >= 4 else {
      repairs.droppedRings += 1
      return
    }
    let stride = geometry.stride
    result.coordinates +=
      geometry.coordinates[
        ring.lowerBound * stride..<ring.upperBound * stride]
    if !isClosed {
      repairs.closedRings += 1
      let first = ring.lowerBound * stride
      result.coordinates += geometry.coordinates[first..<first + stride]
    }
    result.partEnds.append(result.vertexCount)
  }
}
