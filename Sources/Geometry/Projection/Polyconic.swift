import Bytes

/// The American polyconic projection of an ellipsoid, of Brazil (EPSG guidance note 7-2, method
/// 9818).
struct Polyconic: Sendable, Equatable {
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

  /// Returns easting and northing in meters of a longitude and latitude in radians. Nil beyond a
  /// quarter of the globe, where the map folds.
  func project(longitude: Double, latitude phi: Double) -> (x: Double, y: Double)? {
    let lambda = Angle.normalized(longitude - centralMeridian)
    guard lambda.magnitude < Angle.halfTurn / 2, phi.magnitude <= Angle.halfTurn / 2 else {
      return nil
    }
    let sine = Transcendental.sin(phi)
    // Along the equator, the parallel's cone is a cylinder.
    guard sine.magnitude > 1e-10 else {
      return (falseEasting + semiMajorAxis * lambda, falseNorthing - originLength)
    }
    let cotangentRadius =
      semiMajorAxis / (1 - e2 * sine * sine).squareRoot() * Transcendental.cos(phi) / sine
    let turn = lambda * sine
    let halfSine = Transcendental.sin(turn / 2)
    return (
      falseEasting + cotangentRadius * Transcendental.sin(turn),
      falseNorthing + arc.length(to: phi) - originLength
        + cotangentRadius * 2 * halfSine * halfSine
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    guard let start = arc.latitude(at: originLength + y - falseNorthing) else { return nil }
    let lambda =
      (x - falseEasting) / (semiMajorAxis * max(0.05, Transcendental.cos(start)))
    return PlaneSearch.position(
      x: x, y: y, start: (centralMeridian + max(-1.4, min(1.4, lambda)), start), project: project)
  }
}
