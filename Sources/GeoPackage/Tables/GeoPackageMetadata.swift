/// A text about the whole package or one table, kept in `gpkg_metadata` (GeoPackage 1.3 §F.8).
package struct GeoPackageMetadata: Equatable, Sendable {
  /// The table it is about; nil for the whole package.
  package var table: String?
  /// The URI of the standard the text follows.
  package var standard: String
  /// Its media type.
  package var mimeType: String
  /// The text.
  package var text: String

  /// A text about a package or table.
  package init(table: String? = nil, standard: String, mimeType: String, text: String) {
    self.table = table
    self.standard = standard
    self.mimeType = mimeType
    self.text = text
  }
}
