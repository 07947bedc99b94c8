import Bytes
import GeoPackage
import Packaging
import SQLiteFile

/// Photos and files of a result that travel beside its store, as in the package it is made of.
struct ResultFiles {
  /// Of photos that came with the merge: by the place of their table and the row ids they have in the
  /// result.
  var paths: [Int: [Int64: String]] = [:]
  /// What is to be written, one after the other.
  var added: [(path: String, content: PackageRewriting.FileContent)] = []
  /// Paths in the current package of what is deleted or replaced.
  var removed: Set<String> = []
}

extension ResultEdits {
  /// Finds places for the photos that came, beside those that are there.
  ///
  /// - Throws: what reading the packages throws.
  func makeFiles() throws -> ResultFiles {
    var files = ResultFiles()
    var names = SafeNames()
    let media = schema.tables.indices.filter { schema.tables[$0].isAttachments }
    for table in media where !current.store.isFree(schema.tables[table].name) {
      try current.store.forEachAttachment(in: schema.tables[table].name) { _, item, _ in
        guard let path = item.path, let name = path.split(separator: "/").last else { return }
        _ = names.make(String(name), in: String(path.dropLast(name.utf8.count + 1)))
      }
    }
    for table in media { try add(&files, table, &names) }
    return files
  }

  private func add(_ files: inout ResultFiles, _ table: Int, _ names: inout SafeNames) throws {
    let media = schema.tables[table]
    let changes = outcome.changes.first { $0.table == table }?.rows ?? []
    var rows: [Int64: MergeRow] = [:]
    for change in changes {
      if let after = change.after { rows[after.rowid] = after }
    }
    let brought = brought(to: table).sorted { $0.key < $1.key }
    for (rowid, source) in brought {
      let photo = AttachmentBytes(
        package: packages[source.package], table: media.name, rowid: source.rowid,
        path: source.path)
      guard try photo.bytes() != nil, let (parent, name) = try describe(rowid, rows[rowid], media)
      else { continue }
      let folder = "attachments/" + parent.lowercased().filter { $0 != "{" && $0 != "}" }
      let path = folder + "/" + names.make(name, in: folder)
      files.paths[table, default: [:]][rowid] = path
      files.added.append((path, .made { try photo.bytes() ?? [] }))
    }
    guard let place = media.place(named: "path") else { return }
    let isReplaced = Set(brought.map(\.key))
    for change in changes {
      guard let before = change.before, let path = before[place].text,
        change.after.map({ isReplaced.contains($0.rowid) }) ?? true
      else { continue }
      files.removed.insert(path)
    }
  }

  /// The record that a photo belongs to, and its name.
  private func describe(
    _ rowid: Int64, _ row: MergeRow?, _ media: MergeTable
  ) throws -> (parent: String, name: String)? {
    guard let row else {
      return try current.store.attachment(in: media.name, rowid: rowid).map {
        ($0.attachment.parentGlobalID, $0.attachment.name)
      }
    }
    guard let parent = media.place(named: GeoPackageTable.AttachmentColumn.parent) else {
      return nil
    }
    let name = media.place(named: "name").flatMap { row[$0].text }
    return row[parent].text.map { ($0, name ?? "") }
  }

  /// Names the files of photos in their rows as they are written. Rows that held their photos
  /// themselves still do.
  func naming(of table: MergeTable, _ paths: [Int64: String]?) -> TableEdits.Filling? {
    guard let content = table.place(of: .content), let path = table.place(named: "path") else {
      return nil
    }
    let (current, name) = (current, table.name)
    let isThere = !current.store.isFree(name)
    return { rowid, record in
      var layout = RecordLayout()
      try layout.parse(record)
      let file = paths?[rowid]
      guard file != nil || layout.isNull(content + 1) else { return nil }
      let held =
        isThere && file == nil
        ? try current.store.attachment(in: name, rowid: rowid)?.content ?? [] : []
      return layout.rewritten(record) { column, encoder in
        switch column - 1 {
        case content: encoder.append(blob: held.span)
        case path:
          guard let file else { return false }
          encoder.append(text: file)
        default: return false
        }
        return true
      }
    }
  }
}
