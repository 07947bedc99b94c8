import FeatureData
import Packages

extension MergeReport {
  /// The report of an outcome. It refers to packages by their index in the call, but the outcome
  /// by their index among the merged ones.
  init(
    _ outcome: MergeOutcome, of returned: ReturnedPackages, current: CurrentData, time: Int64
  ) throws {
    let schema = returned.schema
    let indices = returned.reportIndices
    var conflicts = outcome.conflicts
    for index in conflicts.indices {
      conflicts[index].package = indices[conflicts[index].package]
      conflicts[index].currentPackage = conflicts[index].currentPackage.map { indices[$0] }
    }
    var issues = outcome.issues
    for index in issues.indices {
      issues[index].package = issues[index].package.map { indices[$0] }
    }
    var rules = outcome.rules
    for index in rules.values.indices {
      rules.values[index].package = rules.values[index].package.map { indices[$0] }
      rules.values[index].oldPackage = rules.values[index].oldPackage.map { indices[$0] }
    }
    var reports = returned.reports
    let records = PresentRecords(outcome)
    for (index, reportIndex) in indices.enumerated() {
      reports[reportIndex].account = outcome.accounts[index]
      reports[reportIndex].attachments.count(
        returned.data[index].receivedAttachments, of: outcome.accounts[index], in: records)
    }
    let reported = Set(conflicts.flatMap(\.records) + issues.compactMap(\.record))
    self.init(
      schema: schema, time: time, packages: reports, changes: outcome.changes,
      conflicts: conflicts, issues: issues, pairs: outcome.pairs, rules: rules,
      keys: try RecordKeys(
        of: reported, in: schema, changes: outcome.changes,
        current: StoreRows(current.store, schema: schema)))
  }
}

/// The new and changed records of a result. Collected once, because thousands of packages ask.
private struct PresentRecords {
  let changed: Set<RecordKey>
  /// The attachments whose bytes arrived after their record.
  let awaited: Set<RecordKey>

  init(_ outcome: MergeOutcome) {
    var changed: Set<RecordKey> = []
    for changes in outcome.changes {
      for change in changes.rows where change.after != nil {
        changed.insert(RecordKey(table: changes.table, globalID: change.id))
      }
    }
    self.changed = changed
    awaited = Set(
      outcome.attachments.filter { $0.waiting != nil }.map {
        RecordKey(table: $0.table, globalID: $0.id)
      })
  }
}

extension AttachmentCounts {
  /// Counts the attachments of a package that belong to a record of the result.
  fileprivate mutating func count(
    _ attachments: [RecordKey], of account: PackageAccount, in records: PresentRecords
  ) {
    guard !attachments.isEmpty else { return }
    var outcomes: [RecordKey: PackageAccount.ChangeOutcome] = [:]
    for entry in account.entries {
      outcomes[RecordKey(table: entry.table, globalID: entry.id)] = entry.outcome
    }
    for attachment in attachments {
      switch outcomes[attachment] {
      case .same, .duplicate, .alreadyMerged:
        linked += 1
        if !records.awaited.contains(attachment) { duplicate += 1 }
      case .applied, .merged, .withParent, .conflict, .overruled, .restored, .refusedField,
        .refused, .decided, nil:
        if records.changed.contains(attachment) { linked += 1 }
      }
    }
  }
}
