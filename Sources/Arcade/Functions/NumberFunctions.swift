import Bytes

/// Function reference: math functions. Angles are in radians.
enum NumberFunctions {
  static let all: [ArcadeFunction] = [
    of("Abs") { $0.magnitude }, of("Sqrt") { $0.squareRoot() },
    of("Sin", Transcendental.sin), of("Cos", Transcendental.cos), of("Tan", Transcendental.tan),
    of("Asin", Transcendental.asin),
    of("Acos") {
      $0.magnitude > 1
        ? .nan : 2 * Transcendental.atan2((1 - $0).squareRoot(), (1 + $0).squareRoot())
    },
    of("Atan", Transcendental.atan), of("Exp", Transcendental.exp), of("Log", Transcendental.log),
    ArcadeFunction("Atan2", 2) { run, arguments throws(ArcadeProblem) in
      .number(Transcendental.atan2(run.number(arguments, 0), run.number(arguments, 1)))
    },
    ArcadeFunction("Pow", 2) { run, arguments throws(ArcadeProblem) in
      .number(Transcendental.pow(run.number(arguments, 0), run.number(arguments, 1)))
    },
    rounding("Round") { Rounding.nearest($0) }, rounding("Ceil") { $0.rounded(.up) },
    rounding("Floor") { $0.rounded(.down) },
    ArcadeFunction("Constrain", 3) { run, arguments throws(ArcadeProblem) in
      let value = run.number(arguments, 0)
      let (low, high) = (run.number(arguments, 1), run.number(arguments, 2))
      return .number(value < low ? low : value > high ? high : value)
    },
    statistic("Max") { $0.isEmpty ? nil : $0.reduce(-.infinity, Rounding.maximum) },
    statistic("Min") { $0.isEmpty ? nil : -$0.reduce(-.infinity) { Rounding.maximum($0, -$1) } },
    statistic("Sum") { $0.reduce(0, +) },
    statistic("Mean", Rounding.mean), statistic("Average", Rounding.mean),
    statistic("Variance", Rounding.variance),
    statistic("Stdev") { Rounding.variance($0)?.squareRoot() },
  ]

  private static func of(
    _ name: String, _ body: @escaping @Sendable (Double) -> Double
  ) -> ArcadeFunction {
    ArcadeFunction(name, 1) { run, arguments throws(ArcadeProblem) in
      .number(body(run.number(arguments, 0)))
    }
  }

  private static func rounding(
    _ name: String, _ body: @escaping @Sendable (Double) -> Double
  ) -> ArcadeFunction {
    ArcadeFunction(name, 1...2) { run, arguments throws(ArcadeProblem) in
      let decimals = run.integer(arguments, 1)
      return .number(Rounding.apply(body, to: run.number(arguments, 0), decimals: decimals))
    }
  }

  /// Makes a function of several numbers, or of an array of numbers. Its value is null if the
  /// body's is nil.
  private static func statistic(
    _ name: String, _ body: @escaping @Sendable ([Double]) -> Double?
  ) -> ArcadeFunction {
    ArcadeFunction(name, 0...ArcadeFunction.many) { run, arguments throws(ArcadeProblem) in
      if case .featureSet(let set) = run.value(arguments, 0) {
        return try RowGroups.statistic(name, of: set, arguments, in: &run)
      }
      let values = run.flattened(arguments)
      try run.budget.charge(steps: values.count / 4)
      return body(values.map(\.asNumber)).map(ArcadeValue.number) ?? .null
    }
  }
}

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
    guard decimals != 0, value.isFinite, value != 0 else { return rounded(value) }
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
