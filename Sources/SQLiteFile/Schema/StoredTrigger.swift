/// A trigger by what makes it run.
package struct StoredTrigger: Equatable, Sendable {
  /// What happens to a row.
  package enum Event: String, Sendable {
    case insert, update, delete
  }

  /// Its name.
  package var name: String
  /// The table or view.
  package var table: String
  /// What makes it run.
  package var event: Event
  /// The columns of `UPDATE OF`; nil for any column.
  package var columns: [String]?

  /// Reads a schema row; nil when it cannot be understood.
  package init?(_ object: SchemaObject) {
    guard object.kind == .trigger, let sql = object.sql, var tokens = try? SQLTokens(sql) else {
      return nil
    }
    name = object.name
    table = object.tableName
    // CREATE [TEMP] TRIGGER [IF NOT EXISTS] [schema.]name [BEFORE | AFTER | INSTEAD OF] event
    for word: StaticString in ["create", "temp", "temporary"] { _ = tokens.take(word) }
    guard tokens.take("trigger") else { return nil }
    for word: StaticString in ["if", "not", "exists"] { _ = tokens.take(word) }
    guard (try? tokens.name()) != nil else { return nil }
    if tokens.takeMark("."), (try? tokens.name()) == nil { return nil }
    for word: StaticString in ["before", "after", "instead", "of"] { _ = tokens.take(word) }
    if tokens.take("insert") {
      event = .insert
    } else if tokens.take("delete") {
      event = .delete
    } else if tokens.take("update") {
      event = .update
    } else {
      return nil
    }
    guard event == .update, tokens.take("of") else { return }
    var names: [String] = []
    repeat {
      guard let name = try? tokens.name() else { return nil }
      names.append(name)
    } while tokens.takeMark(",")
    columns = names
  }
}
