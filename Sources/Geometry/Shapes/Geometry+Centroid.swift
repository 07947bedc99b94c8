extension Geometry {
  /// Returns the center of mass: of areas for polygons, of lengths for lines, of positions for
  /// points. Without any area or length, the lower dimension is used. Nil for an empty geometry.
  package func centroid() -> (x: Double, y: Double)? {
    guard !isEmpty else { return nil }
    if kind == .polygon || kind == .multiPolygon, let middle = areaCentroid() { return middle }
    if !partEnds.isEmpty, let middle = lengthCentroid() { return middle }
    var (sumX, sumY) = (0.0, 0.0)
    for vertex in 0..<vertexCount {
      sumX += (x(vertex) - x(0)) / Double(vertexCount)
      sumY += (y(vertex) - y(0)) / Double(vertexCount)
    }
    return (x(0) + sumX, y(0) + sumY)
  }

  /// Shells add their area and holes subtract it, whichever way they run. Computed from the first
  /// vertex, so that large coordinates cost no precision.
  private func areaCentroid() -> (x: Double, y: Double)? {
    let (originX, originY) = (x(0), y(0))
    var (sumX, sumY, total) = (0.0, 0.0, 0.0)
    for polygon in polygonEnds.indices {
      for (index, part) in parts(ofPolygon: polygon).enumerated() {
        let area = doubleSignedArea(ofPart: part)
        let sign = (area < 0) == (index == 0) ? -1.0 : 1.0
        total += sign * area
        let ring = vertices(ofPart: part)
        for vertex in ring.dropFirst() {
          let (ax, ay) = (x(vertex - 1) - originX, y(vertex - 1) - originY)
          let (bx, by) = (x(vertex) - originX, y(vertex) - originY)
          let cross = sign * (ax * by - bx * ay)
          sumX += (ax + bx) * cross
          sumY += (ay + by) * cross
        }
      }
    }
    guard total > 0 else { return nil }
    return (originX + sumX / (3 * total), originY + sumY / (3 * total))
  }

  private func lengthCentroid() -> (x: Double, y: Double)? {
    let (originX, originY) = (x(0), y(0))
    var (sumX, sumY, total) = (0.0, 0.0, 0.0)
    for part in partEnds.indices {
      for vertex in vertices(ofPart: part).dropFirst() {
        let (ax, ay) = (x(vertex - 1) - originX, y(vertex - 1) - originY)
        let (bx, by) = (x(vertex) - originX, y(vertex) - originY)
        let length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).squareRoot()
        total += length
        sumX += (ax + bx) / 2 * length
        sumY += (ay + by) / 2 * length
      }
    }
    guard total > 0 else { return nil }
    return (originX + sumX / total, originY + sumY / total)
  }
}
