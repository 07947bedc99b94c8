import Bytes

/// Compiles an expression in a stored statement, from the current token on. Returns nil outside the
/// part of SQL that ``RowExpression`` supports.
struct ExpressionParser {
  private let table: StoredTable
  private var tokens: SQLTokens
  private var steps: [RowExpression.Step] = []
  private var depth = 0

  /// Deepest nesting of expressions.
  private static let deepest = 50
  /// Most steps of an expression.
  private static let mostSteps = 2_000

  /// Thrown for an expression that is not supported.
  private struct Unknown: Error {}

  /// What an operand contributes to a comparison.
  private struct Operand {
    /// The affinity of a column; nil for an operand without one.
    var affinity: Affinity?
    /// The collating sequence of a column, or of a COLLATE.
    var collation: Collation?
    /// Whether a COLLATE set it.
    var isCollated = false
    /// Whether it is TRUE or FALSE, which `IS` treats as a test for truth.
    var isTruth = false
  }

  private init(_ tokens: SQLTokens, _ table: StoredTable) {
    self.tokens = tokens
    self.table = table
  }

  /// Compiles an expression and moves past it. If it is not supported, stays at its beginning.
  static func parse(_ tokens: inout SQLTokens, of table: StoredTable) -> RowExpression? {
    parseOperand(&tokens, of: table)?.expression
  }

  /// Does the same, and also returns the expression's collating sequence.
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

  /// Throws if an operand has a COLLATE, which would also apply outside this operation.
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

  /// Parses `=`, `<>`, `IS`, `IN`, `BETWEEN` and similar operators, which have one precedence.
  private mutating func equality() throws(Unknown) -> Operand {
    var left = try inequality()
    while true {
      if tokens.takeMark("=") {
        _ = tokens.takeMark("=")
        try compare(left, .equal, with: try inequality())
      } else if isUnequal {
        tokens.advance()
        tokens.advance()
        try compare(left, .unequal, with: try inequality())
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
      } else if let kind = takeMatch() {
        try parseMatch(kind, left, isNegated: false)
      } else if tokens.take("not") {
        try parseNegated(left)
      } else {
        return left
      }
      left = Operand()
    }
  }

  /// Whether the operator is `<>` or `!=`, whose characters are separate tokens.
  private var isUnequal: Bool {
    let lexer = tokens.lexer
    let next = tokens.following
    return (lexer.isMark(tokens.token, "<") && lexer.isMark(next, ">"))
      || (lexer.isMark(tokens.token, "!") && lexer.isMark(next, "="))
  }

  private mutating func compare(
    _ left: Operand, _ comparison: RowExpression.Comparison, with right: Operand
  ) throws(Unknown) {
    try append(.compare(comparison, Self.rule(left, right)))
  }

  private mutating func parseIs(_ left: Operand) throws(Unknown) {
    let isNegated = tokens.take("not")
    if tokens.take("null") { return try append(.isNull(isNegated: isNegated)) }
    let isDistinct = tokens.take("distinct")
    if isDistinct, !tokens.take("from") { throw Unknown() }
    let differs = isNegated != isDistinct
    let right = try inequality()
    if right.isTruth, case .value(let truth)? = steps.popLast() {
      return try append(.isTruth(truth == .integer(1), isNegated: differs))
    }
    try append(.is(Self.rule(left, right), isNegated: differs))
  }

  /// Parses what follows NOT after an operand.
  private mutating func parseNegated(_ left: Operand) throws(Unknown) {
    if tokens.take("null") { return try append(.isNull(isNegated: true)) }
    if tokens.take("between") { return try parseBetween(left, isNegated: true) }
    if let kind = takeMatch() { return try parseMatch(kind, left, isNegated: true) }
    guard tokens.take("in") else { throw Unknown() }
    try parseIn(left, isNegated: true)
  }

  private mutating func takeMatch() -> TextPattern.Kind? {
    tokens.take("like") ? .like : tokens.take("glob") ? .glob : nil
  }

  private mutating func parseMatch(
    _ kind: TextPattern.Kind, _ value: Operand, isNegated: Bool
  ) throws(Unknown) {
    try refuseCollated(value, try inequality())
    let hasEscape = tokens.take("escape")
    if hasEscape {
      guard kind == .like else { throw Unknown() }
      try refuseCollated(try inequality(), Operand())
    }
    try append(.matches(kind, hasEscape: hasEscape, isNegated: isNegated))
  }

  private mutating func parseBetween(_ value: Operand, isNegated: Bool) throws(Unknown) {
    let low = try inequality()
    guard tokens.take("and") else { throw Unknown() }
    let high = try inequality()
    try append(
      .between(
        low: Self.rule(value, low), high: Self.rule(value, high), isNegated: isNegated))
  }

  private mutating func parseIn(_ value: Operand, isNegated: Bool) throws(Unknown) {
    guard tokens.takeMark("(") else { throw Unknown() }
    var count = 0
    while !tokens.takeMark(")") {
      if count > 0, !tokens.takeMark(",") { throw Unknown() }
      _ = try plain()
      count += 1
    }
    // The list has no affinity and no collating sequence.
    try append(.isIn(count: count, Self.rule(value, Operand()), isNegated: isNegated))
  }

  private mutating func inequality() throws(Unknown) -> Operand {
    var left = try bits()
    while !isUnequal {
      let comparison: RowExpression.Comparison
      if tokens.takeMark("<") {
        comparison = tokens.takeMark("=") ? .lessOrEqual : .less
      } else if tokens.takeMark(">") {
        comparison = tokens.takeMark("=") ? .greaterOrEqual : .greater
      } else {
        return left
      }
      try compare(left, comparison, with: try bits())
      left = Operand()
    }
    return left
  }

  /// Parses `&`, `|`, `<<` and `>>`, which have one precedence.
  private mutating func bits() throws(Unknown) -> Operand {
    var left = try sum()
    while true {
      let operation: RowExpression.Arithmetic
      if tokens.takeMark("&") {
        operation = .bitAnd
      } else if tokens.takeMark("|") {
        operation = .bitOr
      } else if takeTwice("<") {
        operation = .shiftedLeft
      } else if takeTwice(">") {
        operation = .shiftedRight
      } else {
        return left
      }
      try refuseCollated(left, try sum())
      try append(.arithmetic(operation))
      left = Operand()
    }
  }

  /// Skips an operator of two equal characters, which are separate tokens.
  private mutating func takeTwice(_ mark: Unicode.Scalar) -> Bool {
    guard tokens.lexer.isMark(tokens.token, mark), tokens.lexer.isMark(tokens.following, mark)
    else { return false }
    tokens.advance()
    tokens.advance()
    return true
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
      } else if tokens.takeMark("%") {
        operation = .remainder
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
    while takeTwice("|") {
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
    var signs: [RowExpression.Step?] = []
    while true {
      if tokens.takeMark("-") {
        signs.append(.negated)
      } else if tokens.takeMark("~") {
        signs.append(.complement)
      } else if tokens.takeMark("+") {
        signs.append(nil)
      } else {
        break
      }
    }
    // The smallest integer is written as the negative of a number that is out of range.
    if signs == [.negated], let value = number(isNegative: true) {
      try append(.value(value))
      return Operand()
    }
    let operand = try primary()
    if signs.isEmpty { return operand }
    let operations = signs.reversed().compactMap(\.self)
    guard !operations.isEmpty else {
      // A plus sign removes the affinity and keeps the collating sequence.
      return Operand(collation: operand.collation, isCollated: operand.isCollated)
    }
    for operation in operations { try append(operation) }
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
    if tokens.take("case") { return try choice() }
    if tokens.lexer.isMark(tokens.following, "(") {
      return tokens.take("cast") ? try cast() : try call()
    }
    return try column()
  }

  private mutating func choice() throws(Unknown) -> Operand {
    let value = tokens.lexer.isWord(tokens.token, "when") ? nil : try plain()
    var choice = RowExpression.Choice(
      rules: value.map { _ in [] }, count: 0, hasElse: false)
    while tokens.take("when") {
      let condition = try plain()
      if let value { choice.rules?.append(Self.rule(value, condition)) }
      guard tokens.take("then") else { throw Unknown() }
      _ = try plain()
      choice.count += 1
    }
    if tokens.take("else") {
      _ = try plain()
      choice.hasElse = true
    }
    guard choice.count > 0, tokens.take("end") else { throw Unknown() }
    try append(.choice(choice))
    return Operand()
  }

  /// Parses an operand without COLLATE.
  private mutating func plain() throws(Unknown) -> Operand {
    let operand = try disjunction()
    try refuseCollated(operand, Operand())
    return operand
  }

  /// Parses `CAST (x AS type)`, which compares as a column of the type does.
  private mutating func cast() throws(Unknown) -> Operand {
    guard tokens.takeMark("(") else { throw Unknown() }
    let operand = try plain()
    guard tokens.take("as") else { throw Unknown() }
    var type = ""
    while tokens.isName { type += (try? tokens.name()) ?? "" }
    if tokens.takeMark("(") {
      while !tokens.isAtEnd, !tokens.takeMark(")") { tokens.advance() }
    }
    guard tokens.takeMark(")") else { throw Unknown() }
    let affinity = Affinity(declaredType: type)
    try append(.cast(affinity))
    return Operand(affinity: affinity, collation: operand.collation)
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
    guard let function = SQLFunction(rawValue: name) else { throw Unknown() }
    tokens.advance()
    guard tokens.takeMark("(") else { throw Unknown() }
    var count = 0
    var collation: Collation?
    repeat {
      let argument = try plain()
      collation = collation ?? argument.collation
      count += 1
    } while tokens.takeMark(",")
    guard tokens.takeMark(")"), function.argumentCounts.contains(count) else { throw Unknown() }
    try append(.call(function, count: count, collation ?? .binary))
    return Operand()
  }

  /// How SQLite converts and compares two operands (datatype3.html §4.2 and §7.1).
  private static func rule(_ left: Operand, _ right: Operand) -> RowExpression.ComparisonRule {
    let collation =
      left.isCollated
      ? left.collation : right.isCollated ? right.collation : left.collation ?? right.collation
    return .init(
      conversion: conversion(left.affinity, right.affinity), collation: collation ?? .binary)
  }

  private static func conversion(
    _ left: Affinity?, _ right: Affinity?
  ) -> RowExpression.ComparisonRule.Conversion {
    func isNumeric(_ affinity: Affinity) -> Bool {
      affinity == .integer || affinity == .real || affinity == .numeric
    }
    if let left, let right { return isNumeric(left) || isNumeric(right) ? .numbers : .none }
    guard let affinity = left ?? right else { return .none }
    return isNumeric(affinity) ? .numbers : affinity == .text ? .texts : .none
  }
}
