import FeatureData

/// What a merge reports so far: conflicts, issues, and what became of each change.
struct MergeAccount {
  var conflicts: [MergeConflict] = []
  var issues: [MergeIssue] = []
  private(set) var refused: [RefusedChange] = []
  /// The outcomes of changes, by package.
  var outcomes: [[RecordKey: PackageAccount.ChangeOutcome]]

  init(packageCount: Int) {
    outcomes = Array(repeating: [:], count: packageCount)
  }

  /// Records the outcome of a change, unless a weightier one is recorded already.
  mutating func note(
    _ outcome: PackageAccount.ChangeOutcome, for key: RecordKey, packageIndex: Int
  ) {
    guard let known = outcomes[packageIndex][key] else { return }
    if known.weight < outcome.weight { outcomes[packageIndex][key] = outcome }
  }

  /// Refuses a whole change and keeps it for the report.
  mutating func refuse(_ change: RowChange, of key: RecordKey, packageIndex: Int) {
    refused.append(RefusedChange(table: key.table, change: change, package: packageIndex))
    note(.refused, for: key, packageIndex: packageIndex)
  }

  /// Undoes the deletion of a row, and the outcomes and conflicts that the deletion caused.
  mutating func undelete(_ key: RecordKey, _ folded: inout FoldedRow) {
    for (packageIndex, outcome) in folded.outcomes where !folded.deleters.contains(packageIndex) {
      outcomes[packageIndex][key] = outcome
    }
    for deleter in folded.deleters { note(.overruled, for: key, packageIndex: deleter) }
    folded.restore()
    for index in conflicts.indices
    where conflicts[index].table == key.table && conflicts[index].id == key.globalID
      && conflicts[index].kind == .deleteUpdate
    {
      conflicts[index].resolution = .restored
    }
  }
}

extension PackageAccount.ChangeOutcome {
  /// The rank among all outcomes. Outcomes that need attention rank higher.
  var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
