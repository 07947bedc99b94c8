import Bytes

/// The names of a table's columns, for looking up keys that are mostly in the same order.
struct KeyTable: Sendable {
  private(set) var names: [[UInt8]]

  /// Creates a table. A column that the source lacks gets a name that no key can have, because 0xFF
  /// is never UTF-8.
  init(_ names: [String?] = []) {
    self.names = names.map { name in name.map { Array($0.utf8) } ?? [0xFF] }
  }

  /// Returns the column of a key. `expected` is the likely column, and is moved to the next one.
  func index(of key: Span<UInt8>, expected: inout Int) -> Int? {
    if expected < names.count, isName(expected, key) {
      expected += 1
      return expected - 1
    }
    // Skips keys that were omitted. Keys in another order are searched for from the start.
    let start = min(expected, names.count)
    for index in start..<names.count where isName(index, key) {
      expected = index + 1
      return index
    }
    for index in 0..<start where isName(index, key) {
      expected = index + 1
      return index
    }
    return nil
  }

  private func isName(_ index: Int, _ key: Span<UInt8>) -> Bool {
    let name = names[index]
    return key.isEqual(to: name.span)
  }

  mutating func append(_ key: [UInt8]) -> Int {
    names.append(key)
    return names.count - 1
  }
}
