// Global ids.
//
//   read     32 hexadecimal digits of any case; plain, or hyphens after digits 8, 12, 16 and 20;
//            with or without { }
//   written  {XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}, upper case, as feature services store it

/// The identity of a record: 128 bits, compared without regard to case, braces or hyphens.
package struct GlobalID: Sendable, Hashable, Comparable {
  /// The first 16 hexadecimal digits.
  package let high: UInt64
  /// The last 16 hexadecimal digits.
  package let low: UInt64

  /// Takes the two halves, most significant first.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The id that fills `range` exactly; nil for any other text.
  package init?(_ bytes: Span<UInt8>, in range: Range<Int>) {
    var position = range.lowerBound
    var end = range.upperBound
    guard position >= 0, end <= bytes.count, range.count >= 32 else { return nil }
    if bytes[position] == UInt8(ascii: "{") {
      guard bytes[end - 1] == UInt8(ascii: "}") else { return nil }
      position += 1
      end -= 1
    }
    let isHyphenated = end - position == 36
    guard isHyphenated || end - position == 32 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for digit in 0..<32 {
      if isHyphenated, digit == 8 || digit == 12 || digit == 16 || digit == 20 {
        guard bytes[position] == UInt8(ascii: "-") else { return nil }
        position += 1
      }
      guard let value = Self.hexadecimal(bytes[position]) else { return nil }
      position += 1
      if digit < 16 { high = high << 4 | value } else { low = low << 4 | value }
    }
    self.init(high: high, low: low)
  }

  /// The id a string spells; nil for any other text.
  package init?(_ text: String) {
    let bytes = [UInt8](text.utf8)
    self.init(bytes.span, in: 0..<bytes.count)
  }

  /// Appends the canonical text: braces, hyphens, upper case, 38 bytes.
  package func appendText(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    for digit in 0..<32 {
      if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
        output.append(UInt8(ascii: "-"))
      }
      let half = digit < 16 ? high : low
      let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (digit % 16))) & 15
      output.append(value < 10 ? 48 + value : 55 + value)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// The canonical text.
  package var text: String {
    var bytes: [UInt8] = []
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Orders as the canonical texts do.
  package static func < (left: GlobalID, right: GlobalID) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 48...57: UInt64(byte - 48)
    case 65...70: UInt64(byte - 55)
    case 97...102: UInt64(byte - 87)
    default: nil
    }
  }
}
