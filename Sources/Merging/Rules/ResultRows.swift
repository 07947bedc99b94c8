import FeatureData

/// The rows of a merge's result: what changes, laid over the current store.
struct ResultRows {
  let schema: MergeSchema
  let current: StoreRows
  /// By table.
  private var changes: [[GlobalID: RowChange]]
  /// The changed rows that the current store has, by table and row id.
  private(set) var touched: [[Int64: GlobalID]]
  /// The rows it does not have.
  private var new: [[Int64: GlobalID]]
  /// Changed rows as they are after, by key; of the fields that were asked about.
  private var index: [Column: [JoinKey: [GlobalID]]] = [:]

  private struct Column: Hashable {
    var table: Int
    var field: Int
  }

  init(_ changes: [TableChanges], schema: MergeSchema, current: StoreRows) {
    self.schema = schema
    self.current = current
    self.changes = Array(repeating: [:], count: schema.tables.count)
    touched = Array(repeating: [:], count: schema.tables.count)
    new = touched
    for table in changes {
      for change in table.rows {
        self.changes[table.table][change.id] = change
        if let before = change.before {
          touched[table.table][before.rowid] = change.id
        } else if let after = change.after {
          new[table.table][after.rowid] = change.id
        }
      }
    }
  }

  /// What changes, by table and identity.
  var tableChanges: [TableChanges] {
    changes.indices.compactMap { table in
      let rows = changes(of: table)
      return rows.isEmpty ? nil : TableChanges(table: table, rows: rows)
    }
  }

  /// The changes of a table, by identity.
  func changes(of table: Int) -> [RowChange] { changes[table].values.sorted { $0.id < $1.id } }

  /// The row of an identity; nil where the result has none.
  func row(_ table: Int, _ id: GlobalID) throws(MergingError) -> MergeRow? {
    if let change = changes[table][id] { return change.after }
    return try current.row(table, id)
  }

  /// Gives a row of the result another value. A row that is then as the office has it is no change.
  mutating func set(
    _ value: FieldValue, field: Int, of table: Int, _ id: GlobalID
  ) throws(MergingError) {
    let change = changes[table][id]
    let stored = change == nil ? try current.row(table, id) : nil
    let before = change == nil ? stored : change?.before
    guard var row = change == nil ? stored : change?.after, field < row.values.count else { return }
    row.values[field] = value
    index = index.filter { $0.key.table != table }
    if let before { touched[table][before.rowid] = before == row ? nil : id }
    changes[table][id] = before == row ? nil : RowChange(id: id, before: before, after: row)
  }

  /// The rows of the result that hold a key in a field, by identity.
  mutating func ids(
    _ table: Int, field: Int, key: JoinKey
  ) throws(MergingError) -> [GlobalID] {
    var found = changed(table, field)[key] ?? []
    for rowid in try current.rowids(table, field: field, key: key)
    where touched[table][rowid] == nil {
      if let id = try current.identity(table, rowid: rowid) { found.append(id) }
    }
    return found.sorted()
  }

  private mutating func changed(_ table: Int, _ field: Int) -> [JoinKey: [GlobalID]] {
    let column = Column(table: table, field: field)
    if let known = index[column] { return known }
    var ids: [JoinKey: [GlobalID]] = [:]
    for change in changes[table].values {
      if let row = change.after, let key = JoinKey(row[field]) {
        ids[key, default: []].append(change.id)
      }
    }
    index[column] = ids
    return ids
  }

  /// The row of the result that has a row id; nil where there is none.
  func id(_ table: Int, rowid: Int64) throws(MergingError) -> GlobalID? {
    if let id = touched[table][rowid] ?? new[table][rowid] {
      return changes[table][id]?.after == nil ? nil : id
    }
    return try current.identity(table, rowid: rowid)
  }
}
