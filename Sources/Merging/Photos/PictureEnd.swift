// Whether a picture is all there, by its own marks. Pictures are not decoded.
//
//   JPEG  FF D8, segments (FF, marker, big-endian length with its two bytes, data); behind a start
//         of scan (FF DA) coded bytes, in which FF is followed by 00 or a restart (D0–D7); FF D9.
//         A small picture inside a segment ends with FF D9 as well: segments are stepped over.
//   PNG   89 50 4E 47 0D 0A 1A 0A, chunks (big-endian length, type, data, CRC), IEND the last
//
// What lies behind the end is the camera's own business.

import Bytes

/// What the end of a picture tells.
enum PictureEnd: Equatable {
  case whole
  /// The mark of its end is not there.
  case cut
  /// It is neither JPEG nor PNG.
  case unknown

  /// Looks at all bytes of a file.
  init(of bytes: Span<UInt8>) {
    if Self.starts(bytes, with: [0xFF, 0xD8, 0xFF]) {
      self = Self.hasEndOfImage(bytes) ? .whole : .cut
    } else if Self.starts(bytes, with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = Self.hasLastChunk(bytes) ? .whole : .cut
    } else {
      self = .unknown
    }
  }

  private static func starts(_ bytes: Span<UInt8>, with head: [UInt8]) -> Bool {
    bytes.count >= head.count && head.indices.allSatisfy { bytes[$0] == head[$0] }
  }

  private static func hasEndOfImage(_ bytes: Span<UInt8>) -> Bool {
    var at = 2
    while at < bytes.count {
      // Coded bytes, and the filling before a marker, are passed over.
      guard let mark = bytes.firstIndex(of: 0xFF, from: at), mark &+ 1 < bytes.count else {
        return false
      }
      switch bytes[mark &+ 1] {
      case 0xD9: return true
      case 0xFF: at = mark &+ 1
      case 0x00, 0x01, 0xD0...0xD8: at = mark &+ 2
      default:
        guard mark &+ 4 <= bytes.count else { return false }
        at = mark &+ 2 &+ max(2, Int(bytes.bigEndianUInt16(at: mark &+ 2)))
      }
    }
    return false
  }

  private static func hasLastChunk(_ bytes: Span<UInt8>) -> Bool {
    var at = 8
    while at &+ 12 <= bytes.count {
      let end = at &+ 12 &+ Int(bytes.bigEndianUInt32(at: at))
      if bytes.bigEndianUInt32(at: at &+ 4) == 0x4945_4E44 { return end <= bytes.count }
      at = end
    }
    return false
  }
}
