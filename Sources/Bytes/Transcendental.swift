import Glibc

/// Trigonometric and exponential functions of the C library. Angles are in radians.
///
/// They are here because only this module imports the C library.
package enum Transcendental {
  /// The sine.
  package static func sin(_ x: Double) -> Double { Glibc.sin(x) }
  /// The cosine.
  package static func cos(_ x: Double) -> Double { Glibc.cos(x) }
  /// The tangent.
  package static func tan(_ x: Double) -> Double { Glibc.tan(x) }
  /// The angle from -π/2 to π/2 with that sine; not a number outside -1 to 1.
  package static func asin(_ x: Double) -> Double { Glibc.asin(x) }
  /// The angle from 0 to π with that cosine; not a number outside -1 to 1.
  package static func acos(_ x: Double) -> Double { Glibc.acos(x) }
  /// The angle from -π/2 to π/2 with that tangent.
  package static func atan(_ x: Double) -> Double { Glibc.atan(x) }
  /// The angle from -π to π of the position x, y.
  package static func atan2(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) }
  /// The hyperbolic sine.
  package static func sinh(_ x: Double) -> Double { Glibc.sinh(x) }
  /// The hyperbolic cosine.
  package static func cosh(_ x: Double) -> Double { Glibc.cosh(x) }
  /// The number with that hyperbolic sine.
  package static func asinh(_ x: Double) -> Double { Glibc.asinh(x) }
  /// The number with that hyperbolic tangent; infinite at ±1.
  package static func atanh(_ x: Double) -> Double { Glibc.atanh(x) }
  /// e to the power of x.
  package static func exp(_ x: Double) -> Double { Glibc.exp(x) }
  /// The natural logarithm; not a number below 0.
  package static func log(_ x: Double) -> Double { Glibc.log(x) }
  /// The decimal logarithm; exact for powers of ten, which a quotient of natural ones is not.
  package static func log10(_ x: Double) -> Double { Glibc.log10(x) }
  /// x to the power of y.
  package static func pow(_ x: Double, _ y: Double) -> Double { Glibc.pow(x, y) }
  /// The length of the vector x, y.
  package static func hypot(_ x: Double, _ y: Double) -> Double { Glibc.hypot(x, y) }
}
