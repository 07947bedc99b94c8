import Bytes

/// Text as it stands in HTML: in elements and in attribute values between double quotes.
package enum HTMLText {
  /// Adds the UTF-8 bytes of a text with `&`, `<`, `>` and `"` as character references.
  package static func escape(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
    var written = 0
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x3F, byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22 else {
        continue
      }
      if written < index { bytes.append(text.extracting(written..<index)) }
      written = index + 1
      switch byte {
      case 0x26: bytes.append(literal: "&amp;")
      case 0x3C: bytes.append(literal: "&lt;")
      case 0x3E: bytes.append(literal: "&gt;")
      default: bytes.append(literal: "&quot;")
      }
    }
    if written < text.count { bytes.append(text.extracting(written..<text.count)) }
  }

  /// Adds a text with `&`, `<`, `>` and `"` as character references.
  package static func escape(_ text: String, into bytes: inout [UInt8]) {
    escape(text.utf8.span, into: &bytes)
  }

  /// A text with `&`, `<`, `>` and `"` as character references.
  package static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    escape(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
