import Bytes

/// The collating sequences built into SQLite. Programs can add others, which are unknown here.
enum Collation: Equatable {
  case binary, noCase, rightTrim

  /// Returns nil for an unknown name.
  init?(name: String?) {
    switch name.map(Identifier.folded) {
    case nil, "binary": self = .binary
    case "nocase": self = .noCase
    case "rtrim": self = .rightTrim
    default: return nil
    }
  }

  /// The name as index terms have it; nil for BINARY.
  var name: String? {
    switch self {
    case .binary: nil
    case .noCase: "nocase"
    case .rightTrim: "rtrim"
    }
  }

  /// Compares two texts as they are stored. All sequences except BINARY compare their UTF-8.
  func compare(
    _ left: Span<UInt8>, _ right: Span<UInt8>, encoding: DatabaseHeader.TextEncoding
  ) -> Int {
    guard self != .binary else { return left.compare(right) }
    if encoding != .utf8 {
      let left = StoredText.utf8(left, encoding)
      let right = StoredText.utf8(right, encoding)
      return compare(left.span, right.span, encoding: .utf8)
    }
    if self == .noCase { return Self.compareFolded(left, right) }
    return left.extracting(0..<Self.end(left)).compare(right.extracting(0..<Self.end(right)))
  }

  /// Compares with letters A…Z in lower case. Texts that are equal up to a NUL are compared by
  /// length.
  private static func compareFolded(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let common = min(left.count, right.count)
    var at = 0
    while at < common {
      let (one, other) = (Identifier.lower(left[at]), Identifier.lower(right[at]))
      if one != other { return Int(one) - Int(other) }
      if one == 0 { break }
      at &+= 1
    }
    return left.count - right.count
  }

  /// The end of a text without trailing spaces.
  private static func end(_ text: Span<UInt8>) -> Int {
    var end = text.count
    while end > 0, text[end &- 1] == 0x20 { end &-= 1 }
    return end
  }
}
