// How functions read their arguments. Values are converted as the language does. Where it has no
// conversion, the error names the argument by its number. In switches over a value, here and in the
// families of functions, `default` stands for every type that a function does not take.

extension ArcadeRun {
  /// An argument, unconverted. Null beyond the last.
  func value(_ arguments: ArcadeArguments, _ index: Int) -> ArcadeValue {
    guard index < arguments.count else { return .null }
    return stack[arguments.base + index]
  }

  /// An argument as a number (Arcade: type casting, number).
  func number(_ arguments: ArcadeArguments, _ index: Int) -> Double {
    value(arguments, index).asNumber
  }

  /// An argument as text (Arcade: type casting, text). Null becomes empty text.
  mutating func text(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem)
    -> String
  {
    try text(of: value(arguments, index))
  }

  /// An argument that must be a boolean.
  func boolean(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem) -> Bool {
    guard case .boolean(let value) = value(arguments, index) else {
      throw wrongType(arguments, index, expected: "true or false")
    }
    return value
  }

  /// The error for an argument of the wrong type.
  func wrongType(
    _ arguments: ArcadeArguments, _ index: Int, expected: String
  ) -> ArcadeProblem {
    .wrongType(
      function: arguments.function, argument: index + 1, found: value(arguments, index).kind,
      expected: expected)
  }

  /// The error for an argument whose type is right but whose value is not.
  func badArgument(
    _ arguments: ArcadeArguments, _ index: Int, message: String
  ) -> ArcadeProblem {
    .badArgument(function: arguments.function, argument: index + 1, message: message)
  }

  /// An argument as an integer, rounded toward zero; 0 for NaN.
  func integer(_ arguments: ArcadeArguments, _ index: Int) -> Int {
    Int(clamping: number(arguments, index))
  }

  /// The arguments, with arrays replaced by their elements.
  func flattened(_ arguments: ArcadeArguments) -> [ArcadeValue] {
    var values: [ArcadeValue] = []
    for index in 0..<arguments.count {
      if case .array(let array) = value(arguments, index) {
        values += elements(of: array)
      } else {
        values.append(value(arguments, index))
      }
    }
    return values
  }

  /// An argument that must be an array, as a reference.
  func arrayReference(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem)
    -> ArcadeArray
  {
    guard case .array(let array) = value(arguments, index),
      heap.arrays.indices.contains(Int(array.slot))
    else { throw wrongType(arguments, index, expected: "an array") }
    return array
  }

  /// An argument that must be an array, as its elements.
  func array(
    _ arguments: ArcadeArguments, _ index: Int
  ) throws(ArcadeProblem) -> [ArcadeValue] {
    heap.arrays[Int(try arrayReference(arguments, index).slot)]
  }

  /// An argument that must be a dictionary.
  func dictionary(
    _ arguments: ArcadeArguments, _ index: Int
  ) throws(ArcadeProblem) -> ArcadeDictionary {
    guard case .dictionary(let dictionary) = value(arguments, index),
      heap.dictionaries.indices.contains(Int(dictionary.slot))
    else { throw wrongType(arguments, index, expected: "a dictionary") }
    return dictionary
  }

  /// An argument that must be text; other types are not converted.
  func plainText(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem) -> String {
    guard case .text(let text) = value(arguments, index) else {
      throw wrongType(arguments, index, expected: "text")
    }
    return text
  }

  /// An argument that must be a function.
  func function(
    _ arguments: ArcadeArguments, _ index: Int
  ) throws(ArcadeProblem) -> ArcadeFunctionReference {
    guard case .function(let function) = value(arguments, index) else {
      throw wrongType(arguments, index, expected: "a function")
    }
    return function
  }

  /// An argument that must be a feature set.
  func featureSet(
    _ arguments: ArcadeArguments, _ index: Int
  ) throws(ArcadeProblem) -> ArcadeFeatureSet {
    guard case .featureSet(let set) = value(arguments, index) else {
      throw wrongType(arguments, index, expected: "a feature set")
    }
    return set
  }

  /// What `read` makes of an argument. Any error becomes one about that argument.
  func reading<Value, Failure: Error>(
    _ arguments: ArcadeArguments, _ index: Int, _ read: () throws(Failure) -> Value
  ) throws(ArcadeProblem) -> Value {
    do throws(Failure) {
      return try read()
    } catch {
      throw badArgument(arguments, index, message: "\(error)")
    }
  }
}
