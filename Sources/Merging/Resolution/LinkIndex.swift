import FeatureData

/// The touched rows of a merge by the keys of links: who names a key, and who has it. Deleted rows
/// too, as they were.
struct LinkIndex {
  private let schema: MergeSchema
  /// By link.
  private var children: [[JoinKey: [GlobalID]]]
  private var parents: [[JoinKey: [GlobalID]]]

  init(_ schema: MergeSchema, _ rows: [[GlobalID: FoldedRow]]) {
    self.schema = schema
    children = Array(repeating: [:], count: schema.links.count)
    parents = children
    for (table, rows) in rows.enumerated() {
      for (id, folded) in rows {
        if let row = folded.latest { add(row, RecordKey(table: table, globalID: id)) }
      }
    }
  }

  mutating func add(_ row: MergeRow, _ place: RecordKey) {
    for (index, link) in schema.links.enumerated() {
      if link.destination == place.table,
        let key = schema.key(row[link.destinationField], of: link)
      {
        children[index][key, default: []].append(place.globalID)
      }
      if link.origin == place.table, case .field(let field) = link.originKey,
        let key = JoinKey(row[field])
      {
        parents[index][key, default: []].append(place.globalID)
      }
    }
  }

  /// The rows of a link's many side that name a key, by identity.
  func children(of link: Int, key: JoinKey) -> [GlobalID] {
    (children[link][key] ?? []).sorted()
  }

  /// The rows of a link's one side that have a key, by identity.
  func parents(of link: Int, key: JoinKey) -> [GlobalID] {
    (parents[link][key] ?? []).sorted()
  }
}

extension MergeSchema {
  /// The key that a field of a link's many side holds: where links go by identity, that of the row
  /// it names.
  func key(_ value: FieldValue, of link: MergeLink) -> JoinKey? {
    if isByIdentity(link), let id = RowIdentity.stored(value, table: tables[link.origin].name) {
      return .globalID(id)
    }
    return JoinKey(value)
  }
}
