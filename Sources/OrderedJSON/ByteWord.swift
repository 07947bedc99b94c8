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

  /// The bytes of `word` that are `{` or `[`, which differ in the bit 0x20 alone.
  @inlinable @inline(__always) static func openingBrackets(_ word: UInt64) -> UInt64 {
    matches(word | repeating(0x20), 0x7B)
  }

  /// The bytes of `word` that are `}` or `]`.
  @inlinable @inline(__always) static func closingBrackets(_ word: UInt64) -> UInt64 {
    matches(word | repeating(0x20), 0x7D)
  }

  /// The bytes of `word` that end or break a run of plain string bytes: quote, backslash, control.
  @inlinable @inline(__always) static func stringStops(_ word: UInt64) -> UInt64 {
    matches(word, 0x22) | matches(word, 0x5C) | zeros(word & repeating(0xE0))
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
