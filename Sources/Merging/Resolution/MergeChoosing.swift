import FeatureData

/// Phase 2: chooses between values of several sides, first by preferences and then by the decisions
/// of people.
struct MergeChoosing {
  let inputs: MergeInputs
  var rows: FoldedRows
  var account: MergeAccount

  /// Applies the preferences, then the decisions.
  init(_ folding: consuming MergeFolding) throws {
    inputs = folding.inputs
    rows = folding.rows
    account = folding.account
    try applyPreferences()
    applyDecisions()
  }

  private mutating func applyDecisions() {
    let choices = inputs.decisions.choices.merging(acceptedChanges()) { made, _ in made }
    let targets = choices.keys.sorted {
      ($0.table, $0.id.high, $0.id.low, $0.field ?? -1)
        < ($1.table, $1.id.high, $1.id.low, $1.field ?? -1)
    }
    for target in targets {
      guard let choice = choices[target] else { continue }
      let key = RecordKey(table: target.table, globalID: target.id)
      guard rows.indices.contains(key.table), var folded = rows[key] else {
        continue
      }
      if let field = target.field {
        guard inputs.schema.tables[key.table].fields.indices.contains(field) else { continue }
        apply(choice, toField: field, of: key, &folded)
      } else {
        apply(choice, to: key, &folded)
        folded.updateAttachmentSource(in: inputs.schema.tables[key.table])
      }
      rows[key] = folded
      for packageIndex in account.outcomes.indices where account.outcomes[packageIndex][key] != nil
      {
        account.outcomes[packageIndex][key] = .decided
      }
      updateConflicts(choice, target)
    }
  }

  /// Returns choices for the conflicts of packages that were accepted as a whole.
  private func acceptedChanges() -> [MergeDecisions.Target: MergeDecisions.Choice] {
    var choices: [MergeDecisions.Target: MergeDecisions.Choice] = [:]
    for packageIndex in inputs.decisions.accepted {
      for conflict in account.conflicts
      where conflict.package == packageIndex || conflict.currentPackage == packageIndex {
        let row = MergeDecisions.Target(table: conflict.table, id: conflict.id)
        let change = rows[RecordKey(table: conflict.table, globalID: conflict.id)]?.returned.last {
          $0.packageIndex == packageIndex
        }
        guard let change, inputs.decisions.choices[row] == nil else { continue }
        var target = row
        // A deletion affects the whole record.
        if change.after != nil { target.field = conflict.field }
        choices[target] = .package(packageIndex)
      }
    }
    return choices
  }

  private mutating func apply(
    _ choice: MergeDecisions.Choice, to key: RecordKey, _ folded: inout FoldedRow
  ) {
    switch choice {
    case .value: break
    case .current:
      folded.last = folded.latest
      folded.row = folded.current
      folded.editors = []
      folded.contributors = [:]
      folded.deleters = []
      folded.attachment = nil
      // Children of a row that is not added are deleted with it.
      folded.isForced = folded.current == nil
    case .package(let packageIndex):
      guard let change = folded.returned.last(where: { $0.packageIndex == packageIndex }) else {
        return
      }
      // The changes of other crews to the record are dropped.
      folded.row = folded.current
      folded.last = folded.latest
      folded.editors = []
      folded.contributors = [:]
      folded.deleters = []
      apply(change, to: key, &folded)
    case .returned:
      guard let change = folded.returned.last else { return }
      apply(change, to: key, &folded)
    }
  }

  /// Applies the change of one package to a row.
  private mutating func apply(
    _ change: (packageIndex: Int, before: MergeRow?, after: MergeRow?), to key: RecordKey,
    _ folded: inout FoldedRow
  ) {
    guard let after = change.after else {
      if folded.row != nil { folded.delete(by: change.packageIndex) }
      return folded.isForced = true
    }
    if folded.row == nil { account.undelete(key, &folded) }
    // Fields that the package did not change keep the values of the office and other crews.
    folded.row =
      inputs.merges[key.table].merge(
        base: change.before, current: folded.row, returned: after
      ).row
    folded.note(editor: change.packageIndex)
  }

  /// Sets a field to the chosen value.
  mutating func apply(
    _ choice: MergeDecisions.Choice, toField field: Int, of key: RecordKey,
    _ folded: inout FoldedRow
  ) {
    defer { folded.updateAttachmentSource(in: inputs.schema.tables[key.table]) }
    let merge = inputs.merges[key.table]
    switch choice {
    case .returned, .package:
      let change: (packageIndex: Int, before: MergeRow?, after: MergeRow?)? =
        if case .package(let packageIndex) = choice {
          folded.returned.last { $0.packageIndex == packageIndex }
        } else { folded.returned.last }
      guard let change, let after = change.after else { return }
      folded.row = folded.row.map { merge.row($0, with: [field], of: after) }
      folded.contributors[field] = change.packageIndex
    case .current:
      guard let current = folded.current else {
        // The office deleted the row, and a package restored it.
        if !folded.isAdded {
          folded.last = folded.latest
          folded.row = nil
        }
        return
      }
      if folded.row == nil { account.undelete(key, &folded) }
      folded.row = folded.row.map { merge.row($0, with: [field], of: current) }
      folded.contributors[field] = nil
    case .value(let value):
      if folded.row == nil { account.undelete(key, &folded) }
      guard var row = folded.row, row.values.indices.contains(field) else { return }
      row.values[field] = value
      let table = inputs.schema.tables[key.table]
      if let refusal = inputs.rules[key.table].refusal(of: field, from: nil, to: row) {
        account.issues.append(
          MergeIssue(
            .invalidValue, table: key.table, id: key.globalID, field: table.fields[field].name,
            value: value, code: refusal.code, package: folded.returned.last?.packageIndex ?? 0,
            refusal.message))
        return
      }
      folded.row = row
      folded.contributors[field] = nil
    }
  }

  /// Sets the resolution of the conflicts that a choice decides.
  private mutating func updateConflicts(
    _ choice: MergeDecisions.Choice, _ target: MergeDecisions.Target
  ) {
    let resolution: MergeConflict.Resolution =
      switch choice {
      case .returned: .returned
      case .current: .current
      case .value, .package: .decided
      }
    for index in account.conflicts.indices
    where account.conflicts[index].table == target.table && account.conflicts[index].id == target.id
      && (target.field == nil || account.conflicts[index].field == target.field)
    {
      account.conflicts[index].resolution = resolution
      account.conflicts[index].isDecided = true
    }
  }
}

extension FoldedRow {
  /// Points the row to the bytes of the chosen attachment.
  fileprivate mutating func updateAttachmentSource(in table: MergeTable) {
    guard let digest = table.contentFields?.first, let row else { return }
    if let stored, stored[digest] == row[digest] { return attachment = nil }
    guard let change = returned.last(where: { $0.after?[digest] == row[digest] }),
      let after = change.after
    else { return }
    attachment = (change.packageIndex, after.rowid)
  }
}
