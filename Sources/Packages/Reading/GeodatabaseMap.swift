import Geodatabase
import MapModel
import OrderedJSON

/// A web map of the feature classes and tables of geodatabases. Services number layers from top to
/// bottom, but maps list them from bottom to top.
struct GeodatabaseMap {
  private var layers: [Entry] = []
  private var tables: [Entry] = []
  private var reference: JSON?

  private struct Entry {
    var address: GeodatabaseAddress
    var json: JSONObject
  }

  init(_ geodatabases: [(name: String, reader: GeodatabaseReader)]) {
    var ids: Set<String> = []
    for (file, reader) in geodatabases {
      let replica = try? reader.replica()
      func entry(_ dataset: GeodatabaseDataset) -> Entry {
        // Two services may have layers with the same name.
        let id = ids.insert(dataset.name).inserted ? dataset.name : "\(file)/\(dataset.name)"
        var json: JSONObject = [
          "id": .string(id), "title": .string(dataset.title),
          "layerType": "ArcGISFeatureLayer",
          "visibility": .bool(dataset.definition.source["defaultVisibility"]?.bool ?? true),
          "path": .string("file:./\(file)?itemId=\(dataset.layerID)"),
        ]
        if let service = replica?.service,
          let number = replica?.dataset(named: dataset.name)?.layerID
        {
          json.append("url", .string("\(service)/\(number)"))
        }
        let address = GeodatabaseAddress(file: file, layerID: dataset.layerID)
        return Entry(address: address, json: json)
      }
      let shown = reader.datasets.filter { $0.shape != nil }.sorted { $0.layerID > $1.layerID }
      layers += shown.map(entry)
      reference = reference ?? shown.lazy.compactMap { $0.shape?.spatialReference }.first
      tables += reader.datasets.filter { $0.shape == nil }.sorted { $0.layerID < $1.layerID }
        .map(entry)
    }
  }

  /// The map of all layers and tables.
  var json: JSON {
    [
      "version": "2.0", "baseMap": ["title": "", "baseMapLayers": []],
      "operationalLayers": .array(layers.map { .object($0.json) }),
      "tables": .array(tables.map { .object($0.json) }),
      "spatialReference": reference ?? ["wkid": 102_100, "latestWkid": 3_857],
    ]
  }

  /// A mobile map with the layers and tables that it doesn't show.
  func added(to document: JSON) -> JSON {
    guard var root = document.object else { return document }
    let isWrapped = root["map"]?.object != nil
    guard var map = isWrapped ? root["map"]?.object : root else { return document }
    var known: [GeodatabaseAddress] = []
    for key in ["operationalLayers", "tables"] { Self.note(map[key], &known) }
    for (key, entries) in [("operationalLayers", layers), ("tables", tables)] {
      let new = entries.filter { !known.contains($0.address) }.map { JSON.object($0.json) }
      if !new.isEmpty { map[key] = .array((map[key]?.array ?? []) + new) }
    }
    guard isWrapped else { return .object(map) }
    root["map"] = .object(map)
    return .object(root)
  }

  /// Collects the addresses of layers, including those in groups.
  private static func note(_ list: JSON?, _ known: inout [GeodatabaseAddress], depth: Int = 0) {
    for layer in list?.array ?? [] {
      if let address = GeodatabaseAddress(path: layer["path"]?.string) { known.append(address) }
      if depth < 32 { note(layer["layers"], &known, depth: depth + 1) }
    }
  }
}
