/// The terms and condition of an index, compiled so that its entries can be computed.
package struct IndexClauses: Equatable, Sendable {
  /// A term of the key.
  package struct Term: Equatable, Sendable {
    /// The expression of the term. For a plain column, the column.
    package var expression: RowExpression
    /// The column, for a plain column.
    package var column: Int?
    /// Whether larger values come first.
    package var isDescending: Bool
    /// The collating sequence; nil for BINARY.
    package var collation: String?
  }

  /// The terms.
  package private(set) var terms: [Term] = []
  /// Which rows have an entry; nil for all.
  package private(set) var condition: RowExpression?
  /// Whether values must differ.
  package private(set) var isUnique = false

  /// Reads a schema row. Returns nil if a part of it is not supported.
  package init?(_ object: SchemaObject, of table: StoredTable) {
    guard let sql = object.sql else {
      guard let index = StoredIndex(object, of: table) else { return nil }
      isUnique = true
      for term in index.columns {
        guard let column = term.column, Collation(name: term.collation) != nil else { return nil }
        terms.append(
          Term(
            expression: RowExpression(steps: [.column(column)]), column: column,
            isDescending: term.isDescending, collation: term.collation))
      }
      return
    }
    guard var reader = Self.reader(of: sql, table, isUnique: &isUnique) else { return nil }
    repeat {
      guard let term = Self.term(&reader) else { return nil }
      terms.append(term)
    } while reader.tokens.takeMark(",")
    guard reader.tokens.takeMark(")") else { return nil }
    if reader.tokens.take("where") {
      guard let parsed = ExpressionParser.parse(&reader.tokens, of: table) else { return nil }
      condition = parsed
    }
    guard reader.tokens.isAtEnd else { return nil }
  }

  /// The columns that the text of an index names, from its terms on; nil if it cannot be read.
  package static func columns(namedIn object: SchemaObject, of table: StoredTable) -> Set<Int>? {
    guard let sql = object.sql else {
      return StoredIndex(object, of: table).map { Set($0.columns.compactMap(\.column)) }
    }
    var isUnique = false
    guard var reader = reader(of: sql, table, isUnique: &isUnique) else { return nil }
    let start = reader.tokens
    while !reader.tokens.isAtEnd { reader.tokens.advance() }
    return reader.columns(from: start)
  }

  /// A reader positioned after the parenthesis that opens the terms.
  private static func reader(
    of sql: String, _ table: StoredTable, isUnique: inout Bool
  ) -> ClauseReader? {
    guard let tokens = try? SQLTokens(sql) else { return nil }
    var reader = ClauseReader(tokens, table)
    while !reader.tokens.takeMark("(") {
      guard !reader.tokens.isAtEnd else { return nil }
      if reader.tokens.take("unique") {
        isUnique = true
      } else {
        reader.tokens.advance()
      }
    }
    return reader
  }

  private static func term(_ reader: inout ClauseReader) -> Term? {
    guard
      let (expression, collation) = ExpressionParser.parseOperand(
        &reader.tokens, of: reader.table)
    else { return nil }
    var column: Int?
    if case .column(let found) = expression.steps.first, expression.steps.count == 1 {
      column = found
    }
    let isDescending = reader.tokens.take("desc")
    if !isDescending { _ = reader.tokens.take("asc") }
    return Term(
      expression: expression, column: column, isDescending: isDescending,
      collation: collation?.name)
  }
}
