/// A built-in function of the language.
package struct ArcadeFunction: Sendable {
  /// The implementation. It reads its arguments through the workspace:
  ///
  /// ```swift
  /// ArcadeFunction("Upper", 1) { run, arguments throws(ArcadeProblem) in
  ///   .text(run.text(arguments, 0).uppercased())
  /// }
  /// ```
  package typealias Body =
    @Sendable (_ run: inout ArcadeWorkspace, _ arguments: ArcadeArguments) throws(ArcadeProblem)
    -> ArcadeValue

  /// How Fieldpack handles a function.
  package enum Support: Sendable {
    /// It runs the function.
    case runs(Body)
    /// It runs the function if the host has tables (`ArcadeContext.tables`).
    case runsOnTables(Body)
    /// The compiler handles it, so that arguments are evaluated only when needed.
    case compiled
    /// It knows the name, and explains why it does not run the function.
    case unsupported(reason: String)
  }

  /// The name, as the function reference spells it.
  package let name: String
  /// How many arguments it takes.
  package let arity: ClosedRange<Int>
  /// How Fieldpack handles it.
  package let support: Support

  /// Makes a function that takes a range of numbers of arguments.
  package init(_ name: String, _ arity: ClosedRange<Int>, _ body: @escaping Body) {
    self.init(name, arity, .runs(body))
  }

  /// Makes a function that takes a fixed number of arguments.
  package init(_ name: String, _ count: Int, _ body: @escaping Body) {
    self.init(name, count...count, .runs(body))
  }

  /// Makes a function from its parts.
  package init(_ name: String, _ arity: ClosedRange<Int>, _ support: Support) {
    self.name = name
    self.arity = arity
    self.support = support
  }

  /// The upper bound of functions without a limit of arguments.
  static let many = 1_000

  /// The number of arguments in words, such as `1 argument` or `2 to 4 arguments`.
  var arityDescription: String {
    let (least, most) = (arity.lowerBound, arity.upperBound)
    if most >= Self.many { return "at least \(least) argument\(least == 1 ? "" : "s")" }
    if least == most {
      return least == 0 ? "no arguments" : "\(least) argument\(least == 1 ? "" : "s")"
    }
    return "\(least) to \(most) arguments"
  }
}

/// The arguments of one call: a range of the workspace's stack.
package struct ArcadeArguments: Sendable {
  let base: Int
  /// The number of arguments.
  package let count: Int
  /// The function's name, for errors.
  package let function: String
  /// The scope whose variables the call may name, as an index among those of the code; nil for a
  /// call through a value, which is written where other variables are visible.
  let scope: Int?
}

/// The built-in functions.
///
/// Each family is a list in its own file, `ArcadeFunctions+Family.swift`. If two lists have the
/// same name, the first one wins.
package enum ArcadeFunctions {
  /// All functions, in the order of the families.
  package static let all: [ArcadeFunction] = {
    let families = [
      logic, dates, formats, text, numbers, collections, data, featureSets, newFeatures, shapes,
      measures, shaping, unsupported,
    ]
    var seen: Set<String> = []
    return families.flatMap { $0 }.filter { seen.insert($0.name.lowercased()).inserted }
  }()

  /// The functions that read the clock.
  static let clock: Set<String> = ["Now", "Today", "Timestamp"]

  /// The index in `all` of each name, in lower case.
  static let indexByName: [String: Int] = Dictionary(
    all.enumerated().map { ($1.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
}
