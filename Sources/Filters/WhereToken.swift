import MapModel

/// A token of a where clause.
struct WhereToken: Equatable {
  enum Kind: Equatable {
    /// A keyword, function or field name.
    case word(String)
    /// A field name in double quotes.
    case quotedName(String)
    /// A text in single quotes, with doubled quotes resolved.
    case text([UInt8])
    /// A number, as written.
    case number(String)
    case symbol(WhereSymbol)
    /// A parameter, without its `@`.
    case parameter(String)
    case end
  }

  let kind: Kind
  /// The offset in bytes from the start of the clause.
  let offset: Int

  /// Returns whether this is a keyword.
  func isWord(_ keyword: String) -> Bool {
    guard case .word(let word) = kind else { return false }
    return word.isSameName(as: keyword)
  }

  /// The token for messages.
  var text: String {
    switch kind {
    case .word(let word): word
    case .quotedName(let name): "\"\(name)\""
    case .text(let bytes): "'\(String(decoding: bytes.prefix(40), as: UTF8.self))'"
    case .number(let text): text
    case .symbol(let symbol): symbol.rawValue
    case .parameter(let name): "@\(name)"
    case .end: "the end"
    }
  }
}

/// Operators and punctuation.
enum WhereSymbol: String {
  case equal = "="
  case notEqual = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case concatenate = "||"
  case open = "("
  case close = ")"
  case comma = ","
}
