import Bytes

/// Converts texts of a record between Unicode and the encoding of their file.
enum StoredText {
  /// The text's UTF-8 bytes. Texts of a UTF-8 file are unchanged; those in UTF-16 are transcoded,
  /// with U+FFFD for invalid code units. An odd byte at the end is ignored.
  static func utf8(
    _ bytes: Span<UInt8>, _ encoding: DatabaseHeader.TextEncoding
  ) -> [UInt8] {
    guard encoding != .utf8 else { return bytes.copied() }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var at = 0
    while at + 2 <= bytes.count {
      let unit = self.unit(bytes, at: at, encoding: encoding)
      at += 2
      var scalar = UInt32(unit)
      if unit & 0xfc00 == 0xd800, at + 2 <= bytes.count {
        let low = self.unit(bytes, at: at, encoding: encoding)
        if low & 0xfc00 == 0xdc00 {
          at += 2
          scalar = 0x1_0000 + (UInt32(unit & 0x3ff) << 10 | UInt32(low & 0x3ff))
        }
      }
      let character = Unicode.Scalar(scalar) ?? "\u{FFFD}"
      text.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
    }
    return text
  }

  /// The bytes of a text in the encoding of a file.
  static func encoded(_ text: String, _ encoding: DatabaseHeader.TextEncoding) -> [UInt8] {
    guard encoding != .utf8 else { return Array(text.utf8) }
    return text.utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xff)]
      return encoding == .utf16BigEndian ? bytes : bytes.reversed()
    }
  }

  private static func unit(
    _ bytes: Span<UInt8>, at: Int, encoding: DatabaseHeader.TextEncoding
  ) -> UInt16 {
    encoding == .utf16BigEndian
      ? bytes.bigEndianUInt16(at: at) : bytes.littleEndianUInt16(at: at)
  }
}
