// Label texts in the forms from before Arcade:
//
//   [NAME] CONCAT " (" CONCAT [CODE] CONCAT ")" CONCAT NEWLINE CONCAT [YEAR]    labelExpression
//   {NAME} ({CODE})                                    labelExpressionInfo.value: text with fields
//
// CONCAT and NEWLINE may be in any case. A field may be in braces instead of brackets. Texts are in
// quotes of either kind, and a quote inside is doubled.

/// A label text: a sequence of texts and field values.
package struct LabelText: Sendable, Equatable {
  /// A part of a label.
  package enum Part: Sendable, Equatable {
    /// A literal text. A line feed begins a new line.
    case text(String)
    /// The value of a field, with the name spelled as in the map.
    case field(String)
    /// The result of an expression.
    case expression(DrawingExpression)
  }

  /// The parts. There is at least one.
  package let parts: [Part]

  /// The maximum number of parts. No real label has as many.
  private static let mostParts = 200

  /// Creates a label from its parts.
  package init(parts: [Part]) { self.parts = parts }

  /// The expression, if the label is a single expression.
  package var expression: DrawingExpression? {
    if case .expression(let expression)? = parts.first { expression } else { nil }
  }

  /// The fields in the label.
  package var fields: [String] {
    parts.compactMap { if case .field(let name) = $0 { name } else { nil } }
  }

  /// Reads a `labelExpression`, or returns nil if the text isn't one.
  package init?(expression: String) {
    var scanner = Scanner(expression)
    var parts: [Part] = []
    repeat {
      guard let part = scanner.part(), parts.count < Self.mostParts else { return nil }
      parts.append(part)
    } while scanner.take("concat")
    guard scanner.isAtEnd else { return nil }
    self.parts = parts
  }

  /// Reads a text with fields in braces. Nil if it has no field, or a brace is not closed.
  package init?(template: String) {
    var parts: [Part] = []
    var rest = Array(template.utf8)[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
      guard let close = rest[open...].firstIndex(of: UInt8(ascii: "}")),
        let name = Scanner.name(rest[(open + 1)..<close]), parts.count < Self.mostParts
      else { return nil }
      if open > rest.startIndex {
        parts.append(.text(String(decoding: rest[..<open], as: UTF8.self)))
      }
      parts.append(.field(name))
      rest = rest[(close + 1)...]
    }
    guard !parts.isEmpty else { return nil }
    if !rest.isEmpty { parts.append(.text(String(decoding: rest, as: UTF8.self))) }
    self.parts = parts
  }
}

/// Splits an expression into parts.
private struct Scanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return rest.isEmpty
    }
  }

  private mutating func skipBlanks() {
    while let first = rest.first, first <= 0x20 { rest.removeFirst() }
  }

  /// Skips a word, given in lower case, ignoring case.
  mutating func take(_ word: StaticString) -> Bool {
    skipBlanks()
    let letters = Array(word.description.utf8)
    guard rest.prefix(letters.count).map({ $0 | 0x20 }) == letters else { return false }
    let next = rest.dropFirst(letters.count).first ?? 0x20
    let goesOn = next >= 0x80 || next == UInt8(ascii: "_") || (next | 0x20) &- 0x61 < 26
    guard !goesOn, next &- 0x30 >= 10 else { return false }
    rest = rest.dropFirst(letters.count)
    return true
  }

  /// Returns the next part, or nil.
  mutating func part() -> LabelText.Part? {
    if take("newline") { return .text("\n") }
    skipBlanks()
    guard let first = rest.popFirst() else { return nil }
    switch first {
    case UInt8(ascii: "["): return field(end: UInt8(ascii: "]"))
    case UInt8(ascii: "{"): return field(end: UInt8(ascii: "}"))
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return text(quote: first)
    default: return nil
    }
  }

  private mutating func field(end: UInt8) -> LabelText.Part? {
    guard let close = rest.firstIndex(of: end), let name = Self.name(rest[..<close]) else {
      return nil
    }
    rest = rest[(close + 1)...]
    return .field(name)
  }

  private mutating func text(quote: UInt8) -> LabelText.Part? {
    var text: [UInt8] = []
    while let close = rest.firstIndex(of: quote) {
      text += rest[..<close]
      rest = rest[(close + 1)...]
      guard rest.first == quote else { return .text(String(decoding: text, as: UTF8.self)) }
      text.append(quote)
      rest.removeFirst()
    }
    return nil
  }

  /// Returns a field name without surrounding blanks, or nil if it can't be a name.
  static func name(_ text: ArraySlice<UInt8>) -> String? {
    var name = text
    while let first = name.first, first <= 0x20 { name.removeFirst() }
    while let last = name.last, last <= 0x20 { name.removeLast() }
    guard !name.isEmpty, !name.contains(where: { "[]{}\"'\n".utf8.contains($0) }) else {
      return nil
    }
    return String(decoding: name, as: UTF8.self)
  }
}
