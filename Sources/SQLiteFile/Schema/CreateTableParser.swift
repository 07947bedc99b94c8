import Bytes

/// Reads a `CREATE TABLE` text as SQLite stores it: names, types, keys and defaults.
///
/// Not a judge of SQL: expressions are passed over by their parentheses, which are counted and
/// not nested in calls, so no text is too deep.
struct CreateTableParser {
  private var lexer: SQLLexer
  private var token = SQLToken(kind: .end, range: 0..<0)
  private let name: String
  /// The defaults that are numbers as they are written, by column.
  private var numbers: [Int: String] = [:]
  /// Columns of SQLite at most (`SQLITE_MAX_COLUMN` cannot be set higher).
  private static let mostColumns = 32_767

  init(_ sql: String, name: String) {
    lexer = SQLLexer(sql)
    self.name = name
  }

  mutating func parse(into table: inout StoredTable) throws(SQLiteFileError) {
    try advance()
    while !lexer.isMark(token, "(") {
      // CREATE [TEMP] TABLE [IF NOT EXISTS] name: the schema row gives the name.
      guard token.kind != .end else { throw unreadable }
      try advance()
    }
    try advance()
    var constraints = false
    while true {
      if token.kind == .word, isTableConstraint {
        constraints = true
        try parseConstraint(into: &table)
      } else {
        guard !constraints, table.columns.count < Self.mostColumns else { throw unreadable }
        try parseColumn(into: &table)
      }
      if lexer.isMark(token, ",") {
        try advance()
      } else if lexer.isMark(token, ")") {
        break
      } else if !constraints {
        throw unreadable
      }
    }
    try advance()
    try parseOptions(into: &table)
    applyAffinities(to: &table)
    settleKey(of: &table)
  }

  private var unreadable: SQLiteFileError {
    .unreadableCreateTable(name: name, offset: token.range.lowerBound)
  }

  private mutating func advance() throws(SQLiteFileError) {
    guard let next = lexer.next() else {
      throw .unreadableCreateTable(name: name, offset: lexer.at)
    }
    token = next
  }

  private func isWord(_ keyword: StaticString) -> Bool { lexer.isWord(token, keyword) }

  private var isTableConstraint: Bool {
    isWord("constraint") || isWord("primary") || isWord("unique") || isWord("check")
      || isWord("foreign")
  }

  private var isColumnConstraint: Bool {
    isTableConstraint || isWord("not") || isWord("null") || isWord("default")
      || isWord("collate") || isWord("references") || isWord("generated") || isWord("as")
      || isWord("deferrable") || isWord("on")
  }

  /// Moves behind the parenthesis that closes the one under way.
  private mutating func skipParentheses() throws(SQLiteFileError) {
    var depth = 0
    repeat {
      if lexer.isMark(token, "(") { depth += 1 }
      if lexer.isMark(token, ")") { depth -= 1 }
      guard token.kind != .end else { throw unreadable }
      try advance()
    } while depth > 0
  }

  private mutating func parseColumn(into table: inout StoredTable) throws(SQLiteFileError) {
    guard [.word, .quotedName, .string].contains(token.kind) else { throw unreadable }
    var column = StoredColumn(name: lexer.name(token))
    try advance()
    let isInteger = try parseType(of: &column)
    var unique: StoredIndex.Term?
    while !lexer.isMark(token, ","), !lexer.isMark(token, ")") {
      if isWord("primary") {
        try advance()
        guard isWord("key") else { throw unreadable }
        try advance()
        let key = StoredIndex.Term(column: table.columns.count, isDescending: isWord("desc"))
        table.primaryKeyTerms = [key]
        // Only in this place does DESC keep the column from being the row id.
        if isInteger, !key.isDescending {
          table.rowidColumn = table.columns.count
        } else {
          unique = key
        }
      } else if isWord("unique") {
        unique = unique ?? .init(column: table.columns.count)
        try advance()
      } else if isWord("not") {
        try advance()
        // NOT DEFERRABLE, behind REFERENCES, is about a foreign key.
        if isWord("null") {
          column.isNotNull = true
          try parseNullConflict(of: &column)
        }
      } else if isWord("default") {
        try advance()
        try parseDefault(of: &column, at: table.columns.count)
      } else if isWord("collate") {
        try advance()
        column.collation = collation(lexer.name(token))
        try advance()
      } else if isWord("as") {
        column.generated = .virtual
        try advance()
        try skipParentheses()
      } else if isWord("stored"), column.generated != .no {
        column.generated = .stored
        try advance()
      } else if lexer.isMark(token, "(") {
        try skipParentheses()
      } else {
        guard token.kind != .end else { throw unreadable }
        if isWord("autoincrement") { table.isAutoincrement = true }
        noteOther(in: &table)
        try advance()
      }
    }
    if table.primaryKeyTerms.count == 1, table.primaryKeyTerms[0].column == table.columns.count {
      table.primaryKeyTerms[0].collation = column.collation
    }
    table.columns.append(column)
    if var unique {
      unique.collation = column.collation
      Self.add([unique], to: &table)
    }
  }

  /// NULL behind NOT, and what becomes of a row that has it all the same.
  private mutating func parseNullConflict(of column: inout StoredColumn) throws(SQLiteFileError) {
    try advance()
    guard isWord("on") else { return }
    try advance()
    guard isWord("conflict") else { throw unreadable }
    try advance()
    column.nullBecomesDefault = isWord("replace")
    try advance()
  }

  /// A constraint that repeats an earlier one has no index of its own.
  private static func add(_ key: [StoredIndex.Term], to table: inout StoredTable) {
    if !table.uniques.contains(where: { isSame($0, key) }) { table.uniques.append(key) }
  }

  /// The words between the name and the first constraint. True when they are INTEGER alone.
  private mutating func parseType(of column: inout StoredColumn) throws(SQLiteFileError) -> Bool {
    let start = token.range.lowerBound
    var end = start
    var words = 0
    var isInteger = false
    while [.word, .quotedName, .string].contains(token.kind), !isColumnConstraint {
      words += 1
      isInteger = words == 1 && Identifier.isSame(lexer.name(token), "integer")
      end = token.range.upperBound
      try advance()
    }
    if words > 0, lexer.isMark(token, "(") {
      isInteger = false
      while !lexer.isMark(token, ")") {
        guard token.kind != .end else { throw unreadable }
        try advance()
      }
      end = token.range.upperBound
      try advance()
    }
    column.declaredType = lexer.text.span.extracting(start..<end).repairedString()
    column.affinity = Affinity(declaredType: column.declaredType)
    return isInteger
  }

  /// A literal, signed or in parentheses, or an expression.
  private mutating func parseDefault(
    of column: inout StoredColumn, at place: Int
  ) throws(SQLiteFileError) {
    var parentheses = 0
    while lexer.isMark(token, "(") {
      parentheses += 1
      try advance()
    }
    var isNegative = false
    while lexer.isMark(token, "-") || lexer.isMark(token, "+") {
      if lexer.isMark(token, "-") { isNegative.toggle() }
      try advance()
    }
    let literal = DefaultLiteral.value(of: token, in: lexer, isNegative: isNegative)
    numbers[place] =
      token.kind == .number ? (isNegative ? "-" : "") + lexer.name(token) : nil
    var expression = Identifier.folded(lexer.text[token.range].span.repairedString())
    try advance()
    var isPlain = true
    while parentheses > 0 {
      guard token.kind != .end else { throw unreadable }
      if lexer.isMark(token, "(") { parentheses += 1 }
      if lexer.isMark(token, ")") { parentheses -= 1 } else { isPlain = false }
      if parentheses > 0 { expression += lexer.text[token.range].span.repairedString() }
      try advance()
    }
    if isPlain, let literal {
      column.defaultValue = literal
    } else {
      column.computedDefault = StoredColumn.ComputedDefault(expression)
    }
  }

  /// Gives each default the class that it has in a row which is older than its column.
  private func applyAffinities(to table: inout StoredTable) {
    for place in table.columns.indices {
      if table.isStrict, Identifier.isSame(table.columns[place].declaredType, "any") {
        table.columns[place].affinity = .blob
      }
      let (value, affinity) = (table.columns[place].defaultValue, table.columns[place].affinity)
      if let written = numbers[place] {
        table.columns[place].defaultValue =
          DefaultLiteral.kept(value, written: written, affinity)
      } else if affinity != .text || value.integer == nil {
        // TRUE and FALSE stay numbers in a column of texts.
        table.columns[place].defaultValue = value.applying(affinity)
      }
    }
  }

  /// A UNIQUE constraint on the columns of the primary key gives it its directions, if it is first.
  private func settleKey(of table: inout StoredTable) {
    let key = table.primaryKeyTerms
    if let same = table.uniques.first(where: { Self.isSame($0, key) }) {
      table.primaryKeyTerms = same
    }
  }

  private static func isSame(_ one: [StoredIndex.Term], _ other: [StoredIndex.Term]) -> Bool {
    one.map(\.column) == other.map(\.column) && one.map(\.collation) == other.map(\.collation)
  }

  private func noteOther(in table: inout StoredTable) {
    if isWord("check") || isWord("references") { table.hasOtherConstraints = true }
  }

  private func collation(_ name: String) -> String? {
    Identifier.isSame(name, "binary") ? nil : Identifier.folded(name)
  }

  /// One constraint, or several without commas between them.
  private mutating func parseConstraint(into table: inout StoredTable) throws(SQLiteFileError) {
    while !lexer.isMark(token, ","), !lexer.isMark(token, ")") {
      if isWord("primary") {
        try advance()
        guard isWord("key") else { throw unreadable }
        try parseKey(isPrimary: true, into: &table)
      } else if isWord("unique") {
        try parseKey(isPrimary: false, into: &table)
      } else if isWord("check") || isWord("references") {
        noteOther(in: &table)
        try advance()
      } else if lexer.isMark(token, "(") {
        try skipParentheses()
      } else {
        guard token.kind != .end else { throw unreadable }
        try advance()
      }
    }
  }

  /// The columns of a key, after its keyword.
  private mutating func parseKey(
    isPrimary: Bool, into table: inout StoredTable
  ) throws(SQLiteFileError) {
    try advance()
    guard lexer.isMark(token, "(") else { throw unreadable }
    var key: [StoredIndex.Term] = []
    while true {
      guard let parsed = IndexTermParser.parse(&lexer, table: table) else { throw unreadable }
      guard parsed.term.column != nil else { throw unreadable }
      key.append(parsed.term)
      if isPrimary, parsed.isAutoincrement { table.isAutoincrement = true }
      if parsed.isLast { break }
    }
    try advance()
    if isPrimary {
      table.primaryKeyTerms = key
      if let only = table.primaryKey.first, key.count == 1,
        Identifier.isSame(Self.unquoted(table.columns[only].declaredType), "integer")
      {
        table.rowidColumn = only
        return
      }
    }
    Self.add(key, to: &table)
  }

  private static func unquoted(_ type: String) -> String {
    var lexer = SQLLexer(type)
    guard let token = lexer.next(), token.range.upperBound == type.utf8.count else { return type }
    return lexer.name(token)
  }

  private mutating func parseOptions(into table: inout StoredTable) throws(SQLiteFileError) {
    while token.kind != .end {
      if isWord("without") {
        table.isWithoutRowid = true
        table.rowidColumn = nil
      }
      if isWord("strict") { table.isStrict = true }
      try advance()
    }
  }
}

extension StoredColumn.ComputedDefault {
  /// - Parameter expression: its tokens without blanks, the first in lower case.
  fileprivate init(_ expression: String) {
    switch expression {
    case "current_time": self = .time
    case "current_date": self = .date
    case "current_timestamp": self = .timestamp
    case "strftime('%Y-%m-%dT%H:%M:%fZ','now')": self = .geoPackageTime
    default: self = .other
    }
  }

  /// The expression as it stands behind `DEFAULT`; nil where it is not understood.
  package var sql: String? {
    switch self {
    case .time: "CURRENT_TIME"
    case .date: "CURRENT_DATE"
    case .timestamp: "CURRENT_TIMESTAMP"
    case .geoPackageTime: "(strftime('%Y-%m-%dT%H:%M:%fZ','now'))"
    case .other: nil
    }
  }
}
