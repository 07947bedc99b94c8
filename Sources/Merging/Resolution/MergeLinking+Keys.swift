import FeatureData

// Protects keys that children refer to, and reports keys that refer to no row.

extension MergeLinking {
  /// Reports new rows and redirected rows that have no parent.
  mutating func reportOrphans() throws {
    for child in rows.editedRecords {
      guard let folded = rows[child], let row = folded.row,
        let packageIndex = folded.editors.last
      else { continue }
      for (linkIndex, link) in inputs.schema.links.enumerated()
      where link.destination == child.table {
        let field = link.destinationField
        guard folded.current.map({ $0[field] != row[field] }) ?? true else { continue }
        switch try rows.parent(of: row, linkIndex: linkIndex) {
        case .null, .exists: continue
        case .deleted, .missing:
          account.issues.append(
            MergeIssue(
              .orphanChild, table: child.table, id: child.globalID,
              field: inputs.schema.tables[child.table].fields[field].name, value: row[field],
              package: packageIndex,
              "A record of \(inputs.schema.tables[child.table].title) refers to a record of"
                + " \(inputs.schema.tables[link.origin].title) that does not exist."))
        }
      }
    }
  }

  /// Keeps the old key of a row if other rows still refer to it.
  mutating func keepReferencedKeys() throws {
    for (linkIndex, link) in inputs.schema.links.enumerated() {
      guard !inputs.schema.usesIdentity(link), case .field(let field) = link.originKey else {
        continue
      }
      for id in rows[link.origin].keys.sorted() {
        guard let folded = rows[link.origin][id], let before = folded.current,
          let after = folded.row, let old = JoinKey(before[field]), before[field] != after[field]
        else { continue }
        try keepReferencedKey(
          of: RecordKey(table: link.origin, globalID: id), folded, old: old, linkIndex: linkIndex)
      }
    }
  }

  private mutating func keepReferencedKey(
    of parent: RecordKey, _ folded: FoldedRow, old: JoinKey, linkIndex: Int
  ) throws {
    let link = inputs.schema.links[linkIndex]
    guard case .field(let field) = link.originKey, let before = folded.current,
      let after = folded.row
    else { return }
    let table = link.destination
    func isInResult(_ id: GlobalID) -> Bool { rows[table][id]?.row != nil }
    if !rows.index.children(of: linkIndex, key: old).contains(where: isInResult) {
      let isReferenced = try rows.hasUnloaded(table, field: link.destinationField, key: old)
      guard isReferenced else { return }
    }
    let child = child(referringTo: before[field], link)
    guard case .missing = try rows.parent(of: child, linkIndex: linkIndex) else { return }
    if let new = JoinKey(after[field]),
      rows.index.children(of: linkIndex, key: new).contains(where: isInResult)
    {
      return
    }
    var kept = folded
    kept.row?.values[field] = before[field]
    rows[parent] = kept
    let packageIndex = folded.contributors[field] ?? folded.editors.last ?? 0
    account.conflicts.append(
      MergeConflict(
        kind: .orphan, table: parent.table, id: parent.globalID, field: field, base: before[field],
        current: before[field], returned: after[field], resolution: .current,
        package: packageIndex))
    account.note(.refusedField, for: parent, packageIndex: packageIndex)
    if let row = kept.row { rows.link(row, parent) }
  }

  /// Returns a row on the many side of a link whose only value is a key.
  private func child(referringTo key: FieldValue, _ link: MergeLink) -> MergeRow {
    var values = [FieldValue](
      repeating: .null, count: inputs.schema.tables[link.destination].fields.count)
    values[link.destinationField] = key
    return MergeRow(rowid: 0, values: values)
  }
}
