package import FeatureData
package import GeoPackage

/// The result of a merge.
package struct MergeOutcome: Sendable {
  /// The changes to the current data, by table. `before` is the row in the current store, `after`
  /// the row in the result. Attachment bytes are null, see ``attachments``.
  package var changes: [TableChanges] = []
  /// The packages responsible for each of these changes.
  package var causes: [RecordKey: ChangeCause] = [:]
  /// The conflicts, ordered by table, row and field.
  package var conflicts: [MergeConflict] = []
  /// The issues of the packages, followed by those of the merge.
  package var issues: [MergeIssue] = []
  /// The outcomes of the changes of each package.
  package var accounts: [PackageAccount] = []
  /// The complete changes that were refused.
  package var refused: [RefusedChange] = []
  /// Where the bytes of new and changed attachments are.
  package var attachments: [AttachmentSource] = []
  /// The changes to tables of record pairs, by index in ``MergeSchema/pairs``.
  package var pairs: [Int: PairEdits] = [:]
  /// The fingerprints of all changes of all packages, for the ledger.
  package var fingerprints: Set<UInt64> = []
  /// The values that map rules set. Empty until the rules have been applied.
  package var rules = RuleAccount()

  /// The outcome of a merge without changes.
  package init() {}
}

/// The outcomes of the changes of one package.
package struct PackageAccount: Sendable, Equatable {
  /// One entry for each change of the package, ordered by table and GlobalID.
  package var entries: [Entry] = []

  /// One changed row and its outcome.
  package struct Entry: Sendable, Equatable {
    package var table: Int
    package var id: GlobalID
    package var action: RowChange.Action
    package var outcome: ChangeOutcome
  }

  /// The outcome of a change. Later cases need more attention.
  package enum ChangeOutcome: String, Sendable, CaseIterable {
    /// The change was merged before.
    case alreadyMerged
    /// The current data already has this value.
    case same
    /// The change was applied as returned.
    case applied
    /// The change was applied to a row in which others changed other fields.
    case merged
    /// The attachment already exists.
    case duplicate
    /// The row was deleted with its parent, which the same package deleted.
    case withParent
    /// The change won over another one.
    case conflict
    /// A later package or a deletion overruled the change.
    case overruled
    /// The deletion was undone because other rows need the row.
    case restored
    /// One or more fields of the change were refused.
    case refusedField
    /// The whole change was refused.
    case refused
    /// A person decided.
    case decided
  }

  /// Returns how many changes have an outcome.
  package func count(_ outcome: ChangeOutcome) -> Int { entries.count { $0.outcome == outcome } }
}

/// A change that was refused.
package struct RefusedChange: Sendable, Equatable {
  package var table: Int
  package var change: RowChange
  /// The index of the package in the merge.
  package var package: Int
}

/// Where the bytes of an attachment in the result are.
package struct AttachmentSource: Sendable, Equatable {
  package var table: Int
  package var id: GlobalID
  /// The index of the package in the merge.
  package var package: Int
  /// The row id in the package's store.
  package var rowid: Int64
  /// The path of the file in the package. Nil if the row holds the bytes.
  package var path: String?
  /// The row id of the current row that has been missing its file. Nil for a new or changed
  /// attachment.
  package var waiting: Int64?
}
