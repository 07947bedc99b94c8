import Bytes

/// The extra fields of a header (§4.5): id 2, length 2, data, one behind the other.
enum ExtraField {
  /// What came of looking for a field.
  enum Place {
    /// The fields do not fit their room, or there are two of the kind.
    case malformed
    case absent
    case found(Range<Int>)
  }

  /// Where the data of the field with that id lies.
  static func place(of wanted: UInt16, in extra: Span<UInt8>) -> Place {
    var position = 0
    var found: Range<Int>?
    // Fewer than four bytes at the end are padding of zip aligners.
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
