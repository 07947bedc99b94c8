import Bytes

/// The Hotine oblique Mercator projection of an ellipsoid (EPSG guidance note 7-2, methods 9812 and
/// 9815). It is used for the Alaskan panhandle and a few other areas.
struct ObliqueMercator: Sendable, Equatable {
  private let latitude: ConformalLatitude
  private let a: Double
  private let b: Double
  private let h: Double
  /// The azimuth of the initial line where it crosses the aposphere's equator.
  private let gamma0: Double
  private let longitude0: Double
  private let rectified: Double
  /// Meters subtracted along the initial line: those of the center in variant B, 0 in variant A.
  private let center: Double
  private let falseEasting: Double
  private let falseNorthing: Double

  /// Creates the projection. Angles are in radians, offsets in meters. Variant B counts from the
  /// center. Nil for a center at the equator or a pole, where the method fails.
  init?(
    _ ellipsoid: Ellipsoid, latitudeOfCenter: Double, longitudeOfCenter: Double,
    azimuth: Double, rectifiedAngle: Double, scale: Double, countsFromCenter: Bool,
    falseEasting: Double, falseNorthing: Double
  ) {
    let latitude = ConformalLatitude(ellipsoid)
    let e2 = latitude.e2
    let sine = Transcendental.sin(latitudeOfCenter)
    let cosine = Transcendental.cos(latitudeOfCenter)
    guard cosine > 1e-9, sine.magnitude > 1e-9 else { return nil }
    let root = (1 - e2).squareRoot()
    let w = 1 - e2 * sine * sine
    b = (1 + e2 * cosine * cosine * cosine * cosine / (1 - e2)).squareRoot()
    a = ellipsoid.semiMajorAxis * b * scale * root / w
    let d = b * root / (cosine * w.squareRoot())
    let excess = max(0, d * d - 1).squareRoot() * (sine < 0 ? -1 : 1)
    let f = d + excess
    h = f * Transcendental.exp(b * latitude.logarithmicT(latitudeOfCenter))
    let g = (f - 1 / f) / 2
    gamma0 = Transcendental.asin(Transcendental.sin(azimuth) / d)
    longitude0 =
      longitudeOfCenter - Transcendental.asin(g * Transcendental.tan(gamma0)) / b
    rectified = rectifiedAngle
    center =
      countsFromCenter
      ? a / b * Transcendental.atan2(excess, Transcendental.cos(azimuth)) : 0
    self.latitude = latitude
    self.falseEasting = falseEasting
    self.falseNorthing = falseNorthing
    guard gamma0.isFinite, longitude0.isFinite else { return nil }
  }

  /// Returns easting and northing in meters of a longitude and latitude in radians. Nil at the
  /// poles of the initial line.
  func project(longitude: Double, latitude phi: Double) -> (x: Double, y: Double)? {
    let q = h * Transcendental.exp(-b * latitude.logarithmicT(phi))
    guard q.isFinite, q > 0 else { return nil }
    let s = (q - 1 / q) / 2
    let t = (q + 1 / q) / 2
    let turn = b * Angle.normalized(longitude - longitude0)
    let v = Transcendental.sin(turn)
    let (sin0, cos0) = (Transcendental.sin(gamma0), Transcendental.cos(gamma0))
    let u = (s * sin0 - v * cos0) / t
    guard u.magnitude < 1 - 1e-12 else { return nil }
    let across = -a * Transcendental.atanh(u) / b
    let along =
      a / b * Transcendental.atan2(s * cos0 + v * sin0, Transcendental.cos(turn)) - center
    let (sinC, cosC) = (Transcendental.sin(rectified), Transcendental.cos(rectified))
    return (
      falseEasting + across * cosC + along * sinC, falseNorthing + along * cosC - across * sinC
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    let (sinC, cosC) = (Transcendental.sin(rectified), Transcendental.cos(rectified))
    let across = (x - falseEasting) * cosC - (y - falseNorthing) * sinC
    let along = (y - falseNorthing) * cosC + (x - falseEasting) * sinC + center
    guard (b * across / a).magnitude < 30 else { return nil }
    let s = -Transcendental.sinh(b * across / a)
    let t = Transcendental.cosh(b * across / a)
    let v = Transcendental.sin(b * along / a)
    let (sin0, cos0) = (Transcendental.sin(gamma0), Transcendental.cos(gamma0))
    let u = (v * cos0 + s * sin0) / t
    guard u.magnitude < 1 - 1e-12 else { return nil }
    let logarithm = (Transcendental.log(h) - Transcendental.atanh(u)) / b
    let tau = latitude.geographic(tangent: -Transcendental.sinh(logarithm))
    let turn = Transcendental.atan2(s * cos0 - v * sin0, Transcendental.cos(b * along / a))
    return (Angle.normalized(longitude0 - turn / b), Transcendental.atan(tau))
  }
}
