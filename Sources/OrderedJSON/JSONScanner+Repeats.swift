import Bytes

// Elements written by one program repeat each other's punctuation. The bytes between two values are
// often the same in the next element. Such bytes are compared, not parsed again.
extension JSONScanner {
  /// Skips the bytes at the position if they equal those of `earlier`. `earlier` is a range that
  /// `nextMember` skipped before, in the same bytes, at the same point of an object.
  @inlinable @inline(__always) package mutating func passRepeat(
    of earlier: Range<Int>, _ bytes: Span<UInt8>
  ) -> Bool {
    guard Self.repeats(earlier, at: position, in: bytes) else { return false }
    position &+= earlier.count
    isFirst = false
    return true
  }

  /// Returns whether the bytes of an earlier range occur again at `offset`. False for an empty
  /// range.
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
      guard isSameWord(start &+ index, as: offset &+ index, in: bytes) else { return false }
      index &+= 8
    }
    return isSameWord(start &+ last, as: offset &+ last, in: bytes)
  }

  @inlinable @inline(__always) static func isSameWord(
    _ one: Int, as other: Int, in bytes: Span<UInt8>
  ) -> Bool {
    bytes.littleEndianUInt64(at: one) == bytes.littleEndianUInt64(at: other)
  }
}
