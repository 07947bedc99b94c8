// Placeholders in ArcGIS solution items that have not been deployed:
//   {{<item id>.<member path>}}              no default
//   {{<item id>.<member path>||<default>}}   with a default

/// Recognizes placeholders `{{…}}`.
package enum Placeholder {
  /// Returns whether a text contains `{{` followed by `}}`.
  package static func isPresent(in text: String) -> Bool {
    var opened = false
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if opened, byte == UInt8(ascii: "}"), previous == byte { return true }
      if byte == UInt8(ascii: "{"), previous == byte { opened = true }
      previous = byte
    }
    return false
  }

  /// Returns the default of a text that is a single placeholder, or nil if it has none.
  package static func fallback(of text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.starts(with: "{{".utf8), bytes.count > 4, bytes.suffix(2).elementsEqual("}}".utf8)
    else { return nil }
    let inner = bytes[2..<bytes.count - 2]
    var index = inner.startIndex
    while index + 1 < inner.endIndex {
      if inner[index] == UInt8(ascii: "|"), inner[index + 1] == UInt8(ascii: "|") {
        let fallback = inner[(index + 2)...]
        return fallback.isEmpty ? nil : String(decoding: fallback, as: UTF8.self)
      }
      index += 1
    }
    return nil
  }
}
