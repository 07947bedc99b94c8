import Bytes

/// Character references (HTML §13.2.5.72 ff.): `&amp;`, `&#38;`, `&#x26;`, and `&copy 2026` as in
/// old pages.
///
/// The names are those of HTML 4 and those that HTML 5 added for ASCII and European letters. Any
/// other name is treated as text. The output contains only references that we resolved ourselves,
/// so that nothing can be hidden from the checks of addresses and styles.
enum HTMLEntities {
  /// Appends the text of a range with its references resolved.
  static func decode(
    _ bytes: [UInt8], _ range: Range<Int>, inAttribute: Bool = false, into output: inout [UInt8]
  ) {
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "&"),
        let found = reference(bytes, at: index, end: range.upperBound, inAttribute: inAttribute)
      {
        output.append(contentsOf: bytes[start..<index])
        if let value = found.value { HTMLCharacters.append(value, to: &output) }
        index = found.next
        start = index
      } else {
        index &+= 1
      }
    }
    output.append(contentsOf: bytes[start..<range.upperBound])
  }

  /// Returns the code point of the reference that begins at the ampersand at `index`, and where the
  /// text continues. The code point is nil if no page may contain it and it is invisible. Nil if it
  /// is not a reference.
  static func reference(
    _ bytes: [UInt8], at index: Int, end: Int, inAttribute: Bool
  ) -> (value: UInt32?, next: Int)? {
    let first = index &+ 1
    guard first < end else { return nil }
    if bytes[first] == UInt8(ascii: "#") { return number(bytes, at: first &+ 1, end: end) }
    return name(bytes, at: first, end: end, inAttribute: inAttribute)
  }

  private static func number(
    _ bytes: [UInt8], at start: Int, end: Int
  ) -> (value: UInt32?, next: Int)? {
    var index = start
    let isHex = index < end && bytes[index] | 0x20 == UInt8(ascii: "x")
    if isHex { index &+= 1 }
    let digits = index
    var value: UInt32 = 0
    while index < end, let digit = ASCIIText.digit(bytes[index], isHex: isHex) {
      // A number beyond Unicode stays beyond it, however many digits follow.
      value = min(value &* (isHex ? 16 : 10) &+ digit, 0x110000)
      index &+= 1
    }
    guard index > digits else { return nil }
    if index < end, bytes[index] == UInt8(ascii: ";") { index &+= 1 }
    switch value {
    case 0x09, 0x0A: return (value, index)
    case 0x0C: return (0x20, index)
    case 0x0D: return (0x0A, index)
    case 0: return (0xFFFD, index)
    case 1..<0x20, 0x7F: return (nil, index)
    // Old editors wrote windows-1252 characters by their number in that encoding (HTML §13.2.5.80).
    case 0x80...0x9F: return (windows[Int(value) - 0x80], index)
    default: return (HTMLCharacters.isForbidden(value) ? 0xFFFD : value, index)
    }
  }

  private static func name(
    _ bytes: [UInt8], at start: Int, end: Int, inAttribute: Bool
  ) -> (value: UInt32?, next: Int)? {
    var index = start
    while index < end, index &- start < longest, ASCIIText.isAlphanumeric(bytes[index]) {
      index &+= 1
    }
    guard index > start else { return nil }
    if index < end, bytes[index] == UInt8(ascii: ";"),
      let value = named[String(decoding: bytes[start..<index], as: UTF8.self)]
    {
      return (value, index &+ 1)
    }
    if inAttribute {
      // `?a=1&copy=2` is an address, not a copyright sign.
      let next = index < end ? bytes[index] : 0
      guard next != UInt8(ascii: "="), next != UInt8(ascii: ";"), index &- start <= 6,
        let value = unclosed[String(decoding: bytes[start..<index], as: UTF8.self)]
      else { return nil }
      return (value, index)
    }
    index = min(index, start &+ 6)
    while index &- start >= 2 {
      if let value = unclosed[String(decoding: bytes[start..<index], as: UTF8.self)] {
        return (value, index)
      }
      index &-= 1
    }
    return nil
  }
}
