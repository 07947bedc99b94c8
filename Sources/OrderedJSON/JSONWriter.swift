import Bytes

/// Writes JSON as UTF-8 bytes. The result is deterministic: members in their order, numbers as
/// their text.
package struct JSONWriter: Sendable {
  /// The white space between the parts.
  package enum Style: Sendable {
    /// No white space.
    case compact
    /// One line for each member and element, two spaces for each level, a line feed at the end.
    case pretty
  }

  private let style: Style
  private let isForScript: Bool
  var bytes: [UInt8] = []

  /// Returns the text of a value. `forScript` escapes `<`, U+2028 and U+2029, so that the text can
  /// be in an HTML `<script>` element.
  package static func write(
    _ json: JSON, style: Style = .compact, forScript: Bool = false
  ) -> [UInt8] {
    var writer = JSONWriter(style: style, isForScript: forScript)
    writer.append(json, level: 0)
    if style == .pretty { writer.bytes.append(0x0A) }
    return writer.bytes
  }

  init(style: Style, isForScript: Bool = false) {
    self.style = style
    self.isForScript = isForScript
  }

  mutating func append(_ json: JSON, level: Int) {
    switch json {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let value): bytes.append(contentsOf: value.text.utf8)
    case .string(let value): Self.append(value, to: &bytes, forScript: isForScript)
    case .array(let elements):
      bytes.append(0x5B)
      for (index, element) in elements.enumerated() {
        beginItem(index, level: level + 1)
        append(element, level: level + 1)
      }
      endItems(isEmpty: elements.isEmpty, level: level)
      bytes.append(0x5D)
    case .object(let object):
      bytes.append(0x7B)
      for (index, member) in object.members.enumerated() {
        beginItem(index, level: level + 1)
        append(key: member.key)
        append(member.value, level: level + 1)
      }
      endItems(isEmpty: object.isEmpty, level: level)
      bytes.append(0x7D)
    }
  }

  mutating func append(key: String) {
    Self.append(key, to: &bytes, forScript: isForScript)
    bytes.append(0x3A)
    if style == .pretty { bytes.append(0x20) }
  }

  mutating func beginItem(_ index: Int, level: Int) {
    if index > 0 { bytes.append(0x2C) }
    if style == .pretty { breakLine(level: level) }
  }

  mutating func endItems(isEmpty: Bool, level: Int) {
    if style == .pretty, !isEmpty { breakLine(level: level) }
  }

  private mutating func breakLine(level: Int) {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: level * 2))
  }
}

extension JSONWriter {
  /// Appends a string in quotes, escaped.
  package static func append(_ text: String, to bytes: inout [UInt8], forScript: Bool = false) {
    var text = text
    text.makeContiguousUTF8()
    append(wellFormed: text.utf8.span, to: &bytes, forScript: forScript)
  }

  /// Appends UTF-8 text in quotes. Quotes, backslashes and control characters are escaped. With
  /// `forScript`, `<`, U+2028 and U+2029 are escaped too. Malformed sequences become U+FFFD.
  package static func append(
    utf8 text: Span<UInt8>, to bytes: inout [UInt8], forScript: Bool = false
  ) {
    guard let repaired = UTF8Validation.repaired(text) else {
      return append(wellFormed: text, to: &bytes, forScript: forScript)
    }
    append(wellFormed: repaired.span, to: &bytes, forScript: forScript)
  }

  private static func append(
    wellFormed text: Span<UInt8>, to bytes: inout [UInt8], forScript: Bool
  ) {
    bytes.append(0x22)
    // The start of the bytes that need no escape and were not copied yet.
    var plain = 0
    for at in text.indices {
      let byte = text[at]
      if byte >= 0x20, byte != 0x22, byte != 0x5C, !forScript { continue }
      switch byte {
      case 0x22, 0x5C:
        bytes.append(text.extracting(plain..<at))
        bytes.append(0x5C)
        bytes.append(byte)
      case 0x00..<0x20:
        bytes.append(text.extracting(plain..<at))
        appendControl(byte, to: &bytes)
      case 0x3C where forScript:
        bytes.append(text.extracting(plain..<at))
        appendEscape(0x3C, to: &bytes)
      // U+2028 and U+2029 are E2 80 A8 and E2 80 A9. Older script engines treat them as line ends.
      case 0xA8 where forScript && isLineSeparator(text, at),
        0xA9 where forScript && isLineSeparator(text, at):
        bytes.append(text.extracting(plain..<at - 2))
        appendEscape(0x2000 | UInt16(byte & 0x0F | 0x20), to: &bytes)
      default: continue
      }
      plain = at + 1
    }
    bytes.append(text.extracting(plain..<text.count))
    bytes.append(0x22)
  }

  /// Appends a double in the shortest text that reads back the same, or `null` if it is not finite.
  package static func append(_ value: Double, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: (JSONNumber(value)?.text ?? "null").utf8)
  }

  private static func isLineSeparator(_ text: Span<UInt8>, _ at: Int) -> Bool {
    at >= 2 && text[at - 1] == 0x80 && text[at - 2] == 0xE2
  }

  private static func appendControl(_ byte: UInt8, to bytes: inout [UInt8]) {
    let letter: UInt8? =
      switch byte {
      case 0x08: 0x62
      case 0x09: 0x74
      case 0x0A: 0x6E
      case 0x0C: 0x66
      case 0x0D: 0x72
      default: nil
      }
    guard let letter else { return appendEscape(UInt16(byte), to: &bytes) }
    bytes.append(0x5C)
    bytes.append(letter)
  }

  private static func appendEscape(_ codeUnit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "\\u".utf8)
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: codeUnit >> UInt16(shift) & 0xF)
      bytes.append(digit < 10 ? 0x30 + digit : 0x37 + digit)
    }
  }
}
