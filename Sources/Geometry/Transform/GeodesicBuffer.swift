/// The region within a number of meters of geometries, on the ellipsoid.
///
/// Each line is buffered in a transverse Mercator plane of its own, whose central meridian is in its
/// middle. A line that is wider than a degree is divided. So the scale is wrong by less than 0.03 %
/// up to 100 km away.
package struct GeodesicBuffer: Sendable {
  private let distance: Double
  private let verticesPerCircle: Int
  private var overlay = Overlay()

  /// The most vertices that lines may get, so that they follow their projection.
  private static let vertexLimit = 2_000_000

  /// - Parameters:
  ///   - meters: above 0.
  ///   - verticesPerCircle: how many vertices a full circle gets.
  package init(meters: Double, verticesPerCircle: Int = 64) {
    distance = meters
    self.verticesPerCircle = verticesPerCircle
  }

  /// Adds what is within the distance of a geometry. A polygon is part of its region.
  ///
  /// - Throws: `GeometryError` if there is no transformation from the spatial reference, or a
  ///   position is outside of it, or the region has too many sides.
  package mutating func add(
    _ geometry: Geometry, in reference: SpatialReference
  ) throws(GeometryError) {
    let degrees = SpatialReference(epsg: 4326)
    // A side that is straight on the map bends less than 2 cm off a kilometer on the ellipsoid.
    let unit = reference.system?.unit.meters ?? 1
    let kilometer = reference.isGeographic ? 0.01 : 1_000 / unit
    guard var shape = Reshaping(geometry).densified(longest: kilometer, limit: Self.vertexLimit)
    else {
      throw .tooManyCrossings(limit: Self.vertexLimit)
    }
    try CoordinateTransform(from: reference, to: degrees).apply(to: &shape)
    if shape.isArea {
      shape = try Overlay.union(of: [shape])
      overlay.add(region: Overlay.lines(of: shape))
    }
    for line in Overlay.lines(of: shape) {
      for piece in Self.pieces(line) { try add(piece) }
    }
  }

  /// The region in degrees (EPSG 4326). It is a multipolygon, or a polygon if it is one.
  package func region() throws(GeometryError) -> Geometry { try overlay.union() }

  /// Divides a line at the vertices where it leaves a degree of longitude around its first vertex.
  private static func pieces(_ line: [OverlayPosition]) -> [ArraySlice<OverlayPosition>] {
    var pieces: [ArraySlice<OverlayPosition>] = []
    var start = 0
    for index in line.indices.dropFirst() where (line[index].x - line[start].x).magnitude > 0.5 {
      pieces.append(line[start...index])
      start = index
    }
    if start + 1 < line.count || pieces.isEmpty { pieces.append(line[start...]) }
    return pieces
  }

  /// Adds the region around a short line in degrees.
  private mutating func add(_ line: ArraySlice<OverlayPosition>) throws(GeometryError) {
    let (west, east) = line.reduce((Double.infinity, -Double.infinity)) {
      (min($0.0, $1.x), max($0.1, $1.x))
    }
    let meridian = (west + east) / 2
    let plane = TransverseMercator(
      .wgs84, latitudeOfOrigin: 0, centralMeridian: meridian * Angle.degree, scale: 1,
      falseEasting: 0, falseNorthing: 0)
    var projected: [OverlayPosition] = []
    for position in line {
      guard
        let (x, y) = plane.project(
          longitude: position.x * Angle.degree, latitude: position.y * Angle.degree)
      else { throw .outsideProjection(x: position.x, y: position.y, system: "WGS 84") }
      projected.append(OverlayPosition(x: x, y: y))
    }
    var curve = OffsetCurve(distance: distance, verticesPerCircle: verticesPerCircle)
    curve.add(projected)
    var around = Overlay()
    for piece in curve.pieces { around.add(region: piece) }
    var region: [[OverlayPosition]] = []
    for ring in Overlay.lines(of: try around.union()) {
      var degrees: [OverlayPosition] = []
      for position in ring {
        guard let (longitude, latitude) = plane.unproject(x: position.x, y: position.y) else {
          throw .outsideProjection(x: position.x, y: position.y, system: "WGS 84")
        }
        // Near the 180th meridian, the region goes on beyond it.
        let turn = Angle.normalized(longitude - meridian * Angle.degree)
        degrees.append(
          OverlayPosition(x: meridian + turn / Angle.degree, y: latitude / Angle.degree))
      }
      region.append(degrees)
    }
    overlay.add(region: region)
  }
}
