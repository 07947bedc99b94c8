/// What is wrong with an expression, or went wrong while it ran, and where.
package struct ArcadeError: Error, Equatable, Sendable {
  /// What is wrong.
  package let problem: ArcadeProblem
  /// The place in the expression.
  package let position: SourcePosition

  /// An error from its parts.
  package init(_ problem: ArcadeProblem, at position: SourcePosition) {
    self.problem = problem
    self.position = position
  }
}

/// What can be wrong with an expression. Functions throw it; who runs them knows the place.
package enum ArcadeProblem: Error, Equatable, Sendable {
  // Spelling.
  case expressionTooLong(limit: Int)
  case unexpectedCharacter(String)
  case unterminatedText
  case unterminatedComment
  case unterminatedTemplate
  case badNumber(String)
  case unexpected(found: String, expected: String)
  case nestedTooDeep(limit: Int)
  case notAssignable
  case outsideLoop(String)
  case nestedFunction(String)
  case repeatedName(String)
  case reservedWord(String)

  // Names and numbers of arguments.
  case unknownName(String)
  case unknownFunction(String)
  case argumentCount(function: String, given: Int, expected: String)
  case unknownField(name: String, layer: String)

  // Known, but left out.
  case unsupported(function: String, reason: String)
  case unsupportedStatement(String)
  case unavailable(name: String)

  // Known, and doubtful.
  case cutsDigits(function: String, pattern: String, kept: Int)

  // Values.
  case notBoolean(found: String, subject: String)
  case wrongType(function: String, argument: Int, found: String, expected: String)
  case badArgument(function: String, argument: Int, message: String)
  case wrongOperand(symbol: String, found: String)
  case memberOfNull(String)
  case noMembers(kind: String, member: String)
  case unknownKey(String)
  case indexOutside(index: Int, count: Int)
  case badIndex(found: String, kind: String)
  case immutable(kind: String)
  case notIterable(found: String)
  case notCallable(found: String)
  case damagedRecord(String)

  // Limits.
  case tooManySteps(limit: Int)
  case tooManyCalls(limit: Int)
  case tooMuchMemory(limit: Int)
  case textTooLong(limit: Int)
  case arrayTooLong(limit: Int)
}
