package import MapModel

/// The names that a layer's data may have in the data folder, the most reliable first.
package struct LayerNames: Sendable {
  /// The names of each rank. A match of an earlier rank wins over all later ones.
  package let ranks: [[String]]

  package init(layer: OperationalLayer, definition: LayerDefinition?) {
    var ranks: [[String]] = []
    if let address = layer.address, let id = address.layerID {
      ranks.append(["\(address.serviceName)_\(id)", "\(address.serviceName).\(id)"])
    }
    if let item = layer.itemID { ranks.append([item]) }
    ranks.append([layer.title, layer.id])
    if let name = definition?.name, !name.isEmpty { ranks.append([name]) }
    // Portals give layers titles such as "Service - Layer".
    if let part = layer.title.split(separator: " - ").last { ranks.append([String(part)]) }
    self.ranks = ranks.map { $0.map(Self.folded) }
  }

  /// Letters and digits in lower case, so that `Row Permits`, `row_permits` and `RowPermits` are
  /// equal.
  package static func folded(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
        }))
  }

  /// The candidates that match the first rank with any match.
  package func best<Candidate>(
    _ candidates: [Candidate], name: (Candidate) -> String
  ) -> [Candidate] {
    for rank in ranks {
      let found = candidates.filter { rank.contains(Self.folded(name($0))) }
      if !found.isEmpty { return found }
    }
    return []
  }
}
