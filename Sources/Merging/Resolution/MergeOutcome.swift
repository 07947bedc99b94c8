package import FeatureData
package import GeoPackage

/// What a merge comes to.
package struct MergeOutcome: Sendable {
  /// What changes in the current data, by table; before is the row of the current store as it is
  /// there, after the row of the result. The bytes of photos are NULL, see ``photos``.
  package var changes: [TableChanges] = []
  /// Who is behind each of these changes.
  package var causes: [RecordKey: ChangeCause] = [:]
  /// By table, row and field.
  package var conflicts: [MergeConflict] = []
  /// Those of the packages, then those of the merge.
  package var issues: [MergeIssue] = []
  /// What became of each change of each package.
  package var accounts: [PackageAccount] = []
  /// Changes that were not let in, in full.
  package var refused: [RefusedChange] = []
  /// Where the bytes of new and changed photos are.
  package var photos: [PhotoSource] = []
  /// What changes in tables of pairs, by their places in ``MergeSchema/pairs``.
  package var pairs: [Int: PairEdits] = [:]
  /// The fingerprints of all changes of all packages, for the ledger.
  package var fingerprints: Set<UInt64> = []
  /// What the rules of the map set, once they were applied.
  package var rules = RuleAccount()

  /// Of a merge that changes nothing.
  package init() {}
}

/// What became of the changes of a package.
package struct PackageAccount: Sendable, Equatable {
  /// One for each change of the package, by table and identity.
  package var entries: [Entry] = []

  /// A change of a row.
  package struct Entry: Sendable, Equatable {
    package var table: Int
    package var id: GlobalID
    package var action: RowChange.Action
    package var fate: Fate
  }

  /// What became of a change, from the quiet to what people should look at.
  package enum Fate: String, Sendable, CaseIterable {
    /// It was merged before.
    case alreadyMerged
    /// The data is so already.
    case same
    /// As it came.
    case applied
    /// In a row that others changed too, in other fields.
    case merged
    /// A photo that is there already.
    case duplicate
    /// The row went with its parent, which the same package deleted.
    case withParent
    /// It won over another's change.
    case conflict
    /// A later package, or the deletion of another, won over it.
    case overruled
    /// A deletion that was not carried out, since others need the row.
    case restored
    /// A field of it was not let in.
    case refusedField
    /// All of it was not let in.
    case refused
    /// A person decided.
    case decided
  }

  /// How many changes had a fate.
  package func count(_ fate: Fate) -> Int { entries.count { $0.fate == fate } }
}

/// A change that was not let in.
package struct RefusedChange: Sendable, Equatable {
  package var table: Int
  package var change: RowChange
  /// The package, by its place in the call.
  package var package: Int
}

/// Where the bytes of a photo of the result are.
package struct PhotoSource: Sendable, Equatable {
  package var table: Int
  package var id: GlobalID
  /// The package, by its place in the call, and the row id in its store.
  package var package: Int
  package var rowid: Int64
  /// The file of the package where it came as one; nil where it is in the row.
  package var path: String?
  /// The row of the current store that has waited for it; nil for a photo that is new or changed.
  package var waiting: Int64?
}
