import Geometry

// What functions make their results by: everything is counted against the limits of the run.

extension ArcadeWorkspace {
  /// A text as a value.
  package mutating func makeValue(_ text: String) throws(ArcadeProblem) -> ArcadeValue {
    let count = text.utf8.count
    if count > 15 { try charge(textBytes: count) }
    return .text(text)
  }

  /// An array as a value.
  package mutating func makeValue(_ elements: [ArcadeValue]) throws(ArcadeProblem) -> ArcadeValue {
    try charge(elements: elements.count)
    heap.arrays.append(elements)
    return .array(ArcadeArray(slot: Int32(heap.arrays.count - 1)))
  }

  /// A dictionary as a value.
  package mutating func makeValue(_ entries: ArcadeEntries) throws(ArcadeProblem) -> ArcadeValue {
    try charge(elements: entries.count * 2)
    heap.dictionaries.append(entries)
    return .dictionary(ArcadeDictionary(slot: Int32(heap.dictionaries.count - 1)))
  }

  /// A geometry as a value.
  package mutating func makeValue(_ geometry: HeldGeometry) throws(ArcadeProblem) -> ArcadeValue {
    .geometry(try store(geometry))
  }

  /// The place of a geometry that is put into memory.
  mutating func store(_ geometry: HeldGeometry) throws(ArcadeProblem) -> ArcadeGeometry {
    try charge(elements: geometry.geometry.coordinates.count)
    heap.geometries.append(geometry)
    return ArcadeGeometry(slot: Int32(heap.geometries.count - 1))
  }

  /// Counts the bytes of a text that is about to be made.
  package mutating func charge(textBytes count: Int) throws(ArcadeProblem) {
    guard count <= context.limits.textLength else {
      throw .textTooLong(limit: context.limits.textLength)
    }
    try charge(bytes: count)
  }

  /// Counts the elements of an array that is about to be made, or to grow by them.
  package mutating func charge(elements count: Int) throws(ArcadeProblem) {
    guard count <= context.limits.arrayLength else {
      throw .arrayTooLong(limit: context.limits.arrayLength)
    }
    try charge(bytes: 64 + count * MemoryLayout<ArcadeValue>.stride)
  }

  /// Counts bytes that are about to be taken.
  mutating func charge(bytes count: Int) throws(ArcadeProblem) {
    bytesLeft -= count
    guard bytesLeft >= 0 else { throw .tooMuchMemory(limit: context.limits.bytes) }
    // Making much takes time, and time is counted in steps.
    try charge(steps: count / 64)
  }

  /// Counts steps of work.
  package mutating func charge(steps count: Int) throws(ArcadeProblem) {
    stepsLeft -= count
    guard stepsLeft >= 0 else { throw .tooManySteps(limit: context.limits.steps) }
  }
}

// What values of places hold; nothing for values of an earlier run.
extension ArcadeWorkspace {
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

  /// A geometry; nil for one of an earlier run.
  package func held(_ geometry: ArcadeGeometry) -> HeldGeometry? {
    let slot = Int(geometry.slot)
    return heap.geometries.indices.contains(slot) ? heap.geometries[slot] : nil
  }
}
