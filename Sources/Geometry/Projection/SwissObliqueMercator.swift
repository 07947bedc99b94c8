import Bytes

/// The oblique Mercator projection with an azimuth of 90°, over a sphere: the grids of Switzerland
/// and Hungary (Rosenmund 1903; EPSG guidance note 7-2, method 9814).
///
/// Registries and WKT state it as the Hotine projection, whose formulas are a decimeter off in
/// Hungary.
struct SwissObliqueMercator: Sendable, Equatable {
  private let sphere: ConformalSphere
  private let centralMeridian: Double
  private let sine: Double
  private let cosine: Double
  /// The radius of the sphere times the scale.
  private let radius: Double
  private let falseEasting: Double
  private let falseNorthing: Double

  /// Creates the projection. Angles are in radians, offsets in meters. Nil for a pole.
  init?(
    _ ellipsoid: Ellipsoid, latitudeOfCenter: Double, longitudeOfCenter: Double, scale: Double,
    falseEasting: Double, falseNorthing: Double
  ) {
    guard let sphere = ConformalSphere(ellipsoid, parallel: latitudeOfCenter) else { return nil }
    self.sphere = sphere
    centralMeridian = longitudeOfCenter
    sine = Transcendental.sin(sphere.origin)
    cosine = Transcendental.cos(sphere.origin)
    radius = sphere.radius * scale
    self.falseEasting = falseEasting
    self.falseNorthing = falseNorthing
  }

  /// Returns easting and northing in meters of a longitude and latitude in radians. Nil at the poles
  /// of the cylinder.
  func project(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    let chi = sphere.latitude(of: latitude)
    let lambda = sphere.exponent * Angle.normalized(longitude - centralMeridian)
    let (sineChi, cosineChi) = (Transcendental.sin(chi), Transcendental.cos(chi))
    let towards = cosineChi * Transcendental.cos(lambda)
    let across = cosine * sineChi - sine * towards
    guard across.magnitude < 1 - 1e-12 else { return nil }
    let along = Transcendental.atan2(
      cosineChi * Transcendental.sin(lambda), sine * sineChi + cosine * towards)
    return (
      falseEasting + radius * along, falseNorthing + radius * Transcendental.atanh(across)
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    let along = (x - falseEasting) / radius
    guard along.magnitude <= Angle.halfTurn else { return nil }
    let across = Transcendental.atan(Transcendental.sinh((y - falseNorthing) / radius))
    let (sineAcross, cosineAcross) = (Transcendental.sin(across), Transcendental.cos(across))
    let towards = cosineAcross * Transcendental.cos(along)
    let chi = Transcendental.asin(max(-1, min(1, cosine * sineAcross + sine * towards)))
    let lambda = Transcendental.atan2(
      cosineAcross * Transcendental.sin(along), cosine * towards - sine * sineAcross)
    return (
      Angle.normalized(centralMeridian + lambda / sphere.exponent), sphere.geographic(chi)
    )
  }
}
