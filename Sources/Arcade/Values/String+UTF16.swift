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

extension String {
  /// Whether this text sorts before another by UTF-16 units, as the language compares texts.
  func precedesInUTF16(_ other: String) -> Bool {
    var one = utf8.makeIterator()
    var two = other.utf8.makeIterator()
    while true {
      guard let left = one.next() else { return two.next() != nil }
      guard let right = two.next() else { return false }
      if left != right {
        // Four-byte characters are surrogates in UTF-16 and sort before U+E000 to U+FFFF.
        let isPrivate = (left == 0xee || left == 0xef, right == 0xee || right == 0xef)
        if isPrivate.0, right >= 0xf0 { return false }
        if isPrivate.1, left >= 0xf0 { return true }
        return left < right
      }
    }
  }
}
