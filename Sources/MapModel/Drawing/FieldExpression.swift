// Expressions that consist of a single field, in the forms that maps use:
//
//   [NAME]   {NAME}   $feature.NAME   $feature["NAME"]   $feature['NAME']
//
// Blanks, a leading `return` and a trailing `;` are allowed. Anything more is a program.

/// An expression that is a single field.
package struct FieldExpression: Sendable, Equatable {
  /// The field's name, spelled as in the expression.
  package let field: String

  /// Reads an Arcade expression.
  package init?(arcade: String) {
    var rest = Self.trimmed(Array(arcade.utf8)[...])
    if rest.last == UInt8(ascii: ";") { rest = Self.trimmed(rest.dropLast()) }
    if Self.take("return", &rest) { rest = Self.trimmed(rest) }
    guard Self.take("$feature", &rest) else { return nil }
    if Self.take(".", &rest) {
      guard let name = Self.identifier(rest) else { return nil }
      field = name
    } else if Self.take("[", &rest), rest.last == UInt8(ascii: "]") {
      guard let name = Self.quoted(Self.trimmed(rest.dropLast())) else { return nil }
      field = name
    } else {
      return nil
    }
  }

  /// Reads a label expression from before Arcade: `[NAME]`, or `{NAME}`, which services also write.
  package init?(legacy: String) {
    let text = Self.trimmed(Array(legacy.utf8)[...])
    let isBracket = text.first == UInt8(ascii: "[") && text.last == UInt8(ascii: "]")
    let isBrace = text.first == UInt8(ascii: "{") && text.last == UInt8(ascii: "}")
    let name = text.dropFirst().dropLast()
    guard isBracket || isBrace, !name.isEmpty,
      !name.contains(where: { "[]{}\"'".utf8.contains($0) })
    else { return nil }
    field = String(decoding: Self.trimmed(name), as: UTF8.self)
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let first = text.first, first <= 0x20 { text.removeFirst() }
    while let last = text.last, last <= 0x20 { text.removeLast() }
    return text
  }

  /// Skips a word, given in lower case, ignoring case.
  private static func take(_ word: StaticString, _ text: inout ArraySlice<UInt8>) -> Bool {
    let letters = Array(word.description.utf8)
    let start = text.prefix(letters.count).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    guard start == letters else { return false }
    text = text.dropFirst(letters.count)
    return true
  }

  /// Returns the whole text if it is a name of letters, digits and underscores.
  private static func identifier(_ text: ArraySlice<UInt8>) -> String? {
    let isName = text.allSatisfy { byte in
      byte >= 0x80 || byte == UInt8(ascii: "_") || (byte >= 0x30 && byte <= 0x39)
        || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }
    return isName && !text.isEmpty ? String(decoding: text, as: UTF8.self) : nil
  }

  /// Returns the content if the whole text is in quotes.
  private static func quoted(_ text: ArraySlice<UInt8>) -> String? {
    guard text.count > 2, let quote = text.first, text.last == quote,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { return nil }
    let inner = text.dropFirst().dropLast()
    guard !inner.contains(quote), !inner.contains(UInt8(ascii: "\\")) else { return nil }
    return String(decoding: inner, as: UTF8.self)
  }
}
