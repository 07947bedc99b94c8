import MapModel
import OrderedJSON

/// A plain map of a service that no web map shows: its layers as the service draws them.
enum ServiceMap {
  /// The version of web maps that the layers are written for.
  private static let version = "2.31"

  /// - Parameters:
  ///   - service: the service's own resource, with the lists `layers` and `tables`.
  ///   - address: the service, or the one layer to show.
  ///   - itemID: the portal's item of the service; nil without one.
  static func document(_ service: JSON, at address: ServiceAddress, itemID: String?) -> JSON {
    // Services list the topmost layer first, and maps the bottom one.
    let layers = parts(service["layers"], of: address).filter(hasRows).reversed()
    let tables = parts(service["tables"], of: address)
    var map: JSONObject = [
      "version": .string(version), "authoringApp": "Fieldpack",
      "operationalLayers": .array(layers.map { layer($0, at: address, itemID) }),
      "tables": .array(tables.map { layer($0, at: address, itemID) }),
    ]
    if let reference = service["spatialReference"] { map["spatialReference"] = reference }
    return .object(map)
  }

  private static func parts(_ list: JSON?, of address: ServiceAddress) -> [JSON] {
    (list?.array ?? []).filter { part in
      part["id"]?.int != nil && (address.layerID == nil || part["id"]?.int == address.layerID)
    }
  }

  /// Whether a layer has rows. Groups and images have none.
  private static func hasRows(_ part: JSON) -> Bool {
    guard part["subLayerIds"]?.array?.isEmpty != false else { return false }
    return part["type"]?.string.map { ["Feature Layer", "Annotation Layer"].contains($0) } ?? true
  }

  private static func layer(
    _ part: JSON, at address: ServiceAddress, _ itemID: String?
  ) -> JSON {
    let id = part["id"]?.int ?? 0
    let name = part["name"]?.string ?? "\(address.serviceName) \(id)"
    var members: JSONObject = [
      "id": .string("\(address.serviceName)_\(id)"), "title": .string(name),
      "url": .string(address.layer(id).description), "layerType": "ArcGISFeatureLayer",
      "visibility": .bool(part["defaultVisibility"]?.bool ?? true), "opacity": 1,
    ]
    if let itemID { members["itemId"] = .string(itemID) }
    return .object(members)
  }
}
