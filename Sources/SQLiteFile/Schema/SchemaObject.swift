import Records

/// A row of `sqlite_schema`: a table, index, view or trigger.
package struct SchemaObject: Equatable, Sendable {
  /// What a schema row describes.
  package enum Kind: String, Sendable {
    case table, index, view, trigger
  }

  /// The kind of object.
  package var kind: Kind
  /// The name of the object.
  package var name: String
  /// The table it belongs to; for tables and views their own name.
  package var tableName: String
  /// The root page of its b-tree; 0 for views, triggers and virtual tables.
  package var rootPage: UInt32
  /// The text that created it; nil for the indexes of PRIMARY KEY and UNIQUE constraints.
  package var sql: String?

  /// Creates a schema row.
  package init(kind: Kind, name: String, tableName: String, rootPage: UInt32, sql: String?) {
    self.kind = kind
    self.name = name
    self.tableName = tableName
    self.rootPage = rootPage
    self.sql = sql
  }

  /// Appends the columns type, name, tbl_name, rootpage, sql.
  func append(to encoder: inout RecordEncoder) {
    encoder.append(text: kind.rawValue)
    encoder.append(text: name)
    encoder.append(text: tableName)
    encoder.append(Int64(rootPage))
    encoder.append(SQLValue(sql))
  }
}
