/// The escapes in the strings of a JSON text.
package enum JSONEscapes {
  /// Appends a string as UTF-8 with its escapes resolved. `range` holds the bytes between the
  /// quotes and must come from ``JSONScanner``. Half of a surrogate pair becomes U+FFFD.
  /// Returns the offset of the first lone surrogate, if any.
  @discardableResult
  package static func resolve(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into text: inout [UInt8]
  ) -> Int? {
    var at = range.lowerBound
    let end = min(range.upperBound, bytes.count)
    var loneSurrogate: Int?
    while at < end {
      let byte = bytes[at]
      guard byte == 0x5C, at + 1 < end else {
        text.append(byte)
        at += 1
        continue
      }
      guard bytes[at + 1] == 0x75 else {
        text.append(simpleEscape(bytes[at + 1]))
        at += 2
        continue
      }
      let first = codeUnit(bytes, at: at + 2, end: end)
      var scalar = first
      var next = at + 6
      if first & 0xFC00 == 0xD800, next + 1 < end, bytes[next] == 0x5C, bytes[next + 1] == 0x75 {
        let second = codeUnit(bytes, at: next + 2, end: end)
        if second & 0xFC00 == 0xDC00 {
          scalar = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
          next += 6
        }
      }
      if scalar & 0xFFFF_F800 == 0xD800 {
        scalar = 0xFFFD
        loneSurrogate = loneSurrogate ?? at
      }
      append(scalar: scalar, to: &text)
      at = next
    }
    return loneSurrogate
  }

  private static func simpleEscape(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: byte
    }
  }

  /// Returns the UTF-16 code unit of four hexadecimal digits.
  private static func codeUnit(_ bytes: Span<UInt8>, at: Int, end: Int) -> UInt32 {
    var value: UInt32 = 0
    for digit in at..<min(at + 4, max(at, end)) {
      value = value << 4 | (JSONScanner.hexValue(bytes[digit]) ?? 0)
    }
    return value
  }

  /// Appends a scalar, which must not be a surrogate, as UTF-8.
  private static func append(scalar: UInt32, to text: inout [UInt8]) {
    switch scalar {
    case 0..<0x80:
      text.append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      text.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      text.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    case 0x800..<0x10000:
      text.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      text.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      text.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    default:
      text.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      text.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
      text.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      text.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    }
  }
}
