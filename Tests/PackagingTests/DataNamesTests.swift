import Bytes
import Foundation
import MapModel
import OrderedJSON
import Packages
import Packaging
import TestSupport
import Testing

/// The kinds of data files, the layers that they belong to, and their safe names.
@Suite struct DataNamesTests {
  @Test(
    arguments: [
      (#"{"type":"FeatureCollection","features":[]}"#, .geoJSON),
      (#"{"name":"x","crs":{},"features":[{"type":"Feature","properties":{}}]}"#, .geoJSON),
      (#"{"type":"Feature","properties":{}}"#, .geoJSONLines),
      ("\u{1E}" + #"{"type":"Feature","properties":{}}"#, .geoJSONLines),
      (#"{"features":[],"type":"Feature","properties":{}}"#, .geoJSONLines),
      (#"{"coordinates":[1,2],"type":"Point"}"#, .geoJSONLines),
      (#"{"type":"GeometryCollection","geometries":[]}"#, .geoJSONLines),
      (#"{"type":"Feature","properties":{}}"# + "\n" + #"{"type":"Feature"}"#, .geoJSONLines),
      (#"{"objectIdFieldName":"OBJECTID","fields":[],"features":[]}"#, .esriJSON),
      (#"{"geometryType":"esriGeometryPoint","features":[]}"#, .esriJSON),
      (#"{"features":[{"geometry":{},"attributes":{}}]}"#, .esriJSON),
      (#"{"fields":[{"name":"a"}],"features":[]}"#, .esriJSON),
      (#"{"error":{"code":498,"message":"Invalid token"}}"#, .esriJSON),
      (#"{"id":0,"type":"Feature Layer","geometryType":"esriGeometryPoint"}"#, .definitions),
      (#"{"geometryType":"esriGeometryPoint","type":"Feature Layer"}"#, .definitions),
      (#"{"currentVersion":11,"layers":[],"tables":[]}"#, .definitions),
      (#"{"operationalLayers":[],"baseMap":{}}"#, .other), ("{}", .other), ("[]", .other),
      ("", .other), ("\u{FEFF}", .other), ("{\"type\":", .other), ("{\"a\":[[[", .other),
      ("\u{FEFF}  {\"type\":\"FeatureCollection\"", .geoJSON),
    ] as [(String, DataFileKind)])
  func `the first members of a JSON file decide its kind`(text: String, kind: DataFileKind) {
    #expect(JSONFileKind.kind(of: Array(text.utf8).span) == kind)
  }

  @Test func `a JSON file cut at any byte gets a kind without a crash`() {
    let text = Array(
      #"{"objectIdFieldName":"OBJECTID","spatialReference":{"wkid":4326},"features":[{"a":1}]}"#
        .utf8)
    for count in 0...text.count {
      let kind = JSONFileKind.kind(of: Array(text[..<count]).span)
      #expect(kind == .other || kind == .esriJSON)
    }
  }

  @Test func `damaged heads of JSON files get a kind without a crash`() {
    Fuzz.run(iterations: 1_000) { seed in
      var mutator = Mutator(seed: seed)
      let text =
        #"{"displayFieldName":"a","fields":[{"b":"\u00e9"}],"features":[{"attributes":1}]}"#
      _ = JSONFileKind.kind(of: mutator.mutated(Array(text.utf8)).span)
    }
  }

  // MARK: Names

  @Test(arguments: [
    ["1", "2", "9", "10", "11", "100"], ["t0.json", "t1000.json", "t2000.json", "t10000.json"],
    ["a", "a1", "a1b", "a2", "b"], ["p01", "p1", "p002", "p3"], ["", "0", "00", "01", "1"],
    ["page 9 of 12", "page 10 of 12"], ["x99999999999999999999", "x100000000000000000000"],
  ])
  func `names with numbers are in the order in which people count`(names: [String]) {
    #expect(names.reversed().sorted(by: NaturalOrder.precedes) == names)
    for name in names { #expect(!NaturalOrder.precedes(name, name)) }
  }

  @Test(arguments: [
    ("Row Permits", "row_permits"), ("RowPermits", "ROW-PERMITS"), ("Trees (2024)", "trees2024"),
    ("Bäume", "bäume"),
  ])
  func `names match by letters and digits`(one: String, other: String) {
    #expect(LayerNames.folded(one) == LayerNames.folded(other))
    #expect(!LayerNames.folded(one).isEmpty)
  }

  @Test func `the most reliable name comes first`() throws {
    let map = try WebMap(
      json: JSONParser.parse(
        Array(
          #"{"operationalLayers":[{"id":"l1","title":"City - Trees","itemId":"abc","#.utf8)
          + Array(
            #""layerType":"ArcGISFeatureLayer","url":"https://x/arcgis/rest/services/S/FeatureServer/3"}]}"#
              .utf8)))
    let layer = try #require(map.allFeatureLayers().first)
    let names = LayerNames(layer: layer, definition: nil)
    var candidates = ["Trees", "citytrees", "l1", "abc", "S.3", "other"]
    for expected in [["S.3"], ["abc"], ["citytrees", "l1"], ["Trees"], []] {
      let found = names.best(candidates) { $0 }
      #expect(found == expected)
      candidates.removeAll { found.contains($0) }
    }
  }

  @Test func `names of attachments are made safe and stay unique`() {
    var names = SafeNames()
    #expect(names.make("Photo 1.jpg", in: "a") == "Photo 1.jpg")
    #expect(names.make("photo 1.JPG", in: "a") == "photo 1 (2).JPG")
    #expect(names.make("Photo 1.jpg", in: "b") == "Photo 1.jpg")
    #expect(names.make("../x:y.jpg", in: "a") == "_x_y.jpg")
    #expect(names.make("...", in: "a") == "photo")
    #expect(names.make("é\u{1}.png", in: "a") == "é_.png")
    #expect(names.make(String(repeating: "ü", count: 300) + ".jpg", in: "a").utf8.count <= 216)
  }
}
