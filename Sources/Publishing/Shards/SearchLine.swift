/// The search text of one record: its texts in lower case on one line.
struct SearchLine {
  private var bytes: [UInt8] = []
  private var isASCII = true
  private var texts: [String] = []

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isASCII = true
    texts.removeAll(keepingCapacity: true)
  }

  /// Appends a value.
  mutating func append(_ text: String) {
    // Pop-ups often contain the same text twice, such as the name of a species.
    guard !text.isEmpty, !texts.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else {
      return
    }
    texts.append(text)
    if !bytes.isEmpty { bytes.append(0x20) }
    appendLowerCase(text)
  }

  /// Appends the words of a text that are not on the line yet. Words are searched one by one, and a
  /// text often repeats what the fields say. Measured numbers are left out, as those of fields are.
  ///
  /// - Parameter common: Words to leave out, because they are in the texts of all records.
  mutating func appendNewWords(_ text: String, except common: Set<[UInt8]>) {
    for word in Self.words(of: text) {
      if Self.isMeasure(word) || contains(word) || common.contains(Array(word)) { continue }
      if word.contains(where: { $0 >= 0x80 }) { isASCII = false }
      bytes.append(0x20)
      bytes += word
    }
  }

  /// Returns the words of a text in lower case, without the punctuation around them.
  static func words(of text: String) -> [ArraySlice<UInt8>] {
    var line = SearchLine()
    line.appendLowerCase(text)
    return line.bytes.split(separator: 0x20).compactMap { word in
      guard let first = word.firstIndex(where: isPart), let last = word.lastIndex(where: isPart)
      else { return nil }
      return word[first...last]
    }
  }

  /// Whether a byte belongs to a letter or digit.
  private static func isPart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || byte &- 0x61 < 26
  }

  /// Whether a word is a number with decimals.
  private static func isMeasure(_ word: ArraySlice<UInt8>) -> Bool {
    word.contains(UInt8(ascii: ".")) && word.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x2C < 3 }
  }

  private mutating func appendLowerCase(_ text: String) {
    for byte in text.utf8 {
      if byte >= 0x80 { isASCII = false }
      let isUpper = byte >= 0x41 && byte <= 0x5A
      bytes.append(isUpper ? byte | 0x20 : byte < 0x20 ? 0x20 : byte)
    }
  }

  private func contains(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first, bytes.count >= word.count else { return false }
    for start in 0...bytes.count - word.count where bytes[start] == first {
      if bytes[start..<start + word.count].elementsEqual(word) { return true }
    }
    return false
  }

  /// Appends the line and a line feed.
  func endLine(_ text: inout [UInt8]) {
    if isASCII {
      text += bytes
    } else {
      text += String(decoding: bytes, as: UTF8.self).lowercased().utf8
    }
    text.append(0x0A)
  }
}
