package import OrderedJSON

/// A layer or table of a web map.
package struct OperationalLayer: Sendable, Equatable {
  /// The id, unique in the map. If the document has none, it is derived from the path in the
  /// document.
  package var id: String
  /// The title that people read.
  package var title: String
  /// The URL of the service, layer or file. Nil for groups and feature collections.
  package var url: String?
  /// The portal item of the layer.
  package var itemID: String?
  /// `layerType` as written. Empty if the document has none.
  package var layerType: String
  /// The kind of layer.
  package var kind: LayerKind
  /// Whether it and all groups above it are switched on.
  package var visibility: Bool
  /// The opacity from 0 to 1.
  package var opacity: Double
  /// The number of a map service's sublayer within the service.
  package var sublayerID: Int?
  /// What the map overrides in the service's definition.
  package var layerDefinition: JSON?
  /// The whole pop-up definition, or nil.
  package var popupInfo: JSON?
  /// Whether the pop-up is switched off.
  package var disablesPopup: Bool
  /// The operations that the map allows. They restrict those of the service.
  package var capabilities: Capabilities?
  /// Layers whose features are in the map.
  package var featureCollection: JSON?
  /// The features, if this is one layer of a feature collection.
  package var featureSet: JSON?
  /// The layers of a group, or the sublayers of a map service or subtype group. Bottom first.
  package var layers: [OperationalLayer]
  /// Whether it has no geometry.
  package var isTable: Bool
  /// The titles of the groups around it, outermost first.
  package var path: [String]
  /// Its scales, limited by those of all groups above it. The range in its definition limits them
  /// further.
  package var scaleRange: ScaleRange
  /// The whole layer, as it was read.
  package var source: JSONObject

  /// The name in its definition; nil if that has none, or a blank one.
  var definedName: String? { layerDefinition?["name"]?.string.flatMap { Members.name(from: $0) } }

  /// The service and layer number in its URL. Nil without a URL or for other kinds of URL.
  package var address: ServiceAddress? {
    guard let url, let address = ServiceAddress(parsing: url) else { return nil }
    guard address.layerID == nil, let sublayerID else { return address }
    return address.layer(sublayerID)
  }
}
