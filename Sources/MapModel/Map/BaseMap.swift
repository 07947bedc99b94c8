package import OrderedJSON

/// A layer of the base map.
package struct BaseMapLayer: Sendable, Equatable {
  /// The id, unique in the base map. It may be empty.
  package var id: String
  /// The title that people read. It may be empty.
  package var title: String
  /// `layerType` as written. Empty if the document has none.
  package var layerType: String
  /// The URL of the service or style, or the tile template.
  package var url: String?
  /// The portal item of the layer.
  package var itemID: String?
  /// Whether it is drawn above the operational layers.
  package var isReference: Bool
  /// The opacity from 0 to 1.
  package var opacity: Double
  /// Whether it is switched on.
  package var visibility: Bool
  /// The whole layer, as it was read.
  package var source: JSONObject

  init(_ members: Members, _ notices: inout MapNotices) {
    source = members.object
    id = members.string("id", &notices) ?? ""
    title = members.name("title", &notices) ?? ""
    layerType =
      members.string("layerType", &notices) ?? members.string("type", &notices) ?? ""
    url =
      members.name("url", &notices) ?? members.name("styleUrl", &notices)
      ?? members.name("templateUrl", &notices)
    itemID = members.name("itemId", &notices)
    isReference = members.bool("isReference", &notices) ?? false
    opacity = min(1, max(0, members.double("opacity", &notices) ?? 1))
    visibility = members.bool("visibility", &notices) ?? true
  }
}

/// The base map: the layers behind all others.
package struct BaseMap: Sendable, Equatable {
  /// The title that people read. It may be empty.
  package var title: String
  /// The layers, bottom first.
  package var layers: [BaseMapLayer]

  init(_ members: Members, _ notices: inout MapNotices) {
    title = members.name("title", &notices) ?? ""
    layers = members.elements("baseMapLayers", &notices).map { BaseMapLayer($0, &notices) }
  }
}
