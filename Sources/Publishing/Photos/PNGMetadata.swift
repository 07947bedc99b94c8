import Bytes

// PNG (W3C Portable Network Graphics, third edition, §5): eight bytes, then chunks. A chunk is the
// length of its data in four bytes, a type of four letters, the data, and a CRC-32 of type and
// data.
//
//   kept       size, palette, pixels, end, transparency; colors; frames of animations
//   replaced   eXIf, by one that contains only the orientation
//   removed    texts, times, everything else, and bytes after the end

/// Removes metadata from PNG files.
enum PNGMetadata {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static let kept: Set<[UInt8]> = Set(
    [
      "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP",
      "mDCV", "cLLI", "bKGD", "hIST", "pHYs", "sPLT", "acTL", "fcTL", "fdAT",
    ].map { Array($0.utf8) })

  static func strip(_ bytes: [UInt8]) throws(PhotoDamage) -> StrippedPhoto {
    let span = bytes.span
    var output = signature
    output.reserveCapacity(bytes.count)
    var position = signature.count
    var added = 0
    var hadLocation = false
    var hasRotation = false
    var hasPixels = false
    while true {
      guard bytes.count - position >= 12 else {
        throw PhotoDamage(offset: position, expected: "a chunk")
      }
      let count = Int(span.bigEndianUInt32(at: position))
      guard count <= bytes.count - position - 12 else {
        throw PhotoDamage(offset: position, expected: "a length that fits into the file")
      }
      let type = Array(bytes[position + 4..<position + 8])
      let data = bytes[position + 8..<position + 8 + count]
      let end = position + 12 + count
      if position == signature.count, !type.elementsEqual("IHDR".utf8) || count != 13 {
        throw PhotoDamage(offset: position, expected: "a header of 13 bytes")
      }
      if kept.contains(type) {
        output.append(contentsOf: bytes[position..<end])
      } else if type.elementsEqual("eXIf".utf8) {
        let exif = ExifData(data)
        hadLocation = hadLocation || exif.hasLocation
        if let rotation = exif.rotation, !hasRotation {
          hasRotation = true
          added += append(type, data: ExifData.minimal(rotation), to: &output)
        }
      }
      if type.elementsEqual("IDAT".utf8) { hasPixels = true }
      if type.elementsEqual("IEND".utf8) {
        guard hasPixels else { throw PhotoDamage(offset: position, expected: "pixels") }
        return StrippedPhoto(
          bytes: output, removedCount: bytes.count - (output.count - added),
          hadLocation: hadLocation)
      }
      position = end
    }
  }

  /// Appends a chunk and returns its size in bytes.
  private static func append(
    _ type: [UInt8], data: [UInt8], to output: inout [UInt8]
  ) -> Int {
    let content = type + data
    output.append(bigEndian: UInt32(truncatingIfNeeded: data.count))
    output.append(contentsOf: content)
    output.append(bigEndian: CRC32.of(content.span))
    return data.count + 12
  }
}
