/// A built-in function of the language.
package struct ArcadeFunction: Sendable {
  /// The implementation. It reads its arguments through the run:
  ///
  /// ```swift
  /// ArcadeFunction("Upper", 1) { run, arguments throws(ArcadeProblem) in
  ///   .text(run.text(arguments, 0).uppercased())
  /// }
  /// ```
  package typealias Body =
    @Sendable (_ run: inout ArcadeRun, _ arguments: ArcadeArguments) throws(ArcadeProblem)
    -> ArcadeValue

  /// How Fieldpack handles a function.
  package enum Support: Sendable {
    /// It runs the function.
    case runs(Body)
    /// It runs the function if the host has tables (`ArcadeContext.tables`).
    case runsOnTables(Body)
    /// The machine runs it, because it calls functions of the expression.
    case callsBack(Calling)
    /// The compiler handles it, so that arguments are evaluated only when needed.
    case compiled
    /// It knows the name, and explains why it does not run the function.
    case unsupported(reason: String)

    /// Whether calls reach it at run time.
    var isRun: Bool {
      switch self {
      case .runs, .runsOnTables, .callsBack: true
      case .compiled, .unsupported: false
      }
    }
  }

  /// The functions that call other functions with each element of an array.
  package enum Calling: Sendable {
    case sort, map, filter, reduce, all, any, none
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
