// Functions that call functions of the expression for each element of an array (function reference:
// Sort, Map, Filter, Reduce, All, Any, None). `Filter` also filters feature sets.

extension ArcadeWorkspace {
  /// Runs a function that calls back.
  ///
  /// - Parameter scope: the scope whose variables a filter may name, of the innermost frame.
  mutating func call(
    _ calling: ArcadeFunction.Calling, with arguments: ArcadeArguments, scope: Int?
  ) throws(ArcadeProblem) -> ArcadeValue {
    switch calling {
    case .sort:
      let elements = try run.array(arguments, 0)
      let comparison = arguments.count > 1 ? try run.function(arguments, 1) : nil
      return try run.makeValue(try sorted(elements, by: comparison))
    case .map:
      let function = try run.function(arguments, 1)
      var result: [ArcadeValue] = []
      for value in try run.array(arguments, 0) { result.append(try call(function, value)) }
      return try run.makeValue(result)
    case .filter:
      if case .featureSet(let set) = run.value(arguments, 0) {
        let text = try run.plainText(arguments, 1)
        let parameters = try parameters(of: text, for: arguments, scope: scope)
        return try RowFilter.filtered(set, by: text, with: parameters, for: arguments, in: &run)
      }
      let elements = try run.array(arguments, 0)
      let function = try run.function(arguments, 1)
      var result: [ArcadeValue] = []
      for value in elements where try call(function, value).isTruthy { result.append(value) }
      return try run.makeValue(result)
    case .reduce: return try reduced(arguments)
    case .all: return .boolean(try first(arguments, where: false) == nil)
    case .any: return .boolean(try first(arguments, where: true) != nil)
    case .none: return .boolean(try first(arguments, where: true) == nil)
    }
  }

  /// The variables of a scope that a filter names.
  private func parameters(
    of text: String, for arguments: ArcadeArguments, scope: Int?
  ) throws(ArcadeProblem) -> FilterParameters {
    var parameters = FilterParameters(namedIn: text)
    guard let scope, let code, parameters.hasNames else { return parameters }
    let visible = code.scopes[scope]
    let base = frames.last?.base ?? 0
    for (name, slot) in zip(visible.names, visible.slots) {
      let value = slot.isLocal ? run.stack[base + slot.index] : globals[slot.index]
      try parameters.add(name, value, for: arguments, in: run)
    }
    return parameters
  }

  private mutating func reduced(_ arguments: ArcadeArguments) throws(ArcadeProblem) -> ArcadeValue {
    var elements = try run.array(arguments, 0)[...]
    let function = try run.function(arguments, 1)
    var result = run.value(arguments, 2)
    if arguments.count < 3 {
      guard let first = elements.popFirst() else { return .null }
      result = first
    }
    for value in elements { result = try call(function, result, and: value) }
    return result
  }

  /// The index of the first element for which the test function returns `truth`; nil if there is
  /// none.
  private mutating func first(
    _ arguments: ArcadeArguments, where truth: Bool
  ) throws(ArcadeProblem) -> Int? {
    let function = try run.function(arguments, 1)
    for (index, value) in try run.array(arguments, 0).enumerated()
    where try call(function, value).isTruthy == truth {
      return index
    }
    return nil
  }

  /// The elements, sorted. The sort is stable and always ends, whatever the function returns.
  ///
  /// A function returns a negative number or false if its first argument comes first. Without one,
  /// elements of one type are sorted by value, elements of several types by their texts. Nulls are
  /// 0 among numbers and false among booleans; otherwise they come last. Arrays with elements that
  /// have no order, such as dictionaries, stay as they are.
  private mutating func sorted(
    _ elements: [ArcadeValue], by function: ArcadeFunctionReference?
  ) throws(ArcadeProblem) -> [ArcadeValue] {
    guard function == nil else { return try merged(elements, by: function) }
    guard elements.allSatisfy(\.isPlain) else { return elements }
    let values = elements.filter { !$0.isNull }
    guard let first = values.first else { return elements }
    let nulls = elements.filter(\.isNull)
    guard values.allSatisfy({ $0.kind == first.kind }) else {
      return try sortedByText(values) + nulls
    }
    switch first {
    case .number, .boolean: return try merged(elements, by: nil)
    default: return try merged(values, by: nil) + nulls
    }
  }

  private mutating func sortedByText(
    _ elements: [ArcadeValue]
  ) throws(ArcadeProblem) -> [ArcadeValue] {
    var texts: [String] = []
    for element in elements { texts.append(try run.text(of: element)) }
    try run.budget.charge(steps: elements.count * 4)
    let order = texts.indices.sorted { one, two in
      texts[one].precedesInUTF16(texts[two])
        || one < two && !texts[two].precedesInUTF16(texts[one])
    }
    return order.map { elements[$0] }
  }

  private mutating func merged(
    _ elements: [ArcadeValue], by function: ArcadeFunctionReference?
  ) throws(ArcadeProblem) -> [ArcadeValue] {
    var source = elements
    var target = elements
    var width = 1
    while width < source.count {
      var start = 0
      while start < source.count {
        let middle = min(start + width, source.count)
        let end = min(middle + width, source.count)
        var (left, right) = (start, middle)
        for index in start..<end {
          let takesRight: Bool
          if right == end {
            takesRight = false
          } else if left == middle {
            takesRight = true
          } else {
            takesRight = try precedes(source[right], source[left], by: function)
          }
          target[index] = source[takesRight ? right : left]
          if takesRight { right += 1 } else { left += 1 }
        }
        start = end
      }
      try run.budget.charge(steps: source.count)
      swap(&source, &target)
      width *= 2
    }
    return source
  }

  private mutating func precedes(
    _ one: ArcadeValue, _ two: ArcadeValue, by function: ArcadeFunctionReference?
  ) throws(ArcadeProblem) -> Bool {
    if let function {
      return switch try call(function, one, and: two) {
      case .number(let order): order < 0
      case .boolean(let isAfter): !isAfter
      default: false
      }
    }
    if case .text(let left) = one, case .text(let right) = two {
      return left.precedesInUTF16(right)
    }
    return one.asNumber < two.asNumber
  }
}
