package import Geometry
package import MapModel

/// What a source says of its rows besides the rows.
package struct SourceDeclaration: Sendable {
  /// Fields with their types; empty when the format has none.
  package var fields: [Field] = []
  package var objectIDField: String?
  package var globalIDField: String?
  /// `nil` when the source does not say.
  package var spatialReference: SpatialReference?
  /// Whether coordinates have a third number that is z, and a last number that is m.
  package var hasZ = false
  package var hasM = false
  /// Esri JSON's quantization, one a page; empty when there is none.
  package var quantizations: [EsriQuantization?] = []
  /// Whether a page ends with `exceededTransferLimit`, so that rows may be missing after it.
  package var exceededTransferLimit = false

  package init() {}
}
