import Bytes

// GIF 89a (CompuServe 1990): six letters, the screen (7 bytes), a color table if the screen's fifth
// byte says so, then blocks up to 0x3B.
//
//   0x2C   an image: 9 bytes, a color table if the last byte says so, code size, data
//   0x21   an extension: label (0xF9 timing, 0xFE comment, 0xFF application, 0x01 text), data
//
// Data consists of pieces of up to 255 bytes, each after its length, up to an empty piece.
//
//   kept       images, timing, the application data with the number of loops, colors
//   removed    comments, texts, other application data (XMP), and bytes after the end

/// Removes metadata from GIF files.
enum GIFMetadata {
  private static let applications = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"].map {
    [11] + Array($0.utf8)
  }

  static func strip(_ bytes: [UInt8]) throws(PhotoDamage) -> StrippedPhoto {
    var position = 13
    guard bytes.count > 13 else { throw PhotoDamage(offset: 6, expected: "a screen") }
    position += tableSize(bytes[10])
    var output = Array(bytes.prefix(position))
    output.reserveCapacity(bytes.count)
    var hasImage = false
    while position < bytes.count {
      let start = position
      switch bytes[position] {
      case 0x3B:
        guard hasImage else { throw PhotoDamage(offset: start, expected: "an image") }
        output.append(0x3B)
        return StrippedPhoto(
          bytes: output, removedCount: bytes.count - output.count, hadLocation: false)
      case 0x2C:
        guard bytes.count - position > 11 else {
          throw PhotoDamage(offset: start, expected: "an image of 11 bytes or more")
        }
        position = try endOfData(bytes, position + 11 + tableSize(bytes[position + 9]))
        output.append(contentsOf: bytes[start..<position])
        hasImage = true
      case 0x21:
        guard bytes.count - position > 2 else {
          throw PhotoDamage(offset: start, expected: "an extension")
        }
        position = try endOfData(bytes, position + 2)
        let data = bytes[start + 2..<position]
        let isLoop = bytes[start + 1] == 0xFF && applications.contains { data.starts(with: $0) }
        if bytes[start + 1] == 0xF9 || isLoop { output.append(contentsOf: bytes[start..<position]) }
      default: throw PhotoDamage(offset: start, expected: "a block")
      }
    }
    throw PhotoDamage(offset: bytes.count, expected: "a block")
  }

  /// Returns the size in bytes of the color table that a byte of flags announces.
  private static func tableSize(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// Returns where the data that begins at an offset ends.
  private static func endOfData(_ bytes: [UInt8], _ start: Int) throws(PhotoDamage) -> Int {
    var position = start
    while position < bytes.count {
      let count = Int(bytes[position])
      position += 1 + count
      if count == 0 { return position }
    }
    throw PhotoDamage(offset: bytes.count, expected: "data up to an empty piece")
  }
}
