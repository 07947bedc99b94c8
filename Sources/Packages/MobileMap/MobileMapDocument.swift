// The map of a mobile map package, `p13/mobile_map.mmap`: the portal item and the web map. Its
// layers and tables refer to their records.
//
//   {"item": {"guid", "title", "type": "Mobile Map", "extent", …},
//    "map":  {"operationalLayers": [{"id", "path": "file:./<file>.geodatabase?itemId=<number>",
//    …}], "tables": […], "baseMap": …, "bookmarks": …}}

import MapModel
import OrderedJSON

/// The package's map in the form that Esri's apps read beside a geodatabase. Its layers and tables
/// refer to the geodatabase. Layers that aren't in it are removed.
struct MobileMapDocument {
  /// The map's name in `package.info`, which is also the name of its file without the extension.
  static let name = "mobile_map"
  /// The folder of the map and geodatabases, as in all offline maps.
  static let folder = "p13/"
  static let path = folder + name + ".mmap"

  private let map: StoredMap
  private let plan: GeodatabasePlan
  private let file: String
  private let baseMaps: [BaseMapFile]

  /// - Parameters:
  ///   - map: the package's map.
  ///   - plan: what the geodatabase has of the map.
  ///   - file: the name of the geodatabase beside the document.
  ///   - baseMaps: the files of the base map, top first.
  init(
    _ map: StoredMap, _ plan: GeodatabasePlan, file: String, baseMaps: [BaseMapFile] = []
  ) {
    self.baseMaps = baseMaps
    self.map = map
    self.plan = plan
    self.file = file
  }

  /// - Parameter item: the item of the package.
  func encoded(item: PackageItem) -> [UInt8] {
    JSONWriter.write(
      ["item": item.mobileMap(of: map.map.itemID), "map": document], style: .compact)
  }

  /// The web map.
  var document: JSON {
    var members = map.map.source.object ?? JSONObject()
    members["operationalLayers"] = .array(map.map.layers.flatMap(entries))
    let tables = plan.tables.filter(\.isTable).flatMap { table in
      table.layers.map { entry($0.operational, $0.layer, table) }
    }
    members["tables"] = tables.isEmpty ? nil : .array(tables)
    MobileBaseMap(map.map.baseMap, baseMaps).apply(to: &members)
    return .object(members)
  }

  /// The entries for a layer of the map: itself, its layers, a group of its layers, or nothing.
  private func entries(of layer: OperationalLayer) -> [JSON] {
    if layer.kind == .group {
      let inside = layer.layers.flatMap(entries)
      return inside.isEmpty ? [] : [group(layer, inside)]
    }
    let leaves = layer.featureLayers()
    let inside = leaves.compactMap { leaf in
      packed(leaf).flatMap { $1.isTable ? nil : entry(leaf, $0, $1) }
    }
    return leaves.count > 1 && !inside.isEmpty ? [group(layer, inside)] : inside
  }

  /// A layer as packed, and its table; nil if the layer isn't in the geodatabase.
  private func packed(
    _ layer: OperationalLayer
  ) -> (layer: EffectiveLayer, table: GeodatabasePlan.Table)? {
    for table in plan.tables {
      let shown = table.layers.first { $0.operational.id.hasSameUTF8(as: layer.id) }
      if let shown { return (shown.layer, table) }
    }
    return nil
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

  /// The entry of a layer or table in the geodatabase.
  private func entry(
    _ layer: OperationalLayer, _ packed: EffectiveLayer, _ table: GeodatabasePlan.Table
  ) -> JSON {
    var members = layer.source
    for key in ["featureCollection", "featureSet", "type"] { members[key] = nil }
    // The sublayers of a subtype layer are views of its one table, with their own titles and
    // pop-ups.
    if layer.kind != .subtypeGroup { members["layers"] = nil }
    members["id"] = .string(layer.id)
    members["title"] = .string(layer.title)
    if layer.kind != .subtypeGroup { members["layerType"] = "ArcGISFeatureLayer" }
    // The texts of annotation are its labels.
    if packed.definition.isAnnotation { members["showLabels"] = true }
    if let definition = layer.layerDefinition { members["layerDefinition"] = definition }
    if let popup = packed.popupInfo {
      members["popupInfo"] = popup
      if !packed.isPopupEnabled { members["disablePopup"] = true }
    }
    // A layer from inside another layer needs its own visibility now.
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
