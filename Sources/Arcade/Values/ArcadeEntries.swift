/// The entries of a dictionary, in the order in which they were added.
package struct ArcadeEntries: Sendable {
  /// A key, compared by its bytes.
  struct Key: Hashable, Sendable {
    let text: String

    static func == (left: Key, right: Key) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  /// The keys, in order.
  package private(set) var keys: [String] = []
  /// The values, in the order of the keys.
  package private(set) var values: [ArcadeValue] = []
  /// The index of each key, once there are many keys.
  private var indexes: [Key: Int] = [:]
  /// The first index of each key in lower case, once there are many keys.
  private var foldedIndexes: [Key: Int] = [:]

  /// Up to this number, keys are searched one by one.
  private static let few = 12

  /// Makes an empty dictionary.
  package init() {}

  /// The number of entries.
  package var count: Int { keys.count }

  /// The index of a key. An exact match wins over one that differs in case.
  package func index(of key: String) -> Int? {
    if keys.count <= Self.few {
      if let exact = keys.firstIndex(where: { $0.utf8.elementsEqual(key.utf8) }) { return exact }
      let folded = key.lowercased()
      return keys.firstIndex { $0.lowercased().utf8.elementsEqual(folded.utf8) }
    }
    return indexes[Key(text: key)] ?? foldedIndexes[Key(text: key.lowercased())]
  }

  /// The value of a key.
  package subscript(key: String) -> ArcadeValue? { index(of: key).map { values[$0] } }

  /// Sets the value of a key. An existing key keeps its position and spelling.
  package mutating func set(_ key: String, _ value: ArcadeValue) {
    if let index = index(of: key) {
      values[index] = value
    } else {
      keys.append(key)
      values.append(value)
      if keys.count > Self.few { indexKeys() }
    }
  }

  /// Removes a key, if it exists.
  package mutating func remove(_ key: String) {
    guard let index = index(of: key) else { return }
    keys.remove(at: index)
    values.remove(at: index)
    (indexes, foldedIndexes) = ([:], [:])
    if keys.count > Self.few { indexKeys() }
  }

  /// Adds the keys that the index tables do not have yet.
  private mutating func indexKeys() {
    for index in indexes.count..<keys.count {
      indexes[Key(text: keys[index])] = index
      let folded = Key(text: keys[index].lowercased())
      if foldedIndexes[folded] == nil { foldedIndexes[folded] = index }
    }
  }
}
