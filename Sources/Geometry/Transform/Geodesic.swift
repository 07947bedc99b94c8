import Bytes

// Shortest lines on the ellipsoid WGS 84, and the areas below them.
//
// Lengths and angles are computed by Vincenty's method (Survey Review 23, 1975): the line is
// followed on a sphere of reduced latitudes. The area between a line and the equator is computed by
// Karney's method (Journal of Geodesy 87, 2013, eq. 58 to 63). It is the area on a sphere with the
// same surface plus an integral for the flattening. That integral is so smooth that sixteen nodes
// give all digits.

/// The shortest line between two positions.
struct Geodesic {
  /// The length in meters.
  private(set) var length = 0.0
  /// The area between the line and the equator in square meters, positive north of it and eastward.
  private(set) var area = 0.0
  /// The longitude from start to end, -180 to 180 degrees, positive eastward.
  let eastward: Double

  private static let a = Ellipsoid.wgs84.semiMajorAxis
  private static let f = Ellipsoid.wgs84.flattening
  private static let e2 = Ellipsoid.wgs84.eccentricitySquared
  private static let secondE2 = e2 / (1 - e2)
  /// The square of the radius of a sphere with the same surface.
  private static let c2 =
    a * a / 2 * (1 + (1 - e2) * Transcendental.atanh(e2.squareRoot()) / e2.squareRoot())

  /// The surface of the earth, in square meters.
  static let earth = 4 * Double.pi * c2

  /// Creates the line between two positions in longitude and latitude, in degrees.
  ///
  /// Nil if the positions are invalid, or so nearly opposite that no line is found.
  init?(fromX x1: Double, y y1: Double, toX x2: Double, y y2: Double) {
    guard y1.magnitude <= 90, y2.magnitude <= 90, x1.isFinite, x2.isFinite else { return nil }
    eastward = (x2 - x1).remainder(dividingBy: 360)
    if eastward == 0 && y1 == y2 { return }
    let (f, degree) = (Self.f, Double.pi / 180)
    let reduced1 = Transcendental.atan((1 - f) * Transcendental.tan(y1 * degree))
    let reduced2 = Transcendental.atan((1 - f) * Transcendental.tan(y2 * degree))
    let (sin1, cos1) = (Transcendental.sin(reduced1), Transcendental.cos(reduced1))
    let (sin2, cos2) = (Transcendental.sin(reduced2), Transcendental.cos(reduced2))
    let wanted = eastward * degree
    var lambda = wanted
    var turns = 0
    while true {
      let (sinL, cosL) = (Transcendental.sin(lambda), Transcendental.cos(lambda))
      let (p, q) = (cos2 * sinL, cos1 * sin2 - sin1 * cos2 * cosL)
      let sinSigma = (p * p + q * q).squareRoot()
      let cosSigma = sin1 * sin2 + cos1 * cos2 * cosL
      guard sinSigma > 0 else { return nil }
      let sigma = Transcendental.atan2(sinSigma, cosSigma)
      let sinAlpha = cos1 * cos2 * sinL / sinSigma
      let cosAlpha2 = max(0, 1 - sinAlpha * sinAlpha)
      let middle = cosAlpha2 > 0 ? cosSigma - 2 * sin1 * sin2 / cosAlpha2 : 0
      let c = f / 16 * cosAlpha2 * (4 + f * (4 - 3 * cosAlpha2))
      let next =
        wanted + (1 - c) * f * sinAlpha
        * (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle * middle - 1)))
      guard next.magnitude <= .pi, turns < 200 else { return nil }
      let isFound = (next - lambda).magnitude < 1e-14
      (lambda, turns) = (next, turns + 1)
      guard isFound || turns > 20 && (next - lambda).magnitude < 1e-12 else { continue }
      length = Self.length(
        sigma, sinSigma: sinSigma, cosSigma: cosSigma, middle: middle, cosAlpha2: cosAlpha2)
      let start = Transcendental.atan2(sin1 * sinSigma, q * cos1)
      area = Self.area(
        from: reduced1, to: reduced2, lambda: lambda, start: start, sigma: sigma,
        sinAlpha: sinAlpha, cosAlpha2: cosAlpha2)
      return
    }
  }

  private static func length(
    _ sigma: Double, sinSigma: Double, cosSigma: Double, middle: Double, cosAlpha2: Double
  ) -> Double {
    let u2 = cosAlpha2 * secondE2
    let one = 1 + u2 / 16_384 * (4_096 + u2 * (-768 + u2 * (320 - 175 * u2)))
    let two = u2 / 1_024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
    let inner =
      cosSigma * (2 * middle * middle - 1)
      - two / 6 * middle * (4 * sinSigma * sinSigma - 3) * (4 * middle * middle - 3)
    return a * (1 - f) * one * (sigma - two * sinSigma * (middle + two / 4 * inner))
  }

  /// - Parameters:
  /// - start: the distance along the great circle from the equator to the start of the line.
  ///   - sinAlpha, cosAlpha2: sine and squared cosine of the line's azimuth at the equator.
  private static func area(
    from reduced1: Double, to reduced2: Double, lambda: Double, start: Double, sigma: Double,
    sinAlpha: Double, cosAlpha2: Double
  ) -> Double {
    let turned =
      2
      * Transcendental.atan2(
        Transcendental.sin((reduced1 + reduced2) / 2) * Transcendental.sin(lambda / 2),
        Transcendental.cos((reduced2 - reduced1) / 2) * Transcendental.cos(lambda / 2))
    var sum = 0.0
    for (node, weight) in zip(nodes, weights) {
      for side in [-node, node] {
        let along = Transcendental.sin(start + sigma * (1 + side) / 2)
        sum += weight * slope(secondE2 * cosAlpha2 * along * along) * along
      }
    }
    return c2 * turned - e2 * a * a * cosAlpha2.squareRoot() * sinAlpha * sum * sigma / 4
  }

  /// Returns the slope of t(x) = x + √(1/x + 1) asinh √x between x and the square of the second
  /// eccentricity. Uses a series, because both are small.
  private static func slope(_ x: Double) -> Double {
    var sum = 4.0 / 3
    var powers = 1.0
    var power = 1.0
    for coefficient in [-2.0 / 15, 8.0 / 105, -16.0 / 315, 128.0 / 3_465, -256.0 / 9_009] {
      power *= secondE2
      powers = powers * x + power
      sum += coefficient * powers
    }
    return sum
  }

  /// The positive half of the sixteen nodes of Gauss-Legendre quadrature, and their weights.
  private static let nodes = [
    0.095_012_509_837_637_44, 0.281_603_550_779_258_9, 0.458_016_777_657_227_4,
    0.617_876_244_402_643_7, 0.755_404_408_355_003, 0.865_631_202_387_831_7,
    0.944_575_023_073_232_6, 0.989_400_934_991_649_9,
  ]
  private static let weights = [
    0.189_450_610_455_068_5, 0.182_603_415_044_923_6, 0.169_156_519_395_002_5,
    0.149_595_988_816_576_7, 0.124_628_971_255_533_9, 0.095_158_511_682_492_78,
    0.062_253_523_938_647_89, 0.027_152_459_411_754_1,
  ]
}
