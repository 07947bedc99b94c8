/// A text about the whole package or one table, stored in `gpkg_metadata` (GeoPackage 1.3 §F.8).
package struct GeoPackageMetadata: Equatable, Sendable {
  /// The table it describes; nil for the whole package.
  package var table: String?
  /// The URI of the standard that the text follows.
  package var standard: String
  /// Its media type.
  package var mimeType: String
  /// The text.
  package var text: String

  /// Creates a text about a package or table.
  package init(table: String? = nil, standard: String, mimeType: String, text: String) {
    self.table = table
    self.standard = standard
    self.mimeType = mimeType
    self.text = text
  }
}
