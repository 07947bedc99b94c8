/// Determines exactly on which side of a line a position is.
///
/// The determinant is computed in doubles. If its rounding error could change the sign, it is
/// computed again without rounding, as an expansion of exact products (Shewchuk 1997).
package enum Orientation {
  /// Positive if c is to the left of the line from a to b, negative if to the right, 0 if on it.
  ///
  /// Only the sign is exact. Coordinates must be finite.
  @inlinable
  package static func sign(
    from ax: Double, _ ay: Double, to bx: Double, _ by: Double, of cx: Double, _ cy: Double
  ) -> Double {
    let left = (ax - cx) * (by - cy)
    let right = (ay - cy) * (bx - cx)
    let determinant = left - right
    // Shewchuk's bound (3 + 16ε)ε for the rounding of these five operations.
    let bound = 3.330_669_073_875_471_6e-16 * (left.magnitude + right.magnitude)
    if determinant > bound || determinant < -bound { return determinant }
    return exactSign(from: ax, ay, to: bx, by, of: cx, cy)
  }

  /// Returns the sign by exact arithmetic: ax·by − ay·bx + bx·cy − by·cx + cx·ay − cy·ax.
  @usableFromInline
  static func exactSign(
    from ax: Double, _ ay: Double, to bx: Double, _ by: Double, of cx: Double, _ cy: Double
  ) -> Double {
    var expansion: [Double] = []
    expansion.reserveCapacity(12)
    add(product: ax, by, to: &expansion)
    add(product: -ay, bx, to: &expansion)
    add(product: bx, cy, to: &expansion)
    add(product: -by, cx, to: &expansion)
    add(product: cx, ay, to: &expansion)
    add(product: -cy, ax, to: &expansion)
    // Components do not overlap, so the last one that is not zero has the sign.
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
