import Bytes

/// An ellipsoid that approximates the earth.
package struct Ellipsoid: Sendable, Equatable {
  /// The name, as EPSG spells it.
  package var name: String
  /// Meters from the center to the equator.
  package var semiMajorAxis: Double
  /// The reciprocal of the flattening.
  package var inverseFlattening: Double

  /// GRS 1980, used by NAD83, ETRS89 and most later national systems (EPSG 7019).
  package static let grs80 = Ellipsoid(
    name: "GRS 1980", semiMajorAxis: 6_378_137, inverseFlattening: 298.257_222_101)
  /// WGS 84 (EPSG 7030). It differs from GRS 1980 by 0.1 mm at the poles.
  package static let wgs84 = Ellipsoid(
    name: "WGS 84", semiMajorAxis: 6_378_137, inverseFlattening: 298.257_223_563)

  /// The flattening. It is 0 for a sphere.
  var flattening: Double { inverseFlattening == 0 ? 0 : 1 / inverseFlattening }
  /// The third flattening, the parameter of the series of the transverse Mercator.
  var thirdFlattening: Double { flattening / (2 - flattening) }
  /// The radius of the circle that is as long as a meridian (Karney 2011, eq. 14).
  var rectifyingRadius: Double {
    let n = thirdFlattening
    let n2 = n * n
    return semiMajorAxis / (1 + n) * (1 + n2 * (1 / 4.0 + n2 * (1 / 64.0 + n2 / 256.0)))
  }
  /// The square of the eccentricity.
  var eccentricitySquared: Double { flattening * (2 - flattening) }

  /// Returns whether both have the same size and shape, apart from digits that registries leave out.
  func isSame(as other: Ellipsoid) -> Bool {
    (isModern && other.isModern)
      || ((semiMajorAxis - other.semiMajorAxis).magnitude < 0.01
        && (inverseFlattening - other.inverseFlattening).magnitude < 0.000_01)
  }

  /// Whether this is GRS 1980 or WGS 84. No survey can measure their difference.
  var isModern: Bool {
    (semiMajorAxis - 6_378_137).magnitude < 0.01
      && (inverseFlattening - 298.257_223).magnitude < 0.000_01
  }
}

/// Converts tangents of latitudes between geographic and conformal latitude of an ellipsoid (Karney
/// 2011, eq. 7-9, 19-21).
struct ConformalLatitude: Sendable, Equatable {
  /// The ellipsoid's eccentricity.
  let e: Double
  /// Its square.
  let e2: Double

  init(_ ellipsoid: Ellipsoid) {
    e2 = ellipsoid.eccentricitySquared
    e = e2.squareRoot()
  }

  /// Returns the tangent of the conformal latitude from the tangent of the geographic latitude.
  func conformal(tangent tau: Double) -> Double {
    let secant = (1 + tau * tau).squareRoot()
    let sigma = Transcendental.sinh(e * Transcendental.atanh(e * tau / secant))
    return tau * (1 + sigma * sigma).squareRoot() - sigma * secant
  }

  /// Returns the tangent of the geographic latitude from the tangent of the conformal latitude.
  ///
  /// Uses Newton's method. Two steps give all bits of a double, and five are the limit.
  func geographic(tangent target: Double) -> Double {
    guard target.magnitude < 1e16 else { return target }
    var tau = target / (1 - e2)
    for _ in 0..<5 {
      let value = conformal(tangent: tau)
      let step =
        (target - value) * (1 + (1 - e2) * tau * tau)
        / ((1 - e2) * ((1 + tau * tau) * (1 + value * value)).squareRoot())
      tau += step
      if step.magnitude <= 1e-15 * max(1, tau.magnitude) { break }
    }
    return tau
  }
}
