/// Reads queries and expressions by SQLite's grammar (parse.y), to find texts that SQLite can't.
///
/// A wrong verdict would call a sound file damaged, so it is lenient where SQLite's versions or its
/// rules for keywords differ. It doesn't resolve names.
struct QueryGrammar {
  typealias Fault = SQLTokens.SyntaxFault

  var tokens: SQLTokens
  private var depth = 0
  /// Whether the text is nested so deeply that it was not read to its end.
  private(set) var isTooDeep = false

  private static let deepest = 200

  init(_ tokens: SQLTokens) { self.tokens = tokens }

  private func isWord(_ word: StaticString) -> Bool { tokens.lexer.isWord(tokens.token, word) }
  private func isMark(_ mark: Unicode.Scalar) -> Bool { tokens.lexer.isMark(tokens.token, mark) }

  /// Does work one level deeper. At the limit, it skips the rest of the text and accepts it.
  private mutating func nested(_ work: (inout QueryGrammar) throws(Fault) -> Void) throws(Fault) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      isTooDeep = true
      throw tokens.fault
    }
    try work(&self)
  }

  // MARK: Queries

  /// Whether a query begins here.
  var isAtQuery: Bool { isWord("select") || isWord("values") || isWord("with") }

  mutating func query() throws(Fault) {
    try nested { (grammar) throws(Fault) in try grammar.wholeQuery() }
  }

  private mutating func wholeQuery() throws(Fault) {
    if tokens.take("with") {
      _ = tokens.take("recursive")
      repeat { try tableExpression() } while tokens.takeMark(",")
    }
    while true {
      try selection()
      if tokens.take("order") {
        try tokens.expect("by")
        try sortTerms()
      }
      if tokens.take("limit") {
        try expression()
        if tokens.take("offset") || tokens.takeMark(",") { try expression() }
      }
      if tokens.take("union") {
        _ = tokens.take("all")
      } else if !tokens.take("except"), !tokens.take("intersect") {
        return
      }
    }
  }

  private mutating func tableExpression() throws(Fault) {
    _ = try tokens.name()
    if isMark("(") { try names() }
    try tokens.expect("as")
    _ = tokens.take("not")
    _ = tokens.take("materialized")
    try queryInParentheses()
  }

  private mutating func queryInParentheses() throws(Fault) {
    try tokens.expectMark("(")
    try query()
    try tokens.expectMark(")")
  }

  private mutating func selection() throws(Fault) {
    if tokens.take("values") {
      repeat {
        try tokens.expectMark("(")
        try expressions()
        try tokens.expectMark(")")
      } while tokens.takeMark(",")
      return
    }
    try tokens.expect("select")
    if !tokens.take("distinct") { _ = tokens.take("all") }
    repeat { try resultColumn() } while tokens.takeMark(",")
    if tokens.take("from") { try sources() }
    if tokens.take("where") { try expression() }
    if tokens.take("group") {
      try tokens.expect("by")
      try expressions()
    }
    if tokens.take("having") { try expression() }
    if isWord("window") {
      tokens.advance()
      repeat {
        _ = try tokens.name()
        try tokens.expect("as")
        try window()
      } while tokens.takeMark(",")
    }
  }

  private mutating func resultColumn() throws(Fault) {
    if tokens.takeMark("*") { return }
    if tokens.isName, tokens.lexer.isMark(tokens.following, ".") {
      var ahead = tokens
      ahead.advance()
      ahead.advance()
      if ahead.takeMark("*") {
        tokens = ahead
        return
      }
    }
    try expression()
    try alias()
  }

  /// Reads `AS name` or a name alone, if there is one.
  private mutating func alias() throws(Fault) {
    if tokens.take("as") {
      _ = try tokens.name()
    } else if tokens.isName, !isJoinWord, !isWord("window"), !isWord("indexed") {
      tokens.advance()
    }
  }

  /// Reads the tables and joins after FROM.
  mutating func sources() throws(Fault) {
    try nested { (grammar) throws(Fault) in
      try grammar.source()
      while try grammar.join() { try grammar.source() }
    }
  }

  private mutating func source() throws(Fault) {
    if tokens.takeMark("(") {
      if isAtQuery { try query() } else { try sources() }
      try tokens.expectMark(")")
    } else {
      try qualifiedName()
      if tokens.takeMark("(") {
        if !isMark(")") { try expressions() }
        try tokens.expectMark(")")
      }
    }
    try alias()
    if tokens.take("indexed") {
      try tokens.expect("by")
      _ = try tokens.name()
    } else if isWord("not"), tokens.lexer.isWord(tokens.following, "indexed") {
      tokens.advance()
      tokens.advance()
    }
    while true {
      if isWord("on"), !tokens.lexer.isWord(tokens.following, "conflict") {
        tokens.advance()
        try expression()
      } else if tokens.take("using") {
        try names()
      } else {
        return
      }
    }
  }

  private mutating func join() throws(Fault) -> Bool {
    if tokens.takeMark(",") || tokens.take("join") { return true }
    guard isJoinWord else { return false }
    while isJoinWord { tokens.advance() }
    try tokens.expect("join")
    return true
  }

  private var isJoinWord: Bool {
    let words: [StaticString] = ["natural", "left", "right", "full", "outer", "inner", "cross"]
    return words.contains(where: isWord)
  }

  /// Reads terms with their order, as in ORDER BY.
  mutating func sortTerms() throws(Fault) {
    repeat {
      try expression()
      if !tokens.take("asc") { _ = tokens.take("desc") }
      if tokens.take("nulls") { try tokens.expectOne(of: ["first", "last"]) }
    } while tokens.takeMark(",")
  }

  // MARK: Names

  mutating func qualifiedName() throws(Fault) {
    _ = try tokens.name()
    if tokens.takeMark(".") { _ = try tokens.name() }
  }

  /// Reads names in parentheses.
  mutating func names() throws(Fault) {
    try tokens.expectMark("(")
    repeat {
      _ = try tokens.name()
      if tokens.take("collate") { _ = try tokens.name() }
      if !tokens.take("asc") { _ = tokens.take("desc") }
    } while tokens.takeMark(",")
    try tokens.expectMark(")")
  }

  // MARK: Expressions

  mutating func expressions() throws(Fault) {
    repeat { try expression() } while tokens.takeMark(",")
  }

  /// Reads operands with operators between them. Precedence does not matter here, except that each
  /// BETWEEN needs an AND.
  mutating func expression() throws(Fault) {
    try nested { (grammar) throws(Fault) in
      var ranges = 0
      try grammar.operand()
      while true {
        if grammar.tokens.take("and") {
          ranges -= 1
        } else if grammar.tokens.take("between") {
          ranges = max(ranges, 0) + 1
        } else if try !grammar.operation() {
          guard ranges <= 0 else { throw grammar.tokens.fault }
          return
        } else {
          continue
        }
        try grammar.operand()
      }
    }
  }

  /// Reads an operator with the operand after it, if it needs one. Returns false at the end of the
  /// expression.
  private mutating func operation() throws(Fault) -> Bool {
    if tokens.take("collate") {
      _ = try tokens.name()
    } else if tokens.take("isnull") || tokens.take("notnull") {
      return true
    } else if tokens.take("is") {
      _ = tokens.take("not")
      if tokens.take("distinct") { try tokens.expect("from") }
      try operand()
    } else if isWord("not") {
      return try negatedOperation()
    } else if tokens.take("in") {
      try list()
    } else if takeBinaryOperator() {
      try operand()
    } else {
      return false
    }
    return true
  }

  /// Reads what NOT can begin behind an operand: NOT NULL, NOT IN, NOT LIKE, NOT BETWEEN.
  private mutating func negatedOperation() throws(Fault) -> Bool {
    // `NOT INDEXED` belongs to a table.
    guard !tokens.lexer.isWord(tokens.following, "indexed") else { return false }
    tokens.advance()
    if tokens.take("null") { return true }
    if tokens.take("in") {
      try list()
    } else if isWord("between") {
      return true
    } else {
      try tokens.expectOne(of: ["like", "glob", "regexp", "match"])
      try operand()
    }
    return true
  }

  private mutating func list() throws(Fault) {
    guard tokens.takeMark("(") else {
      try qualifiedName()
      guard tokens.takeMark("(") else { return }
      if !isMark(")") { try expressions() }
      return try tokens.expectMark(")")
    }
    if isAtQuery {
      try query()
    } else if !isMark(")") {
      try expressions()
    }
    try tokens.expectMark(")")
  }

  private mutating func takeBinaryOperator() -> Bool {
    let words: [StaticString] = ["or", "like", "glob", "regexp", "match", "escape"]
    for word in words where tokens.take(word) { return true }
    guard tokens.token.kind == .mark else { return false }
    let text = tokens.lexer.text
    let start = tokens.token.range.lowerBound
    let found = Self.operators.first { text[start...].starts(with: $0.utf8) }
    guard let found else { return false }
    for _ in 0..<found.utf8.count { tokens.advance() }
    return true
  }

  /// The operators between two operands, longer ones first.
  private static let operators = [
    "->>", "->", "||", "<<", "<=", "<>", "<", ">>", ">=", ">", "==", "=", "!=", "+", "-", "*", "/",
    "%", "&", "|",
  ]

  private mutating func operand() throws(Fault) {
    while tokens.take("not") || tokens.takeMark("-") || tokens.takeMark("+") || tokens.takeMark("~")
    {}
    switch tokens.token.kind {
    case .number, .blob: tokens.advance()
    case .string, .quotedName: try columnOrCall()
    case .mark:
      try tokens.expectMark("(")
      if isAtQuery { try query() } else { try expressions() }
      try tokens.expectMark(")")
    case .word: try word()
    case .end: throw tokens.fault
    }
  }

  private mutating func word() throws(Fault) {
    if tokens.take("null") { return }
    if tokens.take("case") { return try cases() }
    if tokens.take("exists") { return try queryInParentheses() }
    if tokens.take("cast") {
      try tokens.expectMark("(")
      try expression()
      try tokens.expect("as")
      while tokens.isName { tokens.advance() }
      if tokens.takeMark("(") {
        repeat { try operand() } while tokens.takeMark(",")
        try tokens.expectMark(")")
      }
      return try tokens.expectMark(")")
    }
    if tokens.take("raise") {
      try tokens.expectMark("(")
      if !tokens.take("ignore") {
        try tokens.expectOne(of: ["rollback", "abort", "fail"])
        try tokens.expectMark(",")
        try expression()
      }
      return try tokens.expectMark(")")
    }
    try columnOrCall()
  }

  private mutating func cases() throws(Fault) {
    if !isWord("when") { try expression() }
    try tokens.expect("when")
    repeat {
      try expression()
      try tokens.expect("then")
      try expression()
    } while tokens.take("when")
    if tokens.take("else") { try expression() }
    try tokens.expect("end")
  }

  private mutating func columnOrCall() throws(Fault) {
    _ = try tokens.name()
    if tokens.takeMark(".") {
      _ = try tokens.name()
      if tokens.takeMark(".") { _ = try tokens.name() }
      return
    }
    guard tokens.takeMark("(") else { return }
    if !tokens.takeMark("*"), !isMark(")") {
      if !tokens.take("distinct") { _ = tokens.take("all") }
      try expressions()
      if tokens.take("order") {
        try tokens.expect("by")
        try sortTerms()
      }
    }
    try tokens.expectMark(")")
    if isWord("filter"), tokens.lexer.isMark(tokens.following, "(") {
      tokens.advance()
      try tokens.expectMark("(")
      try tokens.expect("where")
      try expression()
      try tokens.expectMark(")")
    }
    guard isWord("over") else { return }
    if tokens.lexer.isMark(tokens.following, "(") {
      tokens.advance()
      try window()
    } else if [.word, .quotedName].contains(tokens.following.kind),
      !SQLTokens.isReserved(tokens.following, in: tokens.lexer)
    {
      tokens.advance()
      _ = try tokens.name()
    }
  }

  /// Reads a window in parentheses.
  private mutating func window() throws(Fault) {
    try tokens.expectMark("(")
    if tokens.isName, !isWord("partition"), !isFrame { tokens.advance() }
    if tokens.take("partition") {
      try tokens.expect("by")
      try expressions()
    }
    if tokens.take("order") {
      try tokens.expect("by")
      try sortTerms()
    }
    if isFrame {
      tokens.advance()
      if tokens.take("between") {
        try bound()
        try tokens.expect("and")
      }
      try bound()
      if tokens.take("exclude") {
        if tokens.take("no") {
          try tokens.expect("others")
        } else if tokens.take("current") {
          try tokens.expect("row")
        } else {
          try tokens.expectOne(of: ["group", "ties"])
        }
      }
    }
    try tokens.expectMark(")")
  }

  private var isFrame: Bool { isWord("rows") || isWord("range") || isWord("groups") }

  /// Reads one end of a window's frame.
  private mutating func bound() throws(Fault) {
    if tokens.take("current") { return try tokens.expect("row") }
    if !tokens.take("unbounded") { try operand() }
    try tokens.expectOne(of: ["preceding", "following"])
  }
}
