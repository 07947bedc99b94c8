import Bytes

/// The names of a table's columns, for looking up keys that mostly come in the same order.
struct KeyTable: Sendable {
  private(set) var names: [[UInt8]]

  /// A column that the source lacks gets a name no key can have, for 0xFF is never UTF-8.
  init(_ names: [String?] = []) {
    self.names = names.map { name in name.map { Array($0.utf8) } ?? [0xFF] }
  }

  /// The column of a key. `expected` is the column it probably has; it is moved to the next one.
  func index(of key: Span<UInt8>, expected: inout Int) -> Int? {
    if expected < names.count, isName(expected, key) {
      expected += 1
      return expected - 1
    }
    // Keys that were left out are passed over; keys in another order are found from the start.
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
