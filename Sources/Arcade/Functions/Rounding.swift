/// Rounding and statistics, as JavaScript does them.
enum Rounding {
  /// The nearest whole number; the greater one if two are equally near (ECMA-262, Math.round).
  static func nearest(_ value: Double) -> Double {
    let below = value.rounded(.down)
    return value - below < 0.5 ? below : below + 1
  }

  /// Rounds at a decimal place; negative numbers of decimals are before the point. The decimal
  /// point is moved in the number's shortest text. 1.005 with two decimals is therefore treated as
  /// exactly 1.005.
  static func apply(
    _ rounded: (Double) -> Double, to value: Double, decimals: Int
  ) -> Double {
    guard decimals == 0 || value.isFinite else { return .nan }
    guard decimals != 0, value != 0 else { return rounded(value) }
    guard decimals.magnitude <= 300 else { return decimals > 0 ? value : 0 }
    if decimals > 0, decimals <= 15 {
      // If the product is not close to a rounding boundary, it rounds like the exact decimal
      // number. The quotient of two exact doubles is the nearest double.
      let scale = powers[decimals]
      let product = value * scale
      if product.magnitude < 1e15 {
        // The number has no further decimals. Fifteen digits and a power of ten identify one
        // double.
        if product == product.rounded(), product / scale == value { return value }
        let twice = product * 2
        if (twice - twice.rounded()).magnitude > product.magnitude * 1e-14 + 1e-9 {
          return rounded(product) / scale
        }
      }
    }
    let (digits, exponent) = ArcadeNumber.parts(of: value.magnitude)
    let sign = value < 0 ? "-" : ""
    let moved = rounded(
      ArcadeNumber.number(
        spelled: sign + digits + "e\(exponent - digits.utf8.count + decimals)"))
    guard moved.isFinite, moved != 0 else { return moved == 0 ? 0 : value }
    let (whole, size) = ArcadeNumber.parts(of: moved.magnitude)
    return ArcadeNumber.number(
      spelled: (moved < 0 ? "-" : "") + whole + "e\(size - whole.utf8.count - decimals)")
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// The greater number; NaN if either is NaN.
  static func maximum(_ one: Double, _ two: Double) -> Double {
    one.isNaN || two.isNaN ? .nan : max(one, two)
  }

  static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The variance of a whole population.
  static func variance(_ values: [Double]) -> Double? {
    guard let mean = mean(values) else { return nil }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return squares / Double(values.count)
  }
}
