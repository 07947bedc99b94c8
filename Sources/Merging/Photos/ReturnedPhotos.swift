// The photos and files of a returned package, told from all the forms they come in:
//
//   a row of an attachments table with bytes            as it is
//   a row of an attachments table with a path           its file, measured
//   a file that a text field of any other row names     becomes an attachment of that row
//   a file that no row names                            told: its row may have been lost
//   a file that is not what its row says                a replacement; where it is damaged, told
//
// Only what is new counts: rows that were added, and contents, paths and text fields that changed.

import Bytes
import FeatureData
import GeoPackage
import Packaging

/// What photos a package brought, and what there is to tell of them.
struct ReturnedPhotos {
  /// The changes, with those of attachments tables completed.
  private(set) var changes: [TableChanges]
  private(set) var issues: [MergeIssue] = []
  private(set) var account = PhotoAccount()
  /// The rows of attachments tables whose bytes came.
  private(set) var arrived: [RecordKey] = []
  /// Of these, the paths of those that came as files of the package.
  private(set) var paths: [RecordKey: String] = [:]
  /// Rows whose new content is a whole picture, also where it has fewer bytes: somebody cropped it.
  private(set) var whole: Set<RecordKey> = []
  /// Rows whose new content is cut short.
  private(set) var cut: Set<RecordKey> = []

  private let package: OpenPackage
  private let files: NamedFiles
  private let schema: MergeSchema
  private let place: Int

  /// Larger pictures are not looked at for their end, in bytes.
  private static let largestPicture = 256 << 20

  /// - Parameters:
  ///   - changes: one of each table of the schema, in its order.
  ///   - base: the data as issued.
  ///   - place: of the package in the call, for the issues.
  /// - Throws: `MergingError`, `PackagingError` where a file or the store cannot be read.
  init(
    _ changes: [TableChanges], of package: OpenPackage, base: GeoPackageReader,
    schema: MergeSchema, place: Int
  ) throws {
    self.changes = changes
    self.package = package
    self.schema = schema
    self.place = place
    files = NamedFiles(of: package)
    for table in schema.tables.indices where schema.tables[table].isAttachments {
      try takeRows(of: table)
      try takeReplaced(of: table, base: base)
    }
    let named = try NamedPhoto.all(in: changes, of: schema, files: files)
    for photo in named { try take(photo) }
    for table in self.changes.indices { self.changes[table].rows.sort { $0.id < $1.id } }
    try tellStrays()
  }

  // MARK: Rows of attachments tables

  private mutating func takeRows(of table: Int) throws {
    guard let columns = MediaColumns(schema.tables[table]) else { return }
    for index in changes[table].rows.indices {
      let change = changes[table].rows[index]
      guard var after = change.after, columns.isNew(change) else { continue }
      account.taken += 1
      let row = RecordKey(table: table, globalID: change.id)
      try complete(&after, row, columns)
      changes[table].rows[index].after = after
    }
  }

  /// Tells a row what its photo is, and counts it.
  private mutating func complete(
    _ after: inout MergeRow, _ row: RecordKey, _ columns: MediaColumns
  ) throws {
    let table = schema.tables[row.table]
    let stored = try package.store.attachment(in: table.name, rowid: after.rowid)
    if let content = stored?.content, !content.isEmpty {
      arrive(row)
      check(content, row, after[columns.name])
      return
    }
    let path = columns.path.flatMap { after[$0].text }.flatMap { MediaPath.named(by: $0) ?? $0 }
    guard let path, let file = try files.file(at: path) else {
      return lose(row, columns.path.map { table.fields[$0].name }, path)
    }
    guard try arrive(file, row) else { return }
    let digest = try file.digest()
    columns.fill(&after, path: path)
    guard let place = columns.digest else { return }
    if let size = columns.size, let told = after[size].wholeNumber, told > digest.size,
      !after[place].isNull, after[place].text?.lowercased() != digest.sha256
    {
      issues.append(
        MergeIssue(
          .photoTruncated, table: row.table, id: row.globalID, field: table.fields[size].name,
          value: .integer(Int64(digest.size)), package: self.place,
          "A photo or file of \(told) bytes came back with \(digest.size)."))
    } else {
      after.values[place] = FieldValue(text: digest.sha256)
      if let size = columns.size { after.values[size] = .integer(Int64(digest.size)) }
    }
  }

  private mutating func lose(_ row: RecordKey, _ field: String?, _ path: String?) {
    account.missing += 1
    let title = schema.tables[row.table].title
    issues.append(
      MergeIssue(
        .photoMissing, table: row.table, id: row.globalID, field: field,
        value: FieldValue(text: path),
        package: place,
        path.map { "The photo or file \($0) of \(title) did not come along." }
          ?? "A photo or file of \(title) came without its content."))
  }

  // MARK: Files that are not what their rows say

  /// A photo whose row is as it was issued.
  private struct UnchangedPhoto {
    var rowid: Int64
    var name: String
    var size: Int
    var sha256: String
    /// Nil where its bytes belong into the row.
    var path: String?
  }

  /// Compares files with their rows: apps crop a photo or draw on it, and cards lose some, while the
  /// rows stay as they were.
  private mutating func takeReplaced(of table: Int, base: GeoPackageReader) throws {
    guard let columns = MediaColumns(schema.tables[table]), columns.digest != nil else { return }
    let unchanged = try unchangedPhotos(of: table)
    guard !unchanged.isEmpty else { return }
    let (returned, issued) = (
      try StoreRows(package.store, schema: schema), try StoreRows(base, schema: schema)
    )
    var gone: [(RecordKey, UnchangedPhoto)] = []
    for photo in unchanged {
      guard let id = try returned.identity(table, rowid: photo.rowid) else { continue }
      let row = RecordKey(table: table, globalID: id)
      guard let path = photo.path, let file = try files.file(at: path) else {
        if photo.path.map(files.isPacked) ?? true { gone.append((row, photo)) }
        continue
      }
      guard let before = try issued.row(table, id) else { continue }
      try compare(file, photo, row, before, columns)
    }
    lose(gone, all: gone.count == unchanged.count)
  }

  private func unchangedPhotos(of table: Int) throws -> [UnchangedPhoto] {
    let name = schema.tables[table].name
    guard !package.store.isFree(name) else { return [] }
    let changed = Set(changes[table].rows.compactMap { $0.after?.rowid })
    var found: [UnchangedPhoto] = []
    try package.store.forEachAttachment(in: name) { rowid, photo, content in
      guard content.isEmpty, photo.size > 0, !photo.sha256.isEmpty, !changed.contains(rowid) else {
        return
      }
      found.append(
        UnchangedPhoto(
          rowid: rowid, name: photo.name, size: photo.size, sha256: photo.sha256.lowercased(),
          path: photo.path))
    }
    return found
  }

  /// Takes a file in the place of the photo that its row tells of, unless it is damaged.
  private mutating func compare(
    _ file: LooseFile, _ photo: UnchangedPhoto, _ row: RecordKey, _ before: MergeRow,
    _ columns: MediaColumns
  ) throws {
    let digest = try file.digest()
    guard digest.sha256 != photo.sha256 else { return }
    account.taken += 1
    guard try arrive(file, row), !cut.contains(row) else { return }
    guard whole.contains(row) || digest.size >= photo.size else {
      issues.append(
        MergeIssue(
          .photoTruncated, table: row.table, id: row.globalID, value: FieldValue(text: file.path),
          package: place,
          "The photo or file \(photo.name) of \(photo.size) bytes came back with \(digest.size); "
            + "the whole one stays."))
      return
    }
    var after = before
    after.rowid = photo.rowid
    if let place = columns.digest { after.values[place] = FieldValue(text: digest.sha256) }
    if let size = columns.size { after.values[size] = .integer(Int64(digest.size)) }
    changes[row.table].rows.append(RowChange(id: row.globalID, before: before, after: after))
  }

  /// Reports photos that did not come along; where none did, the package came without its files.
  private mutating func lose(_ gone: [(RecordKey, UnchangedPhoto)], all: Bool) {
    guard let first = gone.first else { return }
    if all, gone.count > 1 {
      issues.append(
        MergeIssue(
          .photoMissing, table: first.0.table, package: place,
          "None of the \(gone.count) photos and files came along; those of the office stay."))
      return
    }
    for (row, photo) in gone {
      issues.append(
        MergeIssue(
          .photoMissing, table: row.table, id: row.globalID, value: FieldValue(text: photo.path),
          package: place,
          "The photo or file \(photo.name) did not come along; the one of the office stays."))
    }
  }

  // MARK: Files that rows name

  /// Makes a file an attachment of the row that names it.
  private mutating func take(_ photo: NamedPhoto) throws {
    account.taken += 1
    let row = RecordKey(table: photo.table, globalID: photo.id)
    let field = schema.tables[photo.table].fields[photo.field].name
    guard let file = photo.file else { return lose(row, field, photo.row[photo.field].text) }
    guard let table = schema.attachments(of: photo.table),
      let columns = MediaColumns(schema.tables[table]), columns.digest != nil
    else {
      account.arrived += 1
      issues.append(
        MergeIssue(
          .photoWithoutRow, table: photo.table, id: photo.id, field: field,
          value: FieldValue(text: file.path), package: place,
          "The photo or file \(file.path) belongs to a row of "
            + "\(schema.tables[photo.table].title) that can have none; it is left out."))
      return
    }
    guard file.size > 0 else {
      _ = try arrive(file, row)
      return
    }
    let digest = try file.digest()
    let name = String(file.path.split(separator: "/").last ?? "")
    let id = RowIdentity.photo(of: photo.id, name: name, sha256: digest.sha256)
    let attachment = RecordKey(table: table, globalID: id)
    guard !changes[table].rows.contains(where: { $0.id == id }) else {
      // Another field of the row names it too.
      account.taken -= 1
      return
    }
    guard try arrive(file, attachment) else { return }
    var after = MergeRow(
      rowid: 0,
      values: Array(repeating: .null, count: schema.tables[table].fields.count))
    after.values[columns.parent] = parent(photo)
    if let field = schema.tables[table].place(of: .globalID) {
      after.values[field] = FieldValue(text: id.text)
    }
    if let place = columns.digest { after.values[place] = FieldValue(text: digest.sha256) }
    if let size = columns.size { after.values[size] = .integer(Int64(digest.size)) }
    columns.fill(&after, path: file.path)
    changes[table].rows.append(RowChange(id: id, before: nil, after: after))
  }

  /// The key by which a photo names its row: as the row spells it.
  private func parent(_ photo: NamedPhoto) -> FieldValue {
    let table = schema.tables[photo.table]
    if let key = table.place(of: .globalID),
      RowIdentity.stored(photo.row[key], table: table.name) == photo.id
    {
      return photo.row[key]
    }
    return FieldValue(text: photo.id.text)
  }

  /// Counts a file, and looks whether it is whole; false for one without a byte.
  private mutating func arrive(_ file: LooseFile, _ row: RecordKey) throws -> Bool {
    guard file.size > 0 else {
      account.missing += 1
      issues.append(
        MergeIssue(
          .photoDamaged, table: row.table, id: row.globalID, value: FieldValue(text: file.path),
          package: place, "The photo or file \(file.path) is empty, of 0 bytes."))
      return false
    }
    arrive(row)
    paths[row] = file.path
    if file.size <= Self.largestPicture, ContentType(fileName: file.path).name.isPictureWithEnd {
      let content = try file.content(limit: Self.largestPicture)
      check(content, row, FieldValue(text: file.path))
    }
    return true
  }

  private mutating func arrive(_ row: RecordKey) {
    account.arrived += 1
    arrived.append(row)
  }

  private mutating func check(_ content: [UInt8], _ row: RecordKey, _ name: FieldValue) {
    switch PictureEnd(of: content.span) {
    case .whole: whole.insert(row)
    case .cut: cut.insert(row)
    case .unknown: break
    }
    guard cut.contains(row) else { return }
    issues.append(
      MergeIssue(
        .photoDamaged, table: row.table, id: row.globalID, value: name, package: place,
        "The picture \(name.text ?? "") is cut short: its end is not there."))
  }

  // MARK: Files that no row names

  /// The hashes of the photos whose rows the crew deleted, by the bytes of their paths.
  private func deletedPhotos() -> [[UInt8]: String] {
    var deleted: [[UInt8]: String] = [:]
    for table in schema.tables.indices where schema.tables[table].isAttachments {
      guard let columns = MediaColumns(schema.tables[table]), let digest = columns.digest,
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

  private mutating func tellStrays() throws {
    let deleted = deletedPhotos()
    for file in try package.looseFilesWithoutRow() {
      // Apps that delete a row leave its file where it lies.
      if let digest = deleted[Array(file.path.utf8)], try file.digest().sha256 == digest {
        continue
      }
      // Without a manifest nothing tells a photo from the pictures of a project, but its folder.
      guard package.manifest != nil || MediaPath.isInFolder(file.path) else { continue }
      account.taken += 1
      account.arrived += file.size > 0 ? 1 : 0
      account.missing += file.size > 0 ? 0 : 1
      issues.append(
        MergeIssue(
          .photoWithoutRow, value: FieldValue(text: file.path), package: place,
          "No row names the photo or file \(file.path); ask the crew for the whole folder, with "
            + "what lies beside the store."))
    }
  }
}

extension String {
  /// Whether it is the type of pictures whose end is known.
  fileprivate var isPictureWithEnd: Bool { self == "image/jpeg" || self == "image/png" }
}

/// Where the columns of an attachments table are.
private struct MediaColumns {
  let parent: Int
  let name: Int
  let digest: Int?
  let size: Int?
  let path: Int?
  private let type: Int?
  private let content: Int

  /// Nil for a table of another form.
  init?(_ table: MergeTable) {
    guard let parent = table.place(named: GeoPackageTable.AttachmentColumn.parent),
      let name = table.place(named: "name"), let content = table.place(of: .content)
    else { return nil }
    self.parent = parent
    self.name = name
    self.content = content
    digest = table.place(named: "sha256")
    size = table.place(named: "size")
    path = table.place(named: "path")
    type = table.place(named: "content_type")
  }

  /// Whether a change brings another content than was there.
  func isNew(_ change: RowChange) -> Bool {
    guard let before = change.before, let after = change.after else { return true }
    return [content, digest, size, path].contains { place in
      place.map { before[$0] != after[$0] } ?? false
    }
  }

  /// Fills in what an app left empty and a file tells.
  func fill(_ row: inout MergeRow, path: String) {
    let file = String(path.split(separator: "/").last ?? "")
    if row[name].text?.isEmpty ?? true { row.values[name] = FieldValue(text: file) }
    if let type, row[type].text?.isEmpty ?? true {
      row.values[type] = FieldValue(text: ContentType(fileName: file).name)
    }
    if let place = self.path { row.values[place] = FieldValue(text: path) }
  }
}
