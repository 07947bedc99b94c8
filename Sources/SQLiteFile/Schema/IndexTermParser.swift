/// Parses one term of an index or key, up to the next comma or closing parenthesis.
struct IndexTermParser {
  /// A term and what follows it.
  struct Parsed {
    var term = StoredIndex.Term()
    /// Whether the list ends after it.
    var isLast = false
    /// Whether AUTOINCREMENT follows, as in `PRIMARY KEY(id AUTOINCREMENT)`.
    var isAutoincrement = false
  }

  private let lexer: SQLLexer
  private let isPrimary: Bool
  private var tokens: [SQLToken] = []
  /// For an opening parenthesis, the index of the closing one; -1 for all other tokens.
  private var closings: [Int] = []
  private var collation: String?
  private var collations = 0
  /// Whether the rest is known to be one operand, so that no operand is read twice.
  private var isOperand = false

  /// Parses a term. Returns nil if the list does not end.
  ///
  /// - Parameter isPrimary: whether it is a term of a primary key.
  static func parse(
    _ lexer: inout SQLLexer, table: StoredTable, isPrimary: Bool = false
  ) -> Parsed? {
    var parser = IndexTermParser(lexer, isPrimary: isPrimary)
    var parsed = Parsed()
    guard let isLast = parser.collect(&lexer) else { return nil }
    parsed.isLast = isLast
    var end = parser.tokens.count
    if parser.isWord(end - 1, "autoincrement") {
      parsed.isAutoincrement = true
      end -= 1
    }
    // A single word is a name, even if it is a keyword.
    if end > 1, parser.isWord(end - 1, "asc") || parser.isWord(end - 1, "desc") {
      parsed.term.isDescending = parser.isWord(end - 1, "desc")
      end -= 1
    }
    parser.settle(&parsed.term, end: end, of: table)
    return parsed
  }

  private init(_ lexer: SQLLexer, isPrimary: Bool) {
    self.lexer = lexer
    self.isPrimary = isPrimary
  }

  /// Collects the tokens of the term. Returns true if the list ends after them, nil if it does not
  /// end.
  private mutating func collect(_ source: inout SQLLexer) -> Bool? {
    var open: [Int] = []
    while let token = source.next(), token.kind != .end {
      let closes = lexer.isMark(token, ")")
      if open.isEmpty, closes || lexer.isMark(token, ",") { return closes }
      closings.append(-1)
      if closes, let start = open.popLast() { closings[start] = tokens.count }
      if lexer.isMark(token, "(") { open.append(tokens.count) }
      tokens.append(token)
    }
    return nil
  }

  private func isWord(_ index: Int, _ keyword: StaticString) -> Bool {
    tokens.indices.contains(index) && lexer.isWord(tokens[index], keyword)
  }

  private func isName(_ index: Int) -> Bool {
    [.word, .quotedName, .string].contains(tokens[index].kind)
  }

  /// Removes parentheses and collating sequences until a name or an expression is left.
  private mutating func settle(_ term: inout StoredIndex.Term, end: Int, of table: StoredTable) {
    var inner = 0..<end
    while let peeled = peeled(inner) { inner = peeled }
    term.collation = collation
    if inner.count == 1, isName(inner.lowerBound), !isLiteral(inner.lowerBound) {
      term.column = table.column(named: lexer.name(tokens[inner.lowerBound]))
      term.namesNothing = term.column == nil
    }
    // Without its own collating sequence, a column has that of the table.
    if let column = term.column, collation == nil {
      term.collation = table.columns[column].collation
    }
    if term.collation == "binary" { term.collation = nil }
  }

  /// Whether a token is a literal. A string is a column name, unless two collating sequences follow
  /// it outside a primary key.
  private func isLiteral(_ index: Int) -> Bool {
    let words: [StaticString] = ["null", "true", "false"]
    return words.contains { isWord(index, $0) }
      || (tokens[index].kind == .string && collations > 1 && !isPrimary)
  }

  private mutating func peeled(_ range: Range<Int>) -> Range<Int>? {
    if range.count > 2, closings[range.lowerBound] == range.upperBound - 1 {
      isOperand = false
      return range.lowerBound + 1..<range.upperBound - 1
    }
    guard range.count > 2, isWord(range.upperBound - 2, "collate"), isName(range.upperBound - 1)
    else { return nil }
    let operand = range.lowerBound..<range.upperBound - 2
    // COLLATE binds tighter than operators, so it applies to the last operand only.
    guard isOperand || isOne(operand) else { return nil }
    isOperand = true
    if collations == 0 {
      collation = Identifier.folded(lexer.name(tokens[range.upperBound - 1]))
    }
    collations += 1
    return operand
  }

  /// Whether the tokens are a single operand: a name, literal, call or expression in parentheses.
  /// It can have signs, which bind tighter than COLLATE, and its own collating sequence.
  private func isOne(_ range: Range<Int>) -> Bool {
    var end = range.upperBound
    while end - range.lowerBound > 2, isWord(end - 2, "collate") { end -= 2 }
    var start = range.lowerBound
    while start < end - 1, tokens[start].kind == .mark, closings[start] < 0 { start += 1 }
    if end - start == 1 || closings[start] == end - 1 { return true }
    return end - start > 2 && isName(start) && !isWord(start, "not")
      && closings[start + 1] == end - 1
  }
}
