// How functions read their arguments. Values are converted as the language does. Where it has no
// conversion, the error names the argument by its number.

extension ArcadeWorkspace {
  /// An argument, unconverted. Null beyond the last.
  package func value(_ arguments: ArcadeArguments, _ index: Int) -> ArcadeValue {
    guard index < arguments.count else { return .null }
    return stack[arguments.base + index]
  }

  /// An argument as a number (Arcade: type casting, number).
  package func number(_ arguments: ArcadeArguments, _ index: Int) -> Double {
    value(arguments, index).asNumber
  }

  /// An argument as text (Arcade: type casting, text). Null becomes empty text.
  package mutating func text(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem)
    -> String
  {
    try text(of: value(arguments, index))
  }

  /// An argument that must be a boolean.
  package func boolean(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem) -> Bool {
    guard case .boolean(let value) = value(arguments, index) else {
      throw wrongType(arguments, index, expected: "true or false")
    }
    return value
  }

  /// The error for an argument of the wrong type.
  package func wrongType(
    _ arguments: ArcadeArguments, _ index: Int, expected: String
  ) -> ArcadeProblem {
    .wrongType(
      function: arguments.function, argument: index + 1, found: value(arguments, index).kind,
      expected: expected)
  }

  /// The error for an argument whose type is right but whose value is not.
  package func badArgument(
    _ arguments: ArcadeArguments, _ index: Int, message: String
  ) -> ArcadeProblem {
    .badArgument(function: arguments.function, argument: index + 1, message: message)
  }
}
