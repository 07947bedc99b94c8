import Bytes

/// Numbers byte strings in the order they are first seen: a hash table over one flat buffer.
struct ByteDictionary: Sendable {
  private var bytes: [UInt8] = []
  private var starts = [0]
  /// By place in the table: the number plus one, or zero.
  private var table: [UInt32]

  init(capacity: Int = 64) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    table = [UInt32](repeating: 0, count: size)
  }

  var count: Int { starts.count - 1 }

  /// The byte string of a number.
  func value(_ number: Int) -> ArraySlice<UInt8> { bytes[starts[number]..<starts[number + 1]] }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    for place in table.indices { table[place] = 0 }
  }

  /// The number of a byte string, which gets the next one if it is new.
  mutating func number(of value: Span<UInt8>) -> Int {
    if (count + 1) * 2 > table.count { grow() }
    var place = Int(truncatingIfNeeded: Self.hash(value)) & (table.count - 1)
    while table[place] != 0 {
      let number = Int(table[place]) - 1
      if bytes.span.extracting(starts[number]..<starts[number + 1]).isEqual(to: value) {
        return number
      }
      place = (place + 1) & (table.count - 1)
    }
    bytes.append(value)
    starts.append(bytes.count)
    table[place] = UInt32(count)
    return count - 1
  }

  private mutating func grow() {
    var larger = [UInt32](repeating: 0, count: table.count * 2)
    for number in 0..<count {
      let value = bytes.span.extracting(starts[number]..<starts[number + 1])
      var place = Int(truncatingIfNeeded: Self.hash(value)) & (larger.count - 1)
      while larger[place] != 0 { place = (place + 1) & (larger.count - 1) }
      larger[place] = UInt32(number + 1)
    }
    table = larger
  }

  /// FNV-1a, eight bytes at a time, with the high bits mixed in.
  private static func hash(_ value: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var at = 0
    while at + 8 <= value.count {
      hash = (hash ^ value.bigEndianUInt64(at: at)) &* 0x100_0000_01B3
      hash ^= hash >> 29
      at += 8
    }
    while at < value.count {
      hash = (hash ^ UInt64(value[at])) &* 0x100_0000_01B3
      at += 1
    }
    hash ^= hash >> 32
    return hash &* 0x9E37_79B9_7F4A_7C15 >> 20
  }
}
