/// How a projected system is derived from a geographic one, as registries and WKT state it. Angles
/// are in degrees, offsets in the system's own unit.
package struct ProjectionDefinition: Sendable, Equatable {
  /// The supported methods.
  package enum Method: Sendable, Equatable {
    case webMercator
    /// With a scale at the equator (EPSG 9804).
    case mercatorA
    /// With true scale at a parallel (EPSG 9805).
    case mercatorB
    case transverseMercator
    /// One standard parallel, the latitude of origin, with a scale (EPSG 9801).
    case lambertOneParallel
    /// Two standard parallels (EPSG 9802).
    case lambertTwoParallels
    /// Hotine, counted from the natural origin (EPSG 9812).
    case obliqueMercatorA
    /// Hotine, counted from the center (EPSG 9815).
    case obliqueMercatorB
  }

  package var method: Method
  /// The latitude of the origin or center.
  package var latitudeOfOrigin = 0.0
  /// The central meridian, or the longitude of the center.
  package var centralMeridian = 0.0
  /// The first standard parallel, or the parallel of true scale.
  package var firstParallel = 0.0
  /// The second standard parallel.
  package var secondParallel = 0.0
  /// The scale at the origin.
  package var scale = 1.0
  /// The azimuth of the initial line.
  package var azimuth = 0.0
  /// The angle from the rectified to the skew grid.
  package var rectifiedAngle = 0.0
  /// The offset added to every x.
  package var falseEasting = 0.0
  /// The offset added to every y.
  package var falseNorthing = 0.0

  /// Creates a definition with all values 0 and scale 1.
  package init(_ method: Method) {
    self.method = method
  }

  /// Returns whether method, angles and scale are the same, apart from rounding in registries. The
  /// two parallels may be exchanged.
  func hasSameAngles(as other: ProjectionDefinition) -> Bool {
    func near(_ x: Double, _ y: Double) -> Bool { (x - y).magnitude < 2e-8 }
    return method == other.method && near(latitudeOfOrigin, other.latitudeOfOrigin)
      && near(centralMeridian, other.centralMeridian) && (scale - other.scale).magnitude < 1e-9
      && near(min(firstParallel, secondParallel), min(other.firstParallel, other.secondParallel))
      && near(max(firstParallel, secondParallel), max(other.firstParallel, other.secondParallel))
      && near(azimuth, other.azimuth) && near(rectifiedAngle, other.rectifiedAngle)
  }

  /// Computes the constants. Nil if the parameters give no projection.
  func projection(_ ellipsoid: Ellipsoid, metersPerUnit: Double) -> MapProjection? {
    let numbers = [
      latitudeOfOrigin, centralMeridian, firstParallel, secondParallel, scale, azimuth,
      rectifiedAngle, falseEasting, falseNorthing, metersPerUnit,
    ]
    guard numbers.allSatisfy(\.isFinite), scale > 0, metersPerUnit > 0,
      latitudeOfOrigin.magnitude <= 90, firstParallel.magnitude <= 90,
      secondParallel.magnitude <= 90, centralMeridian.magnitude <= 540
    else { return nil }
    let easting = falseEasting * metersPerUnit
    let northing = falseNorthing * metersPerUnit
    switch method {
    case .webMercator: return .webMercator
    case .mercatorA, .mercatorB:
      return .mercator(
        Mercator(
          ellipsoid, centralMeridian: centralMeridian * Angle.degree, scale: scale,
          trueParallel: method == .mercatorB ? firstParallel * Angle.degree : 0,
          falseEasting: easting, falseNorthing: northing))
    case .transverseMercator:
      return .transverseMercator(
        TransverseMercator(
          ellipsoid, latitudeOfOrigin: latitudeOfOrigin * Angle.degree,
          centralMeridian: centralMeridian * Angle.degree, scale: scale, falseEasting: easting,
          falseNorthing: northing))
    case .lambertOneParallel, .lambertTwoParallels:
      let isSingle = method == .lambertOneParallel
      return LambertConformalConic(
        ellipsoid, latitudeOfOrigin: latitudeOfOrigin * Angle.degree,
        centralMeridian: centralMeridian * Angle.degree,
        parallels: (
          (isSingle ? latitudeOfOrigin : firstParallel) * Angle.degree,
          (isSingle ? latitudeOfOrigin : secondParallel) * Angle.degree
        ), scale: scale, falseEasting: easting, falseNorthing: northing
      ).map { .lambertConformalConic($0) }
    case .obliqueMercatorA, .obliqueMercatorB:
      return ObliqueMercator(
        ellipsoid, latitudeOfCenter: latitudeOfOrigin * Angle.degree,
        longitudeOfCenter: centralMeridian * Angle.degree, azimuth: azimuth * Angle.degree,
        rectifiedAngle: rectifiedAngle * Angle.degree, scale: scale,
        countsFromCenter: method == .obliqueMercatorB, falseEasting: easting,
        falseNorthing: northing
      ).map { .obliqueMercator($0) }
    }
  }
}
