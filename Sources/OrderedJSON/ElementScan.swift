import Bytes

/// Finds the end of one array element in blocks of bytes, by counting brackets outside strings.
/// Everything else in the element is ignored. Blocks may be cut anywhere.
///
/// 64 bytes are read at once, by the method of simdjson in plain words. Two bit masks mark the
/// quotes and brackets. A running exclusive-or of the quotes marks the bytes inside strings. Only
/// the brackets outside strings are examined. Bytes near backslashes are read one by one.
struct ElementScan: Sendable {
  private var depth = 0
  private var inString = false
  private var isEscaped = false

  /// Starts just after the opening bracket of an element.
  init() {
    depth = 1
  }

  /// Scans from `start`. Returns the offset after the closing bracket of the element, or `nil` when
  /// the block ends first.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var at = start
    let count = bytes.count
    while at &+ 64 <= count {
      if !isEscaped, let masks = BracketMasks(bytes, at: at) {
        if let end = apply(masks, bytes, at: at) { return end }
      } else if let end = scanBytes(bytes, at..<at &+ 64) {
        return end
      }
      at &+= 64
    }
    return scanBytes(bytes, at..<count)
  }

  /// Scans 64 bytes without a backslash. Returns the offset after the element's end.
  @inline(__always) private mutating func apply(
    _ masks: BracketMasks, _ bytes: Span<UInt8>, at start: Int
  ) -> Int? {
    var inside = masks.quotes
    inside ^= inside &<< 1
    inside ^= inside &<< 2
    inside ^= inside &<< 4
    inside ^= inside &<< 8
    inside ^= inside &<< 16
    inside ^= inside &<< 32
    if inString { inside = ~inside }
    inString = inside &>> 63 == 1
    var brackets = masks.brackets & ~inside
    while brackets != 0 {
      let index = start &+ brackets.trailingZeroBitCount
      let byte = bytes[index] | 0x20
      if byte == 0x7B {
        depth &+= 1
      } else if byte == 0x7D {
        depth &-= 1
        if depth == 0 { return index &+ 1 }
      }
      brackets &= brackets &- 1
    }
    return nil
  }

  /// Scans byte by byte, for the end of a block and near backslashes.
  private mutating func scanBytes(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    for at in range {
      let byte = bytes[at]
      if isEscaped {
        isEscaped = false
      } else if inString {
        isEscaped = byte == 0x5C
        inString = byte != 0x22
      } else if byte == 0x22 {
        inString = true
      } else if byte | 0x20 == 0x7B {
        depth &+= 1
      } else if byte | 0x20 == 0x7D {
        depth &-= 1
        if depth == 0 { return at &+ 1 }
      }
    }
    return nil
  }
}

/// The quotes in 64 bytes, and at least all brackets. Bit 0 is the first byte.
private struct BracketMasks {
  var quotes: UInt64 = 0
  var brackets: UInt64 = 0

  /// The masks of the 64 bytes at `start`, or `nil` when a backslash is among them.
  @inline(__always) init?(_ bytes: Span<UInt8>, at start: Int) {
    var backslashes: UInt64 = 0
    for index in 0..<8 {
      let word = bytes.littleEndianUInt64(at: start &+ index &* 8)
      let shift = UInt64(truncatingIfNeeded: index &* 8)
      backslashes |= ByteWord.firstZero(word ^ ByteWord.repeating(0x5C))
      quotes |= ByteWord.bits(ByteWord.matches(word, 0x22)) &<< shift
      brackets |= ByteWord.bits(ByteWord.bracketsAtLeast(word)) &<< shift
    }
    guard backslashes & ByteWord.tops == 0 else { return nil }
  }
}
