import FeatureData
import MapModel
import Packages

extension LayerMinting {
  /// Throws if the map has no layer that was named on the command line. What a package keeps may be
  /// about a layer that the map lost.
  ///
  /// - Throws: ``PackagingError/noSuchLayer(name:layers:)``.
  static func check(_ all: [LayerMinting], in map: WebMap) throws {
    let layers = map.allLayers()
    for minting in all
    where minting.scope == nil
      && !layers.contains(where: {
        $0.title.isSameName(as: minting.layer) || $0.id.isSameName(as: minting.layer)
      })
    {
      throw PackagingError.noSuchLayer(name: minting.layer, layers: layers.map(\.title))
    }
  }

  /// How the records of a table get GlobalIDs; nil if they stay without.
  static func minting(
    of table: PlannedTable, among all: [LayerMinting]
  ) -> GlobalIDMinting? {
    guard let minting = all.first(where: { table.isNamed($0.layer) }) else { return nil }
    return GlobalIDMinting(
      scope: minting.scope ?? table.mintingScope, field: minting.field)
  }
}
