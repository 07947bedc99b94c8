import GeoPackage

/// The field indices of an attachments table.
struct AttachmentColumns {
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
