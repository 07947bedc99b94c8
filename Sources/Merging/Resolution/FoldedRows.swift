import FeatureData

/// The rows of a merge, loaded from the current data on first use, and how they refer to each
/// other.
struct FoldedRows {
  private let inputs: MergeInputs
  /// The rows loaded for this merge, by table.
  private var tables: [[GlobalID: FoldedRow]]
  /// The GlobalIDs of loaded rows that the current store has, by table and row id.
  private var loaded: [[Int64: GlobalID]]
  /// The links of the loaded rows. Complete once all packages are folded and ``reindex()`` was
  /// called.
  private(set) var index: LinkIndex

  init(_ inputs: MergeInputs) {
    self.inputs = inputs
    tables = Array(repeating: [:], count: inputs.schema.tables.count)
    loaded = Array(repeating: [:], count: inputs.schema.tables.count)
    index = LinkIndex(inputs.schema, [])
  }

  /// The loaded rows of a table.
  subscript(table: Int) -> [GlobalID: FoldedRow] { tables[table] }

  /// A loaded row. Nil if it is not loaded.
  subscript(key: RecordKey) -> FoldedRow? {
    get { tables[key.table][key.globalID] }
    set { tables[key.table][key.globalID] = newValue }
  }

  /// The tables of the rows.
  var indices: Range<Int> { tables.indices }

  /// Reserves capacity for more rows of a table.
  mutating func reserve(_ count: Int, table: Int) {
    tables[table].reserveCapacity(tables[table].count + count)
    loaded[table].reserveCapacity(loaded[table].count + count)
  }

  /// Returns a row of the merge. Loads it from the current store on first use.
  mutating func row(_ key: RecordKey) throws -> FoldedRow {
    if let known = tables[key.table][key.globalID] { return known }
    let stored = try inputs.current.row(key.table, key.globalID)
    var identified = stored
    if let stored {
      identified = try inputs.keys.identified(stored, of: key.table, in: [inputs.current])
      loaded[key.table][stored.rowid] = key.globalID
    }
    let row = FoldedRow(stored: stored, current: identified)
    tables[key.table][key.globalID] = row
    if let identified { index.add(identified, key) }
    return row
  }

  /// The rows of the result that packages added, changed or restored, ordered by table and
  /// GlobalID.
  var editedRecords: [RecordKey] {
    var found: [RecordKey] = []
    for (table, rows) in tables.enumerated() {
      for (id, folded) in rows where folded.row != nil && !folded.editors.isEmpty {
        found.append(RecordKey(table: table, globalID: id))
      }
    }
    return found.sorted()
  }

  // MARK: Links

  /// Indexes the links of all loaded rows.
  mutating func reindex() { index = LinkIndex(inputs.schema, tables) }

  /// Adds the links of a row that changed.
  mutating func link(_ row: MergeRow, _ key: RecordKey) { index.add(row, key) }

  /// Returns whether the current store has a row with a value that is not loaded.
  func hasUnloaded(_ table: Int, field: Int, key: JoinKey) throws -> Bool {
    let loaded = loaded[table]
    return try inputs.current.contains(table, field: field, key: key) { loaded[$0] == nil }
  }

  /// The parent that a row refers to by a link.
  enum Parent: Equatable {
    /// The key is null.
    case null
    /// The parent is in the result.
    case exists
    /// This merge deleted the parent.
    case deleted(GlobalID)
    /// The current data has no such row.
    case missing(JoinKey)
  }

  /// Returns the parent that a row on the many side of a link refers to.
  func parent(of row: MergeRow, linkIndex: Int) throws -> Parent {
    let link = inputs.schema.links[linkIndex]
    guard let key = inputs.schema.key(row[link.destinationField], of: link) else { return .null }
    if inputs.schema.usesIdentity(link) {
      guard case .globalID(let id) = key else { return .missing(key) }
      if let folded = tables[link.origin][id] {
        if folded.row != nil { return .exists }
        return folded.last == nil ? .missing(key) : .deleted(id)
      }
      return try inputs.current.rowid(link.origin, of: id) == nil ? .missing(key) : .exists
    }
    let parents = index.parents(of: linkIndex, key: key)
    if parents.contains(where: { tables[link.origin][$0]?.row != nil }) { return .exists }
    if case .field(let field) = link.originKey,
      try hasUnloaded(link.origin, field: field, key: key)
    {
      return .exists
    }
    return parents.first.map { .deleted($0) } ?? .missing(key)
  }

  /// Returns the key by which rows in the merge refer to a row.
  func key(of parent: RecordKey, by link: MergeLink) -> JoinKey? {
    if inputs.schema.usesIdentity(link) { return .globalID(parent.globalID) }
    guard case .field(let field) = link.originKey else { return nil }
    return tables[parent.table][parent.globalID]?.latest.flatMap { JoinKey($0[field]) }
  }

  /// Returns the key by which rows in the current store refer to a row.
  private func storedKey(of parent: RecordKey, by link: MergeLink) -> JoinKey? {
    let folded = tables[parent.table][parent.globalID]
    switch link.originKey {
    case .rowID: return folded?.stored.map { .integer($0.rowid) }
    case .field(let field):
      if let stored = folded?.stored { return JoinKey(stored[field]) }
      guard inputs.schema.tables[link.origin].fields[field].role == .globalID else { return nil }
      return folded?.latest.flatMap { JoinKey($0[field]) } ?? .globalID(parent.globalID)
    }
  }

  /// Loads the rows of the current store that refer to a row by a link.
  mutating func loadChildren(of parent: RecordKey, by link: MergeLink) throws {
    guard let key = storedKey(of: parent, by: link) else { return }
    let table = link.destination
    for rowid in try inputs.current.rowids(table, field: link.destinationField, key: key)
    where loaded[table][rowid] == nil {
      guard let id = try inputs.current.identity(table, rowid: rowid) else { continue }
      _ = try row(RecordKey(table: table, globalID: id))
    }
  }

  /// Returns the loaded rows that refer to a row by a link, deleted rows included, in the order of
  /// their GlobalIDs.
  func children(of parent: RecordKey, linkIndex: Int) -> [RecordKey] {
    let link = inputs.schema.links[linkIndex]
    guard let key = key(of: parent, by: link) else { return [] }
    return index.children(of: linkIndex, key: key).map {
      RecordKey(table: link.destination, globalID: $0)
    }
  }

  /// Returns whether a row of the current store that is not loaded refers to a row by a link.
  func hasUnloadedChild(_ parent: RecordKey, by link: MergeLink) throws -> Bool {
    guard let key = storedKey(of: parent, by: link) else { return false }
    return try hasUnloaded(link.destination, field: link.destinationField, key: key)
  }
}
