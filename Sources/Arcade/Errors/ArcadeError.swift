/// A problem with an expression and its position, before or during a run.
package struct ArcadeError: Error, Equatable, Sendable {
  /// The problem.
  package let problem: ArcadeProblem
  /// The position in the expression.
  package let position: SourcePosition

  /// Makes an error from its parts.
  package init(_ problem: ArcadeProblem, at position: SourcePosition) {
    self.problem = problem
    self.position = position
  }
}

/// A problem with an expression. Functions throw it; the workspace adds the position.
package enum ArcadeProblem: Error, Equatable, Sendable {
  // Syntax.
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

  // Valid Arcade that Fieldpack does not support.
  case unsupported(function: String, reason: String)
  case unsupportedStatement(String)
  case unavailable(name: String)

  // Supported, but probably a mistake.
  case cutsDigits(function: String, pattern: String, kept: Int)

  // Values.
  case notBoolean(found: String, subject: String)
  case wrongType(function: String, argument: Int, found: String, expected: String)
  case badArgument(function: String, argument: Int, message: String)
  case memberOfNull(String)
  case noMembers(kind: String, member: String)
  case unknownKey(String)
  case indexOutside(index: Int, count: Int)
  case badIndex(found: String, kind: String)
  case immutable(kind: String)
  case notCallable(found: String)
  case damagedRecord(String)

  // Limits.
  case tooManySteps(limit: Int)
  case tooManyCalls(limit: Int)
  case tooMuchMemory(limit: Int)
  case textTooLong(limit: Int)
  case arrayTooLong(limit: Int)
}

extension ArcadeProblem {
  /// Whether this is an error at a limit of the run.
  var isLimit: Bool {
    if case .tooManySteps = self { return true }
    if case .tooMuchMemory = self { return true }
    return false
  }

  /// Whether the value has no member of the name.
  var isMissingMember: Bool {
    if case .unknownField = self { return true }
    if case .noMembers = self { return true }
    if case .memberOfNull = self { return true }
    return false
  }
}

extension ArcadeProblem {
  /// Reads rows for an expression. Its error becomes one that the expression can't continue from.
  package static func ofRecord<Result>(
    _ work: () throws -> Result
  ) throws(ArcadeProblem) -> Result {
    do {
      return try work()
    } catch { throw .damagedRecord("\(error)") }
  }
}
