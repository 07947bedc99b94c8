import Bytes

/// The pattern of a `LIKE`: `%` matches any text, `_` any single character.
///
/// The comparison is case-sensitive, as in ArcGIS's own client-side SQL. In services, it depends on
/// the collation of the database. A filter must not select more rows than it says.
enum LikePattern {
  /// Returns whether a pattern is valid: it must not end in the escape character.
  static func isPattern(_ pattern: Span<UInt8>, escape: UInt8?) -> Bool {
    guard let escape else { return true }
    var index = 0
    while index < pattern.count {
      index += pattern[index] == escape ? 2 : 1
    }
    return index == pattern.count
  }

  /// Returns whether the whole text matches, or nil if the pattern is invalid. On a mismatch, the
  /// last `%` takes more bytes. So the work is at most the product of both lengths.
  static func matches(_ text: Span<UInt8>, pattern: Span<UInt8>, escape: UInt8?) -> Bool? {
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
          // The rest can begin only where its first byte is.
          guard let start = candidate(text, from: at, pattern: pattern, at: index, escape: escape)
          else {
            return rest(pattern, from: index, escape: escape)
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
          text, from: character(text, after: resumeAt), pattern: pattern, at: resumeIndex,
          escape: escape)
      else { return rest(pattern, from: index, escape: escape) }
      resumeAt = start
      at = start
      index = resumeIndex
    }
    return true
  }

  /// Returns where the text can continue after a `%`: at the next occurrence of the pattern's next
  /// byte. If that is not a literal byte, it is the current index. The end of the text counts too.
  private static func candidate(
    _ text: Span<UInt8>, from start: Int, pattern: Span<UInt8>, at index: Int, escape: UInt8?
  ) -> Int? {
    let byte = pattern[index]
    if byte == escape || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "_") {
      return start <= text.count ? start : nil
    }
    return text.firstIndex(of: byte, from: start)
  }

  /// Returns the result for a text that does not match: nil if the rest of the pattern is invalid.
  private static func rest(_ pattern: Span<UInt8>, from index: Int, escape: UInt8?) -> Bool? {
    isPattern(pattern.extracting(index..<pattern.count), escape: escape) ? false : nil
  }

  /// Returns the index after the UTF-8 character at `index`.
  private static func character(_ text: Span<UInt8>, after index: Int) -> Int {
    var index = index + 1
    while index < text.count, text[index] & 0xC0 == 0x80 { index += 1 }
    return index
  }
}
