// The map of a mobile map package, `p13/mobile_map.mmap`: the portal item and the web map, whose
// layers and tables say where their rows are.
//
//   {"item": {"guid", "title", "type": "Mobile Map", "extent", …},
//    "map":  {"operationalLayers": [{"id", "path": "file:./<file>.geodatabase?itemId=<number>", …}],
//             "tables": […], "baseMap": …, "bookmarks": …}}

import MapModel
import OrderedJSON

/// The map as Esri's apps read it beside a geodatabase: that of the package, whose layers and tables
/// lead into the geodatabase. What is not in it is taken out.
struct MobileMapDocument {
  /// The map's name in `package.info`; its file's without the ending.
  static let name = "mobile_map"
  /// Where offline maps keep map and geodatabases, in every one that was seen.
  static let folder = "p13/"
  static let path = folder + name + ".mmap"

  private let map: StoredMap
  private let plan: GeodatabasePlan
  private let file: String

  /// - Parameters:
  ///   - map: the package's map.
  ///   - plan: what of it is in the geodatabase.
  ///   - file: the name of the geodatabase beside the document.
  init(_ map: StoredMap, _ plan: GeodatabasePlan, file: String) {
    self.map = map
    self.plan = plan
    self.file = file
  }

  /// - Parameter item: the package's.
  func encoded(item: PackageItem) -> [UInt8] {
    JSONWriter.write(
      ["item": item.mobileMap(of: map.map.itemID), "map": document], style: .compact)
  }

  /// The web map.
  var document: JSON {
    var members = map.map.source.object ?? JSONObject()
    members["operationalLayers"] = .array(map.map.layers.flatMap(entries))
    let tables = plan.tables.filter(\.isTable).map { entry($0.stored.operational, $0) }
    members["tables"] = tables.isEmpty ? nil : .array(tables)
    return .object(members)
  }

  /// What becomes of a layer of the map: itself, its layers, a group of its layers, or nothing.
  private func entries(of layer: OperationalLayer) -> [JSON] {
    if layer.kind == .group {
      let inside = layer.layers.flatMap(entries)
      return inside.isEmpty ? [] : [group(layer, inside)]
    }
    let leaves = layer.featureLayers()
    let inside = leaves.compactMap { leaf in
      packed(leaf).flatMap { $0.isTable ? nil : entry(leaf, $0) }
    }
    return leaves.count > 1 && !inside.isEmpty ? [group(layer, inside)] : inside
  }

  /// Nil for a layer that is not in the geodatabase.
  private func packed(_ layer: OperationalLayer) -> GeodatabasePlan.Table? {
    plan.tables.first { $0.stored.operational.id.hasSameUTF8(as: layer.id) }
  }

  private func group(_ layer: OperationalLayer, _ inside: [JSON]) -> JSON {
    var members = layer.source
    for key in ["featureCollection", "url", "visibleLayers", "itemId"] where layer.kind != .group {
      members[key] = nil
    }
    members["id"] = .string(layer.id)
    members["title"] = .string(layer.title)
    members["layerType"] = "GroupLayer"
    members["layers"] = .array(inside)
    return .object(members)
  }

  /// A layer or table that is in the geodatabase.
  private func entry(_ layer: OperationalLayer, _ table: GeodatabasePlan.Table) -> JSON {
    var members = layer.source
    for key in ["featureCollection", "featureSet", "type"] { members[key] = nil }
    // What a layer of subtypes lists are views of its one table, with titles and pop-ups of their
    // own.
    if layer.kind != .subtypeGroup { members["layers"] = nil }
    members["id"] = .string(layer.id)
    members["title"] = .string(layer.title)
    if layer.kind != .subtypeGroup { members["layerType"] = "ArcGISFeatureLayer" }
    // The texts of annotation are its labels.
    if table.stored.layer.definition.isAnnotation { members["showLabels"] = true }
    if let definition = layer.layerDefinition { members["layerDefinition"] = definition }
    if let popup = table.stored.layer.popupInfo {
      members["popupInfo"] = popup
      if !table.stored.layer.isPopupEnabled { members["disablePopup"] = true }
    }
    // A layer that stood in another one says so itself now.
    if !table.isTable, members["visibility"] == nil {
      members["visibility"] = .bool(layer.visibility)
    }
    if let address = layer.address, members["url"] == nil {
      members["url"] = .string("\(address)")
    }
    members["path"] = .string("file:./\(file)?itemId=\(table.layerID)")
    return .object(members)
  }
}
