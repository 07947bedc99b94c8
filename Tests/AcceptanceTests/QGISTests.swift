import Foundation
import TestSupport
import Testing

/// Checks that QGIS opens a store without changes, and offers the choices of its domains.
@Suite(
  .needs(.python("qgis.core")),
  .needs(.fieldpack))
struct QGISTests {
  /// The report of `qgis_open.py` about a layer.
  struct Layer: Decodable {
    var valid: Bool
    var rows: Int
    var read: Int
    var geometry: String
    var crs: String
    var unique: [String]
    var forms: [String: Form]
  }

  /// The widget of a field: its type, and the names of its choices in order.
  struct Form: Decodable {
    var type: String
    var choices: [String: String] = [:]

    private struct Settings: Decodable {
      var map: [[String: String]]?
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      type = try container.decode(String.self)
      for choice in try container.decode(Settings.self).map ?? [] {
        choices.merge(choice) { first, _ in first }
      }
    }
  }

  @Test func `every layer opens complete and unchanged, with its value lists`() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path("demo.gpkg")
    let source = Fixture.treesOfPortland
    try await Acceptance.build(map: source + "/map.json", data: source, to: store)
    let before = try folder.read("demo.gpkg")
    let layers = try await #require(Judge.qgis).verdict([store], as: [String: Layer].self)
    let names = layers.keys.filter { !$0.hasSuffix("_attachments") }.sorted()
    #expect(names == ["Inspections", "Neighborhoods", "Species", "Trees"])
    for (name, layer) in layers { #expect(layer.valid && layer.rows == layer.read, "\(name)") }
    let trees = try #require(layers["Trees"])
    #expect((trees.rows, trees.geometry, trees.crs) == (303, "Point", "EPSG:4326"))
    #expect(trees.unique == ["fid", "GlobalID"])
    #expect(trees.forms["SiteType"]?.type == "ValueMap")
    #expect(trees.forms["SiteType"]?.choices["Planting strip"] == "strip")
    #expect(trees.forms["DBH"]?.type == "Range")
    // Opening must not change the file, so QGIS must find nothing to repair.
    #expect(try folder.read("demo.gpkg") == before)
  }
}
