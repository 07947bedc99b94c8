import Bytes

// WebP (RFC 9649 §2): "RIFF", the number of following bytes in four (little-endian), "WEBP",
// chunks.
// A chunk is a type of four letters, the length of its data in four bytes, the data, and a zero
// byte
// if the length is odd. A file with several parts begins with VP8X, whose first byte announces Exif
// (8) and XMP (4).
//
//   kept       VP8X, pictures, transparency, colors, animation; the same in frames
//   replaced   EXIF, by one that contains only the orientation
//   removed    XMP, unknown chunks, and bytes after the file's length

/// Removes metadata from WebP files.
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
    var rotation: UInt8?
    var hadLocation = false
    var flagsOffset: Int?
    var hasPicture = false
    for chunk in try chunks(bytes, 12..<8 + length) {
      if pictures.contains(chunk.type) || others.contains(chunk.type) {
        if chunk.type.elementsEqual("VP8X".utf8), flagsOffset == nil, chunk.data.count >= 10 {
          flagsOffset = output.count + 8
        }
        hasPicture = hasPicture || pictures.contains(chunk.type)
        append(chunk.type, bytes[chunk.data], to: &output)
      } else if chunk.type.elementsEqual("ANMF".utf8) {
        append(chunk.type, try frame(bytes, chunk.data)[...], to: &output)
        hasPicture = true
      } else if chunk.type.elementsEqual("EXIF".utf8) {
        // Some programs write the name of the JPEG segment first.
        let data = bytes[chunk.data]
        let exif = ExifData(data.starts(with: "Exif\0\0".utf8) ? data.dropFirst(6) : data)
        hadLocation = hadLocation || exif.hasLocation
        rotation = rotation ?? exif.rotation
      }
    }
    guard hasPicture else { throw PhotoDamage(offset: 12, expected: "a picture") }
    if let flagsOffset {
      output[flagsOffset] &= ~12
      if let rotation {
        output[flagsOffset] |= 8
        let exif = ExifData.minimal(rotation)
        append(Array("EXIF".utf8), exif[...], to: &output)
        added = exif.count + 8
      }
    }
    let count = UInt32(truncatingIfNeeded: output.count - 8)
    for index in 0..<4 {
      output[4 + index] = UInt8(truncatingIfNeeded: count >> (8 * UInt32(index)))
    }
    return StrippedPhoto(
      bytes: output, removedCount: max(0, bytes.count - (output.count - added)),
      hadLocation: hadLocation)
  }

  /// Returns a frame of an animation: 16 bytes, then chunks.
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
        throw PhotoDamage(offset: position + 4, expected: "a length that fits into the file")
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
