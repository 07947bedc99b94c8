import Bytes

/// The transverse Mercator projection of an ellipsoid. Uses Krüger's series in the third flattening
/// to order 6 (Karney 2011, eq. 35-36). The error is nanometers within 35° of the central meridian.
struct TransverseMercator: Sendable, Equatable {
  private let latitude: ConformalLatitude
  private let centralMeridian: Double
  /// The radius of the rectifying sphere times the scale.
  private let radius: Double
  private let falseEasting: Double
  private let falseNorthing: Double
  /// The northing of the latitude of origin without the false northing, in radii.
  private let originNorthing: Double
  /// The series to the plane and back, from the second harmonic.
  private let forwardSeries: KruegerSeries
  private let inverseSeries: KruegerSeries

  /// Creates the projection. Angles are in radians, offsets in meters.
  init(
    _ ellipsoid: Ellipsoid, latitudeOfOrigin: Double, centralMeridian: Double, scale: Double,
    falseEasting: Double, falseNorthing: Double
  ) {
    latitude = ConformalLatitude(ellipsoid)
    self.centralMeridian = centralMeridian
    radius = scale * ellipsoid.rectifyingRadius
    self.falseEasting = falseEasting
    self.falseNorthing = falseNorthing
    forwardSeries = .forward(ellipsoid.thirdFlattening)
    inverseSeries = .inverse(ellipsoid.thirdFlattening)
    let conformal = latitude.conformal(tangent: Transcendental.tan(latitudeOfOrigin))
    originNorthing = forwardSeries.sum(xi: Transcendental.atan(conformal), eta: 0).xi
  }

  /// Returns easting and northing in meters of a longitude and latitude in radians. Nil if the
  /// position is a quarter of the globe or more from the central meridian.
  func project(longitude: Double, latitude phi: Double) -> (x: Double, y: Double)? {
    let lambda = Angle.normalized(longitude - centralMeridian)
    let cosine = Transcendental.cos(lambda)
    // Beyond 80°, neither the series nor the plane is useful.
    guard lambda.magnitude < 1.4 else { return nil }
    let tau = latitude.conformal(tangent: Transcendental.tan(phi))
    let xi = Transcendental.atan2(tau, cosine)
    let eta = Transcendental.asinh(
      Transcendental.sin(lambda) / (tau * tau + cosine * cosine).squareRoot())
    let plane = forwardSeries.sum(xi: xi, eta: eta)
    return (
      falseEasting + radius * plane.eta, falseNorthing + radius * (plane.xi - originNorthing)
    )
  }

  /// Returns longitude and latitude in radians of an easting and northing in meters. Nil far
  /// outside.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    let eta = (x - falseEasting) / radius
    let xi = (y - falseNorthing) / radius + originNorthing
    guard eta.magnitude < 2.4, xi.magnitude < Angle.halfTurn else { return nil }
    let sphere = inverseSeries.sum(xi: xi, eta: eta)
    let sinh = Transcendental.sinh(sphere.eta)
    let cosine = Transcendental.cos(sphere.xi)
    let tau = Transcendental.sin(sphere.xi) / (sinh * sinh + cosine * cosine).squareRoot()
    let lambda = Transcendental.atan2(sinh, cosine)
    return (
      Angle.normalized(centralMeridian + lambda),
      Transcendental.atan(latitude.geographic(tangent: tau))
    )
  }
}

/// ζ + Σ cⱼ sin 2jζ for complex ζ = ξ + iη, j from 1 to 6.
struct KruegerSeries: Sendable, Equatable {
  private let c1: Double
  private let c2: Double
  private let c3: Double
  private let c4: Double
  private let c5: Double
  private let c6: Double

  /// α of Karney 2011, eq. 35: from conformal to rectifying coordinates.
  static func forward(_ n: Double) -> KruegerSeries {
    KruegerSeries(
      c1: horner(
        n, [1 / 2, -2 / 3, 5 / 16, 41 / 180, -127 / 288, 7891 / 37800], power: 1),
      c2: horner(n, [13 / 48, -3 / 5, 557 / 1440, 281 / 630, -1_983_433 / 1_935_360], power: 2),
      c3: horner(n, [61 / 240, -103 / 140, 15061 / 26880, 167_603 / 181_440], power: 3),
      c4: horner(n, [49561 / 161_280, -179 / 168, 6_601_661 / 7_257_600], power: 4),
      c5: horner(n, [34729 / 80640, -3_418_889 / 1_995_840], power: 5),
      c6: horner(n, [212_378_941 / 319_334_400], power: 6))
  }

  /// −β of Karney 2011, eq. 36: from rectifying to conformal coordinates.
  static func inverse(_ n: Double) -> KruegerSeries {
    KruegerSeries(
      c1: -horner(
        n, [1 / 2, -2 / 3, 37 / 96, -1 / 360, -81 / 512, 96199 / 604_800], power: 1),
      c2: -horner(n, [1 / 48, 1 / 15, -437 / 1440, 46 / 105, -1_118_711 / 3_870_720], power: 2),
      c3: -horner(n, [17 / 480, -37 / 840, -209 / 4480, 5569 / 90720], power: 3),
      c4: -horner(n, [4397 / 161_280, -11 / 504, -830_251 / 7_257_600], power: 4),
      c5: -horner(n, [4583 / 161_280, -108_847 / 3_991_680], power: 5),
      c6: -horner(n, [20_648_693 / 638_668_800], power: 6))
  }

  /// nᵖ (a₀ + a₁ n + a₂ n² + …).
  private static func horner(_ n: Double, _ coefficients: [Double], power: Int) -> Double {
    var sum = 0.0
    for coefficient in coefficients.reversed() { sum = sum * n + coefficient }
    for _ in 0..<power { sum *= n }
    return sum
  }

  /// Returns the sum by Clenshaw's recurrence in complex numbers.
  func sum(xi: Double, eta: Double) -> (xi: Double, eta: Double) {
    let sin2 = Transcendental.sin(2 * xi)
    let cos2 = Transcendental.cos(2 * xi)
    let sinh2 = Transcendental.sinh(2 * eta)
    let cosh2 = Transcendental.cosh(2 * eta)
    // 2 cos 2ζ and sin 2ζ.
    let ar = 2 * cos2 * cosh2
    let ai = -2 * sin2 * sinh2
    let rest: InlineArray<5, Double> = [c5, c4, c3, c2, c1]
    var (y1r, y1i, y2r, y2i) = (c6, 0.0, 0.0, 0.0)
    for index in rest.indices {
      let r = ar * y1r - ai * y1i - y2r + rest[index]
      let i = ar * y1i + ai * y1r - y2i
      (y2r, y2i, y1r, y1i) = (y1r, y1i, r, i)
    }
    let sr = sin2 * cosh2
    let si = cos2 * sinh2
    return (xi + sr * y1r - si * y1i, eta + sr * y1i + si * y1r)
  }
}

/// Helpers for angles in radians.
enum Angle {
  /// π.
  static let halfTurn = Double.pi
  /// Radians per degree.
  static let degree = Double.pi / 180

  /// Returns the same angle between -π and π. ±π stays as it is.
  static func normalized(_ angle: Double) -> Double {
    if angle.magnitude <= halfTurn { return angle }
    guard angle.magnitude < 1e6 else { return .nan }
    return angle - 2 * halfTurn * (angle / (2 * halfTurn)).rounded()
  }
}
