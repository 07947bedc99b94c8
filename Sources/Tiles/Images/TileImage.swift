import Bytes

/// What the bytes of a tile are, whatever the container says.
package enum TileImage: String, Sendable, CaseIterable {
  case png, jpeg, webp

  /// The ending of files.
  package var ending: String { self == .jpeg ? "jpg" : rawValue }

  /// Recognizes the format of a tile by its first bytes; nil if they are of no known format.
  ///
  /// - Throws: `TilesError.unsupported` with the name of another format.
  package init?(recognizing bytes: Span<UInt8>, of tile: TileID) throws(TilesError) {
    func begins(_ magic: [UInt8], at offset: Int = 0) -> Bool {
      guard bytes.count >= offset + magic.count else { return false }
      return magic.indices.allSatisfy { bytes[offset + $0] == magic[$0] }
    }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if begins([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
      self = .webp
    } else if let other = Self.others.first(where: { begins($0.magic) }) {
      throw .unsupported(
        what: "a tile in \(other.name) (\(tile))", supported: "PNG, JPEG and WebP")
    } else {
      return nil
    }
  }

  /// Formats that are found in containers of tiles, but not drawn.
  private static let others: [(magic: [UInt8], name: String)] = [
    (Array("GIF8".utf8), "GIF"), ([0x1F, 0x8B], "a form for vectors"),
    (Array("Lerc2 ".utf8), "LERC"), (Array("CntZImage".utf8), "LERC"),
    ([0x49, 0x49, 0x2A, 0], "TIFF"), ([0x4D, 0x4D, 0, 0x2A], "TIFF"),
  ]

  /// Reads the width and height in pixels from an image's header; nil if the header is damaged.
  package func size(_ bytes: Span<UInt8>) -> (width: Int, height: Int)? {
    switch self {
    case .png:
      guard bytes.count >= 24 else { return nil }
      return (Int(bytes.bigEndianUInt32(at: 16)), Int(bytes.bigEndianUInt32(at: 20)))
    case .jpeg: return Self.jpegSize(bytes)
    case .webp: return Self.webpSize(bytes)
    }
  }

  /// Follows the segments to the frame header (ITU T.81 §B.2.2).
  private static func jpegSize(_ bytes: Span<UInt8>) -> (width: Int, height: Int)? {
    var offset = 2
    while offset + 9 <= bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      // Padding, and markers without content.
      if marker == 0xFF {
        offset += 1
        continue
      }
      if (0xD0...0xD8).contains(marker) || marker == 0x01 {
        offset += 2
        continue
      }
      let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrame {
        return (
          Int(bytes.bigEndianUInt16(at: offset + 7)), Int(bytes.bigEndianUInt16(at: offset + 5))
        )
      }
      let length = Int(bytes.bigEndianUInt16(at: offset + 2))
      guard length >= 2 else { return nil }
      offset += 2 + length
    }
    return nil
  }

  /// Reads the header of the first chunk: VP8, VP8L or VP8X (RFC 9649).
  private static func webpSize(_ bytes: Span<UInt8>) -> (width: Int, height: Int)? {
    guard bytes.count >= 30 else { return nil }
    func number24(_ offset: Int) -> Int {
      Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16
    }
    switch bytes[15] {
    case UInt8(ascii: " "):
      return (
        Int(bytes.littleEndianUInt16(at: 26) & 0x3FFF),
        Int(bytes.littleEndianUInt16(at: 28) & 0x3FFF)
      )
    case UInt8(ascii: "L"):
      let bits = bytes.littleEndianUInt32(at: 21)
      return (Int(bits & 0x3FFF) + 1, Int(bits >> 14 & 0x3FFF) + 1)
    case UInt8(ascii: "X"): return (number24(24) + 1, number24(27) + 1)
    default: return nil
    }
  }
}
