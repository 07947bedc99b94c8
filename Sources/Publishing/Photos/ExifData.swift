import Bytes

// Exif (CIPA DC-008 §4.5) is a TIFF file inside a picture.
//
//   header     "II" or "MM" for the byte order, 42 in two bytes, the offset of the first directory
//              in four
//   directory  number of entries in two bytes, then for each 12: tag (2), type (2), count (4),
//              value or its offset (4); then the offset of the next directory in four
//
// Only one entry matters for drawing: 0x0112, the orientation of the picture (1 is upright).

/// The useful content of the Exif part of a picture.
struct ExifData: Equatable {
  /// The orientation of the picture, 1 to 8; nil if it is missing.
  var orientation: UInt8?
  /// Whether there is a directory of locations.
  var hasLocation = false

  /// Reads the first directory of a TIFF file. Damaged entries count as missing.
  init(_ tiff: ArraySlice<UInt8>) {
    let bytes = Array(tiff)
    let span = bytes.span
    guard span.count >= 8 else { return }
    let isLittleEndian = bytes.starts(with: [0x49, 0x49, 42, 0])
    guard isLittleEndian || bytes.starts(with: [0x4D, 0x4D, 0, 42]) else { return }
    func word(_ offset: Int) -> Int {
      Int(isLittleEndian ? span.littleEndianUInt16(at: offset) : span.bigEndianUInt16(at: offset))
    }
    let start = Int(
      isLittleEndian ? span.littleEndianUInt32(at: 4) : span.bigEndianUInt32(at: 4))
    guard start <= span.count - 2 else { return }
    var entry = start + 2
    for _ in 0..<word(start) {
      guard entry <= span.count - 12 else { return }
      switch word(entry) {
      case 0x0112:
        // A 16-bit number is in the first half of its four bytes, in either byte order.
        let value = word(entry + 8)
        if word(entry + 2) == 3, (1...8).contains(value) {
          orientation = UInt8(truncatingIfNeeded: value)
        }
      case 0x8825: hasLocation = true
      default: break
      }
      entry += 12
    }
  }

  /// The orientation that must be kept; nil for an upright picture.
  var rotation: UInt8? { orientation == 1 ? nil : orientation }

  /// Returns a TIFF file that contains only the orientation.
  static func minimal(_ orientation: UInt8) -> [UInt8] {
    [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation]
      + [0, 0, 0, 0, 0, 0]
  }
}
