// The attachments of a returned package, in all their forms:
//
//   a row of an attachments table with bytes         used as it is
//   a row of an attachments table with a path        the file is measured
//   a file named in a text field of another row      becomes an attachment of that row
//   a file that no row names                         reported, because its row may be lost
//   a file that does not match its row               replaces the attachment; reported if damaged
//
// Only new attachments count: added rows, and changed contents, paths and text fields.

import Bytes
import FeatureData
import GeoPackage
import Packages

/// The attachments that a package contributes, and the issues found in them.
struct ReturnedAttachments {
  /// The changes of the package. Rows of attachments tables are completed.
  private(set) var changes: [TableChanges]
  private(set) var issues: [MergeIssue] = []
  private(set) var counts = AttachmentCounts()
  /// The attachments whose bytes were received.
  private(set) var received: [RecordKey] = []
  /// The paths of received attachments that are separate files in the package.
  private(set) var paths: [RecordKey: String] = [:]
  /// The attachments whose new content is a complete image. It may have fewer bytes than before,
  /// because someone cropped it.
  private(set) var intact: Set<RecordKey> = []
  /// The attachments whose new content is truncated.
  private(set) var truncated: Set<RecordKey> = []

  private let package: OpenPackage
  private let files: NamedFiles
  private let schema: MergeSchema
  private let packageIndex: Int

  /// The largest image whose end is checked, in bytes.
  private static let largestImage = 256 << 20

  /// - Parameters:
  ///   - changes: The changes for each table of the schema, in its order.
  ///   - base: The data as issued.
  ///   - packageIndex: The index of the package in the merge, for issues.
  /// - Throws: `MergingError` or `PackagingError` if a file or the store cannot be read.
  init(
    _ changes: [TableChanges], of package: OpenPackage, base: GeoPackageReader,
    schema: MergeSchema, packageIndex: Int
  ) throws {
    self.changes = changes
    self.package = package
    self.schema = schema
    self.packageIndex = packageIndex
    files = NamedFiles(of: package)
    for table in schema.tables.indices where schema.tables[table].isAttachments {
      try readRows(of: table)
      try findReplacedFiles(of: table, base: base)
    }
    let named = try NamedAttachment.all(in: changes, of: schema, files: files)
    for attachment in named { try add(attachment) }
    for table in self.changes.indices { self.changes[table].rows.sort { $0.id < $1.id } }
    try reportStrayFiles()
  }

  // MARK: Rows of attachments tables

  private mutating func readRows(of table: Int) throws {
    guard let columns = AttachmentColumns(schema.tables[table]) else { return }
    for index in changes[table].rows.indices {
      let change = changes[table].rows[index]
      guard var after = change.after, columns.isNew(change) else { continue }
      counts.taken += 1
      let key = RecordKey(table: table, globalID: change.id)
      try complete(&after, of: key, columns: columns)
      changes[table].rows[index].after = after
    }
  }

  /// Fills in the size, digest and type of an attachment, and counts it.
  private mutating func complete(
    _ after: inout MergeRow, of key: RecordKey, columns: AttachmentColumns
  ) throws {
    let table = schema.tables[key.table]
    let stored = try package.store.attachment(in: table.name, rowid: after.rowid)
    if let content = stored?.content, !content.isEmpty {
      receive(key)
      checkImage(content, of: key, name: after[columns.name])
      return
    }
    let path = columns.path.flatMap { after[$0].text }.flatMap { MediaPath.named(by: $0) ?? $0 }
    guard let path, let file = try files.file(at: path) else {
      return reportMissing(key, field: columns.path.map { table.fields[$0].name }, path: path)
    }
    guard try receive(file, of: key) else { return }
    let digest = try file.digest()
    columns.fill(&after, path: path)
    guard let digestField = columns.digest else { return }
    if let size = columns.size, let expected = after[size].wholeNumber, expected > digest.size,
      !after[digestField].isNull, after[digestField].text?.lowercased() != digest.sha256
    {
      issues.append(
        MergeIssue(
          .photoTruncated, table: key.table, id: key.globalID, field: table.fields[size].name,
          value: .integer(Int64(digest.size)), package: packageIndex,
          "The attachment should have \(expected) bytes but was returned with \(digest.size)."))
    } else {
      after.values[digestField] = FieldValue(text: digest.sha256)
      if let size = columns.size { after.values[size] = .integer(Int64(digest.size)) }
    }
  }

  private mutating func reportMissing(_ key: RecordKey, field: String?, path: String?) {
    counts.missing += 1
    let title = schema.tables[key.table].title
    issues.append(
      MergeIssue(
        .photoMissing, table: key.table, id: key.globalID, field: field,
        value: FieldValue(text: path),
        package: packageIndex,
        path.map { "The package does not contain the attachment \($0) of \(title)." }
          ?? "An attachment of \(title) has no content in the package."))
  }

  // MARK: Files that do not match their rows

  /// An attachment whose row was not changed.
  private struct UnchangedAttachment {
    var rowid: Int64
    var name: String
    var size: Int
    var sha256: String
    /// Nil if the row should hold the bytes.
    var path: String?
  }

  /// Compares files with unchanged rows. Apps crop images or draw on them, and memory cards lose
  /// files, without any change to the rows.
  private mutating func findReplacedFiles(of table: Int, base: GeoPackageReader) throws {
    guard let columns = AttachmentColumns(schema.tables[table]), columns.digest != nil else {
      return
    }
    let unchanged = try unchangedAttachments(of: table)
    guard !unchanged.isEmpty else { return }
    let (returned, issued) = (
      try StoreRows(package.store, schema: schema), try StoreRows(base, schema: schema)
    )
    var missing: [(RecordKey, UnchangedAttachment)] = []
    for attachment in unchanged {
      guard let id = try returned.identity(table, rowid: attachment.rowid) else { continue }
      let key = RecordKey(table: table, globalID: id)
      guard let path = attachment.path, let file = try files.file(at: path) else {
        if attachment.path.map(files.isPacked) ?? true { missing.append((key, attachment)) }
        continue
      }
      guard let before = try issued.row(table, id) else { continue }
      try compare(file, with: attachment, key: key, before: before, columns: columns)
    }
    reportMissing(missing, all: missing.count == unchanged.count)
  }

  private func unchangedAttachments(of table: Int) throws -> [UnchangedAttachment] {
    let name = schema.tables[table].name
    guard !package.store.isFree(name) else { return [] }
    let changed = Set(changes[table].rows.compactMap { $0.after?.rowid })
    var found: [UnchangedAttachment] = []
    try package.store.forEachAttachment(in: name) { rowid, item, content in
      guard content.isEmpty, item.size > 0, !item.sha256.isEmpty, !changed.contains(rowid) else {
        return
      }
      found.append(
        UnchangedAttachment(
          rowid: rowid, name: item.name, size: item.size, sha256: item.sha256.lowercased(),
          path: item.path))
    }
    return found
  }

  /// Replaces an attachment with a file that differs from it, unless the file is damaged.
  private mutating func compare(
    _ file: LooseFile, with attachment: UnchangedAttachment, key: RecordKey, before: MergeRow,
    columns: AttachmentColumns
  ) throws {
    let digest = try file.digest()
    guard digest.sha256 != attachment.sha256 else { return }
    counts.taken += 1
    guard try receive(file, of: key), !truncated.contains(key) else { return }
    guard intact.contains(key) || digest.size >= attachment.size else {
      issues.append(
        MergeIssue(
          .photoTruncated, table: key.table, id: key.globalID, value: FieldValue(text: file.path),
          package: packageIndex,
          "The attachment \(attachment.name) had \(attachment.size) bytes and was returned with "
            + "\(digest.size). The old one is kept."))
      return
    }
    var after = before
    after.rowid = attachment.rowid
    if let field = columns.digest { after.values[field] = FieldValue(text: digest.sha256) }
    if let size = columns.size { after.values[size] = .integer(Int64(digest.size)) }
    changes[key.table].rows.append(RowChange(id: key.globalID, before: before, after: after))
  }

  /// Reports attachments that are missing from the package. If all are missing, the package was
  /// returned without its files.
  private mutating func reportMissing(_ missing: [(RecordKey, UnchangedAttachment)], all: Bool) {
    guard let first = missing.first else { return }
    if all, missing.count > 1 {
      issues.append(
        MergeIssue(
          .photoMissing, table: first.0.table, package: packageIndex,
          "The package contains none of its \(missing.count) attachments. The office keeps its own."
        ))
      return
    }
    for (key, attachment) in missing {
      issues.append(
        MergeIssue(
          .photoMissing, table: key.table, id: key.globalID,
          value: FieldValue(text: attachment.path),
          package: packageIndex,
          "The package does not contain the attachment \(attachment.name). "
            + "The office keeps its own."
        ))
    }
  }

  // MARK: Files that rows name

  /// Makes a file an attachment of the row that names it.
  private mutating func add(_ named: NamedAttachment) throws {
    counts.taken += 1
    let key = RecordKey(table: named.table, globalID: named.id)
    let field = schema.tables[named.table].fields[named.field].name
    guard let file = named.file else {
      return reportMissing(key, field: field, path: named.row[named.field].text)
    }
    guard let table = schema.attachments(of: named.table),
      let columns = AttachmentColumns(schema.tables[table]), columns.digest != nil
    else {
      counts.arrived += 1
      issues.append(
        MergeIssue(
          .photoWithoutRow, table: named.table, id: named.id, field: field,
          value: FieldValue(text: file.path), package: packageIndex,
          "The file \(file.path) belongs to a record of \(schema.tables[named.table].title), which "
            + "cannot have attachments. It was not added."))
      return
    }
    guard file.size > 0 else {
      _ = try receive(file, of: key)
      return
    }
    let digest = try file.digest()
    let name = String(file.path.split(separator: "/").last ?? "")
    let id = RowIdentity.attachment(of: named.id, name: name, sha256: digest.sha256)
    let attachment = RecordKey(table: table, globalID: id)
    guard !changes[table].rows.contains(where: { $0.id == id }) else {
      // Another field of the same row names this file too.
      counts.taken -= 1
      return
    }
    guard try receive(file, of: attachment) else { return }
    var after = MergeRow(
      rowid: 0,
      values: Array(repeating: .null, count: schema.tables[table].fields.count))
    after.values[columns.parent] = parent(of: named)
    if let field = schema.tables[table].fieldIndex(of: .globalID) {
      after.values[field] = FieldValue(text: id.text)
    }
    if let field = columns.digest { after.values[field] = FieldValue(text: digest.sha256) }
    if let size = columns.size { after.values[size] = .integer(Int64(digest.size)) }
    columns.fill(&after, path: file.path)
    changes[table].rows.append(RowChange(id: id, before: nil, after: after))
  }

  /// Returns the key by which an attachment refers to its row, spelled as in the row.
  private func parent(of named: NamedAttachment) -> FieldValue {
    let table = schema.tables[named.table]
    if let field = table.fieldIndex(of: .globalID),
      RowIdentity.stored(named.row[field], table: table.name) == named.id
    {
      return named.row[field]
    }
    return FieldValue(text: named.id.text)
  }

  /// Counts a file and checks whether it is complete. Returns false for an empty file.
  private mutating func receive(_ file: LooseFile, of key: RecordKey) throws -> Bool {
    guard file.size > 0 else {
      counts.missing += 1
      issues.append(
        MergeIssue(
          .photoDamaged, table: key.table, id: key.globalID, value: FieldValue(text: file.path),
          package: packageIndex, "The file \(file.path) is empty."))
      return false
    }
    receive(key)
    paths[key] = file.path
    if file.size <= Self.largestImage, ContentType(fileName: file.path).name.isCheckedImage {
      let content = try file.content(limit: Self.largestImage)
      checkImage(content, of: key, name: FieldValue(text: file.path))
    }
    return true
  }

  private mutating func receive(_ key: RecordKey) {
    counts.arrived += 1
    received.append(key)
  }

  private mutating func checkImage(_ content: [UInt8], of key: RecordKey, name: FieldValue) {
    switch ImageCompleteness(of: content.span) {
    case .complete: intact.insert(key)
    case .truncated: truncated.insert(key)
    case .unknown: break
    }
    guard truncated.contains(key) else { return }
    issues.append(
      MergeIssue(
        .photoDamaged, table: key.table, id: key.globalID, value: name, package: packageIndex,
        "The image \(name.text ?? "") is truncated: the end of the file is missing."))
  }

  // MARK: Files that no row names

  /// Returns the digests of the attachments that the crew deleted, by the bytes of their paths.
  private func deletedAttachments() -> [[UInt8]: String] {
    var deleted: [[UInt8]: String] = [:]
    for table in schema.tables.indices where schema.tables[table].isAttachments {
      guard let columns = AttachmentColumns(schema.tables[table]), let digest = columns.digest,
        let path = columns.path
      else { continue }
      for change in changes[table].rows where change.after == nil {
        guard let before = change.before, let text = before[path].text,
          let hash = before[digest].text
        else { continue }
        deleted[Array((MediaPath.named(by: text) ?? text).utf8)] = hash.lowercased()
      }
    }
    return deleted
  }

  private mutating func reportStrayFiles() throws {
    let deleted = deletedAttachments()
    for file in try package.looseFilesWithoutRow() {
      // Some apps delete a row but leave its file.
      if let digest = deleted[Array(file.path.utf8)], try file.digest().sha256 == digest {
        continue
      }
      // Without a manifest, only the folder distinguishes attachments from images of a project.
      guard package.manifest != nil || MediaPath.isInFolder(file.path) else { continue }
      counts.taken += 1
      counts.arrived += file.size > 0 ? 1 : 0
      counts.missing += file.size > 0 ? 0 : 1
      issues.append(
        MergeIssue(
          .photoWithoutRow, value: FieldValue(text: file.path), package: packageIndex,
          "No record refers to the file \(file.path). Ask the crew for the whole folder, including "
            + "the files next to the store."))
    }
  }
}

extension String {
  /// Whether it is an image type whose end can be checked.
  fileprivate var isCheckedImage: Bool { self == "image/jpeg" || self == "image/png" }
}

/// The field indices of an attachments table.
private struct AttachmentColumns {
  let parent: Int
  let name: Int
  let digest: Int?
  let size: Int?
  let path: Int?
  private let type: Int?
  private let content: Int

  /// Returns nil if the table lacks a required column.
  init?(_ table: MergeTable) {
    guard let parent = table.fieldIndex(named: GeoPackageTable.AttachmentColumn.parent),
      let name = table.fieldIndex(named: "name"), let content = table.fieldIndex(of: .content)
    else { return nil }
    self.parent = parent
    self.name = name
    self.content = content
    digest = table.fieldIndex(named: "sha256")
    size = table.fieldIndex(named: "size")
    path = table.fieldIndex(named: "path")
    type = table.fieldIndex(named: "content_type")
  }

  /// Returns whether a change contains new content.
  func isNew(_ change: RowChange) -> Bool {
    guard let before = change.before, let after = change.after else { return true }
    return [content, digest, size, path].contains { field in
      field.map { before[$0] != after[$0] } ?? false
    }
  }

  /// Fills in the name, type and path that an app left empty.
  func fill(_ row: inout MergeRow, path: String) {
    let file = String(path.split(separator: "/").last ?? "")
    if row[name].text?.isEmpty ?? true { row.values[name] = FieldValue(text: file) }
    if let type, row[type].text?.isEmpty ?? true {
      row.values[type] = FieldValue(text: ContentType(fileName: file).name)
    }
    if let field = self.path { row.values[field] = FieldValue(text: path) }
  }
}
