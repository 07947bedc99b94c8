import Bytes

/// The ids of records in links. These are the object ids if they are unique and fit into 32 bits,
/// otherwise the row numbers in the store.
struct RecordIDs: Sendable {
  /// The id of each row.
  private let numbers: [Int64]

  /// - Parameters:
  ///   - objectIDs: Nil for rows without an id; empty for a table without the field.
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

  /// Whether all ids fit into 32 bits.
  var areSmall: Bool { numbers.allSatisfy { $0 >= 0 && $0 <= Int64(UInt32.max) } }

  /// The rows in the order of their ids.
  var order: [Int] {
    numbers.indices.sorted { numbers[$0] < numbers[$1] }
  }

  /// Returns the ids of some rows with 32 bits each, little-endian.
  func array(_ order: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(order.count * 4)
    for row in order { bytes.append(littleEndian: UInt32(truncatingIfNeeded: numbers[row])) }
    return bytes
  }

  /// Returns the ids of some rows as a JSON array. Numbers too large for a script are written as
  /// texts.
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
