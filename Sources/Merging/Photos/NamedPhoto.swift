import FeatureData
import Packaging

/// A photo or file that a row of no attachments table names: field apps such as QField write
/// pictures into a folder, and their paths into a text field.
struct NamedPhoto {
  var table: Int
  /// The row that names it, as it came back.
  var id: GlobalID
  var row: MergeRow
  var field: Int
  /// Nil where it did not come along.
  var file: LooseFile?

  /// The photos that new rows and changed fields name, by table and row, each once a row.
  static func all(
    in changes: [TableChanges], of schema: MergeSchema, files: NamedFiles
  ) throws -> [NamedPhoto] {
    var photos: [NamedPhoto] = []
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
          var photo = NamedPhoto(table: changes.table, id: change.id, row: after, field: field)
          if case .file(let file) = naming { photo.file = file }
          photos.append(photo)
        }
      }
    }
    return photos
  }
}
