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
    /// With a negative scale, x grows to the west and y to the south (EPSG 9807, 9808).
    case transverseMercator
    /// One standard parallel, the latitude of origin, with a scale (EPSG 9801).
    case lambertOneParallel
    /// Two standard parallels (EPSG 9802).
    case lambertTwoParallels
    /// Hotine, counted from the natural origin (EPSG 9812).
    case obliqueMercatorA
    /// Hotine, counted from the center (EPSG 9815).
    case obliqueMercatorB
    /// Two standard parallels (EPSG 9822).
    case albersEqualArea
    /// Around a center that is no pole (EPSG 9820).
    case lambertAzimuthalEqualArea
    /// Over a sphere (EPSG 9809).
    case obliqueStereographic
    /// EPSG 9806.
    case cassiniSoldner
    /// American (EPSG 9818).
    case polyconic
    /// With x to the east and y to the north (EPSG 1041). The azimuth is the colatitude of the
    /// cone's axis, the first parallel the pseudo standard parallel.
    case krovak

    /// Whether the first parallel is of its own, and not the latitude of origin.
    var hasFirstParallel: Bool {
      [.lambertTwoParallels, .mercatorB, .albersEqualArea, .krovak].contains(self)
    }
    /// Whether there are two parallels.
    var hasSecondParallel: Bool { self == .lambertTwoParallels || self == .albersEqualArea }
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
    guard numbers.allSatisfy(\.isFinite), scale > 0 || (method == .transverseMercator && scale < 0),
      metersPerUnit > 0, latitudeOfOrigin.magnitude <= 90, firstParallel.magnitude <= 90,
      secondParallel.magnitude <= 90, centralMeridian.magnitude <= 540
    else { return nil }
    return InRadians(self, metersPerUnit: metersPerUnit).projection(ellipsoid)
  }

  /// The numbers in the units of formulas: radians and meters.
  private struct InRadians {
    let method: Method
    let origin: Double
    let meridian: Double
    let parallels: (Double, Double)
    let scale: Double
    let azimuth: Double
    let rectifiedAngle: Double
    let easting: Double
    let northing: Double

    init(_ it: ProjectionDefinition, metersPerUnit: Double) {
      method = it.method
      origin = it.latitudeOfOrigin * Angle.degree
      meridian = it.centralMeridian * Angle.degree
      parallels = (it.firstParallel * Angle.degree, it.secondParallel * Angle.degree)
      scale = it.scale
      azimuth = it.azimuth * Angle.degree
      rectifiedAngle = it.rectifiedAngle * Angle.degree
      easting = it.falseEasting * metersPerUnit
      northing = it.falseNorthing * metersPerUnit
    }

    func projection(_ ellipsoid: Ellipsoid) -> MapProjection? {
      switch method {
      case .webMercator: .webMercator
      case .mercatorA, .mercatorB:
        .mercator(
          Mercator(
            ellipsoid, centralMeridian: meridian, scale: scale,
            trueParallel: method == .mercatorB ? parallels.0 : 0,
            falseEasting: easting, falseNorthing: northing))
      case .transverseMercator:
        .transverseMercator(
          TransverseMercator(
            ellipsoid, latitudeOfOrigin: origin, centralMeridian: meridian, scale: scale,
            falseEasting: easting, falseNorthing: northing))
      case .cassiniSoldner:
        .cassiniSoldner(
          CassiniSoldner(
            ellipsoid, latitudeOfOrigin: origin, centralMeridian: meridian,
            falseEasting: easting, falseNorthing: northing))
      case .polyconic:
        .polyconic(
          Polyconic(
            ellipsoid, latitudeOfOrigin: origin, centralMeridian: meridian,
            falseEasting: easting, falseNorthing: northing))
      case .lambertOneParallel, .lambertTwoParallels, .albersEqualArea: conic(ellipsoid)
      case .obliqueMercatorA, .obliqueMercatorB: obliqueMercator(ellipsoid)
      case .lambertAzimuthalEqualArea:
        LambertAzimuthalEqualArea(
          ellipsoid, latitudeOfOrigin: origin, centralMeridian: meridian,
          falseEasting: easting, falseNorthing: northing
        ).map { .lambertAzimuthalEqualArea($0) }
      case .obliqueStereographic:
        ObliqueStereographic(
          ellipsoid, latitudeOfOrigin: origin, centralMeridian: meridian, scale: scale,
          falseEasting: easting, falseNorthing: northing
        ).map { .obliqueStereographic($0) }
      case .krovak:
        Krovak(
          ellipsoid, latitudeOfCenter: origin, centralMeridian: meridian,
          colatitudeOfAxis: azimuth, pseudoParallel: parallels.0, scale: scale,
          falseEasting: easting, falseNorthing: northing
        ).map { .krovak($0) }
      }
    }

    private func conic(_ ellipsoid: Ellipsoid) -> MapProjection? {
      if method == .albersEqualArea {
        return AlbersEqualArea(
          ellipsoid, latitudeOfOrigin: origin, centralMeridian: meridian, parallels: parallels,
          falseEasting: easting, falseNorthing: northing
        ).map { .albersEqualArea($0) }
      }
      return LambertConformalConic(
        ellipsoid, latitudeOfOrigin: origin, centralMeridian: meridian,
        parallels: method == .lambertOneParallel ? (origin, origin) : parallels, scale: scale,
        falseEasting: easting, falseNorthing: northing
      ).map { .lambertConformalConic($0) }
    }

    /// Whether the initial line goes to the east.
    private var isSwiss: Bool {
      let quarter = Angle.halfTurn / 2
      return (azimuth - quarter).magnitude < 1e-9 && (rectifiedAngle - quarter).magnitude < 1e-9
    }

    private func obliqueMercator(_ ellipsoid: Ellipsoid) -> MapProjection? {
      if method == .obliqueMercatorB, isSwiss {
        return SwissObliqueMercator(
          ellipsoid, latitudeOfCenter: origin, longitudeOfCenter: meridian, scale: scale,
          falseEasting: easting, falseNorthing: northing
        ).map { .swissObliqueMercator($0) }
      }
      return ObliqueMercator(
        ellipsoid, latitudeOfCenter: origin, longitudeOfCenter: meridian, azimuth: azimuth,
        rectifiedAngle: rectifiedAngle, scale: scale,
        countsFromCenter: method == .obliqueMercatorB, falseEasting: easting,
        falseNorthing: northing
      ).map { .obliqueMercator($0) }
    }
  }
}
