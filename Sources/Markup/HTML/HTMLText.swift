import Bytes

/// Plain text on its way into HTML, and out of it.
package enum HTMLText {
  /// Adds a text with `&`, `<`, `>` and `"` as character references, so that a browser shows exactly
  /// it in an element and in an attribute's value between double quotes.
  ///
  /// What no HTML page may hold is repaired on the way: see `HTMLCharacters`.
  package static func escape(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
    if HTMLCharacters.areClean(text) {
      escapeClean(text, into: &bytes)
    } else {
      escapeClean(HTMLCharacters.repaired(text).span, into: &bytes)
    }
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

  /// The text of some markup, for places that show no markup, such as a page's title: elements
  /// that the sanitiser knows removed, references resolved, white space folded into single spaces.
  /// What is no such element stays readable: `<Null>` is a text.
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

  /// The same of a string.
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

  /// Runs of white space as one space, none at the ends.
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
