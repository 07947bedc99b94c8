package import Geometry
package import MapModel

/// What a source declares about its rows.
package struct SourceDeclaration: Sendable {
  /// Fields with their types. Empty if the format has none.
  package var fields: [Field] = []
  package var objectIDField: String?
  package var globalIDField: String?
  /// The spatial reference, or `nil` if the source does not state it.
  package var spatialReference: SpatialReference?
  /// Whether the third number of coordinates is z, and whether the last number is m.
  package var hasZ = false
  package var hasM = false
  /// The quantization of Esri JSON for each page. Empty if there is none.
  package var quantizations: [EsriQuantization?] = []
  /// Whether a page has `exceededTransferLimit`, so that rows may be missing after it.
  package var exceededTransferLimit = false

  package init() {}
}

extension SourceDeclaration {
  /// Returns whether coordinates have the same meaning in both declarations. A page that one of
  /// them lacks counts as not quantized.
  package func readsCoordinates(like other: SourceDeclaration) -> Bool {
    func quantization(_ declaration: SourceDeclaration, _ page: Int) -> EsriQuantization? {
      page < declaration.quantizations.count ? declaration.quantizations[page] : nil
    }
    let pages = 0..<max(quantizations.count, other.quantizations.count)
    return hasZ == other.hasZ && hasM == other.hasM
      && pages.allSatisfy { quantization(self, $0) == quantization(other, $0) }
  }
}
