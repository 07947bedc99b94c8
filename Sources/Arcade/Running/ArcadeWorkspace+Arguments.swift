// What functions read their arguments by. The coercions are those of the language; where the
// language has none, the argument is refused by its number.

extension ArcadeWorkspace {
  /// An argument as it is; null beyond the last.
  package func value(_ arguments: ArcadeArguments, _ index: Int) -> ArcadeValue {
    guard index < arguments.count else { return .null }
    return stack[arguments.base + index]
  }

  /// An argument as a number (Arcade: type casting, number).
  package func number(_ arguments: ArcadeArguments, _ index: Int) -> Double {
    value(arguments, index).asNumber
  }

  /// An argument as text (Arcade: type casting, text); null is empty.
  package mutating func text(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem)
    -> String
  {
    try text(of: value(arguments, index))
  }

  /// An argument that must be true or false.
  package func boolean(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem) -> Bool {
    guard case .boolean(let value) = value(arguments, index) else {
      throw wrongType(arguments, index, expected: "true or false")
    }
    return value
  }

  /// The error of an argument of a wrong kind.
  package func wrongType(
    _ arguments: ArcadeArguments, _ index: Int, expected: String
  ) -> ArcadeProblem {
    .wrongType(
      function: arguments.function, argument: index + 1, found: value(arguments, index).kind,
      expected: expected)
  }

  /// The error of an argument that has the right kind but no meaning.
  package func badArgument(
    _ arguments: ArcadeArguments, _ index: Int, _ message: String
  ) -> ArcadeProblem {
    .badArgument(function: arguments.function, argument: index + 1, message: message)
  }
}
