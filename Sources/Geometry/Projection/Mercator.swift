import Bytes

/// The Mercator projection of an ellipsoid (EPSG guidance note 7-2, methods 9804 and 9805).
struct Mercator: Sendable, Equatable {
  private let latitude: ConformalLatitude
  private let centralMeridian: Double
  /// Meters per radian of longitude.
  private let radius: Double
  private let falseEasting: Double
  private let falseNorthing: Double

  /// Creates the projection. Angles are in radians, offsets in meters. Either the scale applies at
  /// the equator, or the parallel has true scale.
  init(
    _ ellipsoid: Ellipsoid, centralMeridian: Double, scale: Double, trueParallel: Double,
    falseEasting: Double, falseNorthing: Double
  ) {
    latitude = ConformalLatitude(ellipsoid)
    self.centralMeridian = centralMeridian
    radius = ellipsoid.semiMajorAxis * scale * latitude.parallelRadius(trueParallel)
    self.falseEasting = falseEasting
    self.falseNorthing = falseNorthing
  }

  /// Returns easting and northing in meters of a longitude and latitude in radians. Nil at the
  /// poles.
  func project(longitude: Double, latitude phi: Double) -> (x: Double, y: Double)? {
    guard phi.magnitude < 1.570_796 else { return nil }
    return (
      falseEasting + radius * Angle.normalized(longitude - centralMeridian),
      falseNorthing - radius * latitude.logarithmicT(phi)
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    let tau = latitude.geographic(tangent: Transcendental.sinh((y - falseNorthing) / radius))
    return (
      Angle.normalized(centralMeridian + (x - falseEasting) / radius), Transcendental.atan(tau)
    )
  }
}

/// Web Mercator (EPSG 3857): the Mercator projection of a sphere, applied to geographic latitudes.
enum WebMercator {
  /// Meters per radian of longitude.
  static let radius = 6_378_137.0

  /// Returns easting and northing in meters of a longitude and latitude in radians. Nil at the
  /// poles.
  static func project(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    guard latitude.magnitude < 1.570_796 else { return nil }
    return (
      radius * longitude, radius * Transcendental.asinh(Transcendental.tan(latitude))
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters.
  static func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    (x / radius, Transcendental.atan(Transcendental.sinh(y / radius)))
  }
}
