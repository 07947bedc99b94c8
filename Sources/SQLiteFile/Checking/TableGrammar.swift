import Bytes

/// Checks a `CREATE TABLE` text against SQLite's grammar, from its opening parenthesis on. It reads
/// columns with types and constraints, table constraints and options.
///
/// In expressions it only counts parentheses and collects names.
struct TableGrammar {
  private typealias Fault = SQLTokens.SyntaxFault

  private var tokens: SQLTokens
  /// The names of the columns, in lower case.
  private(set) var columns: Set<String> = []
  /// Names in expressions that must be columns, in lower case.
  private(set) var used: [String] = []
  private var keys = 0

  init(_ tokens: SQLTokens) { self.tokens = tokens }

  mutating func judge() throws(SQLTokens.SyntaxFault) {
    try tokens.expectMark("(")
    repeat {
      try column()
      guard tokens.takeMark(",") else { break }
    } while !isTableConstraint
    while isTableConstraint {
      try tableConstraint()
      // SQLite allows omitting the commas between table constraints.
      if tokens.takeMark(","), !isTableConstraint { throw tokens.fault }
    }
    try tokens.expectMark(")")
    try options()
    guard tokens.isAtEnd, keys <= 1 else { throw tokens.fault }
  }

  private var isTableConstraint: Bool {
    let words: [StaticString] = ["constraint", "primary", "unique", "check", "foreign"]
    return words.contains { tokens.lexer.isWord(tokens.token, $0) }
  }

  private mutating func expression() throws(Fault) {
    var names: [String] = []
    try tokens.parenthesized { name, isCall in
      if !isCall { names.append(Identifier.folded(name)) }
    }
    used += names
  }

  private mutating func column() throws(Fault) {
    let fault = tokens.fault
    guard columns.insert(Identifier.folded(try tokens.name())).inserted else { throw fault }
    try type()
    while !tokens.lexer.isMark(tokens.token, ","), !tokens.lexer.isMark(tokens.token, ")") {
      try columnConstraint()
    }
  }

  private mutating func type() throws(Fault) {
    guard tokens.isName else { return }
    // The type takes the words GENERATED ALWAYS too, but AS can follow without them.
    while tokens.isName { tokens.advance() }
    guard tokens.takeMark("(") else { return }
    try signedNumber()
    if tokens.takeMark(",") { try signedNumber() }
    try tokens.expectMark(")")
  }

  private mutating func signedNumber() throws(Fault) {
    if !tokens.takeMark("-") { _ = tokens.takeMark("+") }
    guard tokens.token.kind == .number else { throw tokens.fault }
    tokens.advance()
  }

  private mutating func columnConstraint() throws(Fault) {
    if tokens.take("constraint") {
      _ = try tokens.name()
    } else if tokens.take("default") {
      try defaultValue()
    } else if tokens.take("null") {
      try onConflict()
    } else if tokens.take("not") {
      if tokens.take("deferrable") { return try initially() }
      try tokens.expect("null")
      try onConflict()
    } else if tokens.take("primary") {
      keys += 1
      try tokens.expect("key")
      if !tokens.take("asc") { _ = tokens.take("desc") }
      try onConflict()
      _ = tokens.take("autoincrement")
    } else if tokens.take("unique") {
      try onConflict()
    } else if tokens.take("check") {
      try expression()
    } else if tokens.take("collate") {
      _ = try tokens.name()
    } else if tokens.take("references") {
      try references()
    } else if tokens.take("deferrable") {
      try initially()
    } else {
      if tokens.take("generated") { try tokens.expect("always") }
      try tokens.expect("as")
      try expression()
      if !tokens.take("stored") { _ = tokens.take("virtual") }
    }
  }

  /// Reads a literal with or without a sign, an expression in parentheses, or a name.
  private mutating func defaultValue() throws(Fault) {
    if tokens.lexer.isMark(tokens.token, "(") { return try expression() }
    if !tokens.takeMark("-") { _ = tokens.takeMark("+") }
    switch tokens.token.kind {
    case .number, .string, .blob: tokens.advance()
    case .word, .quotedName:
      if !tokens.take("null") { _ = try tokens.name() }
    case .mark, .end: throw tokens.fault
    }
  }

  private mutating func onConflict() throws(Fault) {
    guard tokens.take("on") else { return }
    try tokens.expect("conflict")
    try tokens.expectOne(of: ["rollback", "abort", "fail", "ignore", "replace"])
  }

  private mutating func initially() throws(Fault) {
    guard tokens.take("initially") else { return }
    try tokens.expectOne(of: ["deferred", "immediate"])
  }

  private mutating func references() throws(Fault) {
    _ = try tokens.name()
    if tokens.takeMark("(") {
      repeat { _ = try tokens.name() } while tokens.takeMark(",")
      try tokens.expectMark(")")
    }
    while true {
      if tokens.take("match") {
        _ = try tokens.name()
      } else if tokens.take("on") {
        try tokens.expectOne(of: ["insert", "delete", "update"])
        if tokens.take("set") {
          try tokens.expectOne(of: ["null", "default"])
        } else if tokens.take("no") {
          try tokens.expect("action")
        } else {
          try tokens.expectOne(of: ["cascade", "restrict"])
        }
      } else {
        return
      }
    }
  }

  private mutating func tableConstraint() throws(Fault) {
    if tokens.take("constraint") {
      _ = try tokens.name()
    } else if tokens.take("check") {
      try expression()
      try onConflict()
    } else if tokens.take("foreign") {
      try tokens.expect("key")
      try tokens.expectMark("(")
      repeat { used.append(Identifier.folded(try tokens.name())) } while tokens.takeMark(",")
      try tokens.expectMark(")")
      try tokens.expect("references")
      try references()
      let isNot = tokens.take("not")
      if tokens.take("deferrable") { try initially() } else if isNot { throw tokens.fault }
    } else {
      if tokens.take("primary") {
        keys += 1
        try tokens.expect("key")
      } else {
        try tokens.expect("unique")
      }
      // The table parser checks the columns.
      try tokens.parenthesized { _, _ in }
      try onConflict()
    }
  }

  private mutating func options() throws(Fault) {
    guard !tokens.isAtEnd else { return }
    repeat {
      if tokens.take("without") { try tokens.expect("rowid") } else { try tokens.expect("strict") }
    } while tokens.takeMark(",")
  }
}
