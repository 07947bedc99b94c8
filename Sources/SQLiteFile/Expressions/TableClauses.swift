import Bytes

/// The clauses of a `CREATE TABLE` text apart from types and keys: CHECK constraints, foreign keys,
/// and the expressions of computed columns.
package struct TableClauses: Equatable, Sendable {
  /// A CHECK constraint.
  package struct Check: Equatable, Sendable {
    /// The text between its parentheses.
    package var text: String
    /// The compiled expression; nil if it is not supported.
    package var expression: RowExpression?
    /// The columns that it names.
    package var columns: Set<Int>
  }

  /// A foreign key.
  package struct ForeignKey: Equatable, Sendable {
    /// The columns of the child, in order.
    package var columns: [Int]
    /// The name of the parent table.
    package var parent: String
    /// The columns of the parent; empty for its primary key.
    package var parentColumns: [String]
    /// What SQLite does to the children of a deleted parent.
    package var onDelete = DeleteAction.refuse

    /// What happens to children when their parent is deleted.
    package enum DeleteAction: Sendable {
      /// The parent cannot be deleted: NO ACTION and RESTRICT. Also SET DEFAULT, because the
      /// default may not be a valid parent.
      case refuse
      case cascade, setNull
    }
  }

  /// How a column is computed.
  package struct Computation: Equatable, Sendable {
    /// The compiled expression; nil if it is not supported.
    package var expression: RowExpression?
    /// The columns that it names.
    package var columns: Set<Int>
  }

  /// The CHECK constraints, in the order of the text.
  package private(set) var checks: [Check] = []
  /// The foreign keys, in the order of the text.
  package private(set) var foreignKeys: [ForeignKey] = []
  /// The computed columns, by column index.
  package private(set) var computed: [Int: Computation] = [:]

  /// Reads the text of a table. Leaves everything empty if the text cannot be read.
  package init(_ sql: String, of table: StoredTable) {
    guard let tokens = try? SQLTokens(sql) else { return }
    var reader = ClauseReader(tokens, table)
    while !reader.tokens.isAtEnd, !reader.tokens.takeMark("(") { reader.tokens.advance() }
    var column = 0
    while !reader.tokens.isAtEnd {
      let isConstraint = reader.isConstraint
      readItem(isConstraint ? nil : column, &reader)
      if !isConstraint { column += 1 }
      guard reader.tokens.takeMark(",") else { break }
    }
    boundWork()
  }

  /// The most steps a computed column can take for a row, including those of columns it names.
  private static let mostWork = 1_000

  /// Drops the expressions of columns that depend on each other in a circle or take too many steps.
  private mutating func boundWork() {
    var work: [Int: Int] = [:]
    // Each round settles the columns that only name settled columns.
    var open = computed.filter { $0.value.expression != nil }
    while !open.isEmpty {
      let settled = open.filter { $0.value.columns.allSatisfy { open[$0] == nil } }
      if settled.isEmpty { break }
      for (column, computation) in settled {
        open[column] = nil
        work[column] = computation.expression.map { $0.work(work) } ?? 0
      }
    }
    for column in computed.keys where work[column].map({ $0 > Self.mostWork }) ?? true {
      computed[column]?.expression = nil
    }
  }

  /// These columns and those they are computed from.
  package func sources(of columns: Set<Int>) -> Set<Int> {
    var found: Set<Int> = []
    var open = Array(columns)
    while let column = open.popLast() {
      guard found.insert(column).inserted else { continue }
      open += computed[column]?.columns ?? []
    }
    return found
  }

  /// Reads a column or constraint, up to the next comma or closing parenthesis.
  private mutating func readItem(_ column: Int?, _ reader: inout ClauseReader) {
    var key = column.map { [$0] } ?? []
    if column != nil { reader.tokens.advance() }
    while !reader.tokens.isAtEnd, !reader.endsItem {
      if reader.tokens.take("check") {
        if let (text, parsed, columns) = reader.condition() {
          checks.append(Check(text: text, expression: parsed, columns: columns))
        }
      } else if let column, reader.tokens.take("as") {
        if let (_, parsed, columns) = reader.condition() {
          computed[column] = Computation(expression: parsed, columns: columns)
        }
      } else if reader.tokens.take("foreign") {
        _ = reader.tokens.take("key")
        key = reader.names().compactMap(reader.table.column(named:))
      } else if reader.tokens.take("references") {
        guard let parent = try? reader.tokens.name() else { continue }
        foreignKeys.append(
          ForeignKey(
            columns: key, parent: parent, parentColumns: reader.names(),
            onDelete: reader.deleteAction()))
      } else if reader.opens {
        reader.skip()
      } else {
        reader.tokens.advance()
      }
    }
  }
}

/// Reads parts of a stored statement about a table.
struct ClauseReader {
  var tokens: SQLTokens
  let table: StoredTable

  init(_ tokens: SQLTokens, _ table: StoredTable) {
    self.tokens = tokens
    self.table = table
  }

  var opens: Bool { tokens.lexer.isMark(tokens.token, "(") }

  var endsItem: Bool {
    tokens.lexer.isMark(tokens.token, ",") || tokens.lexer.isMark(tokens.token, ")")
  }

  /// Whether the current token begins a table constraint instead of a column.
  var isConstraint: Bool {
    let words: [StaticString] = ["constraint", "primary", "unique", "check", "foreign"]
    return words.contains { tokens.lexer.isWord(tokens.token, $0) }
  }

  /// Skips to after the parenthesis that closes the current one.
  mutating func skip() {
    var depth = 0
    repeat {
      if opens { depth += 1 }
      if tokens.lexer.isMark(tokens.token, ")") { depth -= 1 }
      tokens.advance()
    } while depth > 0 && !tokens.isAtEnd
  }

  /// Reads an expression in parentheses: its text, its compiled form, and the columns it names.
  mutating func condition() -> (text: String, expression: RowExpression?, columns: Set<Int>)? {
    guard opens else { return nil }
    let start = tokens
    var inside = tokens
    inside.advance()
    let parsed = ExpressionParser.parse(&inside, of: table)
    let isWhole = tokens.lexer.isMark(inside.token, ")")
    skip()
    let first = start.token.range.upperBound
    let last = max(first, tokens.before.range.lowerBound)
    return (
      tokens.lexer.text[first..<last].span.repairedString(), isWhole ? parsed : nil,
      columns(from: start)
    )
  }

  /// The columns that are named between `start` and the current token.
  func columns(from start: SQLTokens) -> Set<Int> {
    var columns: Set<Int> = []
    var at = start
    while at.at < tokens.at {
      if [.word, .quotedName, .string].contains(at.token.kind) {
        let name = at.lexer.name(at.token)
        if let column = table.column(named: name) { columns.insert(column) }
        if ["rowid", "oid", "_rowid_"].contains(Identifier.folded(name)),
          let column = table.rowidColumn
        {
          columns.insert(column)
        }
      }
      at.advance()
    }
    return columns
  }

  /// Reads what follows a foreign key's columns: `ON DELETE`, and before it `ON UPDATE` and
  /// `MATCH`.
  mutating func deleteAction() -> TableClauses.ForeignKey.DeleteAction {
    var action = TableClauses.ForeignKey.DeleteAction.refuse
    while true {
      if tokens.take("match") {
        tokens.advance()
      } else if tokens.take("on") {
        let isDeletion = tokens.take("delete")
        if !isDeletion { tokens.advance() }
        let read = self.action()
        if isDeletion { action = read }
      } else {
        return action
      }
    }
  }

  private mutating func action() -> TableClauses.ForeignKey.DeleteAction {
    if tokens.take("cascade") { return .cascade }
    if tokens.take("set") {
      if tokens.take("null") { return .setNull }
    } else if tokens.take("restrict") {
      return .refuse
    }
    // DEFAULT, or NO ACTION.
    while tokens.take("default") || tokens.take("no") || tokens.take("action") {}
    return .refuse
  }

  /// Reads names in parentheses; empty if no parenthesis opens.
  mutating func names() -> [String] {
    guard opens else { return [] }
    tokens.advance()
    var names: [String] = []
    while !tokens.isAtEnd, !tokens.takeMark(")") {
      if let name = try? tokens.name() {
        names.append(name)
      } else {
        tokens.advance()
      }
    }
    return names
  }
}
