// What labels say, in the forms of before Arcade:
//
//   [NAME] CONCAT " (" CONCAT [CODE] CONCAT ")" CONCAT NEWLINE CONCAT [YEAR]    labelExpression
//   {NAME} ({CODE})                                    labelExpressionInfo.value: text with fields
//
// CONCAT and NEWLINE in any case; a field in braces for one in brackets; texts between quotes of
// either kind, a quote inside written twice.

/// What a label says: texts and the values of fields, one after the other.
package struct LabelText: Sendable, Equatable {
  /// A part of a label.
  package enum Part: Sendable, Equatable {
    /// A text as it is; a line feed begins a line.
    case text(String)
    /// The value of a field, whose name is spelled as in the map.
    case field(String)
    /// What an expression gives.
    case expression(DrawingExpression)
  }

  /// One at least.
  package let parts: [Part]

  /// More parts than that nobody writes by hand.
  private static let mostParts = 200

  /// A label that says a field's value.
  package init(field: String) { parts = [.field(field)] }

  /// A label from its parts.
  package init(parts: [Part]) { self.parts = parts }

  /// The expression that says it all.
  package var expression: DrawingExpression? {
    if case .expression(let expression)? = parts.first { expression } else { nil }
  }

  /// The fields whose values are said.
  package var fields: [String] {
    parts.compactMap { if case .field(let name) = $0 { name } else { nil } }
  }

  /// Reads a `labelExpression`; nil for what is none.
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

  /// Reads a text with fields in braces; nil where it names no field, or a brace is left open.
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

/// Takes an expression apart.
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

  /// Moves past a word given in small letters, in any case.
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

  /// The next part; nil when there is none.
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

  /// A field's name without blanks around it; nil for what can be none.
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
