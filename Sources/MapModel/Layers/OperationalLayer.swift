package import OrderedJSON

/// A layer or table of a web map.
package struct OperationalLayer: Sendable, Equatable {
  /// Unique in the map; made from the place in the document where that gives none.
  package var id: String
  /// What people read.
  package var title: String
  /// The service, its layer or the file; nil for groups and feature collections.
  package var url: String?
  /// The portal item it came from.
  package var itemID: String?
  /// `layerType` as written; empty when the document gives none.
  package var layerType: String
  /// What it is made of.
  package var kind: LayerKind
  /// Whether it is switched on, all groups above it included.
  package var visibility: Bool
  /// 0 to 1.
  package var opacity: Double
  /// The number within the service of a map service's sublayer.
  package var sublayerID: Int?
  /// What the map says about the service's definition.
  package var layerDefinition: JSON?
  /// The pop-up, whole; nil when there is none.
  package var popupInfo: JSON?
  /// Whether the pop-up is switched off.
  package var disablesPopup: Bool
  /// The map's own list of what is allowed; narrows that of the service.
  package var capabilities: Capabilities?
  /// Layers with their features inside the map.
  package var featureCollection: JSON?
  /// The features, in a layer that stands for one of a feature collection.
  package var featureSet: JSON?
  /// The layers of a group, or the sublayers of a map service or subtype group; bottom first.
  package var layers: [OperationalLayer]
  /// Whether it has no shapes.
  package var isTable: Bool
  /// The titles of the groups it is in, outermost first.
  package var path: [String]
  /// The scales of it and of all groups above it; its definition's range comes on top.
  package var scaleRange: ScaleRange
  /// Everything, as it was read.
  package var source: JSONObject

  /// The service and layer number its URL names; nil without a URL or for another kind of URL.
  package var address: ServiceAddress? {
    guard let url, let address = ServiceAddress(parsing: url) else { return nil }
    guard address.layerID == nil, let sublayerID else { return address }
    return address.layer(sublayerID)
  }
}
