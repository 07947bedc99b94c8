import Bytes

/// Compiles an expression that stands in a stored statement, from the token under way on; nil for
/// what is not of the part of SQL that ``RowExpression`` knows.
struct ExpressionParser {
  private let table: StoredTable
  private var tokens: SQLTokens
  private var steps: [RowExpression.Step] = []
  private var depth = 0

  /// Expressions inside each other at most.
  private static let deepest = 50
  /// Steps of an expression at most.
  private static let mostSteps = 2_000

  /// Where an expression is not understood.
  private struct Unknown: Error {}

  /// What an operand brings into a comparison.
  private struct Operand {
    /// The affinity of a column, or nil for what has none.
    var affinity: Affinity?
    /// The name of the collating sequence of a column, or of a COLLATE.
    var collation: Collation?
    /// Whether a COLLATE gave it.
    var isCollated = false
    /// Whether it is TRUE or FALSE, by which `IS` asks for truth.
    var isTruth = false
  }

  private init(_ tokens: SQLTokens, _ table: StoredTable) {
    self.tokens = tokens
    self.table = table
  }

  /// Compiles an expression, and moves behind it; where it is not understood, nothing moves.
  static func parse(_ tokens: inout SQLTokens, of table: StoredTable) -> RowExpression? {
    parseOperand(&tokens, of: table)?.expression
  }

  /// The same, with the collating sequence that the expression has.
  static func parseOperand(
    _ tokens: inout SQLTokens, of table: StoredTable
  ) -> (expression: RowExpression, collation: Collation?)? {
    var parser = ExpressionParser(tokens, table)
    guard let operand = try? parser.disjunction() else { return nil }
    tokens = parser.tokens
    return (RowExpression(steps: parser.steps), operand.collation)
  }

  private mutating func append(_ step: RowExpression.Step) throws(Unknown) {
    guard steps.count < Self.mostSteps else { throw Unknown() }
    steps.append(step)
  }

  /// A COLLATE reaches out of the operation it stands in, which is not followed here.
  private func refuseCollated(_ left: Operand, _ right: Operand) throws(Unknown) {
    if left.isCollated || right.isCollated { throw Unknown() }
  }

  private mutating func disjunction() throws(Unknown) -> Operand {
    guard depth < Self.deepest else { throw Unknown() }
    depth += 1
    defer { depth -= 1 }
    var operand = try conjunction()
    while tokens.take("or") {
      try refuseCollated(operand, try conjunction())
      try append(.or)
      operand = Operand()
    }
    return operand
  }

  private mutating func conjunction() throws(Unknown) -> Operand {
    var operand = try negation()
    while tokens.take("and") {
      try refuseCollated(operand, try negation())
      try append(.and)
      operand = Operand()
    }
    return operand
  }

  private mutating func negation() throws(Unknown) -> Operand {
    var count = 0
    while tokens.take("not") { count += 1 }
    let operand = try equality()
    guard count > 0 else { return operand }
    for _ in 0..<count { try append(.not) }
    return Operand()
  }

  /// `=`, `<>`, `IS`, `IN`, `BETWEEN` and their like, which bind alike.
  private mutating func equality() throws(Unknown) -> Operand {
    var left = try inequality()
    while true {
      if tokens.takeMark("=") {
        _ = tokens.takeMark("=")
        try compare(.equal, left, try inequality())
      } else if isUnequal {
        tokens.advance()
        tokens.advance()
        try compare(.unequal, left, try inequality())
      } else if tokens.take("is") {
        try parseIs(left)
      } else if tokens.take("isnull") {
        try append(.isNull(isNegated: false))
      } else if tokens.take("notnull") {
        try append(.isNull(isNegated: true))
      } else if tokens.take("between") {
        try parseBetween(left, isNegated: false)
      } else if tokens.take("in") {
        try parseIn(left, isNegated: false)
      } else if tokens.take("not") {
        try parseNegated(left)
      } else {
        return left
      }
      left = Operand()
    }
  }

  /// `<>` or `!=`; the marks come one by one.
  private var isUnequal: Bool {
    let lexer = tokens.lexer
    let next = tokens.following
    return (lexer.isMark(tokens.token, "<") && lexer.isMark(next, ">"))
      || (lexer.isMark(tokens.token, "!") && lexer.isMark(next, "="))
  }

  private mutating func compare(
    _ comparison: RowExpression.Comparison, _ left: Operand, _ right: Operand
  ) throws(Unknown) {
    try append(.compare(comparison, Self.likening(left, right)))
  }

  private mutating func parseIs(_ left: Operand) throws(Unknown) {
    let isNegated = tokens.take("not")
    if tokens.take("null") { return try append(.isNull(isNegated: isNegated)) }
    // IS DISTINCT FROM is of newer versions.
    if tokens.take("distinct") { throw Unknown() }
    let right = try inequality()
    if right.isTruth { throw Unknown() }
    try append(.is(Self.likening(left, right), isNegated: isNegated))
  }

  /// What follows NOT behind an operand.
  private mutating func parseNegated(_ left: Operand) throws(Unknown) {
    if tokens.take("null") { return try append(.isNull(isNegated: true)) }
    if tokens.take("between") { return try parseBetween(left, isNegated: true) }
    guard tokens.take("in") else { throw Unknown() }
    try parseIn(left, isNegated: true)
  }

  private mutating func parseBetween(_ value: Operand, isNegated: Bool) throws(Unknown) {
    let low = try inequality()
    guard tokens.take("and") else { throw Unknown() }
    let high = try inequality()
    try append(
      .between(
        low: Self.likening(value, low), high: Self.likening(value, high), isNegated: isNegated))
  }

  private mutating func parseIn(_ value: Operand, isNegated: Bool) throws(Unknown) {
    guard tokens.takeMark("(") else { throw Unknown() }
    var count = 0
    while !tokens.takeMark(")") {
      if count > 0, !tokens.takeMark(",") { throw Unknown() }
      try refuseCollated(try disjunction(), Operand())
      count += 1
    }
    // The list has no affinity and no sequence of its own.
    try append(.isIn(count: count, Self.likening(value, Operand()), isNegated: isNegated))
  }

  private mutating func inequality() throws(Unknown) -> Operand {
    var left = try sum()
    while !isUnequal, !isShift {
      let comparison: RowExpression.Comparison
      if tokens.takeMark("<") {
        comparison = tokens.takeMark("=") ? .lessOrEqual : .less
      } else if tokens.takeMark(">") {
        comparison = tokens.takeMark("=") ? .greaterOrEqual : .greater
      } else {
        return left
      }
      try compare(comparison, left, try sum())
      left = Operand()
    }
    return left
  }

  /// `<<` or `>>`, which are not known here.
  private var isShift: Bool {
    let lexer = tokens.lexer
    let marks: [Unicode.Scalar] = ["<", ">"]
    return marks.contains { lexer.isMark(tokens.token, $0) && lexer.isMark(tokens.following, $0) }
  }

  private mutating func sum() throws(Unknown) -> Operand {
    var left = try product()
    while true {
      let operation: RowExpression.Arithmetic
      if tokens.takeMark("+") {
        operation = .plus
      } else if tokens.takeMark("-") {
        operation = .minus
      } else {
        return left
      }
      try refuseCollated(left, try product())
      try append(.arithmetic(operation))
      left = Operand()
    }
  }

  private mutating func product() throws(Unknown) -> Operand {
    var left = try joined()
    while true {
      let operation: RowExpression.Arithmetic
      if tokens.takeMark("*") {
        operation = .times
      } else if tokens.takeMark("/") {
        operation = .dividedBy
      } else {
        return left
      }
      try refuseCollated(left, try joined())
      try append(.arithmetic(operation))
      left = Operand()
    }
  }

  private mutating func joined() throws(Unknown) -> Operand {
    var left = try collated()
    while tokens.lexer.isMark(tokens.token, "|"), tokens.lexer.isMark(tokens.following, "|") {
      tokens.advance()
      tokens.advance()
      try refuseCollated(left, try collated())
      try append(.joined)
      left = Operand()
    }
    return left
  }

  private mutating func collated() throws(Unknown) -> Operand {
    var operand = try signed()
    while tokens.take("collate") {
      guard let collation = Collation(name: tokens.lexer.name(tokens.token)) else {
        throw Unknown()
      }
      tokens.advance()
      operand.collation = collation
      operand.isCollated = true
    }
    return operand
  }

  private mutating func signed() throws(Unknown) -> Operand {
    var signs = 0
    var negations = 0
    while true {
      if tokens.takeMark("-") {
        negations += 1
      } else if !tokens.takeMark("+") {
        break
      }
      signs += 1
    }
    // The smallest integer is written as its negative, which is no integer itself.
    if negations == 1, signs == 1, let value = number(isNegative: true) {
      try append(.value(value))
      return Operand()
    }
    let operand = try primary()
    for _ in 0..<negations { try append(.negated) }
    guard signs > 0 else { return operand }
    guard negations > 0 else {
      // A plus takes the affinity away and leaves the sequence.
      return Operand(collation: operand.collation, isCollated: operand.isCollated)
    }
    try refuseCollated(operand, Operand())
    return Operand()
  }

  private mutating func number(isNegative: Bool) -> ExpressionValue? {
    guard tokens.token.kind == .number,
      let value = DefaultLiteral.number(
        Array(tokens.lexer.text[tokens.token.range]), isNegative: isNegative)
    else { return nil }
    tokens.advance()
    return ExpressionValue(value)
  }

  private mutating func primary() throws(Unknown) -> Operand {
    let token = tokens.token
    switch token.kind {
    case .number:
      guard let value = number(isNegative: false) else { throw Unknown() }
      try append(.value(value))
    case .string, .blob:
      guard let value = DefaultLiteral.value(of: token, in: tokens.lexer) else {
        throw Unknown()
      }
      tokens.advance()
      try append(.value(ExpressionValue(value)))
    case .mark:
      guard tokens.takeMark("(") else { throw Unknown() }
      let operand = try disjunction()
      guard tokens.takeMark(")") else { throw Unknown() }
      return operand
    case .quotedName: return try column()
    case .word: return try word()
    case .end: throw Unknown()
    }
    return Operand()
  }

  private mutating func word() throws(Unknown) -> Operand {
    if tokens.take("null") {
      try append(.value(.null))
      return Operand()
    }
    if tokens.lexer.isMark(tokens.following, "(") { return try call() }
    return try column()
  }

  private mutating func column() throws(Unknown) -> Operand {
    var name = tokens.lexer.name(tokens.token)
    let isBare = tokens.token.kind == .word
    guard tokens.isName else { throw Unknown() }
    tokens.advance()
    if tokens.takeMark(".") {
      guard Identifier.isSame(name, table.name), tokens.isName else { throw Unknown() }
      name = tokens.lexer.name(tokens.token)
      tokens.advance()
    }
    if let column = table.column(named: name) {
      let stored = table.columns[column]
      guard let collation = Collation(name: stored.collation) else { throw Unknown() }
      try append(.column(column))
      return Operand(affinity: stored.affinity, collation: collation)
    }
    guard isBare else { throw Unknown() }
    switch Identifier.folded(name) {
    case "true", "false":
      try append(.value(.integer(Identifier.isSame(name, "true") ? 1 : 0)))
      return Operand(isTruth: true)
    case "rowid", "oid", "_rowid_":
      guard !table.isWithoutRowid else { throw Unknown() }
      try append(.rowid)
      return Operand(affinity: .integer, collation: .binary)
    default: throw Unknown()
    }
  }

  private mutating func call() throws(Unknown) -> Operand {
    let name = Identifier.folded(tokens.lexer.name(tokens.token))
    guard let function = RowExpression.Function(rawValue: name) else { throw Unknown() }
    tokens.advance()
    guard tokens.takeMark("(") else { throw Unknown() }
    var count = 0
    repeat {
      try refuseCollated(try disjunction(), Operand())
      count += 1
    } while tokens.takeMark(",")
    guard tokens.takeMark(")"), function.argumentCounts.contains(count) else { throw Unknown() }
    try append(.call(function, count: count))
    return Operand()
  }

  /// What SQLite does to two operands before it compares them (datatype3.html §4.2 and §7.1).
  private static func likening(_ left: Operand, _ right: Operand) -> RowExpression.Likening {
    let collation =
      left.isCollated
      ? left.collation : right.isCollated ? right.collation : left.collation ?? right.collation
    return .init(
      conversion: conversion(left.affinity, right.affinity), collation: collation ?? .binary)
  }

  private static func conversion(
    _ left: Affinity?, _ right: Affinity?
  ) -> RowExpression.Likening.Conversion {
    func isNumeric(_ affinity: Affinity) -> Bool {
      affinity == .integer || affinity == .real || affinity == .numeric
    }
    if let left, let right { return isNumeric(left) || isNumeric(right) ? .numbers : .none }
    guard let affinity = left ?? right else { return .none }
    return isNumeric(affinity) ? .numbers : affinity == .text ? .texts : .none
  }
}
