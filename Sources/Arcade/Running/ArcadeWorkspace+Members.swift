import FeatureData
import MapModel

// Members and elements (Arcade: arrays, dictionaries, features). Elements count from 0; a negative
// index counts from the end. An element may be assigned at the index one past the last. Keys and
// fields match exactly first, then regardless of case.

extension ArcadeWorkspace {
  /// A field of `$feature`, by the column that it had when the expression was compiled.
  mutating func field(_ column: Int, of schema: ArcadeSchema?) throws(ArcadeProblem)
    -> ArcadeValue
  {
    guard let schema else { return .null }
    let value: ArcadeValue
    if heap.features[0].schema === schema {
      value = heap.features[0].value(of: schema.cells[column])
    } else {
      value = try member(of: .current, named: schema.columns[column].field.name)
    }
    if case .text(let text) = value, text.utf8.count > 15 { try charge(textBytes: text.utf8.count) }
    return value
  }

  /// An attribute of a feature by its name.
  mutating func member(of feature: ArcadeFeature, named name: String) throws(ArcadeProblem)
    -> ArcadeValue
  {
    let slot = Int(feature.slot)
    guard heap.features.indices.contains(slot) else { throw .memberOfNull(name) }
    if let attributes = heap.features[slot].attributes {
      guard let value = attributes[name] else { throw .unknownField(name: name, layer: "") }
      return value
    }
    guard let schema = heap.features[slot].schema else { throw .memberOfNull(name) }
    guard let column = schema.column(named: name) else {
      throw .unknownField(name: name, layer: schema.title)
    }
    return heap.features[slot].value(of: schema.cells[column])
  }

  /// The value of a global, such as `$layer`.
  mutating func named(_ number: Int) throws(ArcadeProblem) -> ArcadeValue {
    switch ArcadeGlobal.allCases[number] {
    case .feature: return .feature(.current)
    case .view: return context.viewScale.map(ArcadeValue.number) ?? .null
    case .layer:
      guard let table = heap.features[0].table, let tables = context.tables?.tables,
        tables.indices.contains(table)
      else { throw .unavailable(name: "$layer") }
      return try makeValue(HeldFeatureSet(table: table, rows: nil))
    case .map: return .tables(.map)
    case .datastore: return .tables(.datastore)
    }
  }

  /// The value of a member by its name.
  mutating func member(of object: ArcadeValue, _ name: String) throws(ArcadeProblem)
    -> ArcadeValue
  {
    switch object {
    case .dictionary(let dictionary):
      guard let value = heap.dictionaries[Int(dictionary.slot)][name] else {
        throw .unknownKey(name)
      }
      return value
    case .feature(let feature): return try member(of: feature, named: name)
    case .geometry(let geometry): return try member(of: geometry, named: name)
    case .null: throw .memberOfNull(name)
    default: throw .noMembers(kind: object.kind, member: name)
    }
  }

  mutating func replaceByMember(_ name: String) throws(ArcadeProblem) {
    let last = stack.count - 1
    stack[last] = try member(of: stack[last], name)
  }

  mutating func replaceByElement() throws(ArcadeProblem) {
    let index = stack.removeLast()
    let last = stack.count - 1
    switch stack[last] {
    case .array(let array):
      let count = heap.arrays[Int(array.slot)].count
      let element = try elementIndex(index, count: count, of: "an array")
      stack[last] = heap.arrays[Int(array.slot)][element]
    case .text(let text):
      let element = try elementIndex(index, count: text.utf16.count, of: "text")
      stack[last] = .text(text.utf16Slice(from: element, count: 1))
    case .null:
      throw .memberOfNull((try? self.text(of: index)) ?? index.kind)
    case let object:
      guard case .text(let name) = index else {
        throw .badIndex(found: index.kind, kind: object.kind)
      }
      stack[last] = try member(of: object, name)
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
    let value = stack.removeLast()
    try set(value, in: stack[stack.count - 1], name)
    stack[stack.count - 1] = value
  }

  private mutating func set(
    _ value: ArcadeValue, in object: ArcadeValue, _ key: String
  ) throws(ArcadeProblem) {
    switch object {
    case .dictionary(let dictionary):
      try charge(textBytes: key.utf8.count + 32)
      heap.dictionaries[Int(dictionary.slot)].set(key, value)
      guard heap.dictionaries[Int(dictionary.slot)].count <= context.limits.arrayLength else {
        throw .arrayTooLong(limit: context.limits.arrayLength)
      }
    case .null: throw .memberOfNull(key)
    case .feature(let feature) where heap.features[Int(feature.slot)].attributes != nil:
      try charge(textBytes: key.utf8.count + 32)
      heap.features[Int(feature.slot)].attributes?.set(key, value)
    case .feature, .geometry, .featureSet: throw .immutable(kind: object.kind)
    default: throw .noMembers(kind: object.kind, member: key)
    }
  }

  /// Pops a value and an index, and sets an element of the object below them.
  mutating func setElement() throws(ArcadeProblem) {
    let value = stack.removeLast()
    let index = stack.removeLast()
    let last = stack.count - 1
    switch stack[last] {
    case .array(let array):
      let count = heap.arrays[Int(array.slot)].count
      let element = try insertionIndex(index, count: count, of: "an array")
      if element == count {
        try append(value, to: array)
      } else {
        heap.arrays[Int(array.slot)][element] = value
      }
    case let object:
      guard case .text(let key) = index else {
        throw .badIndex(found: index.kind, kind: object.kind)
      }
      try set(value, in: object, key)
    }
    stack[last] = value
  }

  /// Appends a value to an array.
  mutating func append(_ value: ArcadeValue, to array: ArcadeArray) throws(ArcadeProblem) {
    guard heap.arrays[Int(array.slot)].count < context.limits.arrayLength else {
      throw .arrayTooLong(limit: context.limits.arrayLength)
    }
    try charge(textBytes: 32)
    heap.arrays[Int(array.slot)].append(value)
  }

  // The `for…in` loop. The stack holds the collection and the position in it.

  mutating func iterate() throws(ArcadeProblem) {
    switch stack[stack.count - 1] {
    case .array, .dictionary, .feature, .featureSet: stack.append(.number(0))
    case let other: throw .notIterable(found: other.kind)
    }
  }

  /// Pushes the next item of a `for…in` loop: an index of an array, a key of a dictionary, a field
  /// name of a feature, or a feature of a feature set.
  mutating func advance(orGoTo end: Int, _ next: inout Int) throws(ArcadeProblem) {
    let last = stack.count - 1
    guard case .number(let number) = stack[last] else { return }
    let position = Int(number)
    let key: ArcadeValue?
    switch stack[last - 1] {
    case .array(let array):
      key = position < heap.arrays[Int(array.slot)].count ? .number(number) : nil
    case .dictionary(let dictionary):
      let keys = heap.dictionaries[Int(dictionary.slot)].keys
      key = position < keys.count ? .text(keys[position]) : nil
    case .feature(let feature):
      let names = fieldNames(of: feature)
      key = position < names.count ? .text(names[position]) : nil
    case .featureSet(let set): key = try row(at: position, of: set).map(ArcadeValue.feature)
    default: key = nil
    }
    guard let key else {
      next = end
      return
    }
    stack[last] = .number(number + 1)
    stack.append(key)
  }

  /// The names of a feature's fields, in order.
  package func fieldNames(of feature: ArcadeFeature) -> [String] {
    let slot = Int(feature.slot)
    guard heap.features.indices.contains(slot) else { return [] }
    if let attributes = heap.features[slot].attributes { return attributes.keys }
    return heap.features[slot].schema?.columns.map(\.field.name) ?? []
  }
}
