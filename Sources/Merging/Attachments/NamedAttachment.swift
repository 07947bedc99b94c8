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
