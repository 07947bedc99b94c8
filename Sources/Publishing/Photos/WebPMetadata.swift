import Bytes

// WebP (RFC 9649 §2): "RIFF", the number of bytes behind in four (little-endian), "WEBP", chunks. A
// chunk is a type of four letters, the length of its data in four bytes, the data, and a zero byte
// behind data of odd length. A file of several parts begins with VP8X, whose first byte tells of
// Exif (8) and XMP (4).
//
//   kept       VP8X, pictures, transparency, colours, animation; of frames, the same
//   replaced   EXIF, by one that tells the turn alone
//   taken out  XMP, unknown chunks, and whatever stands behind the file's length

/// Takes notes out of WebP files.
enum WebPMetadata {
  private static let pictures: [[UInt8]] = ["VP8 ", "VP8L", "ALPH"].map { Array($0.utf8) }
  private static let others: [[UInt8]] = ["VP8X", "ICCP", "ANIM"].map { Array($0.utf8) }

  static func strip(_ bytes: [UInt8]) throws(PhotoDamage) -> StrippedPhoto {
    guard bytes.count >= 20 else { throw PhotoDamage(offset: 0, expected: "a chunk") }
    let length = Int(bytes.span.littleEndianUInt32(at: 4))
    guard length >= 4, length <= bytes.count - 8 else {
      throw PhotoDamage(offset: 4, expected: "a length up to \(bytes.count - 8)")
    }
    var output = Array(bytes[..<12])
    output.reserveCapacity(bytes.count)
    var added = 0
    var turn: UInt8?
    var heldPosition = false
    var flagsAt: Int?
    var hasPicture = false
    for chunk in try chunks(bytes, 12..<8 + length) {
      if pictures.contains(chunk.type) || others.contains(chunk.type) {
        if chunk.type.elementsEqual("VP8X".utf8), flagsAt == nil, chunk.data.count >= 10 {
          flagsAt = output.count + 8
        }
        hasPicture = hasPicture || pictures.contains(chunk.type)
        append(chunk.type, bytes[chunk.data], to: &output)
      } else if chunk.type.elementsEqual("ANMF".utf8) {
        append(chunk.type, try frame(bytes, chunk.data)[...], to: &output)
        hasPicture = true
      } else if chunk.type.elementsEqual("EXIF".utf8) {
        // Some writers put the JPEG segment's name before it.
        let data = bytes[chunk.data]
        let notes = ExifNotes(data.starts(with: "Exif\0\0".utf8) ? data.dropFirst(6) : data)
        heldPosition = heldPosition || notes.holdsPosition
        turn = turn ?? notes.turn
      }
    }
    guard hasPicture else { throw PhotoDamage(offset: 12, expected: "a picture") }
    if let flagsAt {
      output[flagsAt] &= ~12
      if let turn {
        output[flagsAt] |= 8
        let note = ExifNotes.minimal(turn)
        append(Array("EXIF".utf8), note[...], to: &output)
        added = note.count + 8
      }
    }
    let count = UInt32(truncatingIfNeeded: output.count - 8)
    for index in 0..<4 {
      output[4 + index] = UInt8(truncatingIfNeeded: count >> (8 * UInt32(index)))
    }
    return StrippedPhoto(
      bytes: output, removedCount: max(0, bytes.count - (output.count - added)),
      heldPosition: heldPosition)
  }

  /// A frame of an animation: 16 bytes, then chunks.
  private static func frame(
    _ bytes: [UInt8], _ data: Range<Int>
  ) throws(PhotoDamage) -> [UInt8] {
    guard data.count >= 16 else {
      throw PhotoDamage(offset: data.lowerBound, expected: "a frame of 16 bytes or more")
    }
    var output = Array(bytes[data.prefix(16)])
    for chunk in try chunks(bytes, data.lowerBound + 16..<data.upperBound)
    where pictures.contains(chunk.type) {
      append(chunk.type, bytes[chunk.data], to: &output)
    }
    return output
  }

  private static func chunks(
    _ bytes: [UInt8], _ range: Range<Int>
  ) throws(PhotoDamage) -> [(type: [UInt8], data: Range<Int>)] {
    var list: [(type: [UInt8], data: Range<Int>)] = []
    var position = range.lowerBound
    while range.upperBound - position >= 8 {
      let count = Int(bytes.span.littleEndianUInt32(at: position + 4))
      let start = position + 8
      guard count <= range.upperBound - start else {
        throw PhotoDamage(offset: position + 4, expected: "a length that the file has room for")
      }
      list.append((Array(bytes[position..<position + 4]), start..<start + count))
      position = start + count + count % 2
    }
    return list
  }

  private static func append(
    _ type: [UInt8], _ data: ArraySlice<UInt8>, to output: inout [UInt8]
  ) {
    output.append(contentsOf: type)
    output.append(littleEndian: UInt32(truncatingIfNeeded: data.count))
    output.append(contentsOf: data)
    if data.count % 2 == 1 { output.append(0) }
  }
}
