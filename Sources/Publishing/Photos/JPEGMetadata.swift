import Bytes

// JPEG (ITU-T T.81 annex B): SOI, segments, EOI. A segment is 0xFF, a marker, and for most markers
// a
// length of two bytes that counts itself, and data. Coded data follows SOS. In it 0xFF is written
// as
// 0xFF00 and only restart markers occur.
//
//   kept       frames, tables, scans; APP0 "JFIF" without its thumbnail; APP2 "ICC_PROFILE"
//              (colors); APP14 "Adobe" (how colors are coded)
//   replaced   APP1 "Exif", by one that contains only the orientation
//   removed    all other APP segments (XMP, IPTC, further pictures, maker notes), comments, and
//              bytes after EOI, where phones store videos and second pictures

/// Removes metadata from JPEG files.
enum JPEGMetadata {
  static func strip(_ bytes: [UInt8]) throws(PhotoDamage) -> StrippedPhoto {
    var parser = JPEGParser(bytes)
    return try parser.strip()
  }
}

private struct JPEGParser {
  let bytes: [UInt8]
  var position = 2
  var output: [UInt8] = [0xFF, 0xD8]
  var hasFrame = false
  var hasScan = false
  var hasRotation = false
  var hadLocation = false
  /// The number of added bytes that were not in the file.
  var added = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count)
  }

  mutating func strip() throws(PhotoDamage) -> StrippedPhoto {
    while true {
      let start = position
      let marker = try marker()
      switch marker {
      case 0xD9:
        guard hasScan else { throw damage(start, expected: "a scan before the end") }
        output.append(contentsOf: [0xFF, 0xD9])
        return StrippedPhoto(
          bytes: output, removedCount: bytes.count - (output.count - added),
          hadLocation: hadLocation)
      case 0xDA:
        guard hasFrame else { throw damage(start, expected: "a frame before the scan") }
        try copySegment(0xDA)
        copyCodedData()
        hasScan = true
      case 0xE0...0xEF:
        try application(marker)
      case 0xFE, 0xF0...0xFD:
        _ = try segment()
      case 0xC0...0xCF:
        // These are frames, except for three markers of tables.
        if marker != 0xC4, marker != 0xC8, marker != 0xCC { hasFrame = true }
        try copySegment(marker)
      case 0xDB...0xDF:
        try copySegment(marker)
      default: throw damage(start, expected: "a segment")
      }
    }
  }

  /// Reads the next marker. 0xFF bytes before it are padding and are dropped.
  private mutating func marker() throws(PhotoDamage) -> UInt8 {
    guard position < bytes.count, bytes[position] == 0xFF else {
      throw damage(position, expected: "a marker")
    }
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count else { throw damage(position, expected: "a marker") }
    position += 1
    return bytes[position - 1]
  }

  /// Reads the data of the segment after its marker.
  private mutating func segment() throws(PhotoDamage) -> Range<Int> {
    guard position + 2 <= bytes.count else { throw damage(position, expected: "a length") }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    guard length >= 2, length <= bytes.count - position else {
      throw damage(position, expected: "a length up to \(bytes.count - position)")
    }
    defer { position += length }
    return position + 2..<position + length
  }

  private mutating func copySegment(_ marker: UInt8) throws(PhotoDamage) {
    append(marker, bytes[try segment()])
  }

  private mutating func append(_ marker: UInt8, _ data: ArraySlice<UInt8>) {
    output.append(0xFF)
    output.append(marker)
    output.append(bigEndian: UInt16(truncatingIfNeeded: data.count + 2))
    output.append(contentsOf: data)
  }

  private mutating func application(_ marker: UInt8) throws(PhotoDamage) {
    let data = bytes[try segment()]
    switch marker {
    case 0xE0 where data.starts(with: "JFIF\0".utf8) && data.count >= 14:
      // Keep 14 bytes and set the last two to zero: the width and height of the thumbnail.
      append(marker, data.prefix(12) + [0, 0])
    case 0xE1 where data.starts(with: "Exif\0".utf8):
      let exif = ExifData(data.dropFirst(6))
      hadLocation = hadLocation || exif.hasLocation
      guard let rotation = exif.rotation, !hasRotation else { return }
      hasRotation = true
      let segment = Array("Exif\0\0".utf8) + ExifData.minimal(rotation)
      append(marker, segment[...])
      added += segment.count + 4
    case 0xE2 where data.starts(with: "ICC_PROFILE\0".utf8): append(marker, data)
    case 0xEE where data.starts(with: "Adobe".utf8): append(marker, data)
    default: return
    }
  }

  /// Copies coded data up to the next marker that is not a restart marker.
  private mutating func copyCodedData() {
    let start = position
    while position + 1 < bytes.count {
      if bytes[position] == 0xFF {
        let next = bytes[position + 1]
        if next != 0, !(0xD0...0xD7).contains(next) {
          output.append(contentsOf: bytes[start..<position])
          return
        }
        position += 2
      } else {
        position += 1
      }
    }
    // There is no marker at the end, so reading the next marker will fail.
    position = bytes.count
  }

  private func damage(_ offset: Int, expected: String) -> PhotoDamage {
    PhotoDamage(offset: offset, expected: expected)
  }
}
