import Geometry

// What functions make their results by: everything is counted against the limits of the run.

extension ArcadeWorkspace {
  /// A text as a value.
  package mutating func made(_ text: String) throws(ArcadeProblem) -> ArcadeValue {
    let count = text.utf8.count
    if count > 15 { try hold(text: count) }
    return .text(text)
  }

  /// An array as a value.
  package mutating func made(_ elements: [ArcadeValue]) throws(ArcadeProblem) -> ArcadeValue {
    try hold(elements: elements.count)
    heap.arrays.append(elements)
    return .array(ArcadeArray(place: Int32(heap.arrays.count - 1)))
  }

  /// A dictionary as a value.
  package mutating func made(_ entries: ArcadeEntries) throws(ArcadeProblem) -> ArcadeValue {
    try hold(elements: entries.count * 2)
    heap.dictionaries.append(entries)
    return .dictionary(ArcadeDictionary(place: Int32(heap.dictionaries.count - 1)))
  }

  /// A geometry as a value.
  package mutating func made(_ geometry: HeldGeometry) throws(ArcadeProblem) -> ArcadeValue {
    .geometry(try kept(geometry))
  }

  /// The place of a geometry that is put into memory.
  mutating func kept(_ geometry: HeldGeometry) throws(ArcadeProblem) -> ArcadeGeometry {
    try hold(elements: geometry.geometry.coordinates.count)
    heap.geometries.append(geometry)
    return ArcadeGeometry(place: Int32(heap.geometries.count - 1))
  }

  /// Counts the bytes of a text that is about to be made.
  package mutating func hold(text count: Int) throws(ArcadeProblem) {
    guard count <= context.limits.textLength else {
      throw .textTooLong(limit: context.limits.textLength)
    }
    try hold(bytes: count)
  }

  /// Counts the elements of an array that is about to be made, or to grow by them.
  package mutating func hold(elements count: Int) throws(ArcadeProblem) {
    guard count <= context.limits.arrayLength else {
      throw .arrayTooLong(limit: context.limits.arrayLength)
    }
    try hold(bytes: 64 + count * MemoryLayout<ArcadeValue>.stride)
  }

  /// Counts bytes that are about to be taken.
  mutating func hold(bytes count: Int) throws(ArcadeProblem) {
    bytesLeft -= count
    guard bytesLeft >= 0 else { throw .tooMuchMemory(limit: context.limits.bytes) }
    // Making much takes time, and time is counted in steps.
    try take(steps: count / 64)
  }

  /// Counts steps of work.
  package mutating func take(steps count: Int) throws(ArcadeProblem) {
    stepsLeft -= count
    guard stepsLeft >= 0 else { throw .tooManySteps(limit: context.limits.steps) }
  }
}

// What values of places hold; nothing for values of an earlier run.
extension ArcadeWorkspace {
  /// The elements of an array.
  package func elements(of array: ArcadeArray) -> [ArcadeValue] {
    let place = Int(array.place)
    return heap.arrays.indices.contains(place) ? heap.arrays[place] : []
  }

  /// The entries of a dictionary.
  package func entries(of dictionary: ArcadeDictionary) -> ArcadeEntries {
    let place = Int(dictionary.place)
    return heap.dictionaries.indices.contains(place) ? heap.dictionaries[place] : ArcadeEntries()
  }

  /// A geometry; nil for one of an earlier run.
  package func held(_ geometry: ArcadeGeometry) -> HeldGeometry? {
    let place = Int(geometry.place)
    return heap.geometries.indices.contains(place) ? heap.geometries[place] : nil
  }
}
