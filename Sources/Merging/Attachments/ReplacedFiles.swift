import FeatureData
import GeoPackage
import Packages

/// Compares files with unchanged rows. Apps crop images or draw on them, and memory cards lose
/// files, without any change to the rows.
struct ReplacedFiles {
  let package: OpenPackage
  /// The data as issued.
  let base: GeoPackageReader
  let schema: MergeSchema
  let files: NamedFiles

  /// An attachment whose row was not changed.
  private struct Unchanged {
    var rowid: Int64
    var name: String
    var size: Int
    var sha256: String
    /// Nil if the row should hold the bytes.
    var path: String?
  }

  /// An unchanged attachment whose file is not there.
  private struct Missing {
    var key: RecordKey
    var attachment: Unchanged
  }

  /// Adds a change for each file that replaces an attachment.
  func add(to changes: inout TableChanges, _ intake: inout AttachmentIntake) throws {
    let table = changes.table
    guard let columns = AttachmentColumns(schema.tables[table]), let digest = columns.digest else {
      return
    }
    let changed = Set(changes.rows.compactMap { $0.after?.rowid })
    let unchanged = try unchanged(in: table) { changed.contains($0) }
    guard !unchanged.isEmpty else { return }
    let (returned, issued) = (
      try StoreRows(package.store, schema: schema), try StoreRows(base, schema: schema)
    )
    var missing: [Missing] = []
    for attachment in unchanged {
      guard let id = try returned.identity(table, rowid: attachment.rowid) else { continue }
      let key = RecordKey(table: table, globalID: id)
      guard let path = attachment.path, let file = try files.file(at: path) else {
        if attachment.path.map(files.isPacked) ?? true {
          missing.append(Missing(key: key, attachment: attachment))
        }
        continue
      }
      guard let before = try issued.row(table, id),
        let found = try replacement(file, of: attachment, key, &intake)
      else { continue }
      var after = before
      after.rowid = attachment.rowid
      after.values[digest] = FieldValue(text: found.sha256)
      if let size = columns.size { after.values[size] = .integer(Int64(found.size)) }
      changes.rows.append(RowChange(id: id, before: before, after: after))
    }
    // A change file has only the records whose file differs.
    let count = package.changes?.table(named: schema.tables[table].name)?.unchangedFiles
    report(missing, all: missing.count == count ?? unchanged.count, &intake)
  }

  /// How many unchanged records of a table have a file, and which of them differ from it: it was
  /// replaced, or it is missing.
  ///
  /// - Parameters:
  ///   - changed: the GlobalIDs of changed records.
  ///   - returned: the rows of the package.
  func differing(
    in table: Int, besides changed: Set<GlobalID>, of returned: StoreRows
  ) throws -> (count: Int, records: [GlobalID]) {
    var (count, records) = (0, [GlobalID]())
    for attachment in try unchanged(in: table, { _ in false }) {
      guard let id = try returned.identity(table, rowid: attachment.rowid), !changed.contains(id)
      else { continue }
      count += 1
      let file = try attachment.path.flatMap { try files.file(at: $0) }
      if try file?.digest().sha256 != attachment.sha256 { records.append(id) }
    }
    return (count, records)
  }

  private func unchanged(
    in table: Int, _ isChanged: (_ rowid: Int64) -> Bool
  ) throws -> [Unchanged] {
    let name = schema.tables[table].name
    guard !package.store.isFree(name) else { return [] }
    var found: [Unchanged] = []
    try package.store.forEachAttachment(in: name) { rowid, item, content in
      guard content.isEmpty, item.size > 0, !item.sha256.isEmpty, !isChanged(rowid) else {
        return
      }
      found.append(
        Unchanged(
          rowid: rowid, name: item.name, size: item.size, sha256: item.sha256.lowercased(),
          path: item.path))
    }
    return found
  }

  /// The digest of a file that replaces an attachment. Nil if the file is the attachment, or is
  /// damaged.
  private func replacement(
    _ file: LooseFile, of attachment: Unchanged, _ key: RecordKey, _ intake: inout AttachmentIntake
  ) throws -> (size: Int, sha256: String)? {
    let digest = try file.digest()
    guard digest.sha256 != attachment.sha256 else { return nil }
    intake.counts.taken += 1
    guard try intake.receive(file, of: key), !intake.truncated.contains(key) else { return nil }
    guard intake.intact.contains(key) || digest.size >= attachment.size else {
      intake.report(
        .photoTruncated, key, value: FieldValue(text: file.path),
        message: "The attachment \(attachment.name) had \(attachment.size) bytes and was returned "
          + "with \(digest.size). The old one is kept.")
      return nil
    }
    return digest
  }

  /// Reports attachments that are missing from the package. If all are missing, the package was
  /// returned without its files.
  private func report(_ missing: [Missing], all: Bool, _ intake: inout AttachmentIntake) {
    if all, missing.count > 1 {
      intake.report(
        .photoMissing, table: missing.first?.key.table,
        message: "The package contains none of its \(missing.count) attachments. The office keeps "
          + "its own.")
      return
    }
    for lost in missing {
      intake.report(
        .photoMissing, lost.key, value: FieldValue(text: lost.attachment.path),
        message: "The package does not contain the attachment \(lost.attachment.name). The office "
          + "keeps its own.")
    }
  }
}
