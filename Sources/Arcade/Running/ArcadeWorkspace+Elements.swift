// Members and elements (Arcade: arrays, dictionaries, features). Elements count from 0; a negative
// index counts from the end. An element may be assigned at the index one past the last. Keys and
// fields match exactly first, then regardless of case.

extension ArcadeWorkspace {
  /// The value of a global, such as `$layer`.
  mutating func named(_ number: Int) throws(ArcadeProblem) -> ArcadeValue {
    switch ArcadeGlobal.allCases[number] {
    case .feature: return .feature(.current)
    case .view: return run.context.viewScale.map(ArcadeValue.number) ?? .null
    case .layer:
      guard let table = run.heap.features[0].table, let tables = run.context.tables?.tables,
        tables.indices.contains(table)
      else { throw .unavailable(name: "$layer") }
      return try run.makeValue(HeldFeatureSet(table: table, rows: nil))
    case .map: return .tables(.map)
    case .datastore: return .tables(.datastore)
    }
  }

  mutating func replaceByMember(_ name: String) throws(ArcadeProblem) {
    let last = run.stack.count - 1
    run.stack[last] = try run.member(of: run.stack[last], name)
  }

  mutating func replaceByElement() throws(ArcadeProblem) {
    let index = run.stack.removeLast()
    let last = run.stack.count - 1
    switch run.stack[last] {
    case .array(let array):
      let count = run.heap.arrays[Int(array.slot)].count
      let element = try elementIndex(index, count: count, of: "an array")
      run.stack[last] = run.heap.arrays[Int(array.slot)][element]
    case .text(let text):
      let element = try elementIndex(index, count: text.utf16.count, of: "text")
      run.stack[last] = .text(text.utf16Slice(from: element, count: 1))
    case .null:
      throw .memberOfNull((try? run.text(of: index)) ?? index.kind)
    case let object:
      guard case .text(let name) = index else {
        throw .badIndex(found: index.kind, kind: object.kind)
      }
      run.stack[last] = try run.member(of: object, name)
    }
  }

  /// The index of an existing element.
  private func elementIndex(
    _ index: ArcadeValue, count: Int, of kind: String
  ) throws(ArcadeProblem) -> Int {
    let element = try insertionIndex(index, count: count, of: kind)
    guard element < count else { throw .indexOutside(index: element, count: count) }
    return element
  }

  /// The index to write an element at: 0 to `count`, where `count` appends.
  private func insertionIndex(
    _ index: ArcadeValue, count: Int, of kind: String
  ) throws(ArcadeProblem) -> Int {
    guard case .number(let number) = index else {
      throw .badIndex(found: index.kind, kind: kind)
    }
    guard let whole = Int(exactly: number) else {
      throw .badIndex(found: ArcadeNumber.text(number), kind: kind)
    }
    let element = whole < 0 ? whole + count : whole
    guard element >= 0, element <= count else {
      throw .indexOutside(index: whole, count: count)
    }
    return element
  }

  /// Pops a value and sets it as a member of the object below it.
  mutating func setMember(_ name: String) throws(ArcadeProblem) {
    let value = run.stack.removeLast()
    try set(value, in: run.stack[run.stack.count - 1], name)
    run.stack[run.stack.count - 1] = value
  }

  private mutating func set(
    _ value: ArcadeValue, in object: ArcadeValue, _ key: String
  ) throws(ArcadeProblem) {
    switch object {
    case .dictionary(let dictionary):
      try run.budget.charge(textBytes: key.utf8.count + 32)
      run.heap.dictionaries[Int(dictionary.slot)].set(key, value)
      guard run.heap.dictionaries[Int(dictionary.slot)].count <= run.budget.limits.arrayLength
      else {
        throw .arrayTooLong(limit: run.budget.limits.arrayLength)
      }
    case .null: throw .memberOfNull(key)
    case .feature(let feature) where run.heap.features[Int(feature.slot)].attributes != nil:
      try run.budget.charge(textBytes: key.utf8.count + 32)
      run.heap.features[Int(feature.slot)].attributes?.set(key, value)
    case .feature, .geometry, .featureSet: throw .immutable(kind: object.kind)
    default: throw .noMembers(kind: object.kind, member: key)
    }
  }

  /// Pops a value and an index, and sets an element of the object below them.
  mutating func setElement() throws(ArcadeProblem) {
    let value = run.stack.removeLast()
    let index = run.stack.removeLast()
    let last = run.stack.count - 1
    switch run.stack[last] {
    case .array(let array):
      let count = run.heap.arrays[Int(array.slot)].count
      let element = try insertionIndex(index, count: count, of: "an array")
      if element == count {
        try run.append(value, to: array)
      } else {
        run.heap.arrays[Int(array.slot)][element] = value
      }
    case let object:
      guard case .text(let key) = index else {
        throw .badIndex(found: index.kind, kind: object.kind)
      }
      try set(value, in: object, key)
    }
    run.stack[last] = value
  }

  // Loops over collections. The stack holds the collection and the position in it. A negative
  // position, -1 - n, stands for element n of an array, a positive one for index n itself.

  /// Prepares `for…in`: over the indexes of an array or text, the keys of a dictionary or feature in
  /// their order, or the features of a feature set. Other values have none.
  mutating func iterate() throws(ArcadeProblem) {
    let last = run.stack.count - 1
    switch run.stack[last] {
    case .array, .featureSet: run.stack.append(.number(0))
    case .text(let text): try iterate(over: (0..<text.utf16.count).map { .number($0) })
    case let other: try iterate(over: sortedKeys(of: other).map(ArcadeValue.text))
    }
  }

  /// Prepares `for…of`: over the elements of an array, the letters of a text, the features of a
  /// feature set, or `{key, value}` for each key of a dictionary or feature.
  mutating func iterateElements() throws(ArcadeProblem) {
    let last = run.stack.count - 1
    switch run.stack[last] {
    case .array: run.stack.append(.number(-1))
    case .featureSet: run.stack.append(.number(0))
    case .text(let text): try iterate(over: text.unicodeScalars.map { .text(String($0)) })
    case let other:
      var pairs: [ArcadeValue] = []
      for key in sortedKeys(of: other) {
        var entries = ArcadeEntries()
        entries.set("key", .text(key))
        entries.set("value", try run.member(of: other, key))
        pairs.append(try run.makeValue(entries))
      }
      try iterate(over: pairs)
    }
  }

  private mutating func iterate(over elements: [ArcadeValue]) throws(ArcadeProblem) {
    run.stack[run.stack.count - 1] = try run.makeValue(elements)
    run.stack.append(.number(-1))
  }

  /// The keys of a dictionary or the fields of a feature, sorted; none for other values.
  private func sortedKeys(of value: ArcadeValue) -> [String] {
    let keys =
      switch value {
      case .dictionary(let dictionary): run.entries(of: dictionary).keys
      case .feature(let feature): run.fieldNames(of: feature)
      default: [String]()
      }
    return keys.sorted { $0.precedesInUTF16($1) }
  }

  /// Pushes the next item of a loop.
  mutating func advance(orGoTo end: Int, _ next: inout Int) throws(ArcadeProblem) {
    let last = run.stack.count - 1
    guard case .number(let number) = run.stack[last] else { return }
    let position = number < 0 ? Int(-1 - number) : Int(number)
    let key: ArcadeValue?
    switch run.stack[last - 1] {
    case .array(let array):
      let elements = run.heap.arrays[Int(array.slot)]
      key =
        position >= elements.count ? nil : number < 0 ? elements[position] : .number(number)
    case .featureSet(let set): key = try run.row(at: position, of: set).map(ArcadeValue.feature)
    default: key = nil
    }
    guard let key else {
      next = end
      return
    }
    run.stack[last] = .number(number < 0 ? number - 1 : number + 1)
    run.stack.append(key)
  }
}

// Operators that make texts and collections.

extension ArcadeWorkspace {
  mutating func add() throws(ArcadeProblem) {
    let right = run.stack.removeLast()
    let last = run.stack.count - 1
    switch (run.stack[last], right) {
    case (.number(let one), .number(let two)): run.stack[last] = .number(one + two)
    case (.text(let one), _):
      var text = one
      // Release the stack's copy first, so that the text can grow in its buffer.
      run.stack[last] = .null
      text += try run.text(of: right)
      run.stack[last] = try run.makeValue(text)
    case (let one, .text(let two)):
      run.stack[last] = try run.makeValue(try run.text(of: one) + two)
    case (let one, let two): run.stack[last] = .number(one.asOperand + two.asOperand)
    }
  }

  /// Joins the texts of the topmost values.
  mutating func join(_ count: Int) throws(ArcadeProblem) {
    var text = ""
    for value in run.stack.suffix(count) { text += try run.text(of: value) }
    run.stack.removeLast(count)
    run.stack.append(try run.makeValue(text))
  }

  /// Replaces the topmost keys and values with a dictionary.
  mutating func makeDictionary(_ count: Int) throws(ArcadeProblem) {
    var entries = ArcadeEntries()
    let first = run.stack.count - 2 * count
    for keyIndex in stride(from: first, to: run.stack.count, by: 2) {
      guard case .text(let key) = run.stack[keyIndex] else { continue }
      entries.set(key, run.stack[keyIndex + 1])
    }
    run.stack.removeLast(2 * count)
    run.stack.append(try run.makeValue(entries))
  }
}
