import Bytes

/// The numbers of an entry that are in the ZIP64 extra field when they do not fit elsewhere.
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

  /// Reads the numbers that are all ones from the extra fields. Returns false when the fields are
  /// malformed or lack a number, or a number exceeds 2^63.
  mutating func resolve(extra: Span<UInt8>) -> Bool {
    let found: Range<Int>?
    switch ExtraField.find(ZIPFormat.zip64ExtraID, in: extra) {
    case .malformed: return false
    case .absent: found = nil
    case .found(let range): found = range
    }
    var rest = found ?? 0..<0
    guard take(&size, from: extra, rest: &rest), take(&compressedSize, from: extra, rest: &rest)
    else { return false }
    if var offset = headerOffset {
      guard take(&offset, from: extra, rest: &rest) else { return false }
      headerOffset = offset
    }
    return true
  }

  private func take(_ value: inout Int, from extra: Span<UInt8>, rest: inout Range<Int>) -> Bool {
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
