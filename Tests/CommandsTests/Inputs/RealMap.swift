import Foundation
import MapModel
import OrderedJSON
import TestSupport
import Testing

/// A real web map with its service's answer, if there is one, and data that are made for it. The
/// maps came without data.
struct RealMap: Sendable, CustomTestStringConvertible {
  /// A file in `webmaps` of the shared data, without `.json`.
  var name: String
  /// The answer of its service, likewise.
  var service: String?

  static let all = [
    RealMap(name: "esri-solution--adopt-a-stop.webmap", service: "AdoptAStops.featureservice"),
    RealMap(
      name: "esri-solutionjs--row-permits-public-comment.webmap",
      service: "solutionjs-rowpermits.featureservice-mocks"),
    RealMap(name: "esri-solutionjs--wabappmap.webmap"),
    RealMap(name: "storymap-tour--featurecollection-layer-template"),
    RealMap(name: "wsdot-layer-list-demo.webmap"),
  ]

  /// What lies in the data folder.
  enum Content: CaseIterable, Sendable {
    /// Nothing but the service's answer.
    case nothing
    /// Three rows of each layer, with a value for each field.
    case rows
    /// One of these for each layer in turn: damaged GeoJSON, shapes of two kinds, a table without
    /// coordinates, a wrong GlobalID twice, a file of another program.
    case faults
  }

  var testDescription: String { name }

  /// Writes the map and its data folder. Returns the words that name them.
  func write(_ content: Content, to folder: TemporaryFolder) throws -> [String] {
    let map = try SharedData.bytes("webmaps/\(name).json")
    try folder.write(map, to: "map.json")
    try folder.write("", to: "data/.keep")
    let answer = try service.map { try SharedData.bytes("webmaps/\($0).json") }
    if let answer { try folder.write(answer, to: "data/service.json") }
    if content != .nothing {
      let definition = try answer.map { try ServiceDefinition(json: JSONParser.parse($0)) }
      let layers = try WebMap(json: JSONParser.parse(map)).allFeatureLayers()
      for (index, layer) in layers.enumerated() where layer.featureCollection == nil {
        let id = layer.address?.layerID
        let effective = EffectiveLayer(
          service: definition.flatMap {
            $0.layers.count == 1 ? $0.layers[0] : $0.layer(id: id ?? 0)
          },
          item: nil, map: layer)
        let fault = content == .faults ? index % 5 : nil
        try write(effective, isTable: layer.isTable, fault: fault, to: folder)
      }
    }
    return [folder.path("map.json"), "--data", folder.path("data")]
  }

  private func write(
    _ layer: EffectiveLayer, isTable: Bool, fault: Int?, to folder: TemporaryFolder
  ) throws {
    let title = String(layer.title.map { $0 == "/" ? " " : $0 })
    let file = "data/\(title)"
    let values = Self.values(of: layer)
    func row(_ number: Int, _ shape: String) -> String {
      let properties = ["\"GlobalID\": \"\(SmallCity.id(number))\""] + values
      return """
        {"type": "Feature", "properties": {\(properties.joined(separator: ", "))},
         "geometry": \(isTable ? "null" : shape)}
        """
    }
    let shapes = Self.shapes(layer.definition.geometryType.map { "\($0)" } ?? "")
    func collection(_ rows: [String]) -> String {
      #"{"type": "FeatureCollection", "features": [\#(rows.joined(separator: ",\n"))]}"#
    }
    let rows = shapes.enumerated().map { row($0 + 1, $1) }
    switch fault {
    case nil: try folder.write(collection(rows), to: "\(file).geojson")
    case 0: try folder.write(String(collection(rows).dropLast(20)), to: "\(file).geojson")
    case 1:
      let odd = row(9, #"{"type": "LineString", "coordinates": [[-122, 47], [-121, 46]]}"#)
      let point = row(8, #"{"type": "Point", "coordinates": [-122, 47]}"#)
      try folder.write(collection([point, odd]), to: "\(file).geojson")
    case 2: try folder.write("GlobalID,Name\n\(SmallCity.id(1)),Oak\n", to: "\(file).csv")
    case 3: try folder.write(collection(rows + rows), to: "\(file).geojson")
    default: try folder.write("not a shapefile", to: "\(file).shp")
    }
  }

  /// A member for each field, of the pop-up if the service's are not known.
  private static func values(of layer: EffectiveLayer) -> [String] {
    let fields = layer.fields.filter { $0.type != .objectID && $0.type != .globalID }
    guard fields.isEmpty else { return fields.map { "\"\($0.name)\": \(value(of: $0))" } }
    let infos = layer.popupInfo?["fieldInfos"]?.array ?? []
    return infos.compactMap { $0["fieldName"]?.string }
      .filter { !$0.contains { "\"\\/".contains($0) } && $0.lowercased() != "globalid" }
      .map { "\"\($0)\": \"some text\"" }
  }

  private static func value(of field: Field) -> String {
    switch field.type {
    case .smallInteger, .integer, .bigInteger: "7"
    case .single, .double: "2.5"
    case .date: "1588291200000"
    default: #""some text""#
    }
  }

  private static func shapes(_ kind: String) -> [String] {
    (0..<3).map { index in
      let x = -122.0 + Double(index) / 10
      if kind.lowercased().contains("line") {
        return #"{"type": "LineString", "coordinates": [[\#(x), 47], [\#(x), 47.1]]}"#
      }
      if kind.lowercased().contains("polygon") {
        return """
          {"type": "Polygon",
           "coordinates": [[[\(x), 47], [\(x + 0.05), 47], [\(x), 47.05], [\(x), 47]]]}
          """
      }
      return #"{"type": "Point", "coordinates": [\#(x), 47]}"#
    }
  }
}
