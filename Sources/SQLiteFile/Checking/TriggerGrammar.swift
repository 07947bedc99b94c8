/// Reads the part of a `CREATE TRIGGER` text behind the trigger's name by SQLite's grammar.
struct TriggerGrammar {
  private typealias Fault = SQLTokens.SyntaxFault

  private var query: QueryGrammar
  /// Whether the trigger runs instead of the change, which only a trigger of a view can.
  private(set) var isInstead = false
  /// The table or view of the trigger.
  private(set) var table = ""

  init(_ tokens: SQLTokens) { query = QueryGrammar(tokens) }

  /// Whether the text is nested so deeply that it was not read to its end.
  var isTooDeep: Bool { query.isTooDeep }

  /// What follows the trigger.
  var rest: SQLTokens { query.tokens }

  mutating func judge() throws(SQLTokens.SyntaxFault) {
    if query.tokens.take("instead") {
      try query.tokens.expect("of")
      isInstead = true
    } else if !query.tokens.take("before") {
      _ = query.tokens.take("after")
    }
    if query.tokens.take("update") {
      if query.tokens.take("of") {
        repeat { _ = try query.tokens.name() } while query.tokens.takeMark(",")
      }
    } else {
      try query.tokens.expectOne(of: ["insert", "delete"])
    }
    try query.tokens.expect("on")
    table = try query.tokens.name()
    if query.tokens.takeMark(".") { table = try query.tokens.name() }
    if query.tokens.take("for") {
      try query.tokens.expect("each")
      try query.tokens.expect("row")
    }
    if query.tokens.take("when") { try query.expression() }
    try query.tokens.expect("begin")
    repeat {
      try statement()
      try query.tokens.expectMark(";")
    } while !query.tokens.take("end")
  }

  private mutating func statement() throws(Fault) {
    if query.tokens.take("update") {
      try conflict()
      _ = try query.tokens.name()
      try query.tokens.expect("set")
      try assignments()
      if query.tokens.take("from") { try query.sources() }
      if query.tokens.take("where") { try query.expression() }
    } else if query.tokens.take("delete") {
      try query.tokens.expect("from")
      _ = try query.tokens.name()
      if query.tokens.take("where") { try query.expression() }
    } else if query.isAtQuery {
      try query.query()
    } else {
      if !query.tokens.take("replace") {
        try query.tokens.expect("insert")
        try conflict()
      }
      try query.tokens.expect("into")
      _ = try query.tokens.name()
      if query.tokens.lexer.isMark(query.tokens.token, "(") { try query.names() }
      try query.query()
      while query.tokens.take("on") { try upsert() }
    }
  }

  private mutating func conflict() throws(Fault) {
    guard query.tokens.take("or") else { return }
    try query.tokens.expectOne(of: ["rollback", "abort", "fail", "ignore", "replace"])
  }

  private mutating func assignments() throws(Fault) {
    repeat {
      if query.tokens.lexer.isMark(query.tokens.token, "(") {
        try query.names()
      } else {
        _ = try query.tokens.name()
      }
      try query.tokens.expectMark("=")
      try query.expression()
    } while query.tokens.takeMark(",")
  }

  private mutating func upsert() throws(Fault) {
    try query.tokens.expect("conflict")
    if query.tokens.takeMark("(") {
      try query.sortTerms()
      try query.tokens.expectMark(")")
      if query.tokens.take("where") { try query.expression() }
    }
    try query.tokens.expect("do")
    if query.tokens.take("nothing") { return }
    try query.tokens.expect("update")
    try query.tokens.expect("set")
    try assignments()
    if query.tokens.take("where") { try query.expression() }
  }
}
