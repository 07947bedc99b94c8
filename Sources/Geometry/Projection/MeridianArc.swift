import Bytes

/// Lengths along a meridian of an ellipsoid, by Krüger's series.
struct MeridianArc: Sendable, Equatable {
  private let latitude: ConformalLatitude
  /// The radius of the circle with the meridian's length.
  private let radius: Double
  private let forwardSeries: KruegerSeries
  private let inverseSeries: KruegerSeries

  init(_ ellipsoid: Ellipsoid) {
    latitude = ConformalLatitude(ellipsoid)
    radius = ellipsoid.rectifyingRadius
    forwardSeries = .forward(ellipsoid.thirdFlattening)
    inverseSeries = .inverse(ellipsoid.thirdFlattening)
  }

  /// Returns meters from the equator to a latitude in radians. Negative to the south.
  func length(to phi: Double) -> Double {
    let conformal = latitude.conformal(tangent: Transcendental.tan(phi))
    return radius * forwardSeries.sum(xi: Transcendental.atan(conformal), eta: 0).xi
  }

  /// Returns the latitude in radians at a length from the equator. Nil beyond a pole.
  func latitude(at length: Double) -> Double? {
    guard length.magnitude <= radius * Angle.halfTurn / 2 else { return nil }
    let conformal = inverseSeries.sum(xi: length / radius, eta: 0).xi
    return Transcendental.atan(
      latitude.geographic(tangent: Transcendental.tan(conformal)))
  }
}
