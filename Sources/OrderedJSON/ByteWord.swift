/// Eight bytes compared at once in a 64-bit word, least significant byte first. A mask has the top
/// bit of each matching byte set, and no other: exact, without the false hits of the shorter
/// formula.
@usableFromInline enum ByteWord {
  /// The top bit of each byte.
  @usableFromInline static let tops: UInt64 = 0x8080_8080_8080_8080

  /// A word of eight equal bytes.
  @inlinable @inline(__always) static func repeating(_ byte: UInt8) -> UInt64 {
    UInt64(byte) &* 0x0101_0101_0101_0101
  }

  /// The bytes of `word` that are zero.
  @inlinable @inline(__always) static func zeros(_ word: UInt64) -> UInt64 {
    ~(((word & ~tops) &+ ~tops) | word | ~tops)
  }

  /// The bytes of `word` that equal `byte`.
  @inlinable @inline(__always) static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    zeros(word ^ repeating(byte))
  }

  /// The bytes of `word` that may be brackets: all of `{ } [ ]`, which agree in their other bits
  /// once those of 0x26 are set, and `Y y _` and DEL, which no JSON has outside of strings.
  @inlinable @inline(__always) static func bracketsAtLeast(_ word: UInt64) -> UInt64 {
    matches(word | repeating(0x26), 0x7F)
  }

  /// Whether `word` has zero bytes, as any bit of the result under `tops`. Above the first zero
  /// byte a byte of 1 is marked too, so only the first mark tells a place.
  @inlinable @inline(__always) static func firstZero(_ word: UInt64) -> UInt64 {
    (word &- repeating(1)) & ~word
  }

  /// The first byte of `word` that ends or breaks a run of plain string bytes: quote, backslash,
  /// control. Marks above the first mean nothing.
  @inlinable @inline(__always) static func firstStringStop(_ word: UInt64) -> UInt64 {
    let quotes = firstZero(word ^ repeating(0x22))
    let backslashes = firstZero(word ^ repeating(0x5C))
    let controls = (word &- repeating(0x20)) & ~word
    return (quotes | backslashes | controls) & tops
  }

  /// The index of the first byte of a mask that is not zero.
  @inlinable @inline(__always) static func firstIndex(_ mask: UInt64) -> Int {
    mask.trailingZeroBitCount &>> 3
  }

  /// The mask as eight bits, one a byte.
  @inlinable @inline(__always) static func bits(_ mask: UInt64) -> UInt64 {
    ((mask &>> 7) &* 0x0102_0408_1020_4080) &>> 56
  }
}
