import Bytes

/// Checks that SQLite would accept the schema. Each text must create what its row says, table texts
/// must follow the grammar, and indexes must belong to a table and name its columns.
///
/// SQLite rejects a whole database for one text that it cannot read. Fieldpack never runs views,
/// triggers and virtual tables. So a fault behind the name of one does not concern the rows.
struct SchemaCheck {
  private let database: DatabaseReader
  /// Ordinary tables, and all tables and views, by lowercase name.
  private let tables: [String: SchemaObject]
  private let sources: Set<String>

  init(_ database: DatabaseReader) {
    self.database = database
    var tables: [String: SchemaObject] = [:]
    var sources: Set<String> = []
    for object in database.schema where object.kind == .table || object.kind == .view {
      sources.insert(Identifier.folded(object.name))
      if object.rootPage > 0 { tables[Identifier.folded(object.name)] = object }
    }
    self.tables = tables
    self.sources = sources
  }

  func run(_ problems: inout ProblemList) {
    for object in database.schema {
      if let fault = fault(of: object) {
        problems.append(.schemaUnreadable(object: object.name, fault))
      } else if let fault = bodyFault(of: object) {
        problems.append(.notOpenedBySQLite(object: object.name, fault))
      }
    }
  }

  private func fault(of object: SchemaObject) -> IntegrityProblem.SchemaFault? {
    guard let sql = object.sql else { return autoIndexFault(object) }
    do throws(SQLTokens.SyntaxFault) {
      var tokens = try SQLTokens(sql, allowsParameters: object.isVirtualTable)
      return try fault(of: object, &tokens)
    } catch {
      return .syntax(offset: error.offset)
    }
  }

  /// What is wrong behind the name of a view, trigger or virtual table.
  private func bodyFault(of object: SchemaObject) -> IntegrityProblem.SchemaFault? {
    guard object.kind == .view || object.kind == .trigger || object.isVirtualTable,
      let sql = object.sql,
      var tokens = try? SQLTokens(sql, allowsParameters: object.isVirtualTable)
    else { return nil }
    while !tokens.isAtEnd, !tokens.take("view"), !tokens.take("trigger"), !tokens.take("table") {
      tokens.advance()
    }
    if tokens.take("if") { for word: StaticString in ["not", "exists"] { _ = tokens.take(word) } }
    do throws(SQLTokens.SyntaxFault) {
      _ = try tokens.name()
      if tokens.takeMark(".") { _ = try tokens.name() }
      switch object.kind {
      case .table: return try virtualTableFault(&tokens)
      case .view: return try viewFault(tokens)
      case .trigger: return try triggerFault(of: object, tokens)
      case .index: return nil
      }
    } catch { return .syntax(offset: error.offset) }
  }

  private func virtualTableFault(
    _ tokens: inout SQLTokens
  ) throws(SQLTokens.SyntaxFault) -> IntegrityProblem.SchemaFault? {
    try tokens.expect("using")
    _ = try tokens.name()
    if tokens.takeMark("("), !tokens.takeMark(")") {
      var depth = 1
      while depth > 0 {
        guard !tokens.isAtEnd else { throw tokens.fault }
        if tokens.lexer.isMark(tokens.token, "(") { depth += 1 }
        if tokens.lexer.isMark(tokens.token, ")") { depth -= 1 }
        tokens.advance()
      }
    }
    return try end(tokens)
  }

  private func viewFault(
    _ tokens: SQLTokens
  ) throws(SQLTokens.SyntaxFault) -> IntegrityProblem.SchemaFault? {
    var grammar = QueryGrammar(tokens)
    do throws(SQLTokens.SyntaxFault) {
      if grammar.tokens.lexer.isMark(grammar.tokens.token, "(") { try grammar.names() }
      try grammar.tokens.expect("as")
      try grammar.query()
    } catch {
      guard grammar.isTooDeep else { throw error }
      return nil
    }
    return try end(grammar.tokens)
  }

  private func triggerFault(
    of object: SchemaObject, _ tokens: SQLTokens
  ) throws(SQLTokens.SyntaxFault) -> IntegrityProblem.SchemaFault? {
    var grammar = TriggerGrammar(tokens)
    do throws(SQLTokens.SyntaxFault) {
      try grammar.judge()
    } catch {
      guard grammar.isTooDeep else { throw error }
      return nil
    }
    guard Identifier.isSame(grammar.table, object.tableName) else { return .otherObject }
    let isOfView = database.object(.view, named: object.tableName) != nil
    return grammar.isInstead == isOfView ? try end(grammar.rest) : .otherObject
  }

  /// SQLite ignores what follows a semicolon.
  private func end(
    _ tokens: SQLTokens
  ) throws(SQLTokens.SyntaxFault) -> IntegrityProblem.SchemaFault? {
    guard tokens.isAtEnd || tokens.lexer.isMark(tokens.token, ";") else { throw tokens.fault }
    return nil
  }

  private func autoIndexFault(_ object: SchemaObject) -> IntegrityProblem.SchemaFault? {
    guard object.kind == .index else { return .syntax(offset: 0) }
    guard let table = tables[Identifier.folded(object.tableName)] else {
      return .tableMissing(object.tableName)
    }
    guard let stored = try? StoredTable(table), StoredIndex(object, of: stored) != nil else {
      return .orphanIndex
    }
    return nil
  }

  private func fault(
    of object: SchemaObject, _ tokens: inout SQLTokens
  ) throws(SQLTokens.SyntaxFault) -> IntegrityProblem.SchemaFault? {
    try tokens.expect("create")
    if !tokens.take("temp") { _ = tokens.take("temporary") }
    let isUnique = tokens.take("unique")
    let isVirtual = !isUnique && tokens.take("virtual")
    let kinds: [(StaticString, SchemaObject.Kind)] = [
      ("table", .table), ("index", .index), ("view", .view), ("trigger", .trigger),
    ]
    guard let kind = kinds.first(where: { tokens.take($0.0) })?.1 else { throw tokens.fault }
    guard kind == object.kind, !isUnique || kind == .index, !isVirtual || kind == .table else {
      return .otherObject
    }
    if tokens.take("if") {
      try tokens.expect("not")
      try tokens.expect("exists")
    }
    var name = try tokens.name()
    if tokens.takeMark(".") { name = try tokens.name() }
    guard Identifier.isSame(name, object.name), isVirtual == (object.isVirtualTable) else {
      return .otherObject
    }
    switch kind {
    case .table, .view:
      guard Identifier.isSame(object.tableName, object.name) else { return .otherObject }
      return kind == .view || isVirtual ? nil : try tableFault(tokens) ?? keyFault(object)
    case .index: return try indexFault(object, &tokens)
    case .trigger:
      return sources.contains(Identifier.folded(object.tableName))
        ? nil : .tableMissing(object.tableName)
    }
  }

  private func tableFault(
    _ tokens: SQLTokens
  ) throws(SQLTokens.SyntaxFault) -> IntegrityProblem.SchemaFault? {
    var grammar = TableGrammar(tokens)
    try grammar.judge()
    return grammar.used.allSatisfy(grammar.columns.contains) ? nil : .columnMissing
  }

  /// Checks that each key except the row id has its own index.
  private func keyFault(_ object: SchemaObject) -> IntegrityProblem.SchemaFault? {
    guard let table = try? StoredTable(object), !table.isWithoutRowid else { return nil }
    let made = database.schema.count { index in
      index.kind == .index && index.sql == nil
        && Identifier.isSame(index.tableName, object.name)
    }
    return made == table.uniques.count ? nil : .keyWithoutIndex
  }

  private func indexFault(
    _ object: SchemaObject, _ tokens: inout SQLTokens
  ) throws(SQLTokens.SyntaxFault) -> IntegrityProblem.SchemaFault? {
    try tokens.expect("on")
    let name = try tokens.name()
    guard Identifier.isSame(name, object.tableName) else { return .otherObject }
    guard let table = tables[Identifier.folded(name)] else { return .tableMissing(name) }
    guard let stored = try? StoredTable(table) else { return nil }
    var isKnown = true
    func check(_ word: String, isCall: Bool) {
      // Only bare words get here. ASC and DESC can be names elsewhere.
      let isOrder = ["asc", "desc", "nulls", "first", "last"].contains(Identifier.folded(word))
      if !isCall, !isOrder, stored.column(named: word) == nil { isKnown = false }
    }
    try tokens.parenthesized(check)
    if tokens.take("where") {
      guard !tokens.isAtEnd else { throw tokens.fault }
      while !tokens.isAtEnd { tokens.step(check) }
    }
    guard tokens.isAtEnd else { throw tokens.fault }
    // SQLite treats a quoted name that is not a column as a text.
    if let index = StoredIndex(object, of: stored), index.columns.contains(where: \.namesNothing) {
      isKnown = false
    }
    return isKnown ? nil : .columnMissing
  }
}

extension SchemaObject {
  /// Whether this is a table without pages.
  fileprivate var isVirtualTable: Bool { kind == .table && rootPage == 0 }
}
