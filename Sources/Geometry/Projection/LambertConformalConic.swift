import Bytes

/// The Lambert conformal conic projection of an ellipsoid with one or two standard parallels
/// (EPSG guidance note 7-2, methods 9801 and 9802).
struct LambertConformalConic: Sendable, Equatable {
  private let latitude: ConformalLatitude
  private let centralMeridian: Double
  /// The constant of the cone. It is negative in the southern hemisphere and never 0.
  private let n: Double
  /// Meters from the apex to the equator, including the scale.
  private let equatorRadius: Double
  /// Meters from the apex to the parallel of the origin.
  private let originRadius: Double
  private let falseEasting: Double
  private let falseNorthing: Double

  /// Creates the projection. Angles are in radians, offsets in meters. Equal parallels mean one
  /// standard parallel. Nil if the parallels give no cone (opposite parallels, or a pole).
  init?(
    _ ellipsoid: Ellipsoid, latitudeOfOrigin: Double, centralMeridian: Double,
    parallels: (Double, Double), scale: Double, falseEasting: Double, falseNorthing: Double
  ) {
    let latitude = ConformalLatitude(ellipsoid)
    let t1 = latitude.logarithmicT(parallels.0)
    let t2 = latitude.logarithmicT(parallels.1)
    let m1 = latitude.parallelRadius(parallels.0)
    let m2 = latitude.parallelRadius(parallels.1)
    guard m1 > 1e-9, m2 > 1e-9 else { return nil }
    let isSingle = (parallels.0 - parallels.1).magnitude < 1e-10
    let n =
      isSingle
      ? Transcendental.sin(parallels.0)
      : (Transcendental.log(m1) - Transcendental.log(m2)) / (t1 - t2)
    guard n.isFinite, n.magnitude > 1e-9 else { return nil }
    self.latitude = latitude
    self.centralMeridian = centralMeridian
    self.n = n
    equatorRadius =
      ellipsoid.semiMajorAxis * scale * m1 / (n * Transcendental.exp(n * t1))
    let isPole = latitudeOfOrigin.magnitude > Angle.halfTurn / 2 - 1e-10
    originRadius =
      isPole
      ? 0 : equatorRadius * Transcendental.exp(n * latitude.logarithmicT(latitudeOfOrigin))
    self.falseEasting = falseEasting
    self.falseNorthing = falseNorthing
  }

  /// Returns easting and northing in meters of a longitude and latitude in radians. Nil at the pole
  /// opposite to the apex.
  func project(longitude: Double, latitude phi: Double) -> (x: Double, y: Double)? {
    let radius = equatorRadius * Transcendental.exp(n * latitude.logarithmicT(phi))
    guard radius.isFinite, radius.magnitude < 1e12 else { return nil }
    let theta = n * Angle.normalized(longitude - centralMeridian)
    return (
      falseEasting + radius * Transcendental.sin(theta),
      falseNorthing + originRadius - radius * Transcendental.cos(theta)
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    let sign = n < 0 ? -1.0 : 1.0
    let dx = sign * (x - falseEasting)
    let dy = sign * (originRadius - (y - falseNorthing))
    let radius = Transcendental.hypot(dx, dy)
    guard radius > 0 else { return (centralMeridian, sign * Angle.halfTurn / 2) }
    let theta = Transcendental.atan2(dx, dy)
    let logarithm = Transcendental.log(radius / equatorRadius.magnitude) / n
    let tau = latitude.geographic(tangent: -Transcendental.sinh(logarithm))
    return (
      Angle.normalized(theta / n + centralMeridian), Transcendental.atan(tau)
    )
  }
}

extension ConformalLatitude {
  /// Returns the natural logarithm of t, the tangent of half the conformal colatitude.
  func logarithmicT(_ phi: Double) -> Double {
    -Transcendental.asinh(conformal(tangent: Transcendental.tan(phi)))
  }

  /// Returns the radius of a parallel for a semi-major axis of 1.
  func parallelRadius(_ phi: Double) -> Double {
    let sine = Transcendental.sin(phi)
    return Transcendental.cos(phi) / (1 - e2 * sine * sine).squareRoot()
  }
}
