// The attachments of a returned package, in all their forms:
//
//   a row of an attachments table with bytes         used as it is
//   a row of an attachments table with a path        the file is measured
//   a file named in a text field of another row      becomes an attachment of that row
//   a file that no row names                         reported, because its row may be lost
//   a file that does not match its row               replaces the attachment; reported if damaged
//
// Only new attachments count: added rows, and changed contents, paths and text fields.

import FeatureData
import GeoPackage
import Packages

/// The attachments that a package contributes, and the issues found in them.
struct ReturnedAttachments {
  /// The changes of the package. Rows of attachments tables are completed.
  let changes: [TableChanges]
  let issues: [MergeIssue]
  let counts: AttachmentCounts
  /// The attachments whose bytes were received.
  let received: [RecordKey]
  /// The paths of received attachments that are separate files in the package.
  let paths: [RecordKey: String]
  /// The attachments whose new content is a complete image.
  let intact: Set<RecordKey>
  /// The attachments whose new content is truncated.
  let truncated: Set<RecordKey>

  /// - Parameters:
  ///   - changes: The changes for each table of the schema, in its order.
  ///   - base: The data as issued.
  ///   - packageIndex: The index of the package in the merge, for issues.
  /// - Throws: `MergingError` or `PackagingError` if a file or the store cannot be read.
  init(
    _ changes: [TableChanges], of package: OpenPackage, base: GeoPackageReader,
    schema: MergeSchema, packageIndex: Int
  ) throws {
    var completed = changes
    var intake = AttachmentIntake(schema, packageIndex: packageIndex)
    let files = NamedFiles(of: package)
    let rows = AttachmentRows(package: package, schema: schema, files: files)
    let replaced = ReplacedFiles(package: package, base: base, schema: schema, files: files)
    for table in schema.tables.indices where schema.tables[table].isAttachments {
      try rows.complete(&completed[table], &intake)
      try replaced.add(to: &completed[table], &intake)
    }
    for named in try NamedAttachment.all(in: changes, of: schema, files: files) {
      try named.add(to: &completed, schema, &intake)
    }
    for table in completed.indices { completed[table].rows.sort { $0.id < $1.id } }
    try StrayFiles(schema: schema, changes: completed).report(from: package, &intake)
    self.changes = completed
    issues = intake.issues
    counts = intake.counts
    received = intake.received
    paths = intake.paths
    intact = intake.intact
    truncated = intake.truncated
  }
}
