/// The fields in which a service keeps who made and changed a row, and when.
package struct EditorTracking: Sendable, Equatable {
  /// Text: who made the row.
  package var creatorField: String?
  /// Date: when.
  package var creationDateField: String?
  /// Text: who changed it last.
  package var editorField: String?
  /// Date: when.
  package var editDateField: String?

  /// All the fields named.
  package var fields: [String] {
    [creatorField, creationDateField, editorField, editDateField].compactMap { $0 }
  }

  /// Whether this is one of them; never changed by hand.
  package func contains(_ field: String) -> Bool {
    fields.contains { $0.isSameName(as: field) }
  }

  /// Reads `editFieldsInfo`; nil when it names no field.
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
