import Bytes

/// What records are called in links: their object ids where every one is its own and fits in 32
/// bits, else the numbers of their rows in the store.
struct RecordIDs: Sendable {
  /// By row.
  private let numbers: [Int64]

  /// - Parameters:
  ///   - objectIDs: nil for rows without; empty for a table without the field.
  init(objectIDs: [Int64?], rowIDs: [Int64]) {
    numbers = Self.usable(objectIDs, count: rowIDs.count) ?? rowIDs
  }

  private static func usable(_ ids: [Int64?], count: Int) -> [Int64]? {
    guard ids.count == count else { return nil }
    var plain: [Int64] = []
    plain.reserveCapacity(count)
    for id in ids {
      guard let id, id >= 0, id <= Int64(UInt32.max) else { return nil }
      plain.append(id)
    }
    let sorted = plain.sorted()
    for index in sorted.indices.dropFirst() where sorted[index] == sorted[index - 1] { return nil }
    return plain
  }

  subscript(row: Int) -> Int64 { numbers[row] }

  /// Whether 32 bits hold every id.
  var areSmall: Bool { numbers.allSatisfy { $0 >= 0 && $0 <= Int64(UInt32.max) } }

  /// The rows by their ids.
  var order: [Int] {
    numbers.indices.sorted { numbers[$0] < numbers[$1] }
  }

  /// The ids of some rows, 32 bits each, little-endian.
  func array(_ order: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(order.count * 4)
    for row in order { bytes.append(littleEndian: UInt32(truncatingIfNeeded: numbers[row])) }
    return bytes
  }

  /// The ids of some rows as a JSON array; texts where numbers would not be exact in a script.
  func json(_ rows: some Sequence<Int>) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for row in rows {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      let number = numbers[row]
      let isExact = number.magnitude <= 1 << 53
      if !isExact { bytes.append(UInt8(ascii: "\"")) }
      bytes += String(number).utf8
      if !isExact { bytes.append(UInt8(ascii: "\"")) }
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }
}
