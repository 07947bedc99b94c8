import FeatureData

// Looks up parents and children in the result so far.
extension MergeResolution {
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
  func parent(of row: MergeRow, linkIndex: Int) throws(MergingError) -> Parent {
    let link = schema.links[linkIndex]
    guard let key = schema.key(row[link.destinationField], of: link) else { return .null }
    if schema.usesIdentity(link) {
      guard case .globalID(let id) = key else { return .missing(key) }
      if let folded = rows[link.origin][id] {
        if folded.row != nil { return .exists }
        return folded.last == nil ? .missing(key) : .deleted(id)
      }
      return try current.rowid(link.origin, of: id) == nil ? .missing(key) : .exists
    }
    let parents = index.parents(of: linkIndex, key: key)
    if parents.contains(where: { rows[link.origin][$0]?.row != nil }) { return .exists }
    if case .field(let field) = link.originKey {
      let loaded = loaded[link.origin]
      let isThere = try current.contains(link.origin, field: field, key: key) {
        loaded[$0] == nil
      }
      if isThere { return .exists }
    }
    return parents.first.map { .deleted($0) } ?? .missing(key)
  }

  /// Returns the key by which rows in the merge refer to a row.
  func key(of parent: RecordKey, by link: MergeLink) -> JoinKey? {
    if schema.usesIdentity(link) { return .globalID(parent.globalID) }
    guard case .field(let field) = link.originKey else { return nil }
    return rows[parent.table][parent.globalID]?.latest.flatMap { JoinKey($0[field]) }
  }

  /// Returns the key by which rows in the current store refer to a row.
  private func storedKey(of parent: RecordKey, by link: MergeLink) -> JoinKey? {
    let folded = rows[parent.table][parent.globalID]
    switch link.originKey {
    case .rowID: return folded?.stored.map { .integer($0.rowid) }
    case .field(let field):
      if let stored = folded?.stored { return JoinKey(stored[field]) }
      guard schema.tables[link.origin].fields[field].role == .globalID else { return nil }
      return folded?.latest.flatMap { JoinKey($0[field]) } ?? .globalID(parent.globalID)
    }
  }

  /// Loads the rows of the current store that refer to a row by a link.
  mutating func loadChildren(of parent: RecordKey, by link: MergeLink) throws(MergingError) {
    guard let key = storedKey(of: parent, by: link) else { return }
    let table = link.destination
    for rowid in try current.rowids(table, field: link.destinationField, key: key)
    where loaded[table][rowid] == nil {
      guard let id = try current.identity(table, rowid: rowid) else { continue }
      _ = try row(RecordKey(table: table, globalID: id))
    }
  }

  /// Returns the loaded rows that refer to a row by a link, deleted rows included, in the order of
  /// their GlobalIDs.
  func children(of parent: RecordKey, linkIndex: Int) -> [RecordKey] {
    let link = schema.links[linkIndex]
    guard let key = key(of: parent, by: link) else { return [] }
    return index.children(of: linkIndex, key: key).map {
      RecordKey(table: link.destination, globalID: $0)
    }
  }

  /// Returns whether a row of the current store that is not loaded refers to a row by a link.
  func hasUnloadedChild(_ parent: RecordKey, by link: MergeLink) throws(MergingError) -> Bool {
    guard let key = storedKey(of: parent, by: link) else { return false }
    let loaded = loaded[link.destination]
    return try current.contains(link.destination, field: link.destinationField, key: key) {
      loaded[$0] == nil
    }
  }
}
