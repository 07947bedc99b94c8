/// The search text of one record: its texts in lower case on one line.
struct SearchLine {
  private var bytes: [UInt8] = []
  private var isASCII = true
  private var texts: [String] = []

  init() {}

  /// Creates a line of one text.
  private init(_ text: String) { appendLowerCase(text) }

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
  mutating func appendNewWords(_ text: String, except common: [[UInt8]]) {
    let line = SearchLine(text)
    Self.forEachWord(in: line.bytes) { word in
      if Self.isMeasure(word) || contains(word) || common.contains(where: word.elementsEqual) {
        return
      }
      if !line.isASCII { isASCII = false }
      bytes.append(0x20)
      bytes += word
    }
  }

  /// Returns the words of texts in lower case, each once.
  static func words(of texts: [String]) -> [[UInt8]] {
    var words: Set<[UInt8]> = []
    for text in texts { forEachWord(in: SearchLine(text).bytes) { words.insert(Array($0)) } }
    return words.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func forEachWord(in line: [UInt8], _ body: (ArraySlice<UInt8>) -> Void) {
    var start = 0
    while start < line.count {
      let end = line[start...].firstIndex(of: 0x20) ?? line.count
      var (low, high) = (start, end)
      // Without the punctuation around the word.
      while low < high, !isPart(line[low]) { low += 1 }
      while low < high, !isPart(line[high - 1]) { high -= 1 }
      if low < high { body(line[low..<high]) }
      start = end + 1
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
