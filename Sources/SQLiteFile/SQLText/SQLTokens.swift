import Bytes

/// The tokens of a stored statement. SQLite accepts each of them too.
struct SQLTokens {
  let lexer: SQLLexer
  private let tokens: [SQLToken]
  private(set) var at = 0

  /// Splits a statement into tokens.
  ///
  /// - Parameter allowsParameters: whether `?`, `:`, `@`, `#` and `$` are tokens. Of stored
  ///   statements, only
  ///   the arguments of virtual tables may have them.
  /// - Throws: the offset at which no valid token begins.
  init(_ sql: String, allowsParameters: Bool = false) throws(SyntaxFault) {
    var lexer = SQLLexer(sql)
    var tokens: [SQLToken] = []
    while true {
      let start = lexer.at
      guard let token = lexer.next() else { throw SyntaxFault(offset: start) }
      let isParameter =
        token.kind == .mark && Self.parameters.contains(lexer.text[token.range.lowerBound])
      guard allowsParameters && isParameter || Self.isKnown(token, lexer.text) else {
        throw SyntaxFault(offset: token.range.lowerBound)
      }
      tokens.append(token)
      if token.kind == .end { break }
    }
    self.lexer = lexer
    self.tokens = tokens
  }

  /// The byte offset where a text stops being a valid statement.
  struct SyntaxFault: Error {
    var offset: Int
  }

  private static func isKnown(_ token: SQLToken, _ text: [UInt8]) -> Bool {
    switch token.kind {
    case .word, .quotedName, .string, .end: return true
    case .number: return isNumber(text[token.range])
    case .blob:
      let digits = text[token.range].dropFirst(2).dropLast()
      return digits.count.isMultiple(of: 2) && digits.allSatisfy(isHex)
    case .mark:
      // A stored statement has no parameters.
      let at = token.range.lowerBound
      if text[at] == UInt8(ascii: "!") {
        return at + 1 < text.count && text[at + 1] == UInt8(ascii: "=")
      }
      return marks.contains(text[at])
    }
  }

  private static let parameters = Set("?:@#$".utf8)
  private static let marks = Set("()=<>+-*/%&|~!,.;".utf8)

  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || Identifier.lower(byte) &- UInt8(ascii: "a") < 6
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func isNumber(_ digits: ArraySlice<UInt8>) -> Bool {
    var rest = digits
    if rest.count > 2, rest.first == UInt8(ascii: "0"),
      Identifier.lower(rest[rest.startIndex + 1]) == UInt8(ascii: "x")
    {
      return rest.dropFirst(2).allSatisfy(isHex)
    }
    rest = rest.drop(while: isDigit)
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop(while: isDigit) }
    guard let e = rest.first else { return true }
    guard Identifier.lower(e) == UInt8(ascii: "e") else { return false }
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    return !rest.isEmpty && rest.allSatisfy(isDigit)
  }

  // MARK: Moving through the tokens

  var token: SQLToken { tokens[min(at, tokens.count - 1)] }
  /// The token before the current one.
  var before: SQLToken { tokens[max(at - 1, 0)] }
  /// The token after the current one.
  var following: SQLToken { tokens[min(at + 1, tokens.count - 1)] }
  var isAtEnd: Bool { token.kind == .end }
  var fault: SyntaxFault { SyntaxFault(offset: token.range.lowerBound) }

  mutating func advance() { at = min(at + 1, tokens.count - 1) }

  /// Skips a keyword or mark if it is the current token.
  mutating func take(_ keyword: StaticString) -> Bool {
    guard lexer.isWord(token, keyword) else { return false }
    advance()
    return true
  }

  mutating func takeMark(_ mark: Unicode.Scalar) -> Bool {
    guard lexer.isMark(token, mark) else { return false }
    advance()
    return true
  }

  mutating func expect(_ keyword: StaticString) throws(SyntaxFault) {
    guard take(keyword) else { throw fault }
  }

  mutating func expectMark(_ mark: Unicode.Scalar) throws(SyntaxFault) {
    guard takeMark(mark) else { throw fault }
  }

  /// Skips one of several keywords.
  mutating func expectOne(of keywords: [StaticString]) throws(SyntaxFault) {
    for keyword in keywords where take(keyword) { return }
    throw fault
  }

  /// Reads a name: a quoted one, or a word that is not reserved.
  mutating func name() throws(SyntaxFault) -> String {
    guard isName else { throw fault }
    let name = lexer.name(token)
    advance()
    return name
  }

  /// Whether the current token is a name.
  var isName: Bool {
    switch token.kind {
    case .quotedName, .string: true
    case .word: !Self.isReserved(token, in: lexer)
    case .blob, .number, .mark, .end: false
    }
  }

  /// Whether a token is a word that must be quoted to be a name.
  static func isReserved(_ token: SQLToken, in lexer: SQLLexer) -> Bool {
    token.kind == .word && reserved.contains(Identifier.folded(lexer.name(token)))
  }

  /// Skips an expression in parentheses. Passes its names to `word`.
  mutating func parenthesized(
    _ word: (_ name: String, _ isCall: Bool) -> Void
  ) throws(SyntaxFault) {
    try expectMark("(")
    guard !lexer.isMark(token, ")") else { throw fault }
    var depth = 1
    while depth > 0 {
      guard !isAtEnd else { throw fault }
      if lexer.isMark(token, "(") { depth += 1 }
      if lexer.isMark(token, ")") { depth -= 1 }
      step(word)
    }
  }

  /// Skips one token of an expression. Passes a name to `word`.
  mutating func step(_ word: (_ name: String, _ isCall: Bool) -> Void) {
    let here = token
    advance()
    // These words are followed by the name of a collating sequence, or by a type of several words.
    if lexer.isWord(here, "collate") { return advance() }
    if lexer.isWord(here, "as") {
      while isName { advance() }
      return
    }
    // A name before a period is that of a table or schema.
    guard here.kind == .word, !lexer.isMark(token, ".") else { return }
    let name = lexer.name(here)
    let folded = Identifier.folded(name)
    guard !Self.reserved.contains(folded), !Self.spoken.contains(folded) else { return }
    word(name, lexer.isMark(token, "("))
  }

  /// Words that must be quoted to be names (SQLite's parse.y, without its fallbacks).
  private static let reserved: Set<String> = [
    "add", "all", "alter", "and", "as", "autoincrement", "between", "case", "check", "collate",
    "commit", "constraint", "create", "default", "deferrable", "delete", "distinct", "drop", "else",
    "escape", "except", "exists", "foreign", "from", "group", "having", "in", "index", "insert",
    "intersect", "into", "is", "isnull", "join", "limit", "not", "nothing", "notnull", "null", "on",
    "or", "order", "primary", "references", "returning", "select", "set", "table", "then", "to",
    "transaction", "union", "unique", "update", "using", "values", "when", "where",
  ]

  /// Words that are keywords in expressions but can be names elsewhere.
  private static let spoken: Set<String> = [
    "cast", "end", "glob", "like", "match", "regexp", "true", "false", "current_date",
    "current_time", "current_timestamp", "filter", "over", "raise", "rowid", "oid", "_rowid_",
  ]
}
