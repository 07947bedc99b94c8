// Global ids.
//
//   read     32 hexadecimal digits of any case; plain, or hyphens after digits 8, 12, 16 and 20;
//            with or without { }
//   written  {8-4-4-4-12} hexadecimal digits, upper case, as feature services store it

import Bytes

/// The unique identifier of a record: 128 bits, compared without regard to case, braces or hyphens.
package struct GlobalID: Sendable, Hashable, Comparable {
  /// The first 16 hexadecimal digits.
  package let high: UInt64
  /// The last 16 hexadecimal digits.
  package let low: UInt64

  /// Creates an id from its two halves, most significant first.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Whether all digits are zero, which is how programs write that a record has no id.
  package var isNone: Bool { high == 0 && low == 0 }

  /// Reads the id that fills `range` exactly. Nil for any other text.
  package init?(_ bytes: Span<UInt8>, in range: Range<Int>) {
    var position = range.lowerBound
    var end = range.upperBound
    guard position >= 0, end <= bytes.count, range.count >= 32 else { return nil }
    if bytes[position] == UInt8(ascii: "{") {
      guard bytes[end - 1] == UInt8(ascii: "}") else { return nil }
      position += 1
      end -= 1
    }
    let digits: (UInt64, UInt64, UInt64, UInt64)
    switch end - position {
    case 32:
      digits = (
        bytes.bigEndianUInt64(at: position), bytes.bigEndianUInt64(at: position + 8),
        bytes.bigEndianUInt64(at: position + 16), bytes.bigEndianUInt64(at: position + 24)
      )
    case 36:
      let hyphen = UInt8(ascii: "-")
      guard bytes[position + 8] == hyphen, bytes[position + 13] == hyphen,
        bytes[position + 18] == hyphen, bytes[position + 23] == hyphen
      else { return nil }
      digits = (
        bytes.bigEndianUInt64(at: position),
        Self.joined(bytes, at: position + 9), Self.joined(bytes, at: position + 19),
        bytes.bigEndianUInt64(at: position + 28)
      )
    default: return nil
    }
    guard let a = HexadecimalWord.value(digits.0), let b = HexadecimalWord.value(digits.1),
      let c = HexadecimalWord.value(digits.2), let d = HexadecimalWord.value(digits.3)
    else { return nil }
    self.init(high: UInt64(a) << 32 | UInt64(b), low: UInt64(c) << 32 | UInt64(d))
  }

  /// Returns four bytes, and the four after the hyphen that follows them.
  private static func joined(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    UInt64(bytes.bigEndianUInt32(at: offset)) << 32
      | UInt64(bytes.bigEndianUInt32(at: offset + 5))
  }

  /// Reads the id in a string. Nil for any other text.
  package init?(_ text: String) {
    let bytes = [UInt8](text.utf8)
    self.init(bytes.span, in: 0..<bytes.count)
  }

  /// Appends the canonical text: braces, hyphens, upper case, 38 bytes.
  package func appendText(to output: inout [UInt8]) {
    let second = HexadecimalWord.digits(of: UInt32(truncatingIfNeeded: high))
    let third = HexadecimalWord.digits(of: UInt32(truncatingIfNeeded: low >> 32))
    output.append(UInt8(ascii: "{"))
    output.append(bigEndian: HexadecimalWord.digits(of: UInt32(truncatingIfNeeded: high >> 32)))
    output.append(UInt8(ascii: "-"))
    output.append(bigEndian: UInt32(truncatingIfNeeded: second >> 32))
    output.append(UInt8(ascii: "-"))
    output.append(bigEndian: UInt32(truncatingIfNeeded: second))
    output.append(UInt8(ascii: "-"))
    output.append(bigEndian: UInt32(truncatingIfNeeded: third >> 32))
    output.append(UInt8(ascii: "-"))
    output.append(bigEndian: UInt32(truncatingIfNeeded: third))
    output.append(bigEndian: HexadecimalWord.digits(of: UInt32(truncatingIfNeeded: low)))
    output.append(UInt8(ascii: "}"))
  }

  /// The canonical text.
  package var text: String {
    var bytes: [UInt8] = []
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether two ids are equal.
  @inlinable package static func == (left: GlobalID, right: GlobalID) -> Bool {
    left.high == right.high && left.low == right.low
  }

  /// Orders ids like their canonical texts.
  @inlinable package static func < (left: GlobalID, right: GlobalID) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}
