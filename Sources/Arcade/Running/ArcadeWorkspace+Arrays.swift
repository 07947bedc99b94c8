import OrderedJSON

// Helpers of the array and dictionary functions.

extension ArcadeWorkspace {
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
  package func array(
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
  package func function(
    _ arguments: ArcadeArguments, _ index: Int
  ) throws(ArcadeProblem) -> ArcadeFunctionReference {
    guard case .function(let function) = value(arguments, index) else {
      throw wrongType(arguments, index, expected: "a function")
    }
    return function
  }

  /// An argument that is an index of an array. A negative one counts from the end.
  func elementIndex(
    _ arguments: ArcadeArguments, _ index: Int, in array: ArcadeArray, allowsEnd: Bool
  ) throws(ArcadeProblem) -> Int {
    let count = heap.arrays[Int(array.slot)].count
    let number = integer(arguments, index)
    let position = number < 0 ? number + count : number
    guard position >= 0, position < count || (allowsEnd && position == count) else {
      throw .indexOutside(index: number, count: count)
    }
    return position
  }

  /// The index of the first element for which the test function returns `truth`; nil if there is
  /// none.
  mutating func first(
    _ arguments: ArcadeArguments, where truth: Bool
  ) throws(ArcadeProblem) -> Int? {
    let function = try function(arguments, 1)
    for (index, value) in try array(arguments, 0).enumerated()
    where try call(function, [value]).isTruthy == truth {
      return index
    }
    return nil
  }

  /// The elements, sorted. The sort is stable and always ends, whatever the function returns.
  ///
  /// A function returns a negative number if its first argument comes first. Without one, elements
  /// of one type are sorted by value, elements of several types by their texts. Elements without an
  /// order, such as dictionaries, keep their positions.
  mutating func sorted(
    _ elements: [ArcadeValue], by function: ArcadeFunctionReference?
  ) throws(ArcadeProblem) -> [ArcadeValue] {
    guard function == nil else { return try merged(elements, by: function) }
    guard elements.allSatisfy(\.isPlain) else { return elements }
    guard let kind = elements.first?.kind, !elements.allSatisfy({ $0.kind == kind }) else {
      return try merged(elements, by: nil)
    }
    var texts: [String] = []
    for element in elements { texts.append(try text(of: element)) }
    try charge(steps: elements.count * 4)
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
      try charge(steps: source.count)
      swap(&source, &target)
      width *= 2
    }
    return source
  }

  private mutating func precedes(
    _ one: ArcadeValue, _ two: ArcadeValue, by function: ArcadeFunctionReference?
  ) throws(ArcadeProblem) -> Bool {
    if let function { return try call(function, [one, two]).asNumber < 0 }
    if case .text(let left) = one, case .text(let right) = two {
      return left.precedesInUTF16(right)
    }
    return one.asNumber < two.asNumber
  }

  /// Makes a dictionary from pairs of keys and values, or from the text of a JSON object (function
  /// reference, Dictionary).
  mutating func dictionary(_ arguments: ArcadeArguments) throws(ArcadeProblem) -> ArcadeValue {
    var entries = ArcadeEntries()
    if arguments.count == 1 {
      switch value(arguments, 0) {
      case .dictionary(let dictionary): return try makeValue(self.entries(of: dictionary))
      case .feature(let feature):
        for name in fieldNames(of: feature) {
          entries.set(name, try member(of: feature, named: name))
        }
        return try makeValue(entries)
      case .text(let text):
        let value = try value(ofJSON: text, arguments)
        guard case .dictionary = value else {
          throw badArgument(arguments, 0, message: "it is not a JSON object")
        }
        return value
      default: throw wrongType(arguments, 0, expected: "JSON text of an object")
      }
    }
    for index in stride(from: 0, to: arguments.count, by: 2) {
      guard case .text(let key) = value(arguments, index) else {
        throw wrongType(arguments, index, expected: "text")
      }
      entries.set(key, value(arguments, index + 1))
    }
    return try makeValue(entries)
  }
}

extension ArcadeValue {
  /// Whether values of this type have an order and a plain text.
  fileprivate var isPlain: Bool {
    switch self {
    case .null, .boolean, .number, .text, .date, .day, .time: true
    case .array, .dictionary, .feature, .featureSet, .geometry, .function, .tables: false
    }
  }

  /// A text that two values share exactly if they are equal. Serves to find duplicates.
  var identity: String {
    switch self {
    case .null: "0"
    case .boolean(let value): value ? "t" : "f"
    case .number(let value): "n" + ArcadeNumber.text(value)
    case .text(let text): "s" + text
    case .date(let date): "d\(date.milliseconds)"
    case .day(let day): "y\(day.daysSince1970)"
    case .time(let time): "c\(time.milliseconds)"
    case .array(let array): "a\(array.slot)"
    case .dictionary(let dictionary): "m\(dictionary.slot)"
    case .feature(let feature): "r\(feature.slot)"
    case .featureSet(let set): "q\(set.slot)"
    case .geometry(let geometry): "g\(geometry.slot)"
    case .function(let function): "x\(function)"
    case .tables(let tables): "z\(tables)"
    }
  }
}
