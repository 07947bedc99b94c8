import Bytes

/// The sphere on which an ellipsoid is drawn without changing angles, best around one parallel
/// (Gauss). The first step of projections that look at the ellipsoid from its side (EPSG guidance
/// note 7-2, methods 9809 and 9819).
struct ConformalSphere: Sendable, Equatable {
  private let latitude: ConformalLatitude
  /// Radians of longitude on the sphere for one on the ellipsoid.
  let exponent: Double
  private let shift: Double
  /// The sphere's radius: the mean of the ellipsoid's at the parallel.
  let radius: Double
  /// The latitude on the sphere of the parallel.
  let origin: Double

  /// Creates the sphere for a parallel in radians. Nil for a pole.
  init?(_ ellipsoid: Ellipsoid, parallel: Double) {
    latitude = ConformalLatitude(ellipsoid)
    let e2 = latitude.e2
    let (sine, cosine) = (Transcendental.sin(parallel), Transcendental.cos(parallel))
    guard cosine > 1e-9 else { return nil }
    radius = ellipsoid.semiMajorAxis * (1 - e2).squareRoot() / (1 - e2 * sine * sine)
    exponent = (1 + e2 * cosine * cosine * cosine * cosine / (1 - e2)).squareRoot()
    origin = Transcendental.asin(sine / exponent)
    shift =
      Transcendental.atanh(Transcendental.sin(origin))
      + exponent * latitude.logarithmicT(parallel)
  }

  /// Returns the latitude on the sphere of a latitude on the ellipsoid.
  func latitude(of phi: Double) -> Double {
    Transcendental.atan(
      Transcendental.sinh(shift - exponent * latitude.logarithmicT(phi)))
  }

  /// Returns the latitude on the ellipsoid of a latitude on the sphere.
  func geographic(_ chi: Double) -> Double {
    let isometric =
      (Transcendental.asinh(Transcendental.tan(chi)) - shift) / exponent
    return Transcendental.atan(latitude.geographic(tangent: Transcendental.sinh(isometric)))
  }
}
