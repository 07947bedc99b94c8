import Bytes

extension SchemaObject {
  /// The row of the same table with a text column after its others. Constraints of the table stay
  /// behind them.
  ///
  /// - Throws: `SQLiteFileError.damagedSchema` for a row without text, `.unreadableCreateTable`.
  func addingTextColumn(_ column: String) throws(SQLiteFileError) -> SchemaObject {
    let before = try StoredTable(self)
    let text = Array((sql ?? "").utf8)
    let quoted = column.replacing("\"", with: "\"\"")
    let addition = Array(", \"\(quoted)\" TEXT".utf8)
    // Of all commas and parentheses, the last one that has a place for a column before it.
    for index in text.indices.reversed()
    where text[index] == UInt8(ascii: ",") || text[index] == UInt8(ascii: ")") {
      var added = self
      added.sql = String(
        decoding: text[..<index] + addition + text[index...], as: UTF8.self)
      if let after = try? StoredTable(added), after.hasColumn(column, after: before) {
        return added
      }
    }
    throw .unreadableCreateTable(name: name, offset: text.count)
  }
}

extension StoredTable {
  /// Whether it has the columns and keys of another table, and then one of this name.
  fileprivate func hasColumn(_ name: String, after other: StoredTable) -> Bool {
    columns.count == other.columns.count + 1
      && Array(columns.dropLast()) == other.columns
      && columns.last.map { Identifier.isSame($0.name, name) } == true
      && (primaryKeyTerms, uniques) == (other.primaryKeyTerms, other.uniques)
      && hasOtherConstraints == other.hasOtherConstraints
  }
}
