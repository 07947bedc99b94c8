import Bytes

/// A picture inside a map, as base64 text; known to be what it says.
package struct EmbeddedImage: Sendable, Hashable {
  /// The kinds of picture that are taken.
  package enum Kind: String, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
  }

  /// What the first bytes say it is, whatever the map says.
  package let kind: Kind
  /// The bytes in base64 (RFC 4648 §4), without line breaks.
  package let base64: String

  /// The most base64 characters taken: a symbol is a small picture.
  package static let longest = 1 << 19
  /// The most pixels a side, so that no small file unfolds to a huge picture.
  package static let largestSide = 2_048

  /// Checks base64 text; nil when it is none, is too long, or holds no PNG, JPEG or GIF of a
  /// sensible size. SVG is refused: it could carry a program.
  package init?(base64: String) {
    guard base64.utf8.count <= Self.longest else { return nil }
    let text = base64.utf8.filter { $0 > 0x20 }
    guard text.count >= 32, text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).reduce(0) { $0 + ($1 == UInt8(ascii: "=") ? 1 : 0) }
    guard text.dropLast(padding).allSatisfy({ Base64.value(of: $0) != nil }) else { return nil }
    // A JPEG says its size far behind its start; the others within 24 bytes.
    guard let kind = Self.kind(of: Base64.decode(text.prefix(32))) else { return nil }
    self.kind = kind
    self.base64 = String(decoding: text, as: UTF8.self)
  }

  /// Checks a `data:` URL of a picture.
  package init?(dataURL: String) {
    guard dataURL.utf8.starts(with: "data:".utf8),
      let comma = dataURL.utf8.firstIndex(of: UInt8(ascii: ",")),
      dataURL.utf8[..<comma].reversed().starts(with: "46esab;".utf8)
    else { return nil }
    let start = dataURL.utf8.index(after: comma)
    self.init(base64: String(decoding: dataURL.utf8[start...], as: UTF8.self))
  }

  /// The picture as a `data:` URL.
  package var dataURL: String { "data:\(kind.rawValue);base64,\(base64)" }

  /// PNG (Portable Network Graphics §5.2, §11.2.1), GIF 89a §17 and §18, JPEG (T.81 §B.2.1).
  private static func kind(of bytes: [UInt8]) -> Kind? {
    let span = bytes.span
    guard span.count >= 24 else { return nil }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      let width = span.bigEndianUInt32(at: 16)
      let height = span.bigEndianUInt32(at: 20)
      let isHeader = bytes[12..<16].elementsEqual("IHDR".utf8)
      let sides = 1...UInt32(largestSide)
      return isHeader && sides.contains(width) && sides.contains(height) ? .png : nil
    }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      let sides = 1...UInt16(largestSide)
      return sides.contains(span.littleEndianUInt16(at: 6))
        && sides.contains(span.littleEndianUInt16(at: 8)) ? .gif : nil
    }
    return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? .jpeg : nil
  }
}

/// Base64 (RFC 4648 §4).
private enum Base64 {
  /// The six bits of a character; nil for one that has none.
  static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// The bytes of the characters up to the first that is none.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in text {
      guard let value = value(of: byte) else { break }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
