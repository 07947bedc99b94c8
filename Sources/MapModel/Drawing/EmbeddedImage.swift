import Bytes

/// A picture in a map, as base64 text. Its format has been verified.
package struct EmbeddedImage: Sendable, Hashable {
  /// The supported picture formats.
  package enum Kind: String, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
  }

  /// The format according to the first bytes, whatever the map says.
  package let kind: Kind
  /// The bytes in base64 (RFC 4648 §4), without line breaks.
  package let base64: String

  /// The maximum number of base64 characters. A symbol is a small picture.
  package static let longest = 1 << 19
  /// The maximum width and height in pixels, so that no small file expands to a huge picture.
  package static let largestSide = 2_048

  /// Checks base64 text. Nil if it is invalid or too long, or is not a PNG, JPEG or GIF of a
  /// reasonable size. SVG is rejected, because it could contain a program.
  package init?(base64: String) {
    guard base64.utf8.count <= Self.longest else { return nil }
    let text = base64.utf8.filter { $0 > 0x20 }
    guard text.count >= 32, text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).reduce(0) { $0 + ($1 == UInt8(ascii: "=") ? 1 : 0) }
    guard text.dropLast(padding).allSatisfy({ Base64.value(of: $0) != nil }) else { return nil }
    // A JPEG has its size far after its start, the others within 24 bytes.
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
  /// Returns the six bits of a character, or nil for other characters.
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

  /// Decodes the characters up to the first invalid one.
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
