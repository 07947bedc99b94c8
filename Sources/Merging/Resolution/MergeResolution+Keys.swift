import FeatureData

// Keys that name rows: those below which others hang, and those that name nothing.
extension MergeResolution {
  /// Tells of new rows, and rows that were pointed elsewhere, whose parent is nowhere.
  mutating func noteOrphans() throws(MergingError) {
    for child in brought {
      guard let folded = rows[child.table][child.globalID], let row = folded.row,
        let package = folded.editors.last
      else { continue }
      for (place, link) in schema.links.enumerated() where link.destination == child.table {
        let field = link.destinationField
        guard folded.current.map({ $0[field] != row[field] }) ?? true else { continue }
        switch try parent(of: row, by: place) {
        case .none, .stands: continue
        case .deleted, .missing:
          issues.append(
            MergeIssue(
              .orphanChild, table: child.table, id: child.globalID,
              field: schema.tables[child.table].fields[field].name, value: row[field],
              package: package,
              "A row of \(schema.tables[child.table].title) names a row of"
                + " \(schema.tables[link.origin].title) that is nowhere."))
        }
      }
    }
  }

  /// A key that rows still name is not changed below them.
  mutating func keepKeys() throws(MergingError) {
    for (place, link) in schema.links.enumerated() {
      guard !schema.isByIdentity(link), case .field(let field) = link.originKey else { continue }
      for id in rows[link.origin].keys.sorted() {
        guard let folded = rows[link.origin][id], let before = folded.current,
          let after = folded.row, let old = JoinKey(before[field]), before[field] != after[field]
        else { continue }
        try keepKey(RecordKey(table: link.origin, globalID: id), place, folded, old: old)
      }
    }
  }

  private mutating func keepKey(
    _ parent: RecordKey, _ place: Int, _ folded: FoldedRow, old: JoinKey
  ) throws(MergingError) {
    let link = schema.links[place]
    guard case .field(let field) = link.originKey, let before = folded.current,
      let after = folded.row
    else { return }
    let table = link.destination
    func stands(_ id: GlobalID) -> Bool { rows[table][id]?.row != nil }
    let touched = touched[table]
    if !index.children(of: place, key: old).contains(where: stands) {
      let isNamed = try current.contains(table, field: link.destinationField, key: old) {
        touched[$0] == nil
      }
      guard isNamed else { return }
    }
    guard case .missing = try self.parent(of: child(naming: before[field], link), by: place)
    else { return }
    if let new = JoinKey(after[field]),
      index.children(of: place, key: new).contains(where: stands)
    {
      return
    }
    var kept = folded
    kept.row?.values[field] = before[field]
    rows[parent.table][parent.globalID] = kept
    let package = folded.bringers[field] ?? folded.editors.last ?? 0
    conflicts.append(
      MergeConflict(
        kind: .orphan, table: parent.table, id: parent.globalID, field: field, base: before[field],
        current: before[field], returned: after[field], resolution: .current, package: package))
    note(.refusedField, parent, of: package)
    if let row = kept.row { index.add(row, parent) }
  }

  /// A row of a link's many side that names a key.
  private func child(naming key: FieldValue, _ link: MergeLink) -> MergeRow {
    var values = [FieldValue](
      repeating: .null, count: schema.tables[link.destination].fields.count)
    values[link.destinationField] = key
    return MergeRow(rowid: 0, values: values)
  }
}
