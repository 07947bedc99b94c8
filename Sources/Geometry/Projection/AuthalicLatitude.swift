import Bytes

/// Areas between the equator and a parallel of an ellipsoid, for projections that keep areas
/// (Snyder 1987, eq. 3-12 and 3-16).
struct AuthalicLatitude: Sendable, Equatable {
  private let e: Double
  private let e2: Double
  /// q at the north pole.
  let pole: Double

  init(_ ellipsoid: Ellipsoid) {
    e2 = ellipsoid.eccentricitySquared
    e = e2.squareRoot()
    pole = Self.q(sine: 1, e: e, e2: e2)
  }

  /// Returns q of a latitude: twice the area up to it, for a semi-major axis of 1 and a radian of
  /// longitude.
  func q(_ phi: Double) -> Double { Self.q(sine: Transcendental.sin(phi), e: e, e2: e2) }

  private static func q(sine: Double, e: Double, e2: Double) -> Double {
    guard e > 0 else { return 2 * sine }
    return (1 - e2) * (sine / (1 - e2 * sine * sine) + Transcendental.atanh(e * sine) / e)
  }

  /// Returns the latitude with an area. Nil if no latitude has it.
  func latitude(q target: Double) -> Double? {
    let ratio = target / pole
    guard ratio.magnitude <= 1 + 1e-12 else { return nil }
    // The authalic latitude is less than 0.13° away.
    var phi = Transcendental.asin(max(-1, min(1, ratio)))
    // Newton's method. Beside a pole, where its steps lose their meaning, half a meter remains.
    for _ in 0..<8 {
      let cosine = Transcendental.cos(phi)
      guard cosine > 1e-7 else { return phi }
      let sine = Transcendental.sin(phi)
      let w = 1 - e2 * sine * sine
      let step = (target - q(phi)) * w * w / (2 * (1 - e2) * cosine)
      phi += step
      if step.magnitude < 1e-15 { break }
    }
    return phi
  }
}
