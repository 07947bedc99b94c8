package import OrderedJSON

/// A layer of the base map.
package struct BaseMapLayer: Sendable, Equatable {
  /// Unique in the base map; may be empty.
  package var id: String
  /// What people read; may be empty.
  package var title: String
  /// As written; empty when not given.
  package var layerType: String
  /// The service, style or tile template.
  package var url: String?
  /// The portal item it came from.
  package var itemID: String?
  /// Whether it is drawn above the operational layers.
  package var isReference: Bool
  /// 0 to 1.
  package var opacity: Double
  /// Whether it is switched on.
  package var visibility: Bool
  /// Everything, as it was read.
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

/// The layers behind everything else.
package struct BaseMap: Sendable, Equatable {
  /// What people read; may be empty.
  package var title: String
  /// Bottom first.
  package var layers: [BaseMapLayer]

  init(_ members: Members, _ notices: inout MapNotices) {
    title = members.name("title", &notices) ?? ""
    layers = members.elements("baseMapLayers", &notices).map { BaseMapLayer($0, &notices) }
  }
}
