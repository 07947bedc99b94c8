/// The entries of a dictionary, in the order in which they came.
package struct ArcadeEntries: Sendable {
  /// A key; equal when the bytes are.
  struct Key: Hashable, Sendable {
    let text: String

    static func == (left: Key, right: Key) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  /// The keys, in order.
  package private(set) var keys: [String] = []
  /// The values, as the keys.
  package private(set) var values: [ArcadeValue] = []
  /// The places of the keys, once there are many.
  private var indexes: [Key: Int] = [:]
  /// The first places of the keys in lower case, once there are many.
  private var foldedIndexes: [Key: Int] = [:]

  /// Up to so many keys are looked through one by one.
  private static let few = 12

  /// No entries.
  package init() {}

  /// How many entries there are.
  package var count: Int { keys.count }

  /// The place of a key: the same letters first, then the same but for their case.
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

  /// Gives a key its value: one that is there keeps its place and spelling.
  package mutating func set(_ key: String, _ value: ArcadeValue) {
    if let index = index(of: key) {
      values[index] = value
    } else {
      keys.append(key)
      values.append(value)
      if keys.count > Self.few { indexKeys() }
    }
  }

  /// Takes a key out, if it is there.
  package mutating func remove(_ key: String) {
    guard let index = index(of: key) else { return }
    keys.remove(at: index)
    values.remove(at: index)
    (indexes, foldedIndexes) = ([:], [:])
    if keys.count > Self.few { indexKeys() }
  }

  /// Adds what the tables of places lack.
  private mutating func indexKeys() {
    for index in indexes.count..<keys.count {
      indexes[Key(text: keys[index])] = index
      let folded = Key(text: keys[index].lowercased())
      if foldedIndexes[folded] == nil { foldedIndexes[folded] = index }
    }
  }
}
