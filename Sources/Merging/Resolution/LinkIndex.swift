import FeatureData

/// The loaded rows of a merge by link key: which rows refer to a key, and which rows have it.
/// Includes deleted rows in their last state.
struct LinkIndex {
  private let schema: MergeSchema
  /// The rows that refer to a key, by link.
  private var children: [[JoinKey: [GlobalID]]]
  /// The rows that have a key, by link.
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

  mutating func add(_ row: MergeRow, _ record: RecordKey) {
    for (index, link) in schema.links.enumerated() {
      if link.destination == record.table,
        let key = schema.key(row[link.destinationField], of: link)
      {
        children[index][key, default: []].append(record.globalID)
      }
      if link.origin == record.table, case .field(let field) = link.originKey,
        let key = JoinKey(row[field])
      {
        parents[index][key, default: []].append(record.globalID)
      }
    }
  }

  /// Returns the rows on the many side of a link that refer to a key, in the order of their
  /// GlobalIDs.
  func children(of linkIndex: Int, key: JoinKey) -> [GlobalID] {
    (children[linkIndex][key] ?? []).sorted()
  }

  /// Returns the rows on the one side of a link that have a key, in the order of their GlobalIDs.
  func parents(of linkIndex: Int, key: JoinKey) -> [GlobalID] {
    (parents[linkIndex][key] ?? []).sorted()
  }
}
