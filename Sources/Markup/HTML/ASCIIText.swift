/// Classifies and converts ASCII bytes.
enum ASCIIText {
  /// Returns whether the byte is a space, tab or line feed. `HTMLCharacters` leaves no other white
  /// space.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// Returns the byte, with an upper-case letter made lower-case.
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// Returns the value of a decimal or hexadecimal digit.
  static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
    if isDigit(byte) { return UInt32(byte & 0x0F) }
    let letter = byte | 0x20
    guard isHex, letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "f") else { return nil }
    return UInt32(letter - UInt8(ascii: "a")) + 10
  }

  /// Returns a name of at most twelve letters, digits and hyphens as one number (base 38), ignoring
  /// case. Different names have different numbers. Nil for any other name.
  static func key(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64? {
    guard range.count <= 12 else { return nil }
    var key: UInt64 = 0
    for index in range {
      let byte = bytes[index]
      let code: UInt8
      if isLetter(byte) {
        code = (byte | 0x20) - UInt8(ascii: "a") + 1
      } else if isDigit(byte) {
        code = byte - UInt8(ascii: "0") + 27
      } else if byte == UInt8(ascii: "-") {
        code = 37
      } else {
        return nil
      }
      key = key &* 38 &+ UInt64(code)
    }
    return key
  }

  /// Returns the range without white space at its ends.
  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, isSpace(bytes[lower]) { lower &+= 1 }
    while lower < upper, isSpace(bytes[upper &- 1]) { upper &-= 1 }
    return lower..<upper
  }
}
