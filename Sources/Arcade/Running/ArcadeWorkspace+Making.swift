import Geometry

// How functions make their results. All memory and work is counted against the limits of the run.

extension ArcadeWorkspace {
  /// Makes a text value.
  package mutating func makeValue(_ text: String) throws(ArcadeProblem) -> ArcadeValue {
    let count = text.utf8.count
    if count > 15 { try charge(textBytes: count) }
    return .text(text)
  }

  /// Makes an array value.
  package mutating func makeValue(_ elements: [ArcadeValue]) throws(ArcadeProblem) -> ArcadeValue {
    try charge(elements: elements.count)
    heap.arrays.append(elements)
    return .array(ArcadeArray(slot: Int32(heap.arrays.count - 1)))
  }

  /// Makes a dictionary value.
  package mutating func makeValue(_ entries: ArcadeEntries) throws(ArcadeProblem) -> ArcadeValue {
    try charge(elements: entries.count * 2)
    heap.dictionaries.append(entries)
    return .dictionary(ArcadeDictionary(slot: Int32(heap.dictionaries.count - 1)))
  }

  /// Makes a geometry value.
  package mutating func makeValue(_ geometry: HeldGeometry) throws(ArcadeProblem) -> ArcadeValue {
    .geometry(try store(geometry))
  }

  /// Stores a geometry in the heap and returns its reference.
  mutating func store(_ geometry: HeldGeometry) throws(ArcadeProblem) -> ArcadeGeometry {
    try charge(elements: geometry.geometry.coordinates.count)
    heap.geometries.append(geometry)
    return ArcadeGeometry(slot: Int32(heap.geometries.count - 1))
  }

  /// Counts the bytes of a text before it is made.
  package mutating func charge(textBytes count: Int) throws(ArcadeProblem) {
    guard count <= context.limits.textLength else {
      throw .textTooLong(limit: context.limits.textLength)
    }
    try charge(bytes: count)
  }

  /// Counts the elements of an array before it is made or grows by them.
  package mutating func charge(elements count: Int) throws(ArcadeProblem) {
    guard count <= context.limits.arrayLength else {
      throw .arrayTooLong(limit: context.limits.arrayLength)
    }
    try charge(bytes: 64 + count * MemoryLayout<ArcadeValue>.stride)
  }

  /// Counts bytes before they are used.
  mutating func charge(bytes count: Int) throws(ArcadeProblem) {
    bytesLeft -= count
    guard bytesLeft >= 0 else { throw .tooMuchMemory(limit: context.limits.bytes) }
    // Filling memory takes time, and time is counted in steps.
    try charge(steps: count / 64)
  }

  /// Counts steps of work.
  package mutating func charge(steps count: Int) throws(ArcadeProblem) {
    stepsLeft -= count
    guard stepsLeft >= 0 else { throw .tooManySteps(limit: context.limits.steps) }
  }
}

// The contents of references. A reference from an earlier run is empty.
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

  /// A geometry; nil for a reference from an earlier run.
  package func held(_ geometry: ArcadeGeometry) -> HeldGeometry? {
    let slot = Int(geometry.slot)
    return heap.geometries.indices.contains(slot) ? heap.geometries[slot] : nil
  }
}
