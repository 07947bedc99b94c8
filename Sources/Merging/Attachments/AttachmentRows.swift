import FeatureData
import GeoPackage
import Packages

/// Completes the rows of attachments tables that an app added or changed.
struct AttachmentRows {
  let package: OpenPackage
  let schema: MergeSchema
  let files: NamedFiles

  /// Fills in the size, digest and type of new attachments, and counts them.
  func complete(_ changes: inout TableChanges, _ intake: inout AttachmentIntake) throws {
    guard let columns = AttachmentColumns(schema.tables[changes.table]) else { return }
    for index in changes.rows.indices {
      let change = changes.rows[index]
      guard var after = change.after, columns.isNew(change) else { continue }
      intake.counts.taken += 1
      let key = RecordKey(table: changes.table, globalID: change.id)
      try complete(&after, of: key, columns: columns, &intake)
      changes.rows[index].after = after
    }
  }

  private func complete(
    _ after: inout MergeRow, of key: RecordKey, columns: AttachmentColumns,
    _ intake: inout AttachmentIntake
  ) throws {
    let table = schema.tables[key.table]
    let stored = try package.store.attachment(in: table.name, rowid: after.rowid)
    if let content = stored?.content, !content.isEmpty {
      return intake.receive(content, of: key, name: after[columns.name])
    }
    let path = columns.path.flatMap { after[$0].text }.flatMap { MediaPath.named(by: $0) ?? $0 }
    guard let path, let file = try files.file(at: path) else {
      return intake.miss(key, field: columns.path.map { table.fields[$0].name }, path: path)
    }
    guard try intake.receive(file, of: key) else { return }
    let digest = try file.digest()
    columns.fill(&after, path: path)
    guard let digestField = columns.digest else { return }
    if let size = columns.size, let expected = after[size].wholeNumber, expected > digest.size,
      !after[digestField].isNull, after[digestField].text?.lowercased() != digest.sha256
    {
      intake.report(
        .photoTruncated, key, field: table.fields[size].name,
        value: .integer(Int64(digest.size)),
        message: "The attachment should have \(expected) bytes but was returned with "
          + "\(digest.size).")
    } else {
      after.values[digestField] = FieldValue(text: digest.sha256)
      if let size = columns.size { after.values[size] = .integer(Int64(digest.size)) }
    }
  }
}
