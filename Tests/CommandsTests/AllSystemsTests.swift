import Console
import Foundation
import GeoPackage
import Geometry
import OrderedJSON
import TestSupport
import Testing

/// Layers in all the coordinate systems that are known by a code, from the map to the pages and back
/// from CSV. `ProjectionByPROJTests` compares the positions themselves.
@Suite struct AllSystemsTests {
  /// With `FIELDPACK_EXHAUSTIVE=1` all, otherwise each seventh.
  private static let codes: [Int] = {
    let isExhaustive = ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1"
    let all = SpatialReference.projectedCodes
    return stride(from: 0, to: all.count, by: isExhaustive ? 1 : 7).map { all[$0] }
  }()

  private static let batches = stride(from: 0, to: codes.count, by: 60).map {
    Array(codes[$0..<min($0 + 60, codes.count)])
  }

  @Test func `there are at least 300 of them`() {
    #expect(Self.codes.count >= 300)
    #expect(Set(Self.codes).count == Self.codes.count)
  }

  @Test(arguments: batches)
  func `each is built with its review, published, exported, and built again from CSV`(
    codes: [Int]
  ) async throws {
    let folder = try TemporaryFolder()
    let layers = try codes.map(Layer.init)
    try folder.write(Self.map(of: layers), to: "map.json")
    for layer in layers { try folder.write(layer.esriJSON, to: "data/\(layer.name).json") }
    try await Session.done([
      "build", folder.path("map.json"), "--data", folder.path("data"), "-o",
      folder.path("p.mmpk"), "--review", "always", "--fail-on", "error",
    ])
    try await Session.done(["site", folder.path("p.mmpk"), "-o", folder.path("site")])
    for layer in layers {
      try await Session.done([
        "export", folder.path("p.mmpk"), "-l", layer.name, "-o",
        folder.path("\(layer.name).geojson"),
      ])
      let published = "site/data/\(layer.name.lowercased()).geojson"
      for path in ["\(layer.name).geojson", published] {
        let json = try JSONParser.parse(try folder.read(path))
        let position = (json["features"]?.array?.first?["geometry"]?["coordinates"]?.array ?? [])
          .compactMap(\.double)
        try #require(position.count == 2, "\(path)")
        // A centimeter.
        #expect((position[0] - layer.longitude).magnitude < 1e-7, "\(path)")
        #expect((position[1] - layer.latitude).magnitude < 1e-7, "\(path)")
      }
    }
    try await expectSameRecordsFromCSV(layers, in: folder)
  }

  private func expectSameRecordsFromCSV(
    _ layers: [Layer], in folder: TemporaryFolder
  ) async throws {
    for (data, store) in [("data", "first.gpkg"), ("again", "second.gpkg")] {
      try await Session.done([
        "build", folder.path("map.json"), "--data", folder.path(data), "-o", folder.path(store),
        "--fail-on", "error",
      ])
      guard data == "data" else { continue }
      try folder.write("", to: "again/.keep")
      for layer in layers {
        try await Session.done([
          "export", folder.path(store), "-l", layer.name, "-o",
          folder.path("again/\(layer.name).csv"),
        ])
      }
    }
    for layer in layers {
      let first = try ExportedCSVTests.records(of: layer.name, in: folder.path("first.gpkg"))
      #expect(first.count == 1)
      #expect(
        try ExportedCSVTests.records(of: layer.name, in: folder.path("second.gpkg")) == first,
        "\(layer.name)")
    }
  }

  /// A layer with a tree in the middle of where its coordinate system is meant to be used.
  private struct Layer {
    var code: Int
    var longitude: Double
    var latitude: Double
    private var x: Double
    private var y: Double

    init(_ code: Int) throws {
      let reference = SpatialReference(epsg: code)
      let area = try #require(reference.system?.areaOfUse, "\(code)")
      let middle = ((area.minX + area.maxX) / 2, (area.minY + area.maxY) / 2)
      let way = try CoordinateTransform(from: .wgs84, to: reference)
      let back = try CoordinateTransform(from: reference, to: .wgs84)
      (x, y) = try #require(way.forward(x: middle.0, y: middle.1))
      // Up to 3 cm from where it began, because positions have no height.
      (longitude, latitude) = try #require(back.forward(x: x, y: y))
      self.code = code
    }

    var name: String { "Trees\(code)" }

    var esriJSON: String {
      """
      {"geometryType": "esriGeometryPoint", "spatialReference": {"wkid": \(code)},
       "fields": [{"name": "GlobalID", "type": "esriFieldTypeGlobalID"},
                  {"name": "Name", "type": "esriFieldTypeString"}],
       "features": [{"attributes": {"GlobalID": "\(SmallCity.id(1))", "Name": "Oak"},
                     "geometry": {"x": \(x), "y": \(y)}}]}
      """
    }
  }

  private static func map(of layers: [Layer]) -> String {
    let operational = layers.map { layer in
      """
      {"id": "\(layer.name)", "title": "\(layer.name)", "layerType": "ArcGISFeatureLayer",
       "popupInfo": {"title": "{Name}", "fieldInfos": []}}
      """
    }
    return """
      {"version": "2.31", "operationalLayers": [\(operational.joined(separator: ","))],
       "baseMap": {"title": "Streets", "baseMapLayers": []}}
      """
  }
}
