/// An index as the schema declares it: by its `CREATE INDEX` text, or as the autoindex of a
/// PRIMARY KEY or UNIQUE constraint.
package struct StoredIndex: Equatable, Sendable {
  /// One term of the key.
  package struct Term: Equatable, Sendable {
    /// The column, in the table's order; nil for an expression.
    package var column: Int?
    /// Whether larger values come first.
    package var isDescending = false
    /// The collating sequence, when not BINARY.
    package var collation: String?

    /// A term of the key.
    package init(column: Int? = nil, isDescending: Bool = false, collation: String? = nil) {
      self.column = column
      self.isDescending = isDescending
      self.collation = collation
    }
  }

  /// Its name.
  package var name: String
  /// The root of its b-tree.
  package var rootPage: UInt32
  /// Its terms.
  package var columns: [Term]
  /// Whether values must differ.
  package var isUnique: Bool
  /// Whether a WHERE clause leaves rows out.
  package var isPartial: Bool

  /// The indexes of a table that can be understood, in schema order.
  package static func all(of table: StoredTable, in database: DatabaseReader) -> [StoredIndex] {
    database.schema.compactMap { object in
      guard object.kind == .index, Identifier.isSame(object.tableName, table.name) else {
        return nil
      }
      return StoredIndex(object, of: table)
    }
  }

  /// Reads a schema row; nil when it cannot be understood.
  package init?(_ object: SchemaObject, of table: StoredTable) {
    name = object.name
    rootPage = object.rootPage
    guard let sql = object.sql else {
      let prefix = "sqlite_autoindex_\(table.name)_"
      guard Identifier.folded(name).hasPrefix(Identifier.folded(prefix)),
        let number = Int(name.dropFirst(prefix.count)), number >= 1,
        number <= table.uniques.count
      else { return nil }
      columns = table.uniques[number - 1]
      isUnique = true
      isPartial = false
      return
    }
    var parser = CreateIndexParser(sql, table: table)
    guard let parsed = parser.parse() else { return nil }
    columns = parsed.terms
    isUnique = parsed.isUnique
    isPartial = parsed.isPartial
  }
}

/// Reads `CREATE [UNIQUE] INDEX name ON table (term, …) [WHERE …]`.
private struct CreateIndexParser {
  private var lexer: SQLLexer
  private let table: StoredTable

  init(_ sql: String, table: StoredTable) {
    lexer = SQLLexer(sql)
    self.table = table
  }

  mutating func parse() -> (terms: [StoredIndex.Term], isUnique: Bool, isPartial: Bool)? {
    var isUnique = false
    while true {
      guard let token = lexer.next(), token.kind != .end else { return nil }
      if lexer.isWord(token, "unique") { isUnique = true }
      if lexer.isMark(token, "(") { break }
    }
    var terms: [StoredIndex.Term] = []
    while true {
      guard let term = IndexTermParser.parse(&lexer, table: table) else { return nil }
      terms.append(term.term)
      if term.isLast { break }
    }
    guard let after = lexer.next() else { return nil }
    return (terms, isUnique, lexer.isWord(after, "where"))
  }
}

/// Reads one term of an index or key up to the comma or parenthesis behind it.
enum IndexTermParser {
  static func parse(
    _ lexer: inout SQLLexer, table: StoredTable
  ) -> (term: StoredIndex.Term, isLast: Bool)? {
    var term = StoredIndex.Term()
    var depth = 0
    var count = 0
    var isPlain = true
    while let token = lexer.next(), token.kind != .end {
      if depth == 0, lexer.isMark(token, ",") { return (finished(term, isPlain), false) }
      if depth == 0, lexer.isMark(token, ")") { return (finished(term, isPlain), true) }
      if lexer.isMark(token, "(") { depth += 1 }
      if lexer.isMark(token, ")") { depth -= 1 }
      if count == 0, token.kind != .mark {
        term.column = table.column(named: lexer.name(token))
        term.collation = term.column.flatMap { table.columns[$0].collation }
      } else if lexer.isWord(token, "desc") {
        term.isDescending = true
      } else if lexer.isWord(token, "collate") {
        guard let name = lexer.next() else { return nil }
        let folded = Identifier.folded(lexer.name(name))
        term.collation = folded == "binary" ? nil : folded
      } else if !lexer.isWord(token, "asc") {
        isPlain = false
      }
      count += 1
    }
    return nil
  }

  private static func finished(_ term: StoredIndex.Term, _ isPlain: Bool) -> StoredIndex.Term {
    var term = term
    if !isPlain { term.column = nil }
    return term
  }
}
