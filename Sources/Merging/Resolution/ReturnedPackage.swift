import FeatureData

/// The input of the merge for one returned package.
package struct ReturnedPackage {
  /// The id of the crew's package. It is the same each time the crew returns the package.
  package var identity: String
  /// What the crew changed.
  package var changes: [TableChanges]
  /// The issues found when the package was compared with its base.
  package var issues: [MergeIssue]
  /// The data as issued.
  package var base: StoreRows
  /// The data as returned.
  package var returned: StoreRows

  /// Whether the same crew is known to have returned this package before. Its earlier changes then
  /// don't count as someone else's. The package id alone can't tell, because several crews may have
  /// been given the same package.
  package var continues: Bool

  /// The changes to tables of record pairs.
  package var pairs: [PairChanges] = []

  /// The tables whose changed rows cannot be found in the current data, each with the reason.
  package var refusedTables: [Int: String] = [:]

  /// The records whose new attachment is a complete image, whatever its size in bytes.
  var intactAttachments: Set<RecordKey> = []
  /// The records whose new attachment is truncated.
  var truncatedAttachments: Set<RecordKey> = []

  /// The paths of attachments that are separate files in the package.
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
