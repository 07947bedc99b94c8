/// The side of a line on which a position lies, decided exactly.
///
/// The determinant is computed in doubles; where its rounding error could change the sign it is
/// summed again without rounding, as an expansion of exact products (Shewchuk 1997).
package enum Orientation {
  /// Positive when c lies to the left of the line from a to b, negative to the right, 0 on it.
  ///
  /// Only the sign is exact. Coordinates must be finite.
  @inlinable
  package static func sign(
    _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ cx: Double, _ cy: Double
  ) -> Double {
    let left = (ax - cx) * (by - cy)
    let right = (ay - cy) * (bx - cx)
    let determinant = left - right
    // Shewchuk's bound (3 + 16ε)ε for the rounding of these five operations.
    let bound = 3.330_669_073_875_471_6e-16 * (left.magnitude + right.magnitude)
    if determinant > bound || determinant < -bound { return determinant }
    return exactSign(ax, ay, bx, by, cx, cy)
  }

  /// The sign by exact arithmetic: ax·by − ay·bx + bx·cy − by·cx + cx·ay − cy·ax.
  @usableFromInline
  static func exactSign(
    _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ cx: Double, _ cy: Double
  ) -> Double {
    var expansion: [Double] = []
    expansion.reserveCapacity(12)
    add(product: ax, by, to: &expansion)
    add(product: -ay, bx, to: &expansion)
    add(product: bx, cy, to: &expansion)
    add(product: -by, cx, to: &expansion)
    add(product: cx, ay, to: &expansion)
    add(product: -cy, ax, to: &expansion)
    // Components do not overlap, so the last that is not zero carries the sign.
    return expansion.last { $0 != 0 } ?? 0
  }

  /// Adds a product as its rounded value and its rounding error.
  private static func add(product a: Double, _ b: Double, to expansion: inout [Double]) {
    let rounded = a * b
    add((-rounded).addingProduct(a, b), to: &expansion)
    add(rounded, to: &expansion)
  }

  /// Adds a number to a non-overlapping expansion, smallest component first.
  private static func add(_ number: Double, to expansion: inout [Double]) {
    var carry = number
    for index in expansion.indices {
      let component = expansion[index]
      let sum = carry + component
      let virtual = sum - carry
      expansion[index] = (carry - (sum - virtual)) + (component - virtual)
      carry = sum
    }
    expansion.append(carry)
  }
}
