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

  mutating func append(_ text: String) {
    // Pop-ups often contain the same text twice, such as the name of a species.
    guard !text.isEmpty, !texts.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else {
      return
    }
    texts.append(text)
    if !bytes.isEmpty { bytes.append(0x20) }
    for byte in text.utf8 {
      if byte >= 0x80 { isASCII = false }
      let isUpper = byte >= 0x41 && byte <= 0x5A
      bytes.append(isUpper ? byte | 0x20 : byte < 0x20 ? 0x20 : byte)
    }
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
