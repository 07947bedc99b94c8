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

extension SourceDeclaration {
  /// Whether coordinates mean the same by both declarations. A page that one of them does not
  /// know counts as not quantized.
  package func readsCoordinates(like other: SourceDeclaration) -> Bool {
    func quantization(_ declaration: SourceDeclaration, _ page: Int) -> EsriQuantization? {
      page < declaration.quantizations.count ? declaration.quantizations[page] : nil
    }
    let pages = 0..<max(quantizations.count, other.quantizations.count)
    return hasZ == other.hasZ && hasM == other.hasM
      && pages.allSatisfy { quantization(self, $0) == quantization(other, $0) }
  }
}
