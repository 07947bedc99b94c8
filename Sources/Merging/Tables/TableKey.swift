import MapModel

/// A field that tells the rows of a table apart, as `--key TABLE=FIELD` names it.
package struct TableKey: Sendable, Equatable {
  /// The table, by its name in the store or its title in the map.
  package var table: String
  package var field: String

  /// A key from its parts.
  package init(table: String, field: String) {
    self.table = table
    self.field = field
  }
}

extension MergeSchema {
  /// Lets keys tell rows apart in tables without GlobalIDs.
  ///
  /// - Throws: ``MergingError/key(_:reason:)``.
  package mutating func use(_ keys: [TableKey]) throws(MergingError) {
    for key in keys {
      guard
        let table = table(named: key.table)
          ?? tables.firstIndex(where: { !$0.isAttachments && $0.title.isSameName(as: key.table) })
      else { throw .key(key, reason: "there is no layer or table \(key.table)") }
      guard let field = tables[table].place(named: key.field) else {
        throw .key(key, reason: "\(key.table) has no field \(key.field)")
      }
      guard tables[table].place(of: .globalID) == nil else {
        throw .key(key, reason: "\(key.table) has GlobalIDs, which tell its records apart")
      }
      guard [.attribute, .key].contains(tables[table].fields[field].role) else {
        throw .key(key, reason: "\(key.field) is kept by each store for itself")
      }
      for place in tables[table].fields.indices where tables[table].fields[place].role == .key {
        tables[table].fields[place].role = .attribute
      }
      tables[table].fields[field].role = .key
    }
  }
}
