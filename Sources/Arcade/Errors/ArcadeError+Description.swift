extension ArcadeError: CustomStringConvertible {
  /// One line: the place, then what is wrong.
  package var description: String {
    "line \(position.line), column \(position.column): \(problem)"
  }
}

extension ArcadeProblem: CustomStringConvertible {
  /// One line, without the place.
  package var description: String {
    switch self {
    case .expressionTooLong(let limit): "the expression is longer than \(limit) bytes"
    case .unexpectedCharacter(let text): "the character \(text) has no meaning here"
    case .unterminatedText: "this text has no closing quote"
    case .unterminatedComment: "this comment has no closing */"
    case .unterminatedTemplate: "this template has no closing `"
    case .badNumber(let text): "\(text) is no number"
    case .unexpected(let found, let expected): "found \(found) where \(expected) must stand"
    case .nestedTooDeep(let limit): "nested deeper than \(limit) levels"
    case .notAssignable: "a value can be given only to a variable, an element or a member"
    case .outsideLoop(let word): "\(word) stands outside a loop"
    case .nestedFunction(let name): "the function \(name) stands inside a block or function"
    case .repeatedName(let name): "\(name) is declared twice"
    case .reservedWord(let word): "\(word) is a word of the language and cannot be a name"
    case .unknownName(let name): "there is nothing called \(name)"
    case .unknownFunction(let name): "there is no function \(name)"
    case .argumentCount(let function, let given, let expected):
      "\(function) takes \(expected), not \(given)"
    case .unknownField(let name, let layer):
      layer.isEmpty ? "there is no field \(name)" : "\(layer) has no field \(name)"
    case .unsupported(let function, let reason): "\(function) is not supported: \(reason)"
    case .unsupportedStatement(let word): "\(word) is not supported"
    case .cutsDigits(let function, let pattern, let kept):
      "\(function) by '\(pattern)' keeps \(kept) digit\(kept == 1 ? "" : "s") before the point"
    case .unavailable(let name): "\(name) is not available here"
    case .notBoolean(let found, let subject): "\(subject) must be true or false, not \(found)"
    case .wrongType(let function, let argument, let found, let expected):
      "argument \(argument) of \(function) must be \(expected), not \(found)"
    case .badArgument(let function, let argument, let message):
      "argument \(argument) of \(function): \(message)"
    case .wrongOperand(let symbol, let found): "\(symbol) cannot be applied to \(found)"
    case .memberOfNull(let name): "null has no member \(name)"
    case .noMembers(let kind, let member): "\(kind) has no member \(member)"
    case .unknownKey(let key): "the dictionary has no key \(key)"
    case .indexOutside(let index, let count):
      "there is no element \(index) among \(count)"
    case .badIndex(let found, let kind): "\(found) is no index of \(kind)"
    case .immutable(let kind): "\(kind) cannot be changed"
    case .notIterable(let found): "for…in goes over collections, not \(found)"
    case .notCallable(let found): "\(found) is no function"
    case .damagedRecord(let message): message
    case .tooManySteps(let limit): "stopped after \(limit) steps"
    case .tooManyCalls(let limit): "functions call each other deeper than \(limit) levels"
    case .tooMuchMemory(let limit): "needs more than \(limit) bytes"
    case .textTooLong(let limit): "makes a text longer than \(limit) bytes"
    case .arrayTooLong(let limit): "makes an array longer than \(limit) elements"
    }
  }
}
