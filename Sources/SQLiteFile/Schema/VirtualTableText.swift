import Bytes

/// The parts of a `CREATE VIRTUAL TABLE` text.
package struct VirtualTableText: Equatable, Sendable {
  /// The module that implements the table.
  package var module: String
  /// The arguments in parentheses, split at commas, without blanks around them.
  package var arguments: [String] = []

  /// Reads a text. Returns nil if it is not supported.
  package init?(_ sql: String) {
    guard var tokens = try? SQLTokens(sql) else { return nil }
    while !tokens.take("using") {
      guard !tokens.isAtEnd else { return nil }
      tokens.advance()
    }
    guard let module = try? tokens.name() else { return nil }
    self.module = module
    guard tokens.takeMark("(") else { return }
    var depth = 0
    var start = tokens.token.range.lowerBound
    while !tokens.isAtEnd {
      let isEnd = depth == 0 && tokens.lexer.isMark(tokens.token, ")")
      if isEnd || (depth == 0 && tokens.lexer.isMark(tokens.token, ",")) {
        let end = max(start, tokens.before.range.upperBound)
        arguments.append(tokens.lexer.text[start..<end].span.repairedString())
        if isEnd { return }
        start = tokens.following.range.lowerBound
      }
      if tokens.lexer.isMark(tokens.token, "(") { depth += 1 }
      if tokens.lexer.isMark(tokens.token, ")") { depth -= 1 }
      tokens.advance()
    }
    return nil
  }
}
