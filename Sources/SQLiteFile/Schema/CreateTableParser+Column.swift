import Bytes
import Records

extension CreateTableParser {
  /// Parses a name, its type and its constraints.
  mutating func parseColumn(into table: inout StoredTable) throws(SQLiteFileError) {
    guard isName else { throw unreadable }
    let index = table.columns.count
    var column = StoredColumn(name: lexer.name(token))
    try advance()
    if try parseType(of: &column) { integers.insert(index) }
    var unique: StoredIndex.Term?
    while !isEndOfPart {
      if try take("primary") {
        let key = try parseKey(at: index, into: &table)
        // DESC keeps a column from being the row id in a column constraint only.
        if integers.contains(index), !key.isDescending {
          table.rowidColumn = index
        } else {
          unique = unique ?? key
        }
      } else if try take("unique") {
        unique = unique ?? .init(column: index)
        _ = try parseConflict()
      } else if try take("default") {
        try parseDefault(of: &column, at: index)
      } else if try take("collate") {
        column.collation = collation(lexer.name(token))
        try passOverName()
      } else {
        if isWord("check") || isWord("references") { table.hasOtherConstraints = true }
        try parseFurther(of: &column)
      }
    }
    // COLLATE applies to the keys of the column even if it follows them.
    if table.primaryKeyTerms.count == 1, table.primaryKeyTerms[0].column == index {
      table.primaryKeyTerms[0].collation = column.collation
    }
    table.columns.append(column)
    if var unique {
      unique.collation = column.collation
      Self.add([unique], to: &table)
    }
  }

  /// Parses constraints other than keys, defaults and collating sequences.
  private mutating func parseFurther(of column: inout StoredColumn) throws(SQLiteFileError) {
    if try take("not") {
      // NOT DEFERRABLE belongs to a foreign key.
      guard try take("null") else { return }
      column.isNotNull = true
      column.nullBecomesDefault = try parseConflict()
    } else if try take("constraint") {
      try passOverName()
    } else if try take("references") {
      try parseReference()
    } else if try take("as") {
      column.generated = .virtual
      try passOver()
      if try take("stored") { column.generated = .stored }
    } else {
      try passOver()
    }
  }

  private mutating func parseKey(
    at index: Int, into table: inout StoredTable
  ) throws(SQLiteFileError) -> StoredIndex.Term {
    guard try take("key") else { throw unreadable }
    let key = StoredIndex.Term(column: index, isDescending: isWord("desc"))
    table.primaryKeyTerms = [key]
    if isWord("asc") || isWord("desc") { try advance() }
    _ = try parseConflict()
    if try take("autoincrement") { table.isAutoincrement = true }
    return key
  }

  /// Parses `ON CONFLICT` and its action. Returns true for REPLACE.
  private mutating func parseConflict() throws(SQLiteFileError) -> Bool {
    guard try take("on") else { return false }
    guard try take("conflict") else { throw unreadable }
    let replaces = isWord("replace")
    try advance()
    return replaces
  }

  /// Parses the parent table and actions. `SET NULL` and `SET DEFAULT` are not constraints of the
  /// column.
  private mutating func parseReference() throws(SQLiteFileError) {
    try passOverName()
    if lexer.isMark(token, "(") { try skipParentheses() }
    while isWord("match") || isWord("on") {
      let isMatch = isWord("match")
      try advance()
      // Skip the name after MATCH, or INSERT, DELETE or UPDATE.
      try passOverName()
      guard !isMatch else { continue }
      // Skip actions of two words: SET NULL, SET DEFAULT, NO ACTION.
      if isWord("set") || isWord("no") { try advance() }
      try passOverName()
    }
  }

  private func collation(_ name: String) -> String? {
    Identifier.isSame(name, "binary") ? nil : Identifier.folded(name)
  }

  // MARK: Types

  /// Parses the words between the name and the first constraint. Returns true if they are INTEGER
  /// alone.
  private mutating func parseType(of column: inout StoredColumn) throws(SQLiteFileError) -> Bool {
    let start = token.range.lowerBound
    var end = start
    while isName, !SQLTokens.isReserved(token, in: lexer) {
      end = token.range.upperBound
      try advance()
    }
    if end > start, lexer.isMark(token, "(") {
      while !lexer.isMark(token, ")") {
        guard token.kind != .end else { throw unreadable }
        try advance()
      }
      end = token.range.upperBound
      try advance()
    }
    let written = Self.withoutGenerated(lexer.text[start..<end])
    guard !written.isEmpty else { return false }
    column.declaredType = Self.unquoted(written)
    column.affinity =
      column.declaredType.isEmpty ? .numeric : Affinity(declaredType: column.declaredType)
    return Identifier.isSame(Self.inner(written).span.repairedString(), "integer")
  }

  /// The type as SQLite keeps it. A type that begins with a quote ends with that quote.
  private static func unquoted(_ type: ArraySlice<UInt8>) -> String {
    let type = inner(type)
    var lexer = SQLLexer(type.span.repairedString())
    guard let first = type.first, quotes.contains(first), let quoted = lexer.next() else {
      return type.span.repairedString()
    }
    return lexer.name(quoted)
  }

  /// The type without quotes at both ends, if there are no quotes between them.
  private static func inner(_ type: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard type.count >= 3, let first = type.first, quotes.contains(first),
      !type.dropFirst().dropLast().contains(where: quotes.contains)
    else { return type }
    return type.dropFirst().dropLast()
  }

  private static var quotes: [UInt8] { Array("\"'`[".utf8) }

  /// Removes GENERATED ALWAYS. These words can be names too, so SQLite reads them as part of the
  /// type and cuts them off afterwards.
  private static func withoutGenerated(_ type: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard type.count >= 16, let shorter = type.without("always") else { return type }
    return shorter.without("generated") ?? shorter
  }

  // MARK: Defaults

  /// Parses a literal with or without sign and parentheses, or an expression. A later default
  /// replaces an earlier one.
  private mutating func parseDefault(
    of column: inout StoredColumn, at index: Int
  ) throws(SQLiteFileError) {
    var literal = DefaultLiteral.Tokens()
    if lexer.isMark(token, "(") {
      var depth = 0
      repeat {
        guard token.kind != .end else { throw unreadable }
        if lexer.isMark(token, "(") { depth += 1 }
        if lexer.isMark(token, ")") { depth -= 1 }
        literal.append(token)
        try advance()
      } while depth > 0
    } else {
      if lexer.isMark(token, "-") || lexer.isMark(token, "+") {
        literal.append(token)
        try advance()
      }
      guard token.kind != .end, !isEndOfPart else { throw unreadable }
      literal.append(token)
      try advance()
    }
    let found = literal.value(in: lexer)
    numbers[index] = found?.written
    column.defaultValue = found?.value ?? .null
    column.computedDefault =
      found == nil ? StoredColumn.ComputedDefault(literal.expression(in: lexer)) : nil
  }
}

extension ArraySlice<UInt8> {
  /// The bytes before a word at their end, without trailing blanks; nil if they do not end with the
  /// word.
  fileprivate func without(_ word: StaticString) -> ArraySlice<UInt8>? {
    let length = word.utf8CodeUnitCount
    let end = suffix(length).map(Identifier.lower)
    guard count >= length, end.span.matches(word) else { return nil }
    var rest = dropLast(length)
    while let last = rest.last, last == 0x20 || (0x09...0x0d).contains(last) { rest.removeLast() }
    return rest
  }
}
