/// Parses an expression into a syntax tree: statements here, values in extensions.
///
///     program     statement*
///     statement   block | var | if | for | while | function | return | break | continue | value
///
/// A statement ends at a semicolon, a line break, a closing brace or the end.
struct ArcadeParser: Sendable {
  var lexer: ArcadeLexer
  var token: ArcadeToken
  var syntax = ArcadeSyntax()
  /// The offset where the token before `token` ends.
  var lastEnd = 0
  private var depth = 0
  private var loops = 0

  /// Makes a parser at the first token.
  init(_ source: String) throws(ArcadeError) {
    let bytes = Array(source.utf8)
    lexer = ArcadeLexer(bytes)
    guard bytes.count <= LanguageLimits.longestSource else {
      throw lexer.error(
        .expressionTooLong(limit: LanguageLimits.longestSource), at: LanguageLimits.longestSource)
    }
    token = try lexer.next()
  }

  /// Parses the statements of the whole expression.
  mutating func program() throws(ArcadeError) -> [ArcadeSyntax.NodeIndex] {
    var statements: [ArcadeSyntax.NodeIndex] = []
    while token.kind != .end { statements.append(try statement(isTopLevel: true)) }
    return statements
  }

  // Tokens.

  mutating func advance() throws(ArcadeError) {
    lastEnd = token.end
    token = try lexer.next()
  }

  mutating func take(_ symbol: ArcadeSymbol) throws(ArcadeError) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  mutating func require(_ symbol: ArcadeSymbol) throws(ArcadeError) {
    guard try take(symbol) else { throw unexpected("'\(symbol.rawValue)'") }
  }

  mutating func take(_ word: ArcadeWord) throws(ArcadeError) -> Bool {
    guard token.kind == .word(word) else { return false }
    try advance()
    return true
  }

  /// Parses a name that is declared here.
  ///
  /// - Parameter what: what the error says was expected.
  mutating func declaredName(_ what: String) throws(ArcadeError) -> String {
    switch token.kind {
    case .name(let name) where name.utf8.first != UInt8(ascii: "$"):
      try advance()
      return name.lowercased()
    case .word(let word): throw error(.reservedWord(word.rawValue))
    default: throw unexpected(what)
    }
  }

  func error(_ problem: ArcadeProblem) -> ArcadeError { lexer.error(problem, at: token.start) }

  /// The error for an unexpected current token.
  func unexpected(_ expected: String) -> ArcadeError {
    error(.unexpected(found: found, expected: expected))
  }

  private var found: String {
    if token.kind == .end { return "the end" }
    let bytes = lexer.bytes[token.start..<min(token.end, token.start + 40)]
    let text = String(decoding: bytes, as: UTF8.self)
    // A text literal already has its quotes.
    if case .text = token.kind { return text }
    return "'\(text)'"
  }

  /// Parses a part one nesting level deeper.
  mutating func deeper<Part>(
    _ part: (inout ArcadeParser) throws(ArcadeError) -> Part
  ) throws(ArcadeError) -> Part {
    guard depth < LanguageLimits.deepestNesting else {
      throw error(.nestedTooDeep(limit: LanguageLimits.deepestNesting))
    }
    depth += 1
    defer { depth -= 1 }
    return try part(&self)
  }

  // Statements.

  private mutating func statement(isTopLevel: Bool = false) throws(ArcadeError)
    -> ArcadeSyntax.NodeIndex
  {
    try deeper { parser throws(ArcadeError) in try parser.statementHere(isTopLevel: isTopLevel) }
  }

  private mutating func statementHere(isTopLevel: Bool) throws(ArcadeError)
    -> ArcadeSyntax.NodeIndex
  {
    let start = token.start
    switch token.kind {
    case .symbol(.openBrace) where !startsDictionary(): return try block()
    case .symbol(.semicolon):
      try advance()
      return syntax.add(.empty, at: start)
    case .word(.var):
      let node = try variables()
      try endStatement()
      return node
    case .word(.if): return try branches()
    case .word(.for): return try forLoop()
    case .word(.while): return try whileLoop()
    case .word(.function): return try function(isTopLevel: isTopLevel)
    case .word(.return):
      try advance()
      let value = endsStatement ? nil : try value()
      try endStatement()
      return syntax.add(.returnValue(value), at: start)
    case .word(.break), .word(.continue):
      let isBreak = token.kind == .word(.break)
      guard loops > 0 else { throw error(.outsideLoop(isBreak ? "break" : "continue")) }
      try advance()
      try endStatement()
      return syntax.add(isBreak ? .breakLoop : .continueLoop, at: start)
    case .word(.import): throw error(.unsupportedStatement("import"))
    case .word(.export): throw error(.unsupportedStatement("export"))
    default:
      let node = try assignment()
      try endStatement()
      return syntax.add(.expression(node), at: start)
    }
  }

  /// Whether the current brace begins a dictionary and not a block: a key and a colon follow.
  private func startsDictionary() -> Bool {
    var ahead = lexer
    guard let key = try? ahead.next(), let colon = try? ahead.next() else { return false }
    switch key.kind {
    case .text, .name: return colon.kind == .symbol(.colon)
    default: return false
    }
  }

  private var endsStatement: Bool {
    switch token.kind {
    case .end, .symbol(.semicolon), .symbol(.closeBrace), .word(.else): true
    default: token.followsLineBreak
    }
  }

  private mutating func endStatement() throws(ArcadeError) {
    if try take(.semicolon) { return }
    guard endsStatement else { throw unexpected("';' or a new line") }
  }

  private mutating func block() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    let start = token.start
    try require(.openBrace)
    var statements: [ArcadeSyntax.NodeIndex] = []
    while token.kind != .symbol(.closeBrace) {
      guard token.kind != .end else { throw unexpected("'}'") }
      statements.append(try statement())
    }
    try advance()
    return syntax.add(.block(statements), at: start)
  }

  private mutating func variables() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    let start = token.start
    try advance()
    var list: [(name: String, value: ArcadeSyntax.NodeIndex?)] = []
    repeat {
      let name = try declaredName("a name")
      list.append((name, try take(.assign) ? try assignment() : nil))
    } while try take(.comma)
    return syntax.add(.variables(list), at: start)
  }

  private mutating func branches() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    let start = token.start
    var branches: [ArcadeSyntax.Branch] = []
    var otherwise: ArcadeSyntax.NodeIndex?
    while token.kind == .word(.if) {
      try advance()
      try require(.openParenthesis)
      let condition = try value()
      try require(.closeParenthesis)
      branches.append(.init(condition: condition, body: try statement()))
      guard try take(.else) else { break }
      if token.kind != .word(.if) {
        otherwise = try statement()
        break
      }
    }
    return syntax.add(.branches(branches, otherwise: otherwise), at: start)
  }

  private mutating func loopBody() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    loops += 1
    defer { loops -= 1 }
    return try statement()
  }

  private mutating func whileLoop() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    let start = token.start
    try advance()
    try require(.openParenthesis)
    let condition = try value()
    try require(.closeParenthesis)
    let body = try loopBody()
    return syntax.add(.loop(start: nil, condition: condition, update: nil, body: body), at: start)
  }

  private mutating func forLoop() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    let start = token.start
    try advance()
    try require(.openParenthesis)
    if let loop = try forEach(start) { return loop }
    var first: ArcadeSyntax.NodeIndex?
    if token.kind == .word(.var) {
      first = try variables()
    } else if token.kind != .symbol(.semicolon) {
      first = try assignment()
    }
    try require(.semicolon)
    let condition = token.kind == .symbol(.semicolon) ? nil : try value()
    try require(.semicolon)
    let update = token.kind == .symbol(.closeParenthesis) ? nil : try assignment()
    try require(.closeParenthesis)
    let body = try loopBody()
    return syntax.add(
      .loop(start: first, condition: condition, update: update, body: body), at: start)
  }

  /// Parses `for (var x in …)` or `for (var x of …)` after its parenthesis. Returns nil, and does not move, for another
  /// kind of loop.
  private mutating func forEach(_ start: Int) throws(ArcadeError) -> ArcadeSyntax.NodeIndex? {
    let mark = (lexer, token, lastEnd)
    let declares = try take(.var)
    guard case .name(let name) = token.kind, name.utf8.first != UInt8(ascii: "$") else {
      (lexer, token, lastEnd) = mark
      return nil
    }
    let nameStart = token.start
    try advance()
    let isOf = token.kind == .name("of")
    let isIn = token.kind == .word(.in)
    guard isOf || isIn else {
      (lexer, token, lastEnd) = mark
      return nil
    }
    try advance()
    let declared = name.lowercased()
    let collection = try value()
    try require(.closeParenthesis)
    let body = try loopBody()
    let loop = syntax.add(
      .forEach(name: declared, collection: collection, isOf: isOf, body: body), at: start)
    guard declares else { return loop }
    let variable = syntax.add(.variables([(declared, nil)]), at: nameStart)
    return syntax.add(.block([variable, loop]), at: start)
  }

  private mutating func function(isTopLevel: Bool) throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    let start = token.start
    try advance()
    let name = try declaredName("a name")
    guard isTopLevel else { throw lexer.error(.nestedFunction(name), at: start) }
    try require(.openParenthesis)
    var parameters: [String] = []
    while token.kind != .symbol(.closeParenthesis) {
      let parameterStart = token.start
      let parameter = try declaredName("a name")
      if parameters.contains(parameter) {
        throw lexer.error(.repeatedName(parameter), at: parameterStart)
      }
      parameters.append(parameter)
      guard try take(.comma) else { break }
    }
    try require(.closeParenthesis)
    guard token.kind == .symbol(.openBrace) else { throw unexpected("'{'") }
    let body = try block()
    return syntax.add(.function(name: name, parameters: parameters, body: body), at: start)
  }
}
