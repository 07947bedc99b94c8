import MapModel
import Records

/// Parses a where clause by operator precedence:
///
///   1 OR   2 AND   3 NOT   4 = <> < <= > >= IS IN LIKE BETWEEN   5 + - ||   6 * /   7 sign
///
/// It reads the clause from its start to its end, and hands what it reads to the compiler.
struct WhereParser {
  /// The result of parsing an expression.
  enum Result {
    /// A condition. Its steps are in the program and leave one Boolean.
    case truth
    case value(WhereParsedValue)
  }

  private var lexer: WhereLexer
  /// The next token.
  private(set) var token: WhereToken
  /// Has the program.
  var compiler: WhereCompiler
  private var depth = 0

  /// A token of the clause, to which the parser can go back.
  struct Mark {
    fileprivate let lexer: WhereLexer
    let token: WhereToken
  }

  /// The next token.
  var mark: Mark { Mark(lexer: lexer, token: token) }

  init(
    _ text: String, _ fields: [Field], firstFieldColumn: Int, now: Int64?, parameters: [String],
    rowID: String?
  ) throws(WhereError) {
    guard text.utf8.count <= WhereClause.longest else {
      throw .tooLong(count: text.utf8.count, limit: WhereClause.longest)
    }
    lexer = WhereLexer(Array(text.utf8))
    token = try lexer.next()
    compiler = WhereCompiler(
      fields, firstFieldColumn: firstFieldColumn, now: now, parameters: parameters, rowID: rowID)
  }

  /// Compiles the whole clause.
  mutating func parse() throws(WhereError) {
    let start = token.offset
    let result = try expression(1)
    guard case .end = token.kind else { throw unexpected("the end or an operator") }
    try requireTruth(result, start)
    compiler.finish(compiler.steps)
  }

  /// Compiles the whole text as a value.
  mutating func parseValue() throws(WhereError) -> WhereParsedValue {
    let value = try operand(1)
    guard case .end = token.kind else { throw unexpected("the end or an operator") }
    compiler.finish(value.steps)
    return value
  }

  /// Goes back to a token that was read before.
  mutating func rewind(to mark: Mark) { (lexer, token) = (mark.lexer, mark.token) }

  /// Parses an expression with operators of at least the binding strength `minimum`.
  mutating func expression(_ minimum: Int) throws(WhereError) -> Result {
    depth += 1
    guard depth <= WhereClause.deepest else {
      throw .tooDeep(limit: WhereClause.deepest, offset: token.offset)
    }
    let start = token.offset
    var left = try prefixExpression(minimum)
    while let binding = binding(), binding >= minimum {
      left = try infixExpression(left, binding: binding, start: start)
    }
    depth -= 1
    return left
  }

  /// Returns the binding strength of the next operator, or nil if there is none.
  private func binding() -> Int? {
    switch token.kind {
    case .symbol(.plus), .symbol(.minus), .symbol(.concatenate): return 5
    case .symbol(.times), .symbol(.divided): return 6
    case .symbol(.open), .symbol(.close), .symbol(.comma): return nil
    case .symbol: return 4
    case .word:
      if token.isWord("OR") { return 1 }
      if token.isWord("AND") { return 2 }
      let isPredicate = ["IS", "IN", "LIKE", "BETWEEN", "NOT"].contains { token.isWord($0) }
      return isPredicate ? 4 : nil
    default: return nil
    }
  }

  private mutating func infixExpression(
    _ left: Result, binding: Int, start: Int
  ) throws(WhereError) -> Result {
    let operation = token
    try advance()
    switch binding {
    case 1, 2:
      try requireTruth(left, start)
      try join(isAnd: binding == 2)
      return .truth
    case 5, 6:
      let one = try value(left, start)
      let two = try operand(binding + 1)
      return .value(try compiler.arithmetic(one, operation: operation, right: two))
    default:
      try predicate(try value(left, start), operation)
      return .truth
    }
  }

  /// Compiles the right side of `AND` or `OR`. At run time it is skipped if the left side decides.
  private mutating func join(isAnd: Bool) throws(WhereError) {
    let jump = compiler.steps.count
    try compiler.emit([isAnd ? .jumpIfFalse(0) : .jumpIfTrue(0)])
    let start = token.offset
    try requireTruth(try expression(isAnd ? 3 : 2), start)
    try compiler.emit([isAnd ? .and : .or])
    compiler.skip(from: jump, isAnd: isAnd)
  }

  /// Parses an expression that must be a value.
  mutating func operand(_ minimum: Int) throws(WhereError) -> WhereParsedValue {
    let start = token.offset
    return try value(try expression(minimum), start)
  }

  func value(_ result: Result, _ start: Int) throws(WhereError) -> WhereParsedValue {
    guard case .value(let value) = result else {
      throw .mismatch("true or false used as a value", offset: start)
    }
    return value
  }

  func requireTruth(_ result: Result, _ start: Int) throws(WhereError) {
    if case .value(let value) = result {
      throw .mismatch("\(value.type.rawValue) used where true or false is needed", offset: start)
    }
  }

  mutating func advance() throws(WhereError) {
    token = try lexer.next()
    compiler.offset = token.offset
  }

  /// Skips a required symbol.
  mutating func expect(_ symbol: WhereSymbol) throws(WhereError) {
    guard try take(symbol) else { throw unexpected("`\(symbol.rawValue)`") }
  }

  /// Skips a required keyword.
  mutating func expect(_ keyword: String) throws(WhereError) {
    guard try take(keyword) else { throw unexpected(keyword) }
  }

  /// Skips a keyword if it is next, and returns whether it was.
  mutating func take(_ keyword: String) throws(WhereError) -> Bool {
    guard token.isWord(keyword) else { return false }
    try advance()
    return true
  }

  /// Skips a symbol if it is next, and returns whether it was.
  mutating func take(_ symbol: WhereSymbol) throws(WhereError) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  func unexpected(_ expected: String) -> WhereError {
    .unexpected(found: token.text, expected: expected, offset: token.offset)
  }
}
