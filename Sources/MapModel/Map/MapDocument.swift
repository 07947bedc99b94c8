import OrderedJSON

/// Finds the map in a file. The file may be the map itself, its portal item, or one layer.
struct MapDocument {
  let members: Members
  var title: String?
  var itemID: String?

  init(_ object: JSONObject, _ notices: inout MapNotices) throws(MapModelError) {
    let root = Members(object, path: "")
    if Self.isMap(object) {
      members = root
      return
    }
    for key in ["data", "itemData", "text", "webmap", "webMap", "map"] {
      guard let inner = root.value(key)?.object, Self.isMap(inner) else { continue }
      members = Members(inner, path: key)
      // A portal's item says what it has.
      if object["type"]?.string != "Web Map" { notices.note("", .wrapped(member: key)) }
      let item = root.value("item")?.object.map { Members($0, path: "item") } ?? root
      title = item.name("title", &notices)
      itemID = item.name("id", &notices)
      return
    }
    guard Self.isLayer(object) else { throw .notAWebMap(members: object.keys) }
    notices.note("", .layerAlone)
    members = Members(["operationalLayers": [.object(object)]], path: "")
  }

  /// Whether it is a web scene, which has the layers of a map and a camera.
  var isScene: Bool {
    members.value("viewingMode")?.string != nil
      || members.value("initialState")?["viewpoint"]?["camera"]?.object != nil
  }

  private static func isMap(_ object: JSONObject) -> Bool {
    if object["operationalLayers"]?.array != nil { return true }
    if object["baseMap"]?.object != nil { return true }
    return object["tables"]?.array != nil && object["version"] != nil
  }

  private static func isLayer(_ object: JSONObject) -> Bool {
    object["featureCollection"]?.object != nil || object["layerType"]?.string != nil
  }
}
