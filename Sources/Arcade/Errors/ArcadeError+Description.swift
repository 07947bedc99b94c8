extension ArcadeError: CustomStringConvertible {
  /// One line: the position and the problem.
  package var description: String {
    "line \(position.line), column \(position.column): \(problem)"
  }
}

extension ArcadeProblem: CustomStringConvertible {
  /// One line, without the position.
  package var description: String {
    switch self {
    case .expressionTooLong(let limit): "the expression is longer than \(limit) bytes"
    case .unexpectedCharacter(let text): "the character \(text) has no meaning here"
    case .unterminatedText: "this text has no closing quote"
    case .unterminatedComment: "this comment has no closing */"
    case .unterminatedTemplate: "this template has no closing `"
    case .badNumber(let text): "\(text) is not a number"
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .nestedTooDeep(let limit): "nested deeper than \(limit) levels"
    case .notAssignable: "only a variable, an element or a member can be assigned a value"
    case .outsideLoop(let word): "\(word) is outside a loop"
    case .nestedFunction(let name): "the function \(name) is declared inside a block or function"
    case .repeatedName(let name): "\(name) is declared twice"
    case .reservedWord(let word): "\(word) is a reserved word and cannot be a name"
    case .unknownName(let name): "there is no variable or function named \(name)"
    case .unknownFunction(let name): "there is no function named \(name)"
    case .argumentCount(let function, let given, let expected):
      "\(function) takes \(expected), but was given \(given) argument\(given == 1 ? "" : "s")"
    case .unknownField(let name, let layer):
      layer.isEmpty ? "there is no field \(name)" : "\(layer) has no field \(name)"
    case .unsupported(let function, let reason): "\(function) is not supported: \(reason)"
    case .unsupportedStatement(let word): "\(word) is not supported"
    case .cutsDigits(let function, let pattern, let kept):
      "the pattern '\(pattern)' of \(function) keeps only \(kept) digit\(kept == 1 ? "" : "s") before "
        + "the decimal point; write '#' before the zeros to keep all"
    case .unavailable(let name): "\(name) is not available here"
    case .notBoolean(let found, let subject): "\(subject) must be true or false, not \(found)"
    case .wrongType(let function, let argument, let found, let expected):
      "argument \(argument) of \(function) must be \(expected), not \(found)"
    case .badArgument(let function, let argument, let message):
      "argument \(argument) of \(function): \(message)"
    case .memberOfNull(let name): "null has no member \(name)"
    case .noMembers(let kind, let member): "\(kind) has no member \(member)"
    case .unknownKey(let key): "the dictionary has no key \(key)"
    case .indexOutside(let index, let count):
      "index \(index) is out of range for \(count) element\(count == 1 ? "" : "s")"
    case .badIndex(let found, let kind): "\(found) is not an index of \(kind)"
    case .immutable(let kind): "\(kind) cannot be changed"
    case .notCallable(let found): "\(found) is not a function"
    case .damagedRecord(let message): message
    case .tooManySteps(let limit): "stopped after \(limit) steps"
    case .tooManyCalls(let limit): "function calls are nested deeper than \(limit) levels"
    case .tooMuchMemory(let limit): "needs more than \(limit) bytes of memory"
    case .textTooLong(let limit): "makes text longer than \(limit) bytes"
    case .arrayTooLong(let limit): "makes an array of more than \(limit) elements"
    }
  }
}
