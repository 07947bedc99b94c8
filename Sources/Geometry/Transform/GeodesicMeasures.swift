/// Lengths and areas of a shape on the ellipsoid WGS 84. It must have longitudes and latitudes.
package struct GeodesicMeasures {
  private let geometry: Geometry

  package init(_ geometry: Geometry) { self.geometry = geometry }

  /// Returns the length of all lines and rings on the ellipsoid WGS 84, in meters. Nil if the length of a side can't be computed.
  package func length() -> Double? {
    var sum = 0.0
    for part in geometry.partEnds.indices {
      for vertex in geometry.vertices(ofPart: part).dropFirst() {
        guard let line = side(endingAt: vertex) else { return nil }
        sum += line.length
      }
    }
    return sum
  }

  /// Returns the area of all polygons on the ellipsoid WGS 84, in square meters. Their sides are
  /// shortest lines. Nil if a side can't be
  /// computed.
  package func area() -> Double? {
    var sum = 0.0
    for polygon in geometry.polygonEnds.indices {
      for (index, part) in geometry.parts(ofPolygon: polygon).enumerated() {
        guard let area = area(ofPart: part) else { return nil }
        sum += index == 0 ? area : -area
      }
    }
    return max(0, sum)
  }

  private func area(ofPart part: Int) -> Double? {
    var (area, eastward) = (0.0, 0.0)
    for vertex in geometry.vertices(ofPart: part).dropFirst() {
      guard let line = side(endingAt: vertex) else { return nil }
      area += line.area
      eastward += line.eastward
    }
    // Around a pole, the sides bound the rest of a hemisphere.
    let around = (area.magnitude, Geodesic.earth / 2)
    return eastward.magnitude > 180 ? around.1 - around.0 : around.0
  }

  private func side(endingAt vertex: Int) -> Geodesic? {
    Geodesic(
      fromX: geometry.x(vertex - 1), y: geometry.y(vertex - 1), toX: geometry.x(vertex),
      y: geometry.y(vertex))
  }

  /// Returns the length in meters of the shortest line between two positions in longitude and
  /// latitude. Nil if it can't be computed.
  package static func distance(
    from one: (x: Double, y: Double), to two: (x: Double, y: Double)
  ) -> Double? {
    Geodesic(fromX: one.x, y: one.y, toX: two.x, y: two.y)?.length
  }
}
