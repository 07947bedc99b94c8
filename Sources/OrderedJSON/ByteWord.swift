/// Compares eight bytes at once in a 64-bit word, least significant byte first. In a mask, the top
/// bit of each matching byte is set, and no other. Unlike shorter formulas, this one has no false
/// matches.
@usableFromInline enum ByteWord {
  /// The top bit of each byte.
  @usableFromInline static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Returns a word of eight equal bytes.
  @inlinable @inline(__always) static func repeating(_ byte: UInt8) -> UInt64 {
    UInt64(byte) &* 0x0101_0101_0101_0101
  }

  /// Marks the bytes of `word` that are zero.
  @inlinable @inline(__always) static func zeros(_ word: UInt64) -> UInt64 {
    ~(((word & ~tops) &+ ~tops) | word | ~tops)
  }

  /// Marks the bytes of `word` that equal `byte`.
  @inlinable @inline(__always) static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    zeros(word ^ repeating(byte))
  }

  /// Marks the bytes of `word` that may be brackets: all of `{ } [ ]`, which are equal in all bits
  /// outside 0x26. Also marks `Y y _` and DEL, which JSON never has outside strings.
  @inlinable @inline(__always) static func bracketsAtLeast(_ word: UInt64) -> UInt64 {
    matches(word | repeating(0x26), 0x7F)
  }

  /// Marks zero bytes by the bits under `tops`. A byte of 1 above the first zero byte is marked
  /// too, so only the first mark is reliable.
  @inlinable @inline(__always) static func firstZero(_ word: UInt64) -> UInt64 {
    (word &- repeating(1)) & ~word
  }

  /// Marks the first byte of `word` that ends or breaks a run of plain string bytes: a quote,
  /// backslash or control character. Marks above the first mean nothing.
  @inlinable @inline(__always) static func firstStringStop(_ word: UInt64) -> UInt64 {
    let quotes = firstZero(word ^ repeating(0x22))
    let backslashes = firstZero(word ^ repeating(0x5C))
    let controls = (word &- repeating(0x20)) & ~word
    return (quotes | backslashes | controls) & tops
  }

  /// Returns the index of the first marked byte. The mask must not be zero.
  @inlinable @inline(__always) static func firstIndex(_ mask: UInt64) -> Int {
    mask.trailingZeroBitCount &>> 3
  }

  /// Returns the mask as eight bits, one for each byte.
  @inlinable @inline(__always) static func bits(_ mask: UInt64) -> UInt64 {
    ((mask &>> 7) &* 0x0102_0408_1020_4080) &>> 56
  }
}
