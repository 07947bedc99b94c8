/// A field that identifies the rows of a table, given as `--key TABLE=FIELD`.
package struct TableKey: Sendable, Equatable {
  /// The name of the table in the store, or its title in the map.
  package var table: String
  package var field: String

  /// Creates a key from its parts.
  package init(table: String, field: String) {
    self.table = table
    self.field = field
  }
}
