import MapModel
import OrderedJSON

/// The base map of a mobile map: files of tiles in place of the layers that are only online.
struct MobileBaseMap {
  private let online: BaseMap?
  /// Top first.
  private let files: [BaseMapFile]

  /// - Parameter files: the files of the base map, top first.
  init(_ online: BaseMap?, _ files: [BaseMapFile]) {
    self.online = online
    self.files = files
  }

  /// Replaces the members of a web map. Without files they stay as they are.
  func apply(to map: inout JSONObject) {
    let packed = files.filter { !$0.isOnDevices }
    if !packed.isEmpty { map["baseMap"] = baseMap(packed, of: map["baseMap"]?.object) }
    // Esri's apps look there for a file that is on the device.
    if let file = files.last(where: { $0.isOnDevices && !$0.isReference }) {
      var properties = map["applicationProperties"]?.object ?? JSONObject()
      var offline = properties["offline"]?.object ?? JSONObject()
      offline["offlinebasemap"] = ["referenceBasemapName": .string(file.name)]
      properties["offline"] = .object(offline)
      map["applicationProperties"] = .object(properties)
    }
  }

  /// The layers from bottom to top: the ground, then what is drawn above the operational layers.
  private func baseMap(_ packed: [BaseMapFile], of members: JSONObject?) -> JSON {
    var members = members ?? JSONObject()
    members["baseMapLayers"] = .array(
      [false, true].flatMap { isReference in
        let own = packed.reversed().filter { $0.isReference == isReference }
        let replaced = (online?.layers ?? []).filter { $0.isReference == isReference }
        return own.isEmpty
          ? replaced.map { JSON.object($0.source) }
          : own.map { layer($0, opacity: replaced.first?.opacity ?? 1) }
      })
    if members["title"] == nil { members["title"] = .string(packed.last?.title ?? "") }
    return .object(members)
  }

  private func layer(_ file: BaseMapFile, opacity: Double) -> JSON {
    var members: JSONObject = [
      "id": .string(file.isReference ? "basemap_reference" : "basemap"),
      "layerType": "ArcGISTiledMapServiceLayer", "title": .string(file.title),
      "path": .string("file:./\(file.name)"), "opacity": .number(opacity), "visibility": true,
    ]
    if file.isReference { members.append("isReference", true) }
    return .object(members)
  }
}
