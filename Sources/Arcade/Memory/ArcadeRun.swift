import Geometry
package import OrderedJSON

/// A run of an expression as its functions see it: what they know, read, make and may still use.
///
/// Functions read their arguments from the stack. What they make is in the heap, and all memory and
/// work is counted against the budget. Calls, jumps and variables belong to `ArcadeWorkspace`.
package struct ArcadeRun: Sendable {
  /// The most messages of `Console` that are kept.
  package static let mostMessages = 100

  /// What runs know apart from the feature.
  package var context: ArcadeContext
  /// The messages of `Console` from the last run.
  package internal(set) var messages: [String] = []
  var heap = ArcadeHeap()
  /// The operands, and the local variables of each active call below its operands.
  var stack: [ArcadeValue] = []
  var budget: ArcadeBudget
  /// The transformations between spatial references by their codes; nil where there is none.
  var transforms: [[Int]: CoordinateTransform?] = [:]

  init(context: ArcadeContext) {
    self.context = context
    budget = ArcadeBudget(context.limits)
  }

  /// Empties the memory for a new run, and keeps `$feature`.
  mutating func start() {
    heap.empty()
    if !messages.isEmpty { messages.removeAll() }
    stack.removeAll(keepingCapacity: true)
    budget = ArcadeBudget(context.limits)
  }

  // Values that functions make.

  /// Makes a text value.
  mutating func makeValue(_ text: String) throws(ArcadeProblem) -> ArcadeValue {
    let count = text.utf8.count
    if count > 15 { try budget.charge(textBytes: count) }
    return .text(text)
  }

  /// Makes an array value.
  mutating func makeValue(_ elements: [ArcadeValue]) throws(ArcadeProblem) -> ArcadeValue {
    try budget.charge(elements: elements.count)
    heap.arrays.append(elements)
    return .array(ArcadeArray(slot: Int32(heap.arrays.count - 1)))
  }

  /// Makes a dictionary value.
  mutating func makeValue(_ entries: ArcadeEntries) throws(ArcadeProblem) -> ArcadeValue {
    try budget.charge(elements: entries.count * 2)
    heap.dictionaries.append(entries)
    return .dictionary(ArcadeDictionary(slot: Int32(heap.dictionaries.count - 1)))
  }

  /// Makes a geometry value.
  mutating func makeValue(_ geometry: HeldGeometry) throws(ArcadeProblem) -> ArcadeValue {
    .geometry(try store(geometry))
  }

  /// Stores a geometry in the heap and returns its reference.
  mutating func store(_ geometry: HeldGeometry) throws(ArcadeProblem) -> ArcadeGeometry {
    try budget.charge(elements: geometry.geometry.coordinates.count)
    heap.geometries.append(geometry)
    return ArcadeGeometry(slot: Int32(heap.geometries.count - 1))
  }

  /// Appends a value to an array.
  mutating func append(_ value: ArcadeValue, to array: ArcadeArray) throws(ArcadeProblem) {
    guard heap.arrays[Int(array.slot)].count < budget.limits.arrayLength else {
      throw .arrayTooLong(limit: budget.limits.arrayLength)
    }
    try budget.charge(textBytes: 32)
    heap.arrays[Int(array.slot)].append(value)
  }

  /// The value converted to text (Arcade: type casting, text). Null becomes empty text. Numbers are
  /// written as in JavaScript, dates in ISO 8601, collections as JSON.
  package mutating func text(of value: ArcadeValue) throws(ArcadeProblem) -> String {
    switch value {
    case .null: ""
    case .text(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): ArcadeNumber.text(value)
    case .date(let date): date.text(in: context.zones)
    case .day(let day): day.text
    case .time(let time): time.text
    case .array, .dictionary, .feature, .geometry: try ArcadeJSON.text(of: value, in: &self)
    case .featureSet, .tables, .function: "object, " + value.kind
    }
  }

  /// Converts a value to JSON (Arcade: type casting, text of dictionaries, arrays and features).
  ///
  /// - Throws: `nestedTooDeep` for a value that contains itself; the errors of limits.
  package mutating func json(of value: ArcadeValue) throws(ArcadeProblem) -> JSON {
    try ArcadeJSON.json(of: value, in: &self)
  }
}

// The contents of references. A reference from an earlier run is empty.
extension ArcadeRun {
  /// The elements of an array.
  package func elements(of array: ArcadeArray) -> [ArcadeValue] {
    let slot = Int(array.slot)
    return heap.arrays.indices.contains(slot) ? heap.arrays[slot] : []
  }

  /// The entries of a dictionary.
  package func entries(of dictionary: ArcadeDictionary) -> ArcadeEntries {
    let slot = Int(dictionary.slot)
    return heap.dictionaries.indices.contains(slot) ? heap.dictionaries[slot] : ArcadeEntries()
  }

  /// A geometry; nil for a reference from an earlier run.
  func held(_ geometry: ArcadeGeometry) -> HeldGeometry? {
    let slot = Int(geometry.slot)
    return heap.geometries.indices.contains(slot) ? heap.geometries[slot] : nil
  }
}
