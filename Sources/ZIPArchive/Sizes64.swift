import Bytes

/// The numbers of an entry that move to the ZIP64 extra field when they do not fit.
struct Sizes64 {
  var size: Int
  var compressedSize: Int
  /// Nil in local headers, which have no such field.
  var headerOffset: Int?

  init(size: Int, compressedSize: Int, headerOffset: Int? = nil) {
    self.size = size
    self.compressedSize = compressedSize
    self.headerOffset = headerOffset
  }

  /// Takes the numbers that are all ones from the extra fields. False when these are malformed
  /// or lack a number, or hold one beyond 2^63.
  mutating func resolve(extra: Span<UInt8>) -> Bool {
    var position = 0
    var found: Range<Int>?
    // Fewer than four bytes at the end are padding of zip aligners.
    while extra.count - position >= 4 {
      let id = extra.littleEndianUInt16(at: position)
      let length = Int(extra.littleEndianUInt16(at: position + 2))
      position += 4
      guard length <= extra.count - position else { return false }
      if id == ZIPFormat.zip64ExtraID {
        guard found == nil else { return false }
        found = position..<position + length
      }
      position += length
    }
    var rest = found ?? 0..<0
    guard take(&size, extra, &rest), take(&compressedSize, extra, &rest) else { return false }
    if var offset = headerOffset {
      guard take(&offset, extra, &rest) else { return false }
      headerOffset = offset
    }
    return true
  }

  private func take(_ value: inout Int, _ extra: Span<UInt8>, _ rest: inout Range<Int>) -> Bool {
    guard value == ZIPFormat.saturated32 else { return true }
    guard rest.count >= 8 else { return false }
    guard let wide = Int(exactly: extra.littleEndianUInt64(at: rest.lowerBound)) else {
      return false
    }
    value = wide
    rest = rest.lowerBound + 8..<rest.upperBound
    return true
  }
}
