/// Reads one term of an index or key up to the comma or parenthesis behind it.
enum IndexTermParser {
  static func parse(
    _ lexer: inout SQLLexer, table: StoredTable
  ) -> (term: StoredIndex.Term, isLast: Bool)? {
    var term = StoredIndex.Term()
    var name: String?
    var depth = 0
    // A name with or without parentheses around it; else an expression, perhaps of several parts.
    var isPlain = true
    var hasParts = false
    while let token = lexer.next(), token.kind != .end {
      let closes = lexer.isMark(token, ")")
      if depth == 0, closes || lexer.isMark(token, ",") {
        finish(&term, column: isPlain ? name.flatMap(table.column(named:)) : nil, of: table)
        term.namesNothing = isPlain && name != nil && term.column == nil
        return (term, closes)
      }
      if closes {
        depth -= 1
      } else if lexer.isMark(token, "(") {
        depth += 1
        isPlain = isPlain && name == nil
      } else if lexer.isWord(token, "collate") {
        guard let collation = lexer.next() else { return nil }
        if depth == 0 || isPlain {
          term.collation =
            hasParts ? StoredIndex.Term.unknown : Identifier.folded(lexer.name(collation))
        }
      } else if depth == 0, lexer.isWord(token, "desc") || lexer.isWord(token, "asc") {
        term.isDescending = lexer.isWord(token, "desc")
      } else if isPlain, name == nil, [.word, .quotedName, .string].contains(token.kind) {
        name = lexer.name(token)
      } else {
        isPlain = false
        hasParts = hasParts || depth == 0
      }
    }
    return nil
  }

  /// A column without a collating sequence of its own in the index has that of the table.
  private static func finish(
    _ term: inout StoredIndex.Term, column: Int?, of table: StoredTable
  ) {
    term.column = column
    if let column, term.collation == nil { term.collation = table.columns[column].collation }
    if term.collation == "binary" { term.collation = nil }
  }
}
