import MapModel

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

extension MergeSchema {
  /// Identifies rows by keys in tables without GlobalIDs.
  ///
  /// - Throws: ``MergingError/key(_:reason:)``.
  package mutating func use(_ keys: [TableKey]) throws(MergingError) {
    for key in keys {
      guard
        let table = table(named: key.table)
          ?? tables.firstIndex(where: { !$0.isAttachments && $0.title.isSameName(as: key.table) })
      else { throw .key(key, reason: "the data has no layer or table \(key.table)") }
      guard let field = tables[table].fieldIndex(named: key.field) else {
        throw .key(key, reason: "\(key.table) has no field \(key.field)")
      }
      guard tables[table].fieldIndex(of: .globalID) == nil else {
        throw .key(key, reason: "\(key.table) has GlobalIDs and needs no key")
      }
      guard [.attribute, .key].contains(tables[table].fields[field].role) else {
        throw .key(key, reason: "\(key.field) differs between stores; name another field")
      }
      for index in tables[table].fields.indices where tables[table].fields[index].role == .key {
        tables[table].fields[index].role = .attribute
      }
      tables[table].fields[field].role = .key
    }
  }
}
