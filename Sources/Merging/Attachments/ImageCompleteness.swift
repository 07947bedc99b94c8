// Checks whether an image file is complete by its end marker, without decoding it.
//
//   JPEG  FF D8, then segments (FF, marker, big-endian length that includes its own two bytes,
//         data). A start of scan (FF DA) is followed by coded bytes, in which FF is followed by 00
//         or a restart marker (D0–D7). The file ends with FF D9. Segments are skipped, because a
//         thumbnail inside a segment also ends with FF D9.
//   PNG   89 50 4E 47 0D 0A 1A 0A, then chunks (big-endian length, type, data, CRC), IEND last
//
// Bytes after the end are ignored, because some cameras add their own.

import Bytes

/// Whether an image file is complete.
enum ImageCompleteness: Equatable {
  case complete
  /// The end marker is missing.
  case truncated
  /// The file is neither JPEG nor PNG.
  case unknown

  /// Checks the bytes of a file.
  init(of bytes: Span<UInt8>) {
    if Self.starts(bytes, with: [0xFF, 0xD8, 0xFF]) {
      self = Self.hasEndOfImage(bytes) ? .complete : .truncated
    } else if Self.starts(bytes, with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = Self.hasLastChunk(bytes) ? .complete : .truncated
    } else {
      self = .unknown
    }
  }

  private static func starts(_ bytes: Span<UInt8>, with head: [UInt8]) -> Bool {
    bytes.count >= head.count && head.indices.allSatisfy { bytes[$0] == head[$0] }
  }

  private static func hasEndOfImage(_ bytes: Span<UInt8>) -> Bool {
    var offset = 2
    while offset < bytes.count {
      // Skip coded bytes and the padding before a marker.
      guard let mark = bytes.firstIndex(of: 0xFF, from: offset), mark &+ 1 < bytes.count else {
        return false
      }
      switch bytes[mark &+ 1] {
      case 0xD9: return true
      case 0xFF: offset = mark &+ 1
      case 0x00, 0x01, 0xD0...0xD8: offset = mark &+ 2
      default:
        guard mark &+ 4 <= bytes.count else { return false }
        offset = mark &+ 2 &+ max(2, Int(bytes.bigEndianUInt16(at: mark &+ 2)))
      }
    }
    return false
  }

  private static func hasLastChunk(_ bytes: Span<UInt8>) -> Bool {
    var offset = 8
    while offset &+ 12 <= bytes.count {
      let end = offset &+ 12 &+ Int(bytes.bigEndianUInt32(at: offset))
      if bytes.bigEndianUInt32(at: offset &+ 4) == 0x4945_4E44 { return end <= bytes.count }
      offset = end
    }
    return false
  }
}
