import Bytes

extension [UInt8] {
  /// Rewrites the value that begins at `start` for its context.
  mutating func adapt(from start: Int, to context: PopupTemplate.Context) {
    switch context {
    case .plain, .tag: replaceLineBreaks(from: start, by: " ")
    case .content: replaceLineBreaks(from: start, by: "<br>")
    case .attribute(let quote):
      replaceLineBreaks(from: start, by: " ")
      replace(quote, from: start, by: quote == UInt8(ascii: "'") ? "&#39;" : "&quot;")
    case .wholeLink: percentEncode(from: start) { !($0 <= 0x20 || Self.breaksLinks($0)) }
    case .linkPart: percentEncode(from: start, keeping: Self.isPlainInComponent)
    }
  }

  /// Percent-encodes characters that are not allowed in an address; leaves its punctuation.
  mutating func encodeAddress(from start: Int) {
    percentEncode(from: start) { $0 > 0x20 && $0 < 0x7F && !Self.breaksLinks($0) }
  }

  /// Removes blanks at the end and at `start`.
  mutating func trim(from start: Int) {
    while count > start, let last, last <= 0x20 { removeLast() }
    var first = start
    while first < count, self[first] <= 0x20 { first += 1 }
    if first > start { removeSubrange(start..<first) }
  }

  private static func breaksLinks(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    default: false
    }
  }

  /// Returns whether ECMAScript's `encodeURIComponent` keeps a byte. The apostrophe is not kept.
  private static func isPlainInComponent(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "~"), UInt8(ascii: "*"),
      UInt8(ascii: "("), UInt8(ascii: ")"):
      true
    default: false
    }
  }

  private mutating func percentEncode(from start: Int, keeping isKept: (UInt8) -> Bool) {
    guard let first = self[start...].firstIndex(where: { !isKept($0) }) else { return }
    let tail = Array(self[first...])
    removeLast(count - first)
    for byte in tail {
      if isKept(byte) {
        append(byte)
      } else {
        append(UInt8(ascii: "%"))
        append(Self.hexadecimalDigit(byte >> 4))
        append(Self.hexadecimalDigit(byte & 15))
      }
    }
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 48 + value : 55 + value
  }

  private mutating func replace(_ byte: UInt8, from start: Int, by text: StaticString) {
    guard let first = self[start...].firstIndex(of: byte) else { return }
    let tail = Array(self[first...])
    removeLast(count - first)
    for other in tail {
      if other == byte { append(literal: text) } else { append(other) }
    }
  }

  /// Replaces line breaks: LF, CR or CR LF.
  private mutating func replaceLineBreaks(from start: Int, by text: StaticString) {
    guard let first = self[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return
    }
    let tail = Array(self[first...])
    removeLast(count - first)
    var previous: UInt8 = 0
    for byte in tail {
      switch byte {
      case 0x0A where previous == 0x0D: break
      case 0x0A, 0x0D: append(literal: text)
      default: append(byte)
      }
      previous = byte
    }
  }
}
