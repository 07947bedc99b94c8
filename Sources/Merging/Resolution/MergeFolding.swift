import FeatureData

/// Phase 1: folds packages into the current rows, one package and one row at a time.
struct MergeFolding {
  let inputs: MergeInputs
  var rows: FoldedRows
  var account: MergeAccount
  /// The fingerprints of the folded changes.
  var fingerprints: Set<UInt64> = []

  /// Folds all packages in their order.
  init(_ inputs: MergeInputs) throws {
    self.inputs = inputs
    rows = FoldedRows(inputs)
    account = MergeAccount(packageCount: inputs.packages.count)
    for packageIndex in inputs.packages.indices { try fold(packageIndex) }
  }

  /// Merges the changes of one package.
  private mutating func fold(_ packageIndex: Int) throws {
    for (table, reason) in inputs.packages[packageIndex].refusedTables.sorted(by: {
      $0.key < $1.key
    }) {
      account.issues.append(
        MergeIssue(.rowsNotMatched, table: table, package: packageIndex, reason))
    }
    for changes in inputs.packages[packageIndex].changes {
      reserve(changes.rows.count, table: changes.table, packageIndex: packageIndex)
      for change in changes.rows {
        try fold(
          change, of: RecordKey(table: changes.table, globalID: change.id),
          packageIndex: packageIndex)
      }
    }
  }

  /// Reserves capacity for the changes to a table.
  private mutating func reserve(_ count: Int, table: Int, packageIndex: Int) {
    rows.reserve(count, table: table)
    account.outcomes[packageIndex].reserveCapacity(account.outcomes[packageIndex].count + count)
  }

  private mutating func fold(
    _ change: RowChange, of key: RecordKey, packageIndex: Int
  ) throws {
    let table = inputs.schema.tables[key.table]
    account.outcomes[packageIndex][key] = .same
    if inputs.packages[packageIndex].refusedTables[key.table] != nil, change.before != nil {
      return account.refuse(change, of: key, packageIndex: packageIndex)
    }
    guard table.isEditable || inputs.decisions.wantsReturned(key) else {
      reportReadOnly(key, packageIndex: packageIndex)
      return account.refuse(change, of: key, packageIndex: packageIndex)
    }
    var folded = try rows.row(key)
    let identified = inputs.completed(
      try inputs.identified(change, table: key.table, packageIndex: packageIndex), table: key.table,
      packageIndex: packageIndex)
    folded.returned.append((packageIndex, identified.before, identified.after))
    rows[key] = folded
    let ownFields = inputs.ownFields(
      of: identified, key: key, row: folded.latest, packageIndex: packageIndex,
      contributors: folded.contributors)
    guard var new = unmerged(identified, of: key, packageIndex: packageIndex) else {
      account.outcomes[packageIndex][key] = .alreadyMerged
      return
    }
    removeRefusedValues(from: &new, of: key, packageIndex: packageIndex)
    fold(new, of: key, packageIndex: packageIndex, ownFields: ownFields)
  }

  private mutating func fold(
    _ change: RowChange, of key: RecordKey, packageIndex: Int, ownFields: Set<Int>
  ) {
    guard var folded = rows[key] else { return }
    defer { rows[key] = folded }
    let provenance = RowMerge.Provenance(
      own: ownFields, contributed: Set(folded.contributors.keys))
    let merge = inputs.merges[key.table]
    let deleter = folded.row == nil ? folded.deleters.last : nil
    var result = merge.merge(
      base: change.before, current: folded.row, returned: change.after, provenance: provenance)
    var lost = result.conflicts
    if folded.row == nil, let last = folded.last, result.row != nil {
      // The row returns in its state before a package deleted it, with this package's changes.
      let back = merge.merge(
        base: change.before, current: last, returned: change.after, provenance: provenance)
      record(back.conflicts, of: change, key: key, folded: folded, packageIndex: packageIndex)
      result.row = back.row
      folded.last = nil
      lost = back.conflicts
    }
    record(
      result.conflicts, of: change, key: key, folded: folded, packageIndex: packageIndex,
      deleter: deleter)
    account.note(
      outcome(of: result, change: change, folded: folded, packageIndex: packageIndex), for: key,
      packageIndex: packageIndex)
    let before = folded
    if change.after == nil, folded.row != nil {
      folded.outcomes = Dictionary(
        uniqueKeysWithValues: account.outcomes.indices.compactMap { other in
          account.outcomes[other][key].map { (other, $0) }
        })
    }
    apply(
      result, of: change, to: &folded, packageIndex: packageIndex,
      in: inputs.schema.tables[key.table])
    if deleter != nil, folded.row != nil { account.undelete(key, &folded) }
    overrule(lost, of: key, folded: before, by: packageIndex)
  }

  private func outcome(
    of result: RowMerge.Outcome, change: RowChange, folded: FoldedRow, packageIndex: Int
  ) -> PackageAccount.ChangeOutcome {
    if !result.conflicts.isEmpty { return .conflict }
    if result.row == folded.row { return .same }
    guard change.after != nil, change.before != nil else { return .applied }
    let isShared = !result.kept.isEmpty || folded.editors.contains { $0 != packageIndex }
    return isShared ? .merged : .applied
  }

  private mutating func apply(
    _ result: RowMerge.Outcome, of change: RowChange, to folded: inout FoldedRow,
    packageIndex: Int, in table: MergeTable
  ) {
    guard let row = result.row else {
      if change.after == nil { folded.delete(by: packageIndex) }
      return
    }
    if folded.current == nil, folded.row == nil, change.before == nil { folded.isAdded = true }
    for field in result.taken { folded.contributors[field] = packageIndex }
    if !result.taken.isEmpty || !result.agreed.isEmpty { folded.note(editor: packageIndex) }
    let isNewContent = table.contentFields.map { result.taken.contains($0[0]) } ?? false
    let isRestored = table.isAttachments && folded.stored == nil && folded.attachment == nil
    if isNewContent || isRestored, let after = change.after {
      folded.attachment = (packageIndex, after.rowid)
    }
    folded.row = row
  }

  private mutating func record(
    _ fieldConflicts: [RowMerge.FieldConflict], of change: RowChange, key: RecordKey,
    folded: FoldedRow, packageIndex: Int, deleter: Int? = nil
  ) {
    let table = inputs.schema.tables[key.table]
    func text(_ role: MergeField.Role) -> String? {
      table.fieldIndex(of: role).flatMap { change.after?[$0].text }
    }
    for conflict in fieldConflicts {
      account.conflicts.append(
        MergeConflict(
          kind: conflict.kind, table: key.table, id: key.globalID, field: conflict.field,
          base: conflict.base, current: conflict.current, returned: conflict.returned,
          resolution: .returned, package: packageIndex,
          currentPackage: deleter ?? folded.contributors[conflict.field], editor: text(.editor),
          editDate: text(.editDate)))
    }
  }

  private mutating func overrule(
    _ fieldConflicts: [RowMerge.FieldConflict], of key: RecordKey, folded: FoldedRow,
    by packageIndex: Int
  ) {
    for conflict in fieldConflicts {
      let meaning = inputs.schema.tables[key.table].fields[conflict.field].meaning
      if let other = folded.contributors[conflict.field], other != packageIndex {
        account.note(.overruled, for: key, packageIndex: other)
      }
      // Other packages that returned the same value are overruled too.
      guard let lost = conflict.current else { continue }
      for (other, before, after) in folded.returned where other != packageIndex {
        guard let after, meaning.isSame(after[conflict.field], lost) else { continue }
        let isOwn = before.map { !meaning.isSame($0[conflict.field], lost) } ?? true
        if isOwn { account.note(.overruled, for: key, packageIndex: other) }
      }
    }
  }
}
