/// The fields in which a service records who created and edited a row, and when.
package struct EditorTracking: Sendable, Equatable {
  /// The text field for the creator.
  package var creatorField: String?
  /// The date field for the time of creation.
  package var creationDateField: String?
  /// The text field for the last editor.
  package var editorField: String?
  /// The date field for the time of the last edit.
  package var editDateField: String?

  /// All these fields.
  package var fields: [String] {
    [creatorField, creationDateField, editorField, editDateField].compactMap { $0 }
  }

  /// Returns whether this is one of the fields, which are never edited by hand.
  package func contains(_ field: String) -> Bool {
    fields.contains { $0.isSameName(as: field) }
  }

  /// Reads `editFieldsInfo`, or returns nil if it names no field.
  init?(_ members: Members, _ notices: inout MapNotices) {
    func field(_ key: String) -> String? {
      members.string(key, &notices).flatMap { $0.isEmpty ? nil : $0 }
    }
    creatorField = field("creatorField")
    creationDateField = field("creationDateField")
    editorField = field("editorField")
    editDateField = field("editDateField")
    if fields.isEmpty { return nil }
  }
}
