import FeatureData

// Who names whom, in the result as it stands.
extension MergeResolution {
  /// What a row names by a link.
  enum Parent: Equatable {
    /// Nothing.
    case none
    case stands
    /// A row that was deleted by this merge.
    case deleted(GlobalID)
    /// A row that is nowhere in the current data.
    case missing(JoinKey)
  }

  /// What a row of a link's many side names.
  func parent(of row: MergeRow, by place: Int) throws(MergingError) -> Parent {
    let link = schema.links[place]
    guard let key = schema.key(row[link.destinationField], of: link) else { return .none }
    if schema.isByIdentity(link) {
      guard case .globalID(let id) = key else { return .missing(key) }
      if let folded = rows[link.origin][id] {
        if folded.row != nil { return .stands }
        return folded.last == nil ? .missing(key) : .deleted(id)
      }
      return try current.rowid(link.origin, of: id) == nil ? .missing(key) : .stands
    }
    let touched = index.parents(of: place, key: key)
    if touched.contains(where: { rows[link.origin][$0]?.row != nil }) { return .stands }
    if case .field(let field) = link.originKey {
      let untouched = self.touched[link.origin]
      let isThere = try current.contains(link.origin, field: field, key: key) {
        untouched[$0] == nil
      }
      if isThere { return .stands }
    }
    return touched.first.map { .deleted($0) } ?? .missing(key)
  }

  /// The key by which rows that are merged name a row.
  func key(of parent: RecordKey, by link: MergeLink) -> JoinKey? {
    if schema.isByIdentity(link) { return .globalID(parent.globalID) }
    guard case .field(let field) = link.originKey else { return nil }
    return rows[parent.table][parent.globalID]?.latest.flatMap { JoinKey($0[field]) }
  }

  /// The key by which rows of the current store name a row of it.
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

  /// Touches the rows of the current store that name a row by a link.
  mutating func touchChildren(of parent: RecordKey, by link: MergeLink) throws(MergingError) {
    guard let key = storedKey(of: parent, by: link) else { return }
    let table = link.destination
    for rowid in try current.rowids(table, field: link.destinationField, key: key)
    where touched[table][rowid] == nil {
      guard let id = try current.identity(table, rowid: rowid) else { continue }
      _ = try row(RecordKey(table: table, globalID: id))
    }
  }

  /// The touched rows that name a row by a link, by identity; deleted ones too.
  func children(of parent: RecordKey, by place: Int) -> [RecordKey] {
    let link = schema.links[place]
    guard let key = key(of: parent, by: link) else { return [] }
    return index.children(of: place, key: key).map {
      RecordKey(table: link.destination, globalID: $0)
    }
  }

  /// Whether a row of the current store that no one touched names a row by a link.
  func hasUntouchedChild(_ parent: RecordKey, by link: MergeLink) throws(MergingError) -> Bool {
    guard let key = storedKey(of: parent, by: link) else { return false }
    let touched = touched[link.destination]
    return try current.contains(link.destination, field: link.destinationField, key: key) {
      touched[$0] == nil
    }
  }
}
