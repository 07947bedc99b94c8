/// The region within a distance of a geometry, in the plane of its coordinates. Ends and corners are
/// round. A polygon grows, or shrinks if the distance is negative.
package struct PlanarBuffer: Sendable {
  private let distance: Double
  private let verticesPerCircle: Int

  /// - Parameters:
  ///   - distance: in units of the coordinates. Points and lines have no region within 0 or less.
  ///   - verticesPerCircle: how many vertices a full circle gets. They are on the circle, so with 64
  ///     the region lacks up to 0.12 % of the distance between them.
  package init(distance: Double, verticesPerCircle: Int = 64) {
    self.distance = distance
    self.verticesPerCircle = verticesPerCircle
  }

  /// Returns the region around a geometry.
  /// - Throws: `GeometryError.tooManyCrossings`, `GeometryError.notFinite`.
  package func region(around shape: Geometry) throws(GeometryError) -> Geometry {
    var overlay = Overlay()
    try overlay.add(polygonsOf: shape)
    let own = try overlay.union()
    guard distance != 0, shape.isArea || distance > 0 else { return own }
    var curve = OffsetCurve(distance: distance.magnitude, verticesPerCircle: verticesPerCircle)
    for line in Overlay.lines(of: shape.isArea ? own : shape) { curve.add(line) }
    var around = Overlay()
    for piece in curve.pieces { around.add(region: piece) }
    guard distance > 0 else { return try overlay.difference(around) }
    around.add(region: Overlay.lines(of: own))
    return try around.union()
  }
}
