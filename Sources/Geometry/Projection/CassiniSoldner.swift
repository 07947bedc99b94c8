import Bytes

/// The Cassini-Soldner projection of an ellipsoid, of old cadastral maps such as Berlin's (EPSG
/// guidance note 7-2, method 9806). Its series are for a few degrees around the central meridian.
struct CassiniSoldner: Sendable, Equatable {
  private let arc: MeridianArc
  private let semiMajorAxis: Double
  private let e2: Double
  private let centralMeridian: Double
  private let originLength: Double
  private let falseEasting: Double
  private let falseNorthing: Double

  /// Creates the projection. Angles are in radians, offsets in meters.
  init(
    _ ellipsoid: Ellipsoid, latitudeOfOrigin: Double, centralMeridian: Double,
    falseEasting: Double, falseNorthing: Double
  ) {
    arc = MeridianArc(ellipsoid)
    semiMajorAxis = ellipsoid.semiMajorAxis
    e2 = ellipsoid.eccentricitySquared
    self.centralMeridian = centralMeridian
    originLength = arc.length(to: latitudeOfOrigin)
    self.falseEasting = falseEasting
    self.falseNorthing = falseNorthing
  }

  /// Returns easting and northing in meters of a longitude and latitude in radians. Nil where the
  /// series fails.
  func project(longitude: Double, latitude phi: Double) -> (x: Double, y: Double)? {
    let lambda = Angle.normalized(longitude - centralMeridian)
    guard lambda.magnitude < 0.5, phi.magnitude < 1.5 else { return nil }
    let (sine, cosine) = (Transcendental.sin(phi), Transcendental.cos(phi))
    let tangent = sine / cosine
    let nu = semiMajorAxis / (1 - e2 * sine * sine).squareRoot()
    let a = lambda * cosine
    let a2 = a * a
    let t = tangent * tangent
    let c = e2 * cosine * cosine / (1 - e2)
    let across = a * (1 - t * a2 * (1 / 6.0 + (8 - t + 8 * c) * a2 / 120))
    let along = tangent * a2 * (1 / 2.0 + (5 - t + 6 * c) * a2 / 24)
    return (
      falseEasting + nu * across,
      falseNorthing + arc.length(to: phi) - originLength + nu * along
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    guard let foot = arc.latitude(at: originLength + y - falseNorthing) else { return nil }
    let start = (
      longitude: centralMeridian + (x - falseEasting)
        / (semiMajorAxis * max(0.05, Transcendental.cos(foot))),
      latitude: foot
    )
    return PlaneSearch.position(x: x, y: y, start: start, project: project)
  }
}
