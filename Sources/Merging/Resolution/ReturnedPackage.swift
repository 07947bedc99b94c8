import FeatureData

/// A returned package, as the merge takes it.
package struct ReturnedPackage {
  /// What tells it from others, also when it comes back again with more edits: its id.
  package var identity: String
  /// What the crew changed.
  package var changes: [TableChanges]
  /// What comparing it with its base had to say.
  package var issues: [MergeIssue]
  /// The data as it was issued.
  package var base: StoreRows
  /// The data as it came back.
  package var returned: StoreRows

  /// Whether it is certain that one crew brings it back once more: what it brought before is then
  /// no one else's change. One package may have been given to many crews, so that its id alone
  /// makes it not certain.
  package var continues: Bool

  /// What it changed in tables of pairs.
  package var pairs: [PairChanges] = []

  /// The tables whose changed rows cannot be found in the current data, each with the reason.
  package var refusedTables: [Int: String] = [:]

  /// Rows whose new photo is a whole picture, however many bytes it has.
  var completePhotos: Set<RecordKey> = []
  /// Rows whose new photo is cut short.
  var truncatedPhotos: Set<RecordKey> = []

  /// Photos that came as files of the package, by their rows.
  let attachmentPaths: [RecordKey: String]

  package init(
    identity: String, changes: [TableChanges], issues: [MergeIssue] = [], base: StoreRows,
    returned: StoreRows, continues: Bool = false
  ) {
    self.init(
      identity: identity, changes: changes, issues: issues, base: base, returned: returned,
      continues: continues, attachmentPaths: [:])
  }

  init(
    identity: String, changes: [TableChanges], issues: [MergeIssue], base: StoreRows,
    returned: StoreRows, continues: Bool, attachmentPaths: [RecordKey: String]
  ) {
    self.identity = identity
    self.changes = changes
    self.issues = issues
    self.base = base
    self.returned = returned
    self.continues = continues
    self.attachmentPaths = attachmentPaths
  }
}
