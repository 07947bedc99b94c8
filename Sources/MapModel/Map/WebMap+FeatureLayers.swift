import OrderedJSON

extension WebMap {
  /// Returns every layer with rows, bottom first, and then the tables. Groups, sublayers of map
  /// services, and layers of feature collections are listed individually.
  package func allFeatureLayers() -> [OperationalLayer] {
    var result: [OperationalLayer] = []
    for layer in layers { result += layer.featureLayers() }
    return result + tables
  }

  /// Returns every layer, including those without rows, in the same order. Groups themselves are
  /// omitted.
  package func allLayers() -> [OperationalLayer] {
    var result: [OperationalLayer] = []
    for layer in layers { layer.appendLeaves(to: &result) }
    return result + tables
  }

  /// Returns the bookmark with this name: an exact match, or else one that ignores case.
  package func bookmark(named name: String) -> Bookmark? {
    bookmarks.first { $0.name.hasSameUTF8(as: name) }
      ?? bookmarks.first { $0.name.lowercased() == name.lowercased() }
  }
}

extension OperationalLayer {
  /// Returns the layers with rows that this layer is or contains, bottom first, as in
  /// ``WebMap/allFeatureLayers()``.
  package func featureLayers() -> [OperationalLayer] {
    var result: [OperationalLayer] = []
    appendFeatureLayers(to: &result)
    return result
  }

  private func appendFeatureLayers(to result: inout [OperationalLayer]) {
    switch kind {
    case .group, .mapService:
      for layer in layers { layer.appendFeatureLayers(to: &result) }
    case .features where featureCollection != nil:
      result += collectionLayers()
    case .features, .annotation, .table, .subtypeGroup, .csv, .geoJSON, .tiles, .other:
      if kind.hasRows { result.append(self) }
    }
  }

  fileprivate func appendLeaves(to result: inout [OperationalLayer]) {
    switch kind {
    case .group:
      for layer in layers { layer.appendLeaves(to: &result) }
    case .mapService where !layers.isEmpty:
      for layer in layers { layer.appendLeaves(to: &result) }
    case .features where featureCollection != nil:
      result += collectionLayers()
    case .features, .annotation, .table, .mapService, .subtypeGroup, .csv, .geoJSON, .tiles, .other:
      result.append(self)
    }
  }

  /// Returns the layers of a feature collection: `layers[] {layerDefinition, featureSet,
  /// popupInfo}`. A single one gets this layer's id and title.
  private func collectionLayers() -> [OperationalLayer] {
    let parts = featureCollection?["layers"]?.array?.compactMap(\.object) ?? []
    return parts.enumerated().map { index, part in
      var layer = self
      layer.source = part
      layer.featureCollection = nil
      layer.featureSet = part["featureSet"].flatMap { $0.isNull ? nil : $0 }
      layer.layerDefinition = Self.object(part["layerDefinition"]) ?? layerDefinition
      layer.popupInfo = Self.object(part["popupInfo"]) ?? popupInfo
      layer.disablesPopup = part["disablePopup"]?.bool ?? disablesPopup
      layer.visibility = visibility && (part["visibility"]?.bool ?? true)
      layer.isTable =
        layer.layerDefinition?["type"]?.string == "Table"
      guard parts.count > 1 else { return layer }
      layer.path = path + [title]
      layer.id = "\(id)/\(index)"
      layer.title =
        part["title"]?.string.flatMap { Members.name(from: $0) } ?? layer.definedName
        ?? "\(title) \(index + 1)"
      return layer
    }
  }

  private static func object(_ json: JSON?) -> JSON? {
    json?.object.map { .object($0) }
  }
}
