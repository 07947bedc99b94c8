import Bytes

/// The pattern of a `LIKE`: `%` stands for any text, `_` for any one character.
///
/// Upper and lower case differ, as in ArcGIS's own client-side SQL. What a service does depends on
/// the collation of its database; a filter must not choose more rows than it says.
enum LikePattern {
  /// Whether a pattern is one: it may not end in the escape character.
  static func isPattern(_ pattern: Span<UInt8>, escape: UInt8?) -> Bool {
    guard let escape else { return true }
    var index = 0
    while index < pattern.count {
      index += pattern[index] == escape ? 2 : 1
    }
    return index == pattern.count
  }

  /// Whether all of `text` fits; nil when the pattern is none. On a mismatch the last `%` takes
  /// more bytes, so the work is at most the product of both lengths, whatever the pattern.
  static func matches(_ text: Span<UInt8>, _ pattern: Span<UInt8>, escape: UInt8?) -> Bool? {
    var at = 0
    var index = 0
    var resumeAt = -1
    var resumeIndex = 0
    while at < text.count || index < pattern.count {
      if index < pattern.count {
        var byte = pattern[index]
        var next = index + 1
        if byte == escape {
          guard next < pattern.count else { return nil }
          byte = pattern[next]
          next += 1
          if at < text.count, text[at] == byte {
            at += 1
            index = next
            continue
          }
        } else if byte == UInt8(ascii: "%") {
          index = next
          guard index < pattern.count else {
            return true
          }
          resumeIndex = index
          // Only where its first byte is can the rest begin.
          guard let start = candidate(text, from: at, pattern, index, escape) else {
            return rest(pattern, index, escape)
          }
          at = start
          resumeAt = at
          continue
        } else if byte == UInt8(ascii: "_") {
          if at < text.count {
            at = character(text, after: at)
            index = next
            continue
          }
        } else if at < text.count, text[at] == byte {
          at += 1
          index = next
          continue
        }
      }
      guard resumeAt >= 0, resumeAt < text.count,
        let start = candidate(
          text, from: character(text, after: resumeAt), pattern, resumeIndex, escape)
      else { return rest(pattern, index, escape) }
      resumeAt = start
      at = start
      index = resumeIndex
    }
    return true
  }

  /// Where the text may go on after a `%`: at the next of the byte that the pattern asks for, or
  /// right here when that is no plain byte. The end of the text counts as a place.
  private static func candidate(
    _ text: Span<UInt8>, from start: Int, _ pattern: Span<UInt8>, _ index: Int, _ escape: UInt8?
  ) -> Int? {
    let byte = pattern[index]
    if byte == escape || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "_") {
      return start <= text.count ? start : nil
    }
    return text.firstIndex(of: byte, from: start)
  }

  /// The answer to a text that does not fit: unknown when the rest of the pattern is no pattern.
  private static func rest(_ pattern: Span<UInt8>, _ index: Int, _ escape: UInt8?) -> Bool? {
    isPattern(pattern.extracting(index..<pattern.count), escape: escape) ? false : nil
  }

  /// Past the character (UTF-8) at `index`.
  private static func character(_ text: Span<UInt8>, after index: Int) -> Int {
    var index = index + 1
    while index < text.count, text[index] & 0xC0 == 0x80 { index += 1 }
    return index
  }
}
