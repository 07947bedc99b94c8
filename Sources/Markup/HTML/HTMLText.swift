import Bytes

/// Converts plain text to HTML and back.
package enum HTMLText {
  /// Appends a text with `&`, `<`, `>` and `"` as character references. A browser shows the exact
  /// text in an element and in an attribute value in double quotes.
  ///
  /// Characters that no HTML page may contain are repaired: see `HTMLCharacters`.
  package static func escape(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
    if HTMLCharacters.areClean(text) {
      escapeClean(text, into: &bytes)
    } else {
      escapeClean(HTMLCharacters.repaired(text).span, into: &bytes)
    }
  }

  /// Appends a text with `&`, `<`, `>` and `"` as character references.
  package static func escape(_ text: String, into bytes: inout [UInt8]) {
    escape(text.utf8.span, into: &bytes)
  }

  /// Returns a text with `&`, `<`, `>` and `"` as character references.
  package static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    escape(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the plain text of some markup, for uses without markup such as a page title. Elements
  /// that the sanitizer knows are removed, references are resolved, and white space is folded into
  /// single spaces. Anything else stays readable: `<Null>` is text.
  package static func plain(of html: Span<UInt8>) -> [UInt8] {
    var reader = HTMLTokenizer(HTMLCharacters.repaired(html))
    var text: [UInt8] = []
    while let token = reader.next() {
      switch token {
      case .dropped: break
      case .text: HTMLEntities.decode(reader.bytes, reader.range, into: &text)
      case .start, .end:
        guard let tag = reader.tag else {
          HTMLEntities.decode(reader.bytes, reader.range, into: &text)
          continue
        }
        if HTMLTag.breaking.contains(tag) { text.append(0x20) }
      }
    }
    return folded(text)
  }

  /// Returns the plain text of markup in a string.
  package static func plain(of html: String) -> String {
    String(decoding: plain(of: Array(html.utf8).span), as: UTF8.self)
  }

  private static func escapeClean(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
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

  /// Replaces runs of white space by one space and removes it at the ends.
  private static func folded(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    for byte in text {
      if byte != 0x20, byte != 0x0A, byte != 0x09 {
        output.append(byte)
      } else if let last = output.last, last != 0x20 {
        output.append(0x20)
      }
    }
    if output.last == 0x20 { output.removeLast() }
    return output
  }
}
