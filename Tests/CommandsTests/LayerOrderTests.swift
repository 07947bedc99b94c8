import Bytes
import Console
import Foundation
import GeoPackage
import OrderedJSON
import Packages
import TestSupport
import Testing

/// The order of layers is the map's, whatever is known of each layer.
@Suite struct LayerOrderTests {
  private static let services = "https://services.example.com/arcgis/rest/services"

  /// A map of three layers from bottom to top: areas, lines and points, each of a service of its own.
  private static func folder(definitions: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let layers = ["C Areas", "B Lines", "A Points"].map { title in
      """
      {"id": "\(title)", "title": "\(title)", "layerType": "ArcGISFeatureLayer",
       "url": "\(services)/\(title.prefix(1))/FeatureServer/0"}
      """
    }
    try folder.write(
      """
      {"version": "2.31", "operationalLayers": [\(layers.joined(separator: ","))],
       "baseMap": {"title": "", "baseMapLayers": []}}
      """, to: "map.json")
    let shapes = [
      "C Areas": #""Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]"#,
      "B Lines": #""LineString", "coordinates": [[0, 0], [1, 1]]"#,
      "A Points": #""Point", "coordinates": [0.5, 0.5]"#,
    ]
    for (title, shape) in shapes {
      try folder.write(
        """
        {"type": "FeatureCollection", "features": [
          {"type": "Feature", "properties": {"N": 1}, "geometry": {"type": \(shape)}}]}
        """, to: "data/\(title).geojson")
    }
    for (name, definition) in definitions { try folder.write(definition, to: "data/\(name)") }
    return folder
  }

  private static let lines = #"{"id": 0, "name": "B Lines", "type": "Feature Layer"}"#

  @Test(arguments: [
    [:], ["A Points.layer.json": #"{"id": 0, "name": "A Points"}"#],
    ["C Areas.layer.json": #"{"id": 0, "name": "C Areas"}"#],
    ["B Lines.layer.json": lines, "C Areas.layer.json": #"{"id": 0, "name": "C Areas"}"#],
    ["service.json": #"{"serviceDescription": "", "layers": [\#(lines)]}"#],
  ])
  func `layers are drawn and listed in the order of the map`(
    definitions: [String: String]
  ) async throws {
    let folder = try Self.folder(definitions: definitions)
    let built = try await Session.done([
      "build", folder.path("map.json"), "--data", folder.path("data"), "-o",
      folder.path("map.mmpk"), "--now", "2026-05-01T00:00:00Z",
    ])
    let package = try OpenPackage(path: folder.path("map.mmpk"))
    let stored = try #require(try package.storedMap())
    #expect(stored.tables.map(\.name) == ["C_Areas", "B_Lines", "A_Points"], "\(built.output)")
    try await Session.done(["site", folder.path("map.mmpk"), "-o", folder.path("site")])
    let meta = String(decoding: try folder.read("site/data/meta.js"), as: UTF8.self)
    let places = ["c-areas", "b-lines", "a-points"].compactMap {
      meta.firstRange(of: #""id":"\#($0)""#)?.lowerBound
    }
    #expect(places.count == 3 && places == places.sorted())
    #expect(!meta.contains(#""kind":"table""#))
    // Without a renderer, each layer has the plain symbol of its geometry.
    for kind in ["fill", "line", "marker"] { #expect(meta.contains(#"{"kind":"\#(kind)""#)) }
  }

  /// Service and number together name a layer.
  @Test func `a definition of layer 0 of one service is not taken for that of another`()
    async throws
  {
    let definition = """
      {"id": 0, "name": "B Lines", "type": "Feature Layer", "geometryType": "esriGeometryPolyline",
       "fields": [{"name": "N", "type": "esriFieldTypeInteger"}]}
      """
    let folder = try Self.folder(definitions: [
      "service.json": #"{"serviceDescription": "", "layers": [\#(definition)]}"#
    ])
    let check = await Session.run([
      "check", folder.path("map.json"), "--data", folder.path("data"), "--json",
    ])
    #expect(check.exit == .done || check.exit == .somethingToSee, "\(check.output)")
    #expect(!check.output.contains("GEOM_MIXED"))
  }
}
