import MapModel
import OrderedJSON

/// The web map of a fetched folder, and what its layers show.
struct FetchedMap: Sendable {
  /// A layer or table of the map, and the service's layer that it shows.
  struct Shown: Sendable {
    let id: String
    let title: String
    let address: ServiceAddress
    let itemID: String?

    /// Whether people name the layer so: by its ID or its title.
    func isNamed(_ name: String) -> Bool { id == name || title.isSameName(as: name) }
  }

  /// The title of the map.
  let title: String
  /// The map's document, without layers that aren't wanted.
  let document: JSON
  /// The layers and tables to fetch, bottom first.
  let shown: [Shown]
  /// The titles of layers that have records, but not from a service.
  let skipped: [String]

  /// Chooses what to fetch of a map.
  ///
  /// - Parameters:
  ///   - title: the title of the map's item.
  ///   - wanted: IDs or titles of layers; empty for all.
  /// - Throws: `ServicesError.noSuchLayer`, `.noLayers`, and errors of the map's document.
  init(_ json: JSON, title: String, only wanted: [String]) throws {
    let map = try WebMap(json: json)
    let all = map.allLayers().filter(\.kind.hasRows)
    for name in wanted where !all.contains(where: { $0.isNamed(name) }) {
      throw ServicesError.noSuchLayer(name: name, layers: all.map(\.title))
    }
    let chosen = all.filter { layer in wanted.isEmpty || wanted.contains { layer.isNamed($0) } }
    shown = chosen.compactMap { layer in
      guard layer.featureSet == nil, let address = layer.address, address.layerID != nil else {
        return nil
      }
      return Shown(id: layer.id, title: layer.title, address: address, itemID: layer.itemID)
    }
    skipped = chosen.filter { layer in
      layer.featureSet == nil && layer.address?.layerID == nil
    }.map(\.title)
    guard !shown.isEmpty else { throw ServicesError.noLayers(title) }
    self.title = title
    document = .object(
      Self.trimmed(map, without: Set(all.map(\.id)).subtracting(chosen.map(\.id))))
  }

  /// The map's document without some layers.
  private static func trimmed(_ map: WebMap, without ids: Set<String>) -> JSONObject {
    var members = map.source.object ?? JSONObject()
    members["operationalLayers"] = .array(
      map.layers.compactMap { trimmed($0, without: ids) })
    members["tables"] = .array(
      map.tables.compactMap { trimmed($0, without: ids) })
    return members
  }

  /// A layer without some of the layers in it; nil if it is one of them.
  private static func trimmed(
    _ layer: OperationalLayer, without ids: Set<String>, isPart: Bool = false
  ) -> JSON? {
    guard !ids.contains(layer.id) else { return nil }
    var members = layer.source
    // An ID that the document lacks, or has twice, becomes the one that bindings name. Parts of map
    // services have the number of the service.
    if !isPart { members["id"] = .string(layer.id) }
    if let url = members["url"]?.string {
      // The address may have the token of whoever saved the map.
      members["url"] = .string(String(url.prefix { $0 != "?" }))
    }
    if layer.source["layers"] != nil, !layer.layers.isEmpty {
      members["layers"] = .array(
        layer.layers.compactMap { trimmed($0, without: ids, isPart: layer.kind != .group) })
    }
    return .object(members)
  }
}

extension OperationalLayer {
  /// Whether people name the layer so: by its ID or its title.
  func isNamed(_ name: String) -> Bool { id == name || title.isSameName(as: name) }
}
