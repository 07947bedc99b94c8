import FeatureData
import Merging
import Publishing

/// Finds titles of parent records: the tree of an inspection or attachment.
struct ParentNames {
  private let schema: MergeSchema
  private let stores: [StoreRows]
  /// Changed records as they are now.
  private var changed: [RecordKey: MergeRow] = [:]

  /// - Parameters:
  ///   - changes: the changed records, which come before the records of `stores`.
  ///   - stores: the stores to search for other records, in this order.
  init(_ schema: MergeSchema, changes: [TableChanges], stores: [StoreRows]) {
    self.schema = schema
    self.stores = stores
    let origins = Set(schema.links.map(\.origin))
    for table in changes where origins.contains(table.table) {
      for change in table.rows {
        changed[RecordKey(table: table.table, globalID: change.id)] = change.after ?? change.before
      }
    }
  }

  /// The title of a row's parent record; null if it has no parent, or the parent can't be read.
  func parent(of row: MergeRow, table: Int, by names: inout RecordNames) -> String? {
    guard let link = schema.links.first(where: { $0.destination == table && $0.kind == .parent }),
      let parent = record(row[link.destinationField], link)
    else { return nil }
    if let title = names.title(of: parent, table: link.origin) { return title }
    let table = schema.tables[link.origin]
    let globalID = table.fieldIndex(of: .globalID).flatMap {
      parent[$0].text.flatMap { GlobalID($0) }
    }
    return (table.keyText(of: parent) ?? globalID?.short)
      .map { "\(table.title) \($0)" }
  }

  private func record(_ key: FieldValue, _ link: MergeLink) -> MergeRow? {
    switch link.originKey {
    case .rowID:
      guard case .integer(let number) = key else { return nil }
      return first { try $0.row(link.origin, rowid: number) }
    case .field(let field) where schema.tables[link.origin].fields[field].role == .globalID:
      guard let id = key.text.flatMap({ GlobalID($0) }) else { return nil }
      return changed[RecordKey(table: link.origin, globalID: id)]
        ?? first { try $0.row(link.origin, id) }
    case .field(let field):
      guard let key = JoinKey(key) else { return nil }
      return first { store in
        try store.rowids(link.origin, field: field, key: key).first.flatMap {
          try store.row(link.origin, rowid: $0)
        }
      }
    }
  }

  /// The first row found. Ignores stores that can't be read.
  private func first(_ row: (StoreRows) throws -> MergeRow?) -> MergeRow? {
    for store in stores {
      if let found = try? row(store) { return found }
    }
    return nil
  }
}
