import Bytes

/// The Albers equal-area conic projection of an ellipsoid (EPSG guidance note 7-2, method 9822).
struct AlbersEqualArea: Sendable, Equatable {
  private let latitude: AuthalicLatitude
  private let centralMeridian: Double
  private let semiMajorAxis: Double
  /// The constant of the cone. It is negative in the southern hemisphere and never 0.
  private let n: Double
  private let c: Double
  /// Meters from the apex to the parallel of the origin.
  private let originRadius: Double
  private let falseEasting: Double
  private let falseNorthing: Double

  /// Creates the projection. Angles are in radians, offsets in meters. Nil if the parallels give no
  /// cone (opposite parallels).
  init?(
    _ ellipsoid: Ellipsoid, latitudeOfOrigin: Double, centralMeridian: Double,
    parallels: (Double, Double), falseEasting: Double, falseNorthing: Double
  ) {
    let conformal = ConformalLatitude(ellipsoid)
    let latitude = AuthalicLatitude(ellipsoid)
    let m1 = conformal.parallelRadius(parallels.0)
    let m2 = conformal.parallelRadius(parallels.1)
    let q1 = latitude.q(parallels.0)
    let n =
      (parallels.0 - parallels.1).magnitude < 1e-10
      ? Transcendental.sin(parallels.0)
      : (m1 * m1 - m2 * m2) / (latitude.q(parallels.1) - q1)
    guard n.isFinite, n.magnitude > 1e-9 else { return nil }
    let c = m1 * m1 + n * q1
    let root = c - n * latitude.q(latitudeOfOrigin)
    guard root >= 0 else { return nil }
    self.latitude = latitude
    self.centralMeridian = centralMeridian
    semiMajorAxis = ellipsoid.semiMajorAxis
    self.n = n
    self.c = c
    originRadius = ellipsoid.semiMajorAxis * root.squareRoot() / n
    self.falseEasting = falseEasting
    self.falseNorthing = falseNorthing
  }

  /// Returns easting and northing in meters of a longitude and latitude in radians. Nil beyond the
  /// pole of the cone.
  func project(longitude: Double, latitude phi: Double) -> (x: Double, y: Double)? {
    let root = c - n * latitude.q(phi)
    guard root >= 0 else { return nil }
    let radius = semiMajorAxis * root.squareRoot() / n
    let theta = n * Angle.normalized(longitude - centralMeridian)
    return (
      falseEasting + radius * Transcendental.sin(theta),
      falseNorthing + originRadius - radius * Transcendental.cos(theta)
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters. Nil outside the
  /// map of the ellipsoid.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    let sign = n < 0 ? -1.0 : 1.0
    let dx = sign * (x - falseEasting)
    let dy = sign * (originRadius - (y - falseNorthing))
    let ratio = Transcendental.hypot(dx, dy) * n / semiMajorAxis
    guard let phi = latitude.latitude(q: (c - ratio * ratio) / n) else { return nil }
    let theta = Transcendental.atan2(dx, dy)
    return (Angle.normalized(theta / n + centralMeridian), phi)
  }
}
