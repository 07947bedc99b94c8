import Bytes
import Records

/// Parses a `CREATE TABLE` text as SQLite stores it: names, types, keys and defaults.
///
/// It does not validate SQL. It skips expressions by counting parentheses without recursion, so no
/// text is nested too deeply.
struct CreateTableParser {
  private(set) var lexer: SQLLexer
  private(set) var token = SQLToken(kind: .end, range: 0..<0)
  private let name: String
  /// The columns of type INTEGER alone, one of which can be the row id.
  var integers: Set<Int> = []
  /// Numeric defaults as they are written, by column.
  var numbers: [Int: String] = [:]
  /// SQLite's limit on columns (`SQLITE_MAX_COLUMN` cannot be set higher).
  private static let mostColumns = 32_767

  init(_ sql: String, name: String) {
    lexer = SQLLexer(sql)
    self.name = name
  }

  mutating func parse(into table: inout StoredTable) throws(SQLiteFileError) {
    try advance()
    while !lexer.isMark(token, "(") {
      // CREATE [TEMP] TABLE [IF NOT EXISTS] name. The name comes from the schema row.
      guard token.kind != .end else { throw unreadable }
      try advance()
    }
    try advance()
    var constraints = false
    while true {
      if isTableConstraint {
        guard !table.columns.isEmpty else { throw unreadable }
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
    Self.settleKey(of: &table)
  }

  // MARK: Tokens

  var unreadable: SQLiteFileError {
    .unreadableCreateTable(name: name, offset: token.range.lowerBound)
  }

  mutating func advance() throws(SQLiteFileError) {
    guard let next = lexer.next() else {
      throw .unreadableCreateTable(name: name, offset: lexer.at)
    }
    token = next
  }

  func isWord(_ keyword: StaticString) -> Bool { lexer.isWord(token, keyword) }

  /// Skips a keyword if it is the current token.
  mutating func take(_ keyword: StaticString) throws(SQLiteFileError) -> Bool {
    guard isWord(keyword) else { return false }
    try advance()
    return true
  }

  /// Whether the current token is a word or a quoted name.
  var isName: Bool { [.word, .quotedName, .string].contains(token.kind) }

  var isEndOfPart: Bool { lexer.isMark(token, ",") || lexer.isMark(token, ")") }

  /// Skips to after the parenthesis that closes the current one.
  mutating func skipParentheses() throws(SQLiteFileError) {
    var depth = 0
    repeat {
      if lexer.isMark(token, "(") { depth += 1 }
      if lexer.isMark(token, ")") { depth -= 1 }
      guard token.kind != .end else { throw unreadable }
      try advance()
    } while depth > 0
  }

  /// Skips what does not affect rows: one token, or a pair of parentheses with its content.
  mutating func passOver() throws(SQLiteFileError) {
    guard token.kind != .end else { throw unreadable }
    if lexer.isMark(token, "(") { try skipParentheses() } else { try advance() }
  }

  /// Skips a name after its keyword. The name can look like another keyword.
  mutating func passOverName() throws(SQLiteFileError) {
    if isName { try advance() }
  }

  // MARK: Constraints of the table

  private var isTableConstraint: Bool {
    let words: [StaticString] = ["constraint", "primary", "unique", "check", "foreign"]
    return words.contains { isWord($0) }
  }

  /// Parses one constraint, or several without commas between them.
  private mutating func parseConstraint(into table: inout StoredTable) throws(SQLiteFileError) {
    while !isEndOfPart {
      if try take("constraint") {
        try passOverName()
      } else if try take("primary") {
        guard isWord("key") else { throw unreadable }
        try parseKey(isPrimary: true, into: &table)
      } else if isWord("unique") {
        try parseKey(isPrimary: false, into: &table)
      } else {
        if isWord("check") || isWord("references") { table.hasOtherConstraints = true }
        try passOver()
      }
    }
  }

  /// Parses the columns of a key, after its keyword.
  private mutating func parseKey(
    isPrimary: Bool, into table: inout StoredTable
  ) throws(SQLiteFileError) {
    try advance()
    guard lexer.isMark(token, "(") else { throw unreadable }
    var key: [StoredIndex.Term] = []
    while true {
      guard let parsed = IndexTermParser.parse(&lexer, table: table, isPrimary: isPrimary),
        parsed.term.column != nil
      else { throw unreadable }
      key.append(parsed.term)
      if isPrimary, parsed.isAutoincrement { table.isAutoincrement = true }
      if parsed.isLast { break }
    }
    try advance()
    if isPrimary { table.primaryKeyTerms = key }
    if isPrimary, key.count == 1, let only = key[0].column, integers.contains(only) {
      // In a table constraint, DESC does not keep the column from being the row id.
      table.rowidColumn = only
    } else {
      Self.add(key, to: &table)
    }
  }

  /// Adds a key. A constraint that repeats an earlier one has no index.
  static func add(_ key: [StoredIndex.Term], to table: inout StoredTable) {
    if !table.uniques.contains(where: { isSame($0, key) }) { table.uniques.append(key) }
  }

  private static func isSame(_ one: [StoredIndex.Term], _ other: [StoredIndex.Term]) -> Bool {
    one.map(\.column) == other.map(\.column) && one.map(\.collation) == other.map(\.collation)
  }

  private mutating func parseOptions(into table: inout StoredTable) throws(SQLiteFileError) {
    while token.kind != .end {
      if isWord("without") { table.isWithoutRowid = true }
      if isWord("strict") { table.isStrict = true }
      try advance()
    }
  }

  // MARK: Decisions that need the whole text

  /// Converts each default to the class it has in a row that is older than its column.
  private func applyAffinities(to table: inout StoredTable) {
    for index in table.columns.indices {
      if table.isStrict, Identifier.isSame(table.columns[index].declaredType, "any") {
        table.columns[index].affinity = .blob
      }
      let (value, affinity) = (table.columns[index].defaultValue, table.columns[index].affinity)
      if let written = numbers[index] {
        table.columns[index].defaultValue =
          DefaultLiteral.kept(value, written: written, affinity)
      } else if affinity != .text || value.integer == nil {
        // TRUE and FALSE stay numbers in a TEXT column.
        table.columns[index].defaultValue = value.applying(affinity)
      }
    }
  }

  private static func settleKey(of table: inout StoredTable) {
    if table.isWithoutRowid, let rowid = table.rowidColumn {
      // In a WITHOUT ROWID table, the row id column is an ordinary key. SQLite creates it last.
      table.rowidColumn = nil
      table.primaryKeyTerms[0].collation = table.columns[rowid].collation
      add(table.primaryKeyTerms, to: &table)
    }
    // A UNIQUE constraint on the same columns that comes first gives the key its directions.
    if let same = table.uniques.firstIndex(where: { isSame($0, table.primaryKeyTerms) }) {
      if table.isWithoutRowid { table.uniques[same] = withoutRepeats(table.uniques[same]) }
      table.primaryKeyTerms = table.uniques[same]
    }
    // The primary key of a WITHOUT ROWID or STRICT table does not allow NULL.
    guard table.isWithoutRowid || table.isStrict else { return }
    for column in table.primaryKey where column != table.rowidColumn {
      table.columns[column].isNotNull = true
    }
  }

  /// The key of a WITHOUT ROWID table, which has each column once for each collating sequence.
  private static func withoutRepeats(_ key: [StoredIndex.Term]) -> [StoredIndex.Term] {
    var once: [StoredIndex.Term] = []
    for term in key
    where !once.contains(where: { $0.column == term.column && $0.collation == term.collation }) {
      once.append(term)
    }
    return once
  }
}

extension StoredColumn.ComputedDefault {
  /// Recognizes a default.
  ///
  /// - Parameter expression: its tokens without blanks, the first in lower case.
  init(_ expression: String) {
    switch expression {
    case "current_time": self = .time
    case "current_date": self = .date
    case "current_timestamp": self = .timestamp
    case "strftime('%Y-%m-%dT%H:%M:%fZ','now')": self = .geoPackageTime
    default: self = .other
    }
  }

  /// The expression after `DEFAULT`; nil if it is not supported.
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
