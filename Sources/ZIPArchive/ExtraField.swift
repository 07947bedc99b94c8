import Bytes

/// The extra fields of a header (§4.5), one after the other: id 2 bytes, length 2 bytes, data.
enum ExtraField {
  /// The result of looking for a field.
  enum SearchResult {
    /// The fields exceed the space for them, or the wanted field occurs twice.
    case malformed
    case absent
    case found(Range<Int>)
  }

  /// Finds the data of the field with this id.
  static func find(_ wanted: UInt16, in extra: Span<UInt8>) -> SearchResult {
    var position = 0
    var found: Range<Int>?
    // Fewer than four bytes at the end are padding of tools that align ZIP data.
    while extra.count - position >= 4 {
      let id = extra.littleEndianUInt16(at: position)
      let length = Int(extra.littleEndianUInt16(at: position + 2))
      position += 4
      guard length <= extra.count - position else { return .malformed }
      if id == wanted {
        guard found == nil else { return .malformed }
        found = position..<position + length
      }
      position += length
    }
    return found.map { .found($0) } ?? .absent
  }
}
