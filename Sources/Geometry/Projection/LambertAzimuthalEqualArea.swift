import Bytes

/// The Lambert azimuthal equal-area projection of an ellipsoid around a center that is no pole (EPSG
/// guidance note 7-2, method 9820).
struct LambertAzimuthalEqualArea: Sendable, Equatable {
  private let latitude: AuthalicLatitude
  private let centralMeridian: Double
  private let sine: Double
  private let cosine: Double
  /// The radius of the sphere with the same area.
  private let radius: Double
  /// What makes both axes true at the center.
  private let stretch: Double
  private let falseEasting: Double
  private let falseNorthing: Double

  /// Creates the projection. Angles are in radians, offsets in meters. Nil for a pole.
  init?(
    _ ellipsoid: Ellipsoid, latitudeOfOrigin: Double, centralMeridian: Double,
    falseEasting: Double, falseNorthing: Double
  ) {
    latitude = AuthalicLatitude(ellipsoid)
    sine = latitude.q(latitudeOfOrigin) / latitude.pole
    guard sine.magnitude < 1 - 1e-9 else { return nil }
    cosine = (1 - sine * sine).squareRoot()
    radius = ellipsoid.semiMajorAxis * (latitude.pole / 2).squareRoot()
    stretch =
      ellipsoid.semiMajorAxis * ConformalLatitude(ellipsoid).parallelRadius(latitudeOfOrigin)
      / (radius * cosine)
    self.centralMeridian = centralMeridian
    self.falseEasting = falseEasting
    self.falseNorthing = falseNorthing
  }

  /// Returns easting and northing in meters of a longitude and latitude in radians. Nil at the
  /// opposite side of the globe.
  func project(longitude: Double, latitude phi: Double) -> (x: Double, y: Double)? {
    let sineBeta = max(-1, min(1, latitude.q(phi) / latitude.pole))
    let cosineBeta = (1 - sineBeta * sineBeta).squareRoot()
    let lambda = Angle.normalized(longitude - centralMeridian)
    let across = cosineBeta * Transcendental.cos(lambda)
    let towards = 1 + sine * sineBeta + cosine * across
    guard towards > 1e-9 else { return nil }
    let b = radius * (2 / towards).squareRoot()
    return (
      falseEasting + b * stretch * cosineBeta * Transcendental.sin(lambda),
      falseNorthing + b / stretch * (cosine * sineBeta - sine * across)
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters. Nil outside the
  /// map of the globe.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    let dx = (x - falseEasting) / stretch
    let dy = (y - falseNorthing) * stretch
    let rho = Transcendental.hypot(dx, dy)
    guard rho > 0 else { return (centralMeridian, originLatitude) }
    guard rho <= 2 * radius else { return nil }
    let angle = 2 * Transcendental.asin(rho / (2 * radius))
    let (sineAngle, cosineAngle) = (Transcendental.sin(angle), Transcendental.cos(angle))
    let sineBeta = cosineAngle * sine + dy * sineAngle * cosine / rho
    guard let phi = latitude.latitude(q: sineBeta * latitude.pole) else { return nil }
    let lambda = Transcendental.atan2(
      dx * sineAngle, rho * cosine * cosineAngle - dy * sine * sineAngle)
    return (Angle.normalized(centralMeridian + lambda), phi)
  }

  private var originLatitude: Double { latitude.latitude(q: sine * latitude.pole) ?? 0 }
}
