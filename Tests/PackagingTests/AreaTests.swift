import Bytes
import Geometry
import MapModel
import OrderedJSON
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// The meaning of area texts, and the rows that areas select.
@Suite struct AreaTests {
  /// A map in Web Mercator with bookmarks, trees along y = 45 and two squares.
  private static func city(_ more: [String: String] = [:]) throws -> MapFolder {
    let trees = MapFolder.points(
      [(10, 45, ""), (11, 45, "\"KIND\":2"), (12, 45, ""), (13, 45, ""), (14.5, 45, "")])
    let squares = """
      {"type":"FeatureCollection","features":[
       {"type":"Feature","properties":{"NAME":"West"},"geometry":{"type":"Polygon",
        "coordinates":[[[9.5,44],[11.5,44],[11.5,46],[9.5,46],[9.5,44]]]}},
       {"type":"Feature","properties":{"NAME":"East"},"geometry":{"type":"Polygon",
        "coordinates":[[[11.5,44],[13.5,44],[13.5,46],[11.5,46],[11.5,44]]]}}]}
      """
    return try MapFolder(
      layers: [#""title":"Trees""#, #""title":"Squares""#],
      map: #"""
        ,"spatialReference":{"wkid":102100},"bookmarks":[
         {"name":"Mitte","extent":{"xmin":1200000,"ymin":5600000,"xmax":1340000,"ymax":5650000,
          "spatialReference":{"wkid":102100}}},
         {"name":"Grad","extent":{"xmin":10.5,"ymin":44,"xmax":12.5,"ymax":46,
          "spatialReference":{"wkid":4326}}},
         {"name":"view","extent":{"xmin":9,"ymin":44,"xmax":10.5,"ymax":46,
          "spatialReference":{"wkid":4326}}}],
         "initialState":{"viewpoint":{"targetGeometry":{"xmin":12.5,"ymin":44,"xmax":15,"ymax":46,
          "spatialReference":{"wkid":4326}}}}
        """#,
      files: ["Trees.geojson": trees, "Squares.geojson": squares].merging(more) { $1 })
  }

  /// The numbers of the trees in an area.
  private func trees(in area: String, _ city: MapFolder) async throws -> [Int] {
    let target = city.folder.path("out.gpkg")
    _ = try await city.job { request in
      request.area = area
      request.failOn = .error
    }.build(to: target, overwrite: true)
    let ids = try StoredRows(OpenPackage(path: target).store, "Trees").values("GlobalID")
    return (1...5).filter { ids.contains(MapFolder.id($0)) }
  }

  @Test(arguments: [
    ("10.5,44,12.5,46", [2, 3]), (" 11, 45, 12, 45.5", [2, 3]),
    ("-180,-90,180,90", [1, 2, 3, 4, 5]),
    // In Web Mercator the trees are at 1,113,195 to 1,614,133.
    ("1200000,5600000,1400000,5650000", [2, 3]),
    ("Mitte", [2, 3]), ("MITTE", [2, 3]), ("Grad", [2, 3]), ("view", [1]),
    ("Squares:NAME='West'", [1, 2]), ("squares:NAME = 'East'", [3, 4]),
    ("Squares:NAME LIKE '%st'", [1, 2, 3, 4]), ("Squares:1=1", [1, 2, 3, 4]),
    // A degree is 79 km here.
    ("within:80km:Trees:KIND=2", [1, 2, 3]), ("within:78km:Trees:KIND=2", [2]),
    ("within:50mi:Trees:KIND=2", [1, 2, 3]), ("within:255000ft:Trees:KIND=2", [2]),
    ("within:70km:Squares:NAME='West'", [1, 2, 3]), ("within:50km:view", [1, 2]),
  ])
  func `an area selects the features that intersect it`(area: String, expected: [Int]) async throws
  {
    #expect(try await trees(in: area, Self.city()) == expected)
  }

  @Test(arguments: [
    (
      #"{"type":"Polygon","coordinates":[[[10.5,44],[12.5,44],[12.5,46],[10.5,46],[10.5,44]]]}"#,
      [2, 3]
    ),
    (
      #"{"type":"Feature","properties":null,"geometry":{"type":"Polygon","coordinates":[[[10.5,44],[12.5,44],[12.5,46],[10.5,46],[10.5,44]],[[11.5,44.5],[12.2,44.5],[12.2,45.5],[11.5,45.5],[11.5,44.5]]]}}"#,
      [2]
    ),
    (
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[9,44],[10.5,44],[10.5,46],[9,46],[9,44]]]}},{"type":"Feature","properties":{},"geometry":{"type":"MultiPolygon","coordinates":[[[[14,44],[15,44],[15,46],[14,46],[14,44]]]]}}]}"#,
      [1, 5]
    ),
  ])
  func `a GeoJSON file gives its polygons without their holes`(
    text: String, expected: [Int]
  ) async throws {
    let city = try Self.city()
    let path = try city.folder.write(text, to: "area.geojson")
    #expect(try await trees(in: path, city) == expected)
  }

  @Test(arguments: [
    "1,2,3", "3,3,1,1", "1,1,1,1", "nan,1,2,3", "1,2,3,inf", "Nowhere", "", "Nothing:NAME='x'",
    "Squares:NAME='North'", "Squares:NAME ==", "Trees:1=1", "Squares:", "within:5m:",
    "within:5:Trees:1=1", "within:0m:Trees:1=1", "within:-5m:Trees:1=1", "within:101km:Trees:1=1",
    "within:5m:within:5m:Trees:1=1", "within:infm:Trees:1=1",
  ])
  func `an invalid area is refused with the valid forms`(text: String) async throws {
    let city = try Self.city()
    let error = await #expect(throws: (any Error).self) {
      try await city.plan { $0.area = text }
    }
    let words = error.map { "\($0)" } ?? ""
    #expect(!words.isEmpty)
    if text == "Nowhere" {
      #expect(words.contains("a bookmark: \"Mitte\", \"Grad\", \"view\""))
    }
  }

  @Test(arguments: [
    #"{"type":"Point","coordinates":[1,2]}"#, #"{"features":[]}"#, "{", "[]",
    #"{"type":"Polygon","coordinates":[]}"#, #"{"type":"FeatureCollection"}"#,
  ])
  func `a file without a polygon is refused`(text: String) async throws {
    let city = try Self.city()
    let path = try city.folder.write(text, to: "area.geojson")
    await #expect(throws: (any Error).self) { try await city.plan { $0.area = path } }
  }

  @Test func `a layer's polygon may have more vertices than a file's`() async throws {
    let count = 100_100
    var corners = (0..<count).map { index in
      let turn = 2 * Double.pi * Double(index) / Double(count)
      return "[\(11 + 0.5 * Transcendental.cos(turn)),\(45 + 0.5 * Transcendental.sin(turn))]"
    }
    corners.append(corners[0])
    let circle =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"NAME":"West"},"#
      + #""geometry":{"type":"Polygon","coordinates":[[\#(corners.joined(separator: ","))]]}}]}"#
    let city = try Self.city(["Squares.geojson": circle])
    #expect(try await trees(in: "Squares:NAME='West'", city) == [2])
    let path = try city.folder.write(circle, to: "area.geojson")
    await #expect(throws: PackagingError.self) { try await city.plan { $0.area = path } }
  }

  @Test func `lines and points in a file make areas with a margin only`() async throws {
    let city = try Self.city()
    let path = try city.folder.write(
      #"""
      {"type":"FeatureCollection","features":[
       {"type":"Feature","properties":{"NAME":"R1"},"geometry":
        {"type":"LineString","coordinates":[[9.9,45.01],[11.1,45.01]]}},
       {"type":"Feature","properties":{"NAME":"R2"},"geometry":
        {"type":"Point","coordinates":[14.5,45]}}]}
      """#, to: "routes.geojson")
    #expect(try await trees(in: "within:2km:\(path)", city) == [1, 2, 5])
    #expect(try await trees(in: "within:2km:\(path):NAME='R1'", city) == [1, 2])
    #expect(try await trees(in: "within:1km:\(path)", city) == [5])
    let error = await #expect(throws: PackagingError.self) {
      try await city.plan { $0.area = path }
    }
    #expect(
      error.map { "\($0)" }?.contains("within:50m:routes.geojson takes what is around it") == true)
  }

  @Test func `an ambiguous area text has its first meaning`() throws {
    let map = try WebMap(
      json: JSONParser.parse(
        Array(
          #"""
          {"operationalLayers":[{"id":"a","title":"A:B","layerType":"ArcGISFeatureLayer"}],
           "bookmarks":[{"name":"1,2,3,4","extent":{"xmin":0,"ymin":0,"xmax":1,"ymax":1}},
            {"name":"a.json","extent":{"xmin":0,"ymin":0,"xmax":1,"ymax":1}}]}
          """#.utf8)))
    func request(_ text: String, _ isFile: Bool = true) throws -> AreaRequest {
      try AreaRequest(parsing: text, map: map) { _ in isFile }
    }
    #expect(try request("1,2,3,4") == .box(Envelope(minX: 1, minY: 2, maxX: 3, maxY: 4)))
    #expect(try request("a.json") == .bookmark("a.json"))
    #expect(try request("view") == .view)
    #expect(try request("b.json") == .polygonFile("b.json"))
    #expect(try request("A:B:1=1", false) == .feature(layer: "A:B", expression: "1=1"))
  }

  @Test func `the package's ID differs for two areas with the same text`() async throws {
    let city = try Self.city()
    let path = city.folder.path("area.geojson")
    var ids: Set<String> = []
    for side in ["12.5", "12.6"] {
      try city.folder.write(
        #"{"type":"Polygon","coordinates":[[[10.5,44],[SIDE,44],[SIDE,46],[10.5,46],[10.5,44]]]}"#
          .replacing("SIDE", with: side), to: "area.geojson")
      ids.insert(try await city.check { $0.area = path }.packageID)
    }
    #expect(ids.count == 2)
  }
}
