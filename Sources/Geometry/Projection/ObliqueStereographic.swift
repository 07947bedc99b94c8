import Bytes

/// The oblique ("double") stereographic projection of an ellipsoid, of the Netherlands, Romania and
/// New Brunswick (EPSG guidance note 7-2, method 9809).
struct ObliqueStereographic: Sendable, Equatable {
  private let sphere: ConformalSphere
  private let centralMeridian: Double
  private let sine: Double
  private let cosine: Double
  /// The diameter of the sphere times the scale.
  private let diameter: Double
  private let falseEasting: Double
  private let falseNorthing: Double

  /// Creates the projection. Angles are in radians, offsets in meters. Nil for a pole.
  init?(
    _ ellipsoid: Ellipsoid, latitudeOfOrigin: Double, centralMeridian: Double, scale: Double,
    falseEasting: Double, falseNorthing: Double
  ) {
    guard let sphere = ConformalSphere(ellipsoid, parallel: latitudeOfOrigin) else { return nil }
    self.sphere = sphere
    self.centralMeridian = centralMeridian
    sine = Transcendental.sin(sphere.origin)
    cosine = Transcendental.cos(sphere.origin)
    diameter = 2 * sphere.radius * scale
    self.falseEasting = falseEasting
    self.falseNorthing = falseNorthing
  }

  /// Returns easting and northing in meters of a longitude and latitude in radians. Nil at the
  /// opposite side of the globe.
  func project(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    let chi = sphere.latitude(of: latitude)
    let lambda = sphere.exponent * Angle.normalized(longitude - centralMeridian)
    let (sineChi, cosineChi) = (Transcendental.sin(chi), Transcendental.cos(chi))
    let across = cosineChi * Transcendental.cos(lambda)
    let towards = 1 + sineChi * sine + across * cosine
    guard towards > 1e-9 else { return nil }
    return (
      falseEasting + diameter * cosineChi * Transcendental.sin(lambda) / towards,
      falseNorthing + diameter * (sineChi * cosine - across * sine) / towards
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    let dx = (x - falseEasting) / diameter
    let dy = (y - falseNorthing) / diameter
    let rho = Transcendental.hypot(dx, dy)
    let angle = 2 * Transcendental.atan(rho)
    let (sineAngle, cosineAngle) = (Transcendental.sin(angle), Transcendental.cos(angle))
    // At the center, the direction has no meaning, and neither has its weight.
    let (towardsX, towardsY) = rho > 0 ? (dx / rho, dy / rho) : (0, 0)
    let chi = Transcendental.asin(
      max(-1, min(1, cosineAngle * sine + towardsY * sineAngle * cosine)))
    let lambda = Transcendental.atan2(
      towardsX * sineAngle, cosine * cosineAngle - towardsY * sine * sineAngle)
    return (
      Angle.normalized(centralMeridian + lambda / sphere.exponent), sphere.geographic(chi)
    )
  }
}
