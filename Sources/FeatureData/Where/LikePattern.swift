/// The pattern of a `LIKE`: `%` stands for any text, `_` for any one character.
///
/// Upper and lower case differ, as in ArcGIS's own client-side SQL. What a service does depends on
/// the collation of its database; a filter must not choose more rows than it says.
struct LikePattern: Sendable {
  private enum Element {
    case byte(UInt8)
    case character
    case anything
  }

  private var elements: [Element] = []

  /// Compiles a pattern; nil when it ends in the escape character.
  init?(_ pattern: [UInt8], escape: UInt8?) {
    var index = 0
    while index < pattern.count {
      var byte = pattern[index]
      index += 1
      if byte == escape {
        guard index < pattern.count else { return nil }
        byte = pattern[index]
        index += 1
        elements.append(.byte(byte))
      } else if byte == UInt8(ascii: "%") {
        if case .anything? = elements.last { continue }
        elements.append(.anything)
      } else {
        elements.append(byte == UInt8(ascii: "_") ? .character : .byte(byte))
      }
    }
  }

  /// Whether all of `text` fits. On a mismatch the last `%` takes one byte more, so the work is at
  /// most the product of both lengths, whatever the pattern.
  func matches(_ text: Span<UInt8>) -> Bool {
    var at = 0
    var element = 0
    var resumeAt = -1
    var resumeElement = 0
    while at < text.count || element < elements.count {
      if element < elements.count {
        switch elements[element] {
        case .anything:
          element += 1
          resumeElement = element
          resumeAt = at
          continue
        case .byte(let byte):
          if at < text.count, text[at] == byte {
            at += 1
            element += 1
            continue
          }
        case .character:
          if at < text.count {
            at = Self.next(text, after: at)
            element += 1
            continue
          }
        }
      }
      guard resumeAt >= 0, resumeAt < text.count else { return false }
      resumeAt = Self.next(text, after: resumeAt)
      at = resumeAt
      element = resumeElement
    }
    return true
  }

  /// Past the character (UTF-8) at `index`.
  private static func next(_ text: Span<UInt8>, after index: Int) -> Int {
    var index = index + 1
    while index < text.count, text[index] & 0xC0 == 0x80 { index += 1 }
    return index
  }
}
