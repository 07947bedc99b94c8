// Texts are counted in UTF-16 units, as in JavaScript. For ASCII text, units are bytes.

extension String {
  /// Up to `count` UTF-16 units from `start`, limited to the text. A lone surrogate becomes U+FFFD.
  func utf16Slice(from start: Int, count: Int) -> String {
    let units = utf16
    let length = units.count
    let first = max(0, min(start, length))
    let last = first + max(0, min(count, length - first))
    if length == utf8.count {
      let from = utf8.index(utf8.startIndex, offsetBy: first)
      let to = utf8.index(from, offsetBy: last - first)
      return String(self[from..<to])
    }
    let from = units.index(units.startIndex, offsetBy: first)
    let to = units.index(from, offsetBy: last - first)
    return String(decoding: Array(units[from..<to]), as: UTF16.self)
  }
}
