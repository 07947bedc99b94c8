// Helpers of the text functions.

extension String {
  /// The UTF-16 index of a text in this one, searched from an index on; nil if it is not found.
  func utf16Index(of needle: String, from start: Int) -> Int? {
    let text = Array(utf8)
    let wanted = Array(needle.utf8)
    // The byte offset of the UTF-16 index where the search begins.
    let length = utf16.count
    if wanted.isEmpty { return min(start, length) }
    guard start <= length else { return nil }
    let first =
      length == text.count
      ? start : utf8.distance(from: utf8.startIndex, to: utf16.index(startIndex, offsetBy: start))
    guard let found = text.firstOffset(of: wanted, from: first) else { return nil }
    if length == text.count { return found }
    return utf16.distance(
      from: utf16.startIndex, to: utf8.index(utf8.startIndex, offsetBy: found))
  }

  /// Capitalizes every word, or only the first. Characters that are not letters do not begin a
  /// word: 3rd becomes 3Rd.
  func proper(everyWord: Bool) -> String {
    var result = ""
    var begins = true
    for scalar in unicodeScalars {
      if scalar.properties.isWhitespace {
        if everyWord { begins = true }
        result.unicodeScalars.append(scalar)
      } else if scalar.properties.uppercaseMapping == scalar.properties.lowercaseMapping {
        result.unicodeScalars.append(scalar)
      } else {
        result += begins ? scalar.properties.uppercaseMapping : scalar.properties.lowercaseMapping
        begins = false
      }
    }
    return result
  }

  /// The text without whitespace at either end.
  func trimmed() -> String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isBlank }),
      let last = scalars.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Replaces all occurrences of a text, or only the first. Nil if the result is longer than the
  /// limit.
  func replacing(_ needle: String, with other: String, isAll: Bool, limit: Int) -> String? {
    let text = Array(utf8)
    let wanted = Array(needle.utf8)
    // Nothing stands in front of a text, once.
    guard !wanted.isEmpty else { return isAll ? self : other + self }
    var result: [UInt8] = []
    var position = 0
    while let found = text.firstOffset(of: wanted, from: position) {
      result.append(contentsOf: text[position..<found])
      result.append(contentsOf: other.utf8)
      position = found + wanted.count
      guard result.count <= limit else { return nil }
      if !isAll { break }
    }
    result.append(contentsOf: text[position...])
    return result.count <= limit ? String(decoding: result, as: UTF8.self) : nil
  }

  /// The parts between separators; single characters if the separator is empty.
  func split(by separator: String) -> [String] {
    let text = Array(utf8)
    let wanted = Array(separator.utf8)
    guard !wanted.isEmpty else { return unicodeScalars.map { String(Character($0)) } }
    var parts: [String] = []
    var position = 0
    while let found = text.firstOffset(of: wanted, from: position) {
      parts.append(String(decoding: text[position..<found], as: UTF8.self))
      position = found + wanted.count
    }
    parts.append(String(decoding: text[position...], as: UTF8.self))
    return parts
  }

  /// Percent-encodes the text for a URL parameter. Letters, digits and `-_.!~*'()` stay.
  func urlEncoded() -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in utf8 {
      if byte < 0x80, byte.isDigit || (byte | 0x20) &- 0x61 < 26 || Self.plainInURL.contains(byte) {
        result.append(byte)
      } else {
        result.append(UInt8(ascii: "%"))
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let plainInURL: Set<UInt8> = Set("-_.!~*'()".utf8)
}

extension Unicode.Scalar {
  /// Whether this is whitespace, as JavaScript defines it.
  var isBlank: Bool { properties.isWhitespace || value == 0xfeff }
}

extension [UInt8] {
  /// The first offset of `wanted` in these bytes, searched from an offset on.
  func firstOffset(of wanted: [UInt8], from start: Int) -> Int? {
    guard let first = wanted.first else { return start <= count ? start : nil }
    guard wanted.count <= count else { return nil }
    var position = start
    while position <= count - wanted.count {
      if self[position] == first {
        var length = 1
        while length < wanted.count, self[position + length] == wanted[length] { length += 1 }
        if length == wanted.count { return position }
      }
      position += 1
    }
    return nil
  }
}
