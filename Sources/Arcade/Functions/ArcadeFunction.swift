/// A function of the language, by its public name.
package struct ArcadeFunction: Sendable {
  /// Does the work. Arguments are read through the workspace:
  ///
  /// ```swift
  /// ArcadeFunction("Upper", 1) { run, arguments throws(ArcadeProblem) in
  ///   .text(run.text(arguments, 0).uppercased())
  /// }
  /// ```
  package typealias Body =
    @Sendable (_ run: inout ArcadeWorkspace, _ arguments: ArcadeArguments) throws(ArcadeProblem)
    -> ArcadeValue

  /// What Fieldpack does with a function.
  package enum Support: Sendable {
    /// Runs it.
    case runs(Body)
    /// Runs it where the host has tables (`ArcadeContext.tables`).
    case runsOnTables(Body)
    /// The compiler makes something of its own of it: arguments are evaluated only when needed.
    case compiled
    /// Knows its name and says why it does not run it.
    case unsupported(reason: String)
  }

  /// The name as the function reference spells it.
  package let name: String
  /// How many arguments it takes.
  package let arity: ClosedRange<Int>
  /// What Fieldpack does with it.
  package let support: Support

  /// A function that takes from so many to so many arguments.
  package init(_ name: String, _ arity: ClosedRange<Int>, _ body: @escaping Body) {
    self.init(name, arity, .runs(body))
  }

  /// A function that takes so many arguments.
  package init(_ name: String, _ count: Int, _ body: @escaping Body) {
    self.init(name, count...count, .runs(body))
  }

  /// A function from its parts.
  package init(_ name: String, _ arity: ClosedRange<Int>, _ support: Support) {
    self.name = name
    self.arity = arity
    self.support = support
  }

  /// No upper limit of arguments.
  static let many = 1_000

  /// The number of arguments in words: `1 argument`, `2 to 4 arguments`.
  var arityDescription: String {
    let (least, most) = (arity.lowerBound, arity.upperBound)
    if most >= Self.many { return "at least \(least) argument\(least == 1 ? "" : "s")" }
    if least == most {
      return least == 0 ? "no arguments" : "\(least) argument\(least == 1 ? "" : "s")"
    }
    return "\(least) to \(most) arguments"
  }
}

/// The arguments of one call: places on the workspace's stack.
package struct ArcadeArguments: Sendable {
  let base: Int
  /// How many there are.
  package let count: Int
  /// The function's name, for its errors.
  package let function: String
}

/// The functions of the language.
///
/// Each family is a list in a file of its own, `ArcadeFunctions+Family.swift`. A name that two
/// lists have is the first's.
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

  /// The place of each name, in lower case, in `all`.
  static let indexByName: [String: Int] = Dictionary(
    all.enumerated().map { ($1.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
}
