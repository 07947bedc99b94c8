import FeatureData

/// The touched rows of a merge by the keys of links: who names a key, and who has it. Deleted rows
/// too, as they were.
struct LinkIndex {
  private let schema: MergeSchema
  /// By link.
  private var children: [[RecordKey: [GlobalID]]]
  private var parents: [[RecordKey: [GlobalID]]]

  init(_ schema: MergeSchema, _ rows: [[GlobalID: FoldedRow]]) {
    self.schema = schema
    children = Array(repeating: [:], count: schema.links.count)
    parents = children
    for (table, rows) in rows.enumerated() {
      for (id, folded) in rows {
        if let row = folded.latest { add(row, RowPlace(table: table, id: id)) }
      }
    }
  }

  mutating func add(_ row: MergeRow, _ place: RowPlace) {
    for (index, link) in schema.links.enumerated() {
      if link.destination == place.table,
        let key = schema.key(row[link.destinationField], of: link)
      {
        children[index][key, default: []].append(place.id)
      }
      if link.origin == place.table, case .field(let field) = link.originKey,
        let key = RecordKey(row[field])
      {
        parents[index][key, default: []].append(place.id)
      }
    }
  }

  /// The rows of a link's many side that name a key, by identity.
  func children(of link: Int, key: RecordKey) -> [GlobalID] {
    (children[link][key] ?? []).sorted()
  }

  /// The rows of a link's one side that have a key, by identity.
  func parents(of link: Int, key: RecordKey) -> [GlobalID] {
    (parents[link][key] ?? []).sorted()
  }
}

extension MergeSchema {
  /// The key that a field of a link's many side holds: where links go by identity, that of the row
  /// it names.
  func key(_ value: FieldValue, of link: MergeLink) -> RecordKey? {
    if isByIdentity(link), let id = RowIdentity.stored(value, table: tables[link.origin].name) {
      return .globalID(id)
    }
    return RecordKey(value)
  }
}
