/// An index as the schema declares it: by its `CREATE INDEX` text, or as the autoindex of a PRIMARY
/// KEY or UNIQUE constraint.
package struct StoredIndex: Equatable, Sendable {
  /// One term of the key.
  package struct Term: Equatable, Sendable {
    /// The name used for an unknown collating sequence.
    static let unknown = "?"

    /// The index of the column in the table; nil for an expression.
    package var column: Int?
    /// Whether larger values come first.
    package var isDescending = false
    /// The collating sequence; nil for BINARY.
    package var collation: String?
    /// Whether the term is a single name that is not a column.
    var namesNothing = false

    /// Creates a term of the key.
    package init(column: Int? = nil, isDescending: Bool = false, collation: String? = nil) {
      self.column = column
      self.isDescending = isDescending
      self.collation = collation
    }
  }

  /// A condition of a WHERE clause that only tests for NULL.
  package struct NullTest: Equatable, Sendable {
    /// The index of the column in the table.
    package var column: Int
    /// Whether the column must be NULL, or must not be.
    package var isNull: Bool
  }

  /// The name of the index.
  package var name: String
  /// The root page of its b-tree.
  package var rootPage: UInt32
  /// Its terms.
  package var columns: [Term]
  /// Whether values must differ.
  package var isUnique: Bool
  /// Whether a WHERE clause excludes rows.
  package var isPartial: Bool
  /// The WHERE clause if it consists of such tests joined by AND; nil for any other clause.
  package var nullTests: [NullTest]?

  /// The supported indexes of a table, in schema order.
  package static func all(of table: StoredTable, in schema: [SchemaObject]) -> [StoredIndex] {
    schema.compactMap { object in
      guard object.kind == .index, Identifier.isSame(object.tableName, table.name) else {
        return nil
      }
      return StoredIndex(object, of: table)
    }
  }

  /// Reads a schema row. Returns nil if it is not supported.
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
    nullTests = parsed.nullTests
  }
}

/// Parses `CREATE [UNIQUE] INDEX name ON table (term, …) [WHERE …]`.
private struct CreateIndexParser {
  private var lexer: SQLLexer
  private let table: StoredTable

  init(_ sql: String, table: StoredTable) {
    lexer = SQLLexer(sql)
    self.table = table
  }

  struct Parsed {
    var terms: [StoredIndex.Term] = []
    var isUnique = false
    var isPartial = false
    var nullTests: [StoredIndex.NullTest]?
  }

  mutating func parse() -> Parsed? {
    var parsed = Parsed()
    while true {
      guard let token = lexer.next(), token.kind != .end else { return nil }
      if lexer.isWord(token, "unique") { parsed.isUnique = true }
      if lexer.isMark(token, "(") { break }
    }
    while true {
      guard let term = IndexTermParser.parse(&lexer, table: table) else { return nil }
      parsed.terms.append(term.term)
      if term.isLast { break }
    }
    guard let after = lexer.next() else { return nil }
    if lexer.isWord(after, "where") {
      parsed.isPartial = true
      parsed.nullTests = parseNullTests()
    }
    return parsed
  }

  /// Parses `column IS [NOT] NULL`, `column NOTNULL` or `column ISNULL`, joined by AND.
  private mutating func parseNullTests() -> [StoredIndex.NullTest]? {
    var tests: [StoredIndex.NullTest] = []
    while true {
      guard let name = lexer.next(), [.word, .quotedName].contains(name.kind),
        let column = table.column(named: lexer.name(name)), var word = lexer.next()
      else { return nil }
      var isNull = true
      if lexer.isWord(word, "is") {
        guard let next = lexer.next() else { return nil }
        word = next
        if lexer.isWord(word, "not") {
          isNull = false
          guard let next = lexer.next() else { return nil }
          word = next
        }
        guard lexer.isWord(word, "null") else { return nil }
      } else if lexer.isWord(word, "notnull") {
        isNull = false
      } else if !lexer.isWord(word, "isnull") {
        return nil
      }
      tests.append(.init(column: column, isNull: isNull))
      guard let after = lexer.next() else { return nil }
      if after.kind == .end { return tests }
      guard lexer.isWord(after, "and") else { return nil }
    }
  }
}
