import Bytes

/// Numbers byte strings in the order they are first seen. It is a hash table over one flat buffer.
struct ByteDictionary: Sendable {
  private var bytes: [UInt8] = []
  private var starts = [0]
  /// The number plus one in each slot; zero if the slot is free.
  private var table: [UInt32]

  init(capacity: Int = 64) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    table = [UInt32](repeating: 0, count: size)
  }

  var count: Int { starts.count - 1 }

  /// Returns the byte string of a number.
  func value(_ number: Int) -> ArraySlice<UInt8> { bytes[starts[number]..<starts[number + 1]] }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    for slot in table.indices { table[slot] = 0 }
  }

  /// Returns the number of a byte string. A new string gets the next number.
  mutating func number(of value: Span<UInt8>) -> Int {
    if (count + 1) * 2 > table.count { grow() }
    var slot = Int(truncatingIfNeeded: Self.hash(value)) & (table.count - 1)
    while table[slot] != 0 {
      let number = Int(table[slot]) - 1
      if bytes.span.extracting(starts[number]..<starts[number + 1]).isEqual(to: value) {
        return number
      }
      slot = (slot + 1) & (table.count - 1)
    }
    bytes.append(value)
    starts.append(bytes.count)
    table[slot] = UInt32(count)
    return count - 1
  }

  private mutating func grow() {
    var larger = [UInt32](repeating: 0, count: table.count * 2)
    for number in 0..<count {
      let value = bytes.span.extracting(starts[number]..<starts[number + 1])
      var slot = Int(truncatingIfNeeded: Self.hash(value)) & (larger.count - 1)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = UInt32(number + 1)
    }
    table = larger
  }

  /// FNV-1a, eight bytes at a time, with the high bits mixed in.
  private static func hash(_ value: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var position = 0
    while position + 8 <= value.count {
      hash = (hash ^ value.bigEndianUInt64(at: position)) &* 0x100_0000_01B3
      hash ^= hash >> 29
      position += 8
    }
    while position < value.count {
      hash = (hash ^ UInt64(value[position])) &* 0x100_0000_01B3
      position += 1
    }
    hash ^= hash >> 32
    return hash &* 0x9E37_79B9_7F4A_7C15 >> 20
  }
}
