import Bytes

/// The oblique conic projection of the Czech Republic and Slovakia, with x to the east and y to the
/// north (EPSG guidance note 7-2, method 1041).
struct Krovak: Sendable, Equatable {
  private let sphere: ConformalSphere
  private let centralMeridian: Double
  private let sine: Double
  private let cosine: Double
  /// The constant of the cone.
  private let n: Double
  /// Meters from the apex to the pseudo standard parallel.
  private let radius: Double
  /// The logarithmic latitude of that parallel.
  private let parallel: Double
  private let falseEasting: Double
  private let falseNorthing: Double

  /// Creates the projection. Angles are in radians, offsets in meters. Nil if the parallels give no
  /// cone.
  init?(
    _ ellipsoid: Ellipsoid, latitudeOfCenter: Double, centralMeridian: Double,
    colatitudeOfAxis: Double, pseudoParallel: Double, scale: Double, falseEasting: Double,
    falseNorthing: Double
  ) {
    guard let sphere = ConformalSphere(ellipsoid, parallel: latitudeOfCenter),
      pseudoParallel.magnitude > 1e-6, pseudoParallel.magnitude < 1.57
    else { return nil }
    self.sphere = sphere
    self.centralMeridian = centralMeridian
    sine = Transcendental.sin(colatitudeOfAxis)
    cosine = Transcendental.cos(colatitudeOfAxis)
    n = Transcendental.sin(pseudoParallel)
    radius = scale * sphere.radius / Transcendental.tan(pseudoParallel)
    parallel = Transcendental.asinh(Transcendental.tan(pseudoParallel))
    self.falseEasting = falseEasting
    self.falseNorthing = falseNorthing
  }

  /// Returns easting and northing in meters of a longitude and latitude in radians.
  func project(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    let u = sphere.latitude(of: latitude)
    let v = sphere.exponent * Angle.normalized(centralMeridian - longitude)
    let (sineU, cosineU) = (Transcendental.sin(u), Transcendental.cos(u))
    let across = cosineU * Transcendental.cos(v)
    // Latitude and longitude on the sphere around the axis of the cone.
    let t = Transcendental.asin(max(-1, min(1, cosine * sineU + sine * across)))
    let d = Transcendental.atan2(
      cosineU * Transcendental.sin(v), cosine * across - sine * sineU)
    let theta = n * d
    let r =
      radius * Transcendental.exp(n * (parallel - Transcendental.asinh(Transcendental.tan(t))))
    guard r.isFinite else { return nil }
    return (
      falseEasting - r * Transcendental.sin(theta), falseNorthing - r * Transcendental.cos(theta)
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters. Nil at the apex.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    let (southing, westing) = (falseNorthing - y, falseEasting - x)
    let r = Transcendental.hypot(southing, westing)
    guard r > 0 else { return nil }
    let d = Transcendental.atan2(westing, southing) / n
    let t = Transcendental.atan(
      Transcendental.sinh(parallel - Transcendental.log(r / radius) / n))
    let (sineT, cosineT) = (Transcendental.sin(t), Transcendental.cos(t))
    let across = cosineT * Transcendental.cos(d)
    let u = Transcendental.asin(max(-1, min(1, cosine * sineT - sine * across)))
    let v = Transcendental.atan2(
      cosineT * Transcendental.sin(d), sine * sineT + cosine * across)
    return (Angle.normalized(centralMeridian - v / sphere.exponent), sphere.geographic(u))
  }
}
