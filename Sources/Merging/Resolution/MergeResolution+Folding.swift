import FeatureData

// Row by row, package by package.
extension MergeResolution {
  /// Merges the changes of a package.
  mutating func fold(_ package: Int) throws(MergingError) {
    for (table, reason) in packages[package].refusedTables.sorted(by: { $0.key < $1.key }) {
      issues.append(MergeIssue(.rowsNotMatched, table: table, package: package, reason))
    }
    for changes in packages[package].changes {
      reserve(changes.rows.count, changes.table, package)
      for change in changes.rows {
        try fold(change, RecordKey(table: changes.table, globalID: change.id), package)
      }
    }
  }

  /// Makes room for the changes of a table.
  private mutating func reserve(_ count: Int, _ table: Int, _ package: Int) {
    rows[table].reserveCapacity(rows[table].count + count)
    touched[table].reserveCapacity(touched[table].count + count)
    fates[package].reserveCapacity(fates[package].count + count)
  }

  private mutating func fold(
    _ change: RowChange, _ place: RecordKey, _ package: Int
  ) throws(MergingError) {
    let table = schema.tables[place.table]
    fates[package][place] = .same
    if packages[package].refusedTables[place.table] != nil, change.before != nil {
      return refuse(change, place, package)
    }
    guard table.isEditable || decisions.wantsReturned(place) else {
      noteReadOnly(place, package)
      return refuse(change, place, package)
    }
    var folded = try row(place)
    let identified = completed(
      try identified(change, place.table, package), of: place.table, package)
    folded.returned.append((package, identified.before, identified.after))
    rows[place.table][place.globalID] = folded
    let own = own(
      identified, place, package, folded.latest, bringers: folded.bringers)
    guard var new = unmerged(identified, place, package) else {
      fates[package][place] = .alreadyMerged
      return
    }
    check(&new, place, package)
    fold(new, place, package, standing: own)
  }

  private mutating func fold(
    _ change: RowChange, _ place: RecordKey, _ package: Int, standing own: Set<Int>
  ) {
    guard var folded = rows[place.table][place.globalID] else { return }
    defer { rows[place.table][place.globalID] = folded }
    let standing = RowMerge.Standing(own: own, brought: Set(folded.bringers.keys))
    let merge = merges[place.table]
    let deleter = folded.row == nil ? folded.deleters.last : nil
    var outcome = merge.merge(
      base: change.before, current: folded.row, returned: change.after, standing: standing)
    var lost = outcome.clashes
    if folded.row == nil, let last = folded.last, outcome.row != nil {
      // It comes back as it was before a package deleted it, with what this one changed.
      let back = merge.merge(
        base: change.before, current: last, returned: change.after, standing: standing)
      record(back.clashes, change, place, package, folded)
      outcome.row = back.row
      folded.last = nil
      lost = back.clashes
    }
    record(outcome.clashes, change, place, package, folded, deleter: deleter)
    note(fate(of: outcome, change, folded, package), place, of: package)
    let before = folded
    if change.after == nil, folded.row != nil {
      folded.fates = Dictionary(
        uniqueKeysWithValues: fates.indices.compactMap { other in
          fates[other][place].map { (other, $0) }
        })
    }
    take(outcome, change, into: &folded, package, in: schema.tables[place.table])
    if deleter != nil, folded.row != nil { undelete(place, &folded) }
    overrule(lost, place, before, by: package)
  }

  private func fate(
    of outcome: RowMerge.Outcome, _ change: RowChange, _ folded: FoldedRow, _ package: Int
  ) -> PackageAccount.Fate {
    if !outcome.clashes.isEmpty { return .conflict }
    if outcome.row == folded.row { return .same }
    guard change.after != nil, change.before != nil else { return .applied }
    let isShared = !outcome.kept.isEmpty || folded.editors.contains { $0 != package }
    return isShared ? .merged : .applied
  }

  private mutating func take(
    _ outcome: RowMerge.Outcome, _ change: RowChange, into folded: inout FoldedRow,
    _ package: Int, in table: MergeTable
  ) {
    guard let row = outcome.row else {
      if change.after == nil { folded.delete(by: package) }
      return
    }
    if folded.current == nil, folded.row == nil, change.before == nil { folded.isAdded = true }
    for field in outcome.taken { folded.bringers[field] = package }
    if !outcome.taken.isEmpty || !outcome.agreed.isEmpty { folded.note(editor: package) }
    let isNewPhoto = table.contentPlaces.map { outcome.taken.contains($0[0]) } ?? false
    let isBack = table.isAttachments && folded.stored == nil && folded.photo == nil
    if isNewPhoto || isBack, let after = change.after { folded.photo = (package, after.rowid) }
    folded.row = row
  }

  /// A row that is back: what its deletion was said to have cost is not lost.
  mutating func undelete(_ place: RecordKey, _ folded: inout FoldedRow) {
    for (package, fate) in folded.fates where !folded.deleters.contains(package) {
      fates[package][place] = fate
    }
    for deleter in folded.deleters { note(.overruled, place, of: deleter) }
    folded.restore()
    for index in conflicts.indices
    where conflicts[index].table == place.table && conflicts[index].id == place.globalID
      && conflicts[index].kind == .deleteUpdate
    {
      conflicts[index].resolution = .restored
    }
  }

  private mutating func record(
    _ clashes: [RowMerge.Clash], _ change: RowChange, _ place: RecordKey, _ package: Int,
    _ folded: FoldedRow, deleter: Int? = nil
  ) {
    let table = schema.tables[place.table]
    func text(_ role: MergeField.Role) -> String? {
      table.place(of: role).flatMap { change.after?[$0].text }
    }
    for clash in clashes {
      conflicts.append(
        MergeConflict(
          kind: clash.kind, table: place.table, id: place.globalID, field: clash.field,
          base: clash.base, current: clash.current, returned: clash.returned,
          resolution: .returned, package: package,
          currentPackage: deleter ?? folded.bringers[clash.field], editor: text(.editor),
          editDate: text(.editDate)))
    }
  }

  private mutating func overrule(
    _ clashes: [RowMerge.Clash], _ place: RecordKey, _ folded: FoldedRow, by package: Int
  ) {
    for clash in clashes {
      let meaning = schema.tables[place.table].fields[clash.field].meaning
      if let other = folded.bringers[clash.field], other != package {
        note(.overruled, place, of: other)
      }
      // Whoever left the same value loses it with the one who is named.
      guard let lost = clash.current else { continue }
      for (other, before, after) in folded.returned where other != package {
        guard let after, meaning.isSame(after[clash.field], lost) else { continue }
        let isOwn = before.map { !meaning.isSame($0[clash.field], lost) } ?? true
        if isOwn { note(.overruled, place, of: other) }
      }
    }
  }
}
