/// Where many areas come from.
package struct AreasOptions: Sendable, Equatable {
  /// The text of `--areas`.
  package var text: String
  /// The field with the names; nil chooses one.
  package var nameField: String?
  /// Whether each editable record goes to one area only.
  package var isExclusive = false
  /// How the names of the packages end: `.mmpk` or `.zip`.
  package var ending = ".mmpk"

  package init(text: String) { self.text = text }
}
