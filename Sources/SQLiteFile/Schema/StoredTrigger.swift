/// A trigger and the event that runs it.
package struct StoredTrigger: Equatable, Sendable {
  /// The events that run a trigger.
  package enum Event: String, Sendable {
    case insert, update, delete
  }

  /// The name of the trigger.
  package var name: String
  /// Its table or view.
  package var table: String
  /// The event that runs it.
  package var event: Event
  /// The columns of `UPDATE OF`; nil for any column.
  package var columns: [String]?

  /// Reads a schema row. Returns nil if it is not supported.
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
