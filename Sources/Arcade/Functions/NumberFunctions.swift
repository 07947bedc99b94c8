import Bytes

/// Function reference: math functions. Angles are in radians. Dates and times are no numbers here.
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
      .number(Transcendental.atan2(operand(arguments, 0, run), operand(arguments, 1, run)))
    },
    ArcadeFunction("Pow", 2) { run, arguments throws(ArcadeProblem) in
      let (base, exponent) = (operand(arguments, 0, run), operand(arguments, 1, run))
      return .number(exponent.isNaN ? .nan : Transcendental.pow(base, exponent))
    },
    rounding("Round") { Rounding.nearest($0) }, rounding("Ceil") { $0.rounded(.up) },
    rounding("Floor") { $0.rounded(.down) },
    ArcadeFunction("Constrain", 3) { run, arguments throws(ArcadeProblem) in
      let value = operand(arguments, 0, run)
      let (low, high) = (operand(arguments, 1, run), operand(arguments, 2, run))
      return .number(value < low ? low : value > high ? high : value)
    },
    statistic("Max") { $0.isEmpty ? nil : $0.reduce(-.infinity, Rounding.maximum) },
    statistic("Min") { $0.isEmpty ? nil : -$0.reduce(-.infinity) { Rounding.maximum($0, -$1) } },
    statistic("Sum") { $0.reduce(0, +) },
    statistic("Mean", Rounding.mean), statistic("Average", Rounding.mean),
    statistic("Variance", Rounding.variance),
    statistic("Stdev") { Rounding.variance($0)?.squareRoot() },
  ]

  private static func operand(
    _ arguments: ArcadeArguments, _ index: Int, _ run: ArcadeRun
  ) -> Double { run.value(arguments, index).asOperand }

  private static func of(
    _ name: String, _ body: @escaping @Sendable (Double) -> Double
  ) -> ArcadeFunction {
    ArcadeFunction(name, 1) { run, arguments throws(ArcadeProblem) in
      .number(body(operand(arguments, 0, run)))
    }
  }

  private static func rounding(
    _ name: String, _ body: @escaping @Sendable (Double) -> Double
  ) -> ArcadeFunction {
    ArcadeFunction(name, 1...2) { run, arguments throws(ArcadeProblem) in
      let decimals = run.integer(arguments, 1)
      return .number(Rounding.apply(body, to: operand(arguments, 0, run), decimals: decimals))
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
      return body(values.map(\.asOperand)).map(ArcadeValue.number) ?? .null
    }
  }
}
