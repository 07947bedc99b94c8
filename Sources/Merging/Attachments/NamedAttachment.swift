import FeatureData
import Packages

/// A file named by a row outside the attachments tables. Field apps such as QField save images in a
/// folder and store their paths in a text field.
struct NamedAttachment {
  var table: Int
  /// The returned row that names the file.
  var id: GlobalID
  var row: MergeRow
  var field: Int
  /// Nil if the package does not contain the file.
  var file: LooseFile?

  /// Returns the files that new rows and changed fields name, ordered by table and row. Each file
  /// is returned once per row.
  static func all(
    in changes: [TableChanges], of schema: MergeSchema, files: NamedFiles
  ) throws -> [NamedAttachment] {
    var attachments: [NamedAttachment] = []
    for changes in changes where !schema.tables[changes.table].isAttachments {
      let fields = schema.tables[changes.table].fields.enumerated().filter {
        $0.element.role == .attribute && $0.element.meaning == .text
      }.map(\.offset)
      for change in changes.rows {
        guard let after = change.after else { continue }
        var values: Set<FieldValue> = []
        for field in fields where change.before?[field] != after[field] {
          guard let text = after[field].text, values.insert(after[field]).inserted,
            let naming = try files.naming(by: text)
          else { continue }
          var attachment = NamedAttachment(
            table: changes.table, id: change.id, row: after, field: field)
          if case .file(let file) = naming { attachment.file = file }
          attachments.append(attachment)
        }
      }
    }
    return attachments
  }
}

extension NamedAttachment {
  /// Makes the file an attachment of the row that names it.
  func add(
    to changes: inout [TableChanges], _ schema: MergeSchema, _ intake: inout AttachmentIntake
  ) throws {
    intake.counts.taken += 1
    let key = RecordKey(table: table, globalID: id)
    let fieldName = schema.tables[table].fields[field].name
    guard let file else { return intake.miss(key, field: fieldName, path: row[field].text) }
    guard let media = schema.attachments(of: table),
      let columns = AttachmentColumns(schema.tables[media]), let digestField = columns.digest
    else {
      intake.counts.arrived += 1
      intake.report(
        .photoWithoutRow, key, field: fieldName, value: FieldValue(text: file.path),
        message:
          "The file \(file.path) belongs to a record of \(schema.tables[table].title), which "
          + "cannot have attachments. It was not added.")
      return
    }
    guard file.size > 0 else {
      _ = try intake.receive(file, of: key)
      return
    }
    let digest = try file.digest()
    let name = String(file.path.split(separator: "/").last ?? "")
    let attachment = RowIdentity.attachment(of: id, name: name, sha256: digest.sha256)
    guard !changes[media].rows.contains(where: { $0.id == attachment }) else {
      // Another field of the same row names this file too.
      intake.counts.taken -= 1
      return
    }
    guard try intake.receive(file, of: RecordKey(table: media, globalID: attachment)) else {
      return
    }
    var after = MergeRow(
      rowid: 0, values: Array(repeating: .null, count: schema.tables[media].fields.count))
    after.values[columns.parent] = parentKey(schema.tables[table])
    if let field = schema.tables[media].fieldIndex(of: .globalID) {
      after.values[field] = FieldValue(text: attachment.text)
    }
    after.values[digestField] = FieldValue(text: digest.sha256)
    if let size = columns.size { after.values[size] = .integer(Int64(digest.size)) }
    columns.fill(&after, path: file.path)
    changes[media].rows.append(RowChange(id: attachment, before: nil, after: after))
  }

  /// The key by which an attachment refers to the row, spelled as in the row.
  private func parentKey(_ table: MergeTable) -> FieldValue {
    if let field = table.fieldIndex(of: .globalID),
      RowIdentity.stored(row[field], table: table.name) == id
    {
      return row[field]
    }
    return FieldValue(text: id.text)
  }
}
