import FeatureData

/// The rows of a merge's result: the office's rows with the changes of the merge.
struct ResultRows {
  let schema: MergeSchema
  let current: StoreRows
  /// The changes by GlobalID, for each table.
  private var changes: [[GlobalID: RowChange]]
  /// The changed rows that the office has, by table and row id.
  private(set) var touched: [[Int64: GlobalID]]
  /// The added rows, by table and row id.
  private var new: [[Int64: GlobalID]]
  /// Changed rows by their new keys, for the fields that were searched.
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

  /// The changes, sorted by table and GlobalID.
  var tableChanges: [TableChanges] {
    changes.indices.compactMap { table in
      let rows = changes(of: table)
      return rows.isEmpty ? nil : TableChanges(table: table, rows: rows)
    }
  }

  /// The changes of a table, sorted by GlobalID.
  func changes(of table: Int) -> [RowChange] { changes[table].values.sorted { $0.id < $1.id } }

  /// The row with a GlobalID; nil if the result has none.
  func row(_ table: Int, _ id: GlobalID) throws -> MergeRow? {
    if let change = changes[table][id] { return change.after }
    return try current.row(table, id)
  }

  /// Sets a value in a row of the result. If the row then equals the office's, its change is
  /// removed.
  mutating func set(
    _ value: FieldValue, field: Int, of table: Int, _ id: GlobalID
  ) throws {
    let change = changes[table][id]
    let stored = change == nil ? try current.row(table, id) : nil
    let before = change == nil ? stored : change?.before
    guard var row = change == nil ? stored : change?.after, field < row.values.count else { return }
    row.values[field] = value
    index = index.filter { $0.key.table != table }
    if let before { touched[table][before.rowid] = before == row ? nil : id }
    changes[table][id] = before == row ? nil : RowChange(id: id, before: before, after: row)
  }

  /// The GlobalIDs of rows of the result that have a key in a field, sorted.
  mutating func ids(
    _ table: Int, field: Int, key: JoinKey
  ) throws -> [GlobalID] {
    var found = changedRows(of: table, byField: field)[key] ?? []
    for rowid in try current.rowids(table, field: field, key: key)
    where touched[table][rowid] == nil {
      if let id = try current.identity(table, rowid: rowid) { found.append(id) }
    }
    return found.sorted()
  }

  private mutating func changedRows(
    of table: Int, byField field: Int
  ) -> [JoinKey: [GlobalID]] {
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

  /// The GlobalID of the row with a row id in the result; nil if there is none.
  func id(_ table: Int, rowid: Int64) throws -> GlobalID? {
    if let id = touched[table][rowid] ?? new[table][rowid] {
      return changes[table][id]?.after == nil ? nil : id
    }
    return try current.identity(table, rowid: rowid)
  }
}
