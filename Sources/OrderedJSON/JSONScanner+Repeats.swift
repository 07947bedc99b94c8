import Bytes

// Elements written by one program repeat each other's punctuation: what stood between two values
// of one stands between the same two values of the next. Bytes that were read once need not be
// read again where they stand again.
extension JSONScanner {
  /// Passes the bytes from the position on when they are those of `earlier`: what was passed
  /// before, in the same bytes, at the same point of an object, by `nextMember`.
  @inlinable @inline(__always) package mutating func passRepeat(
    of earlier: Range<Int>, _ bytes: Span<UInt8>
  ) -> Bool {
    guard Self.repeats(earlier, at: position, in: bytes) else { return false }
    position &+= earlier.count
    isFirst = false
    return true
  }

  /// Whether the bytes of an earlier range stand again at `offset`; an empty range never does.
  @inlinable static func repeats(
    _ earlier: Range<Int>, at offset: Int, in bytes: Span<UInt8>
  ) -> Bool {
    let length = earlier.count
    guard length > 0, earlier.upperBound <= offset, offset &+ length <= bytes.count else {
      return false
    }
    let start = earlier.lowerBound
    guard length >= 8 else {
      for index in 0..<length where bytes[start &+ index] != bytes[offset &+ index] {
        return false
      }
      return true
    }
    // The last eight bytes may overlap those before them.
    let last = length &- 8
    var index = 0
    while index < last {
      guard isSameWord(start &+ index, offset &+ index, in: bytes) else { return false }
      index &+= 8
    }
    return isSameWord(start &+ last, offset &+ last, in: bytes)
  }

  @inlinable @inline(__always) static func isSameWord(
    _ one: Int, _ other: Int, in bytes: Span<UInt8>
  ) -> Bool {
    bytes.littleEndianUInt64(at: one) == bytes.littleEndianUInt64(at: other)
  }
}
