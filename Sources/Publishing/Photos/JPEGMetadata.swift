import Bytes

// JPEG (ITU-T T.81 annex B): SOI, segments, EOI. A segment is 0xFF, a marker, and for most markers a
// length of two bytes that counts itself, and data. Behind SOS coded data follows, in which 0xFF is
// written 0xFF00 and only restart markers stand.
//
//   kept       frames, tables, scans; APP0 "JFIF" without its small picture; APP2 "ICC_PROFILE"
//              (colours); APP14 "Adobe" (how colours are coded)
//   replaced   APP1 "Exif", by one that tells the turn alone
//   taken out  every other APP segment (XMP, IPTC, further pictures, makers' own), comments, and
//              whatever stands behind EOI, where phones keep films and second pictures

/// Takes notes out of JPEG files.
enum JPEGMetadata {
  static func strip(_ bytes: [UInt8]) throws(PhotoDamage) -> StrippedPhoto {
    var walk = JPEGWalk(bytes)
    return try walk.strip()
  }
}

private struct JPEGWalk {
  let bytes: [UInt8]
  var position = 2
  var output: [UInt8] = [0xFF, 0xD8]
  var hasFrame = false
  var hasScan = false
  var hasTurn = false
  var heldPosition = false
  /// Bytes put in that the file did not have.
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
        guard hasScan else { throw damage(start, "a scan before the end") }
        output.append(contentsOf: [0xFF, 0xD9])
        return StrippedPhoto(
          bytes: output, removedCount: bytes.count - (output.count - added),
          heldPosition: heldPosition)
      case 0xDA:
        guard hasFrame else { throw damage(start, "a frame before the scan") }
        try copySegment(0xDA)
        copyCodedData()
        hasScan = true
      case 0xE0...0xEF:
        try application(marker)
      case 0xFE, 0xF0...0xFD:
        _ = try segment()
      case 0xC0...0xCF:
        // Frames, but for three markers of tables among them.
        if marker != 0xC4, marker != 0xC8, marker != 0xCC { hasFrame = true }
        try copySegment(marker)
      case 0xDB...0xDF:
        try copySegment(marker)
      default: throw damage(start, "a segment")
      }
    }
  }

  /// The next marker; 0xFF bytes before it fill up and are dropped.
  private mutating func marker() throws(PhotoDamage) -> UInt8 {
    guard position < bytes.count, bytes[position] == 0xFF else {
      throw damage(position, "a marker")
    }
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count else { throw damage(position, "a marker") }
    position += 1
    return bytes[position - 1]
  }

  /// The data of the segment whose marker was read last.
  private mutating func segment() throws(PhotoDamage) -> Range<Int> {
    guard position + 2 <= bytes.count else { throw damage(position, "a length") }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    guard length >= 2, length <= bytes.count - position else {
      throw damage(position, "a length up to \(bytes.count - position)")
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
      // Fourteen bytes; width and height of the small picture are the last two.
      append(marker, data.prefix(12) + [0, 0])
    case 0xE1 where data.starts(with: "Exif\0".utf8):
      let notes = ExifNotes(data.dropFirst(6))
      heldPosition = heldPosition || notes.holdsPosition
      guard let turn = notes.turn, !hasTurn else { return }
      hasTurn = true
      let note = Array("Exif\0\0".utf8) + ExifNotes.minimal(turn)
      append(marker, note[...])
      added += note.count + 4
    case 0xE2 where data.starts(with: "ICC_PROFILE\0".utf8): append(marker, data)
    case 0xEE where data.starts(with: "Adobe".utf8): append(marker, data)
    default: return
    }
  }

  /// Copies coded data up to the next marker that is no restart.
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
    // Without a marker at the end, the next one looked for is missing.
    position = bytes.count
  }

  private func damage(_ offset: Int, _ expected: String) -> PhotoDamage {
    PhotoDamage(offset: offset, expected: expected)
  }
}
