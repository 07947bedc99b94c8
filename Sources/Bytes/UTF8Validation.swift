/// Checks that bytes are well-formed UTF-8 (Unicode 15 table 3-7: no overlong forms, no
/// surrogates, nothing above U+10FFFF).
package enum UTF8Validation {
  /// Returns whether every byte belongs to a well-formed sequence.
  package static func isValid(_ bytes: Span<UInt8>) -> Bool { firstInvalid(bytes) == nil }

  /// Returns the text with U+FFFD for each malformed sequence, or nil when it is already
  /// well-formed.
  package static func repaired(_ bytes: Span<UInt8>) -> [UInt8]? {
    isValid(bytes) ? nil : Array(String(decoding: bytes.copied(), as: UTF8.self).utf8)
  }

  /// Returns the offset of the first sequence that is malformed or cut off.
  package static func firstInvalid(_ bytes: Span<UInt8>) -> Int? {
    var index = 0
    let count = bytes.count
    while index < count {
      // Eight ASCII bytes at a time, because most text is ASCII.
      while index &+ 8 <= count,
        bytes.load(UInt64.self, at: index) & 0x8080_8080_8080_8080 == 0
      {
        index &+= 8
      }
      guard index < count else { return nil }
      let first = bytes[index]
      if first < 0x80 {
        index &+= 1
        continue
      }
      guard let length = sequenceLength(bytes, at: index, first: first) else { return index }
      index &+= length
    }
    return nil
  }

  /// Returns whether no byte has its high bit set.
  package static func isASCII(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index &+ 8 <= bytes.count {
      if bytes.load(UInt64.self, at: index) & 0x8080_8080_8080_8080 != 0 { return false }
      index &+= 8
    }
    while index < bytes.count {
      if bytes[index] >= 0x80 { return false }
      index &+= 1
    }
    return true
  }

  /// Returns the length of the well-formed sequence of two to four bytes at `index`, or nil.
  private static func sequenceLength(
    _ bytes: Span<UInt8>, at index: Int, first: UInt8
  ) -> Int? {
    let length: Int
    // After some first bytes, the range of the second byte is narrower.
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { low = 0xA0 }
      if first == 0xED { high = 0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { low = 0x90 }
      if first == 0xF4 { high = 0x8F }
    default: return nil
    }
    guard bytes.count &- index >= length else { return nil }
    let second = bytes[index &+ 1]
    guard second >= low, second <= high else { return nil }
    for offset in 2..<max(length, 2) where bytes[index &+ offset] & 0xC0 != 0x80 { return nil }
    return length
  }
}
