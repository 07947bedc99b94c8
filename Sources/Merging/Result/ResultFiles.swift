import Bytes
import GeoPackage
import Packages
import Records

/// Attachments of a result that are files beside its store, as in the package it is made from.
struct ResultFiles {
  /// The paths of new and changed attachments, by table index and row id in the result.
  var paths: [Int: [Int64: String]] = [:]
  /// The files to write, in this order.
  var added: [(path: String, content: PackageRewriting.FileContent)] = []
  /// The paths of deleted and replaced files in the office's package.
  var removed: Set<String> = []
}

extension ResultEdits {
  /// Finds free paths for new attachments beside the present ones.
  ///
  /// - Throws: what reading the packages throws.
  func makeFiles() throws -> ResultFiles {
    var files = ResultFiles()
    var names = SafeNames()
    let attachmentTables = schema.tables.indices.filter { schema.tables[$0].isAttachments }
    for table in attachmentTables where !current.store.isFree(schema.tables[table].name) {
      try current.store.forEachAttachment(in: schema.tables[table].name) { _, item, _ in
        guard let path = item.path, let name = path.split(separator: "/").last else { return }
        _ = names.make(String(name), in: String(path.dropLast(name.utf8.count + 1)))
      }
    }
    for table in attachmentTables { try addFiles(of: table, to: &files, names: &names) }
    return files
  }

  private func addFiles(
    of table: Int, to files: inout ResultFiles, names: inout SafeNames
  ) throws {
    let media = schema.tables[table]
    let changes = outcome.changes.first { $0.table == table }?.rows ?? []
    var rows: [Int64: MergeRow] = [:]
    for change in changes {
      if let after = change.after { rows[after.rowid] = after }
    }
    let sources = attachmentSources(in: table).sorted { $0.key < $1.key }
    for (rowid, source) in sources {
      let attachment = AttachmentBytes(
        package: packages[source.package], table: media.name, rowid: source.rowid,
        path: source.path)
      guard try attachment.bytes() != nil,
        let (parent, name) = try describe(rowid: rowid, row: rows[rowid], in: media)
      else { continue }
      let folder = "attachments/" + parent.lowercased().filter { $0 != "{" && $0 != "}" }
      let path = folder + "/" + names.make(name, in: folder)
      files.paths[table, default: [:]][rowid] = path
      files.added.append((path, .made { try attachment.bytes() ?? [] }))
    }
    guard let pathColumn = media.fieldIndex(named: "path") else { return }
    let isReplaced = Set(sources.map(\.key))
    for change in changes {
      guard let before = change.before, let path = before[pathColumn].text,
        change.after.map({ isReplaced.contains($0.rowid) }) ?? true
      else { continue }
      files.removed.insert(path)
    }
  }

  /// The GlobalID of the record that an attachment belongs to, and the attachment's name.
  private func describe(
    rowid: Int64, row: MergeRow?, in media: MergeTable
  ) throws -> (parent: String, name: String)? {
    guard let row else {
      return try current.store.attachment(in: media.name, rowid: rowid).map {
        ($0.attachment.parentGlobalID, $0.attachment.name)
      }
    }
    guard let parent = media.fieldIndex(named: GeoPackageTable.AttachmentColumn.parent) else {
      return nil
    }
    let name = media.fieldIndex(named: "name").flatMap { row[$0].text }
    return row[parent].text.map { ($0, name ?? "") }
  }

  /// Writes the paths of attachment files into their rows. Rows that hold the bytes themselves keep
  /// them.
  func naming(of table: MergeTable, _ paths: [Int64: String]?) -> TableEdits.Filling? {
    guard let content = table.fieldIndex(of: .content), let path = table.fieldIndex(named: "path")
    else {
      return nil
    }
    let (current, name) = (current, table.name)
    let hasTable = !current.store.isFree(name)
    return { rowid, record in
      var layout = RecordLayout()
      try layout.parse(record)
      let file = paths?[rowid]
      guard file != nil || layout.isNull(content + 1) else { return nil }
      let held =
        hasTable && file == nil
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
