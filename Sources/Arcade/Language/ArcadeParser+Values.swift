// Values, from tightest to loosest binding:
//
//   primary   number, text, template, true, false, null, name, ( value ), [ … ], { key: … }
//   postfix   x.name  x[index]  f(…)  x++  x--
//   prefix    - + ! ~ ++ --
//   binary    * / %    + -    << >> >>>    < <= > >=    == !=    &    ^    |    &&    ||
//   assignment, as a statement, in for(;;), ( ), [ ] and as an argument:  = += -= *= /= %=

extension ArcadeParser {
  /// Parses a value or an assignment.
  mutating func assignment() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    try deeper { parser throws(ArcadeError) in try parser.assignmentHere() }
  }

  private mutating func assignmentHere() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    let left = try value()
    guard case .symbol(let symbol) = token.kind else { return left }
    let operation = Self.assignments[symbol]
    guard operation != nil || symbol == .assign else { return left }
    let start = token.start
    try requireTarget(left, at: start)
    try advance()
    let right = try assignment()
    return syntax.add(.assign(target: left, operation, value: right), at: start)
  }

  /// The operator of each compound assignment. Plain `=` has none.
  private static let assignments: [ArcadeSymbol: ArcadeSyntax.BinaryOperator] = [
    .addAssign: .add, .subtractAssign: .subtract, .multiplyAssign: .multiply,
    .divideAssign: .divide, .remainderAssign: .remainder,
  ]

  private func requireTarget(_ node: ArcadeSyntax.NodeIndex, at offset: Int) throws(ArcadeError) {
    switch syntax.nodes[node] {
    case .member, .element: return
    case .name(let name) where name.utf8.first != UInt8(ascii: "$"): return
    default: throw lexer.error(.notAssignable, at: offset)
    }
  }

  /// Parses a value, which cannot be an assignment.
  mutating func value() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    try deeper { parser throws(ArcadeError) in try parser.binary(above: 0) }
  }

  private static let operators: [ArcadeSymbol: (precedence: Int, ArcadeSyntax.BinaryOperator)] = [
    .or: (1, .or), .and: (2, .and), .bitOr: (3, .bitOr), .bitXor: (4, .bitXor),
    .bitAnd: (5, .bitAnd), .equal: (6, .equal),
    .unequal: (6, .unequal), .less: (7, .less),
    .lessOrEqual: (7, .lessOrEqual), .greater: (7, .greater),
    .greaterOrEqual: (7, .greaterOrEqual), .shiftLeft: (8, .shiftLeft),
    .shiftRight: (8, .shiftRight),
    .shiftRightUnsigned: (8, .shiftRightUnsigned), .plus: (9, .add),
    .minus: (9, .subtract), .times: (10, .multiply),
    .slash: (10, .divide), .percent: (10, .remainder),
  ]

  /// Parses operands and operators that bind tighter than `precedence`, by precedence climbing.
  /// Operators of equal precedence group from the left in one loop.
  private mutating func binary(above precedence: Int) throws(ArcadeError) -> ArcadeSyntax.NodeIndex
  {
    var left = try prefix()
    while case .symbol(let symbol) = token.kind {
      if symbol == .strictlyEqual { throw unexpected("'=='") }
      if symbol == .strictlyUnequal { throw unexpected("'!='") }
      guard let (level, operation) = Self.operators[symbol], level > precedence else { break }
      let start = token.start
      try advance()
      let right = try binary(above: level)
      left = syntax.add(.binary(operation, left, right), at: start)
    }
    return left
  }

  private mutating func prefix() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    let start = token.start
    guard case .symbol(let symbol) = token.kind else { return try postfix() }
    let operation: ArcadeSyntax.UnaryOperator
    switch symbol {
    case .minus: operation = .negate
    case .plus: operation = .plus
    case .not: operation = .not
    case .bitNot: operation = .bitNot
    case .increment, .decrement:
      try advance()
      let target = try deeper { parser throws(ArcadeError) in try parser.prefix() }
      try requireTarget(target, at: start)
      return syntax.add(
        .step(target: target, by: symbol == .increment ? 1 : -1, isPrefix: true), at: start)
    default: return try postfix()
    }
    try advance()
    let operand = try deeper { parser throws(ArcadeError) in try parser.prefix() }
    return syntax.add(.unary(operation, operand), at: start)
  }

  private mutating func postfix() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    var node = try primary()
    var length = 0
    while case .symbol(let symbol) = token.kind {
      let start = token.start
      switch symbol {
      case .point:
        try advance()
        node = syntax.add(.member(node, try memberName()), at: start)
      case .openBracket:
        try advance()
        let index = try value()
        try require(.closeBracket)
        node = syntax.add(.element(node, index), at: start)
      case .openParenthesis:
        try advance()
        let arguments = try list(until: .closeParenthesis)
        node = syntax.add(.call(node, arguments), at: syntax.offsets[node])
      case .increment, .decrement:
        if token.followsLineBreak { return node }
        try requireTarget(node, at: start)
        try advance()
        node = syntax.add(
          .step(target: node, by: symbol == .increment ? 1 : -1, isPrefix: false), at: start)
      default: return node
      }
      length += 1
      guard length <= LanguageLimits.deepestNesting else {
        throw error(.nestedTooDeep(limit: LanguageLimits.deepestNesting))
      }
    }
    return node
  }

  private mutating func memberName() throws(ArcadeError) -> String {
    let name: String
    switch token.kind {
    case .name(let text): name = text
    case .word:
      name = String(decoding: lexer.bytes[token.start..<token.end], as: UTF8.self)
    default: throw unexpected("a member name")
    }
    try advance()
    return name
  }

  private mutating func list(until end: ArcadeSymbol) throws(ArcadeError) -> [ArcadeSyntax
    .NodeIndex]
  {
    var values: [ArcadeSyntax.NodeIndex] = []
    while token.kind != .symbol(end) {
      values.append(try assignment())
      guard try take(.comma) else { break }
      // A trailing comma is allowed in an array, but not in a list of arguments.
      if end == .closeParenthesis, token.kind == .symbol(end) { throw unexpected("an argument") }
    }
    try require(end)
    return values
  }

  private mutating func primary() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    let start = token.start
    let node: ArcadeSyntax.Node
    switch token.kind {
    case .number(let value): node = .number(value)
    case .text(let text): node = .text(text)
    case .name(let name): node = .name(name)
    case .word(.yes): node = .boolean(true)
    case .word(.no): node = .boolean(false)
    case .word(.null): node = .null
    case .template: return try template()
    case .symbol(.openParenthesis):
      try advance()
      let value = try assignment()
      try require(.closeParenthesis)
      return value
    case .symbol(.openBracket):
      try advance()
      let values = try deeper { parser throws(ArcadeError) in
        try parser.list(until: .closeBracket)
      }
      return syntax.add(.array(values), at: start)
    case .symbol(.openBrace): return try dictionary()
    case .word(.import): throw error(.unsupportedStatement("import"))
    case .word(.function): throw error(.nestedFunction("function"))
    default: throw unexpected("a value")
    }
    try advance()
    return syntax.add(node, at: start)
  }

  private mutating func dictionary() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    let start = token.start
    try advance()
    var keys: [String] = []
    var values: [ArcadeSyntax.NodeIndex] = []
    while token.kind != .symbol(.closeBrace) {
      switch token.kind {
      case .text(let text): keys.append(text)
      case .name(let name): keys.append(name)
      case .number(let number): keys.append(ArcadeNumber.text(number))
      case .word:
        keys.append(String(decoding: lexer.bytes[token.start..<token.end], as: UTF8.self))
      default: throw unexpected("a key")
      }
      try advance()
      try require(.colon)
      values.append(try value())
      guard try take(.comma) else { break }
    }
    try require(.closeBrace)
    return syntax.add(.dictionary(keys: keys, values: values), at: start)
  }

  /// Parses a template. The current token is its opening backtick; the lexer is just behind it.
  private mutating func template() throws(ArcadeError) -> ArcadeSyntax.NodeIndex {
    let start = token.start
    var pieces: [String] = []
    var values: [ArcadeSyntax.NodeIndex] = []
    while true {
      let (piece, end) = try lexer.templatePiece(start: start)
      pieces.append(piece)
      guard end == .expression else { break }
      try advance()
      values.append(try value())
      // Don't advance: what follows the brace is template text, not a token.
      guard token.kind == .symbol(.closeBrace) else { throw unexpected("'}'") }
    }
    try advance()
    return syntax.add(.template(pieces: pieces, values: values), at: start)
  }
}
