/// Converts eight hexadecimal digits at once. They are the eight bytes of a word, first digit on
/// top.
enum HexadecimalWord {
  /// Returns the value of eight digits, ignoring case. Nil if any byte is not a digit.
  static func value(_ digits: UInt64) -> UInt32? {
    let letters = (digits & 0x4040_4040_4040_4040) >> 6
    let nibbles = (digits & 0x0f0f_0f0f_0f0f_0f0f) &+ letters &* 9
    let upper = digits & ~(letters << 5)
    guard nibbles & 0xf0f0_f0f0_f0f0_f0f0 == 0, Self.digits(nibbles) == upper else { return nil }
    var value = (nibbles | nibbles >> 4) & 0x00ff_00ff_00ff_00ff
    value = (value | value >> 8) & 0x0000_ffff_0000_ffff
    return UInt32(truncatingIfNeeded: value | value >> 16)
  }

  /// Returns the eight digits of a value in upper case.
  static func digits(of value: UInt32) -> UInt64 {
    var nibbles = UInt64(value)
    nibbles = (nibbles | nibbles << 16) & 0x0000_ffff_0000_ffff
    nibbles = (nibbles | nibbles << 8) & 0x00ff_00ff_00ff_00ff
    nibbles = (nibbles | nibbles << 4) & 0x0f0f_0f0f_0f0f_0f0f
    return digits(nibbles)
  }

  /// Converts bytes 0 to 15 to digits. In ASCII, those above 9 are 7 further on.
  private static func digits(_ nibbles: UInt64) -> UInt64 {
    let above9 = ((nibbles &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
    return nibbles &+ 0x3030_3030_3030_3030 &+ above9 &* 7
  }
}
