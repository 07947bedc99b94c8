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
    "1,2,3", "3,3,1,1", "3,1,1,3", "170,10,-170,-10", "20,1,10,3", "1700000,1,-1700000,3",
    "1,1,1,1", "nan,1,2,3", "1,2,3,inf", "Nowhere", "", "Nothing:NAME='x'",
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

  @Test(arguments: [
    ("", [2, 3]), (":crew='B'", [5]), (":crew=7", [2, 3]),
  ])
  func `an Esri JSON file makes areas in its own coordinates`(
    suffix: String, expected: [Int]
  ) async throws {
    func ring(_ west: Int, _ east: Int) -> String {
      "[[\(west),5600000],[\(west),5650000],[\(east),5650000],[\(east),5600000],[\(west),5600000]]"
    }
    let city = try Self.city()
    let reference = #""spatialReference":{"wkid":102100,"latestWkid":3857}"#
    let set = suffix.contains("B") ? (1_600_000, 1_700_000) : (1_200_000, 1_400_000)
    let path = try city.folder.write(
      """
      {"geometryType":"esriGeometryPolygon",\(reference),"features":[
       {"attributes":{"crew":7},"geometry":{"rings":[\(ring(1_200_000, 1_400_000))]}},
       {"attributes":{"crew":"B"},"geometry":{"rings":[\(ring(set.0, set.1))]}}]}
      """, to: "crews.json")
    #expect(try await trees(in: path + suffix, city) == expected)
    let shape = try city.folder.write(
      #"{"rings":[\#(ring(1_200_000, 1_400_000))],\#(reference)}"#, to: "shape.json")
    #expect(try await trees(in: shape, city) == [2, 3])
  }

  @Test(arguments: [
    (#"{"rings":[[[1,1],[1,2],[2,2],[1,1]]]}"#, "one \"spatialReference\""),
    (
      #"{"spatialReference":{"wkid":4326},"transform":{},"features":[{"attributes":{},"geometry":{"rings":[[[1,1],[1,2],[2,2],[1,1]]]}}]}"#,
      "not quantized"
    ),
    (#"{"rings":[[[1,1],[1,2],[2,2],[1,1]]],"spatialReference":{"wkid":0}}"#, "spatialReference"),
  ])
  func `Esri JSON that doesn't say where it is is refused`(
    text: String, words: String
  ) async throws {
    let city = try Self.city()
    let path = try city.folder.write(text, to: "area.json")
    let error = await #expect(throws: (any Error).self) { try await city.plan { $0.area = path } }
    #expect(error.map { "\($0)" }?.contains(words) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("NAME='Wst'", "a feature whose NAME is Wst, but there is none. Did you mean West?"),
    ("NAME='Harbor'", "a feature whose NAME is Harbor, but the file has West, East"),
    ("CREW=7", "features with a property CREW, but they have NAME"),
  ])
  func `a value that no feature of a file has is refused with those that there are`(
    condition: String, words: String
  ) async throws {
    let city = try Self.city()
    let error = await #expect(throws: PackagingError.self) {
      try await city.plan { $0.area = city.folder.path("data/Squares.geojson") + ":" + condition }
    }
    #expect(error.map { "\($0)" }?.hasSuffix(words) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("Squares:NAME='West'", [1, 2]), ("within:70km:Squares:NAME='West'", [1, 2, 3]),
    ("10.5,44,12.5,46", [2, 3]),
  ])
  func `a layer that is left out can make the area`(area: String, expected: [Int]) async throws {
    let city = try Self.city()
    for name in ["squares", "l1"] {
      let target = city.folder.path("out.gpkg")
      let report = try await city.job { request in
        request.area = area
        request.without = [name]
      }.build(to: target, overwrite: true)
      let ids = try StoredRows(OpenPackage(path: target).store, "Trees").values("GlobalID")
      #expect((1...5).filter { ids.contains(MapFolder.id($0)) } == expected)
      #expect(report.tables.map(\.title) == ["Trees"])
      #expect(report.plan.leftOut.map(\.title) == ["Squares"])
    }
  }

  @Test(arguments: [(4326, -17.0), (3857, -17), (2193, -41)])
  func `a box over the antimeridian takes what is on both sides`(
    wkid: Int, latitude: Double
  ) async throws {
    let longitudes = [178, -177, 180, -180, 172, -174.6]
    let transform = try CoordinateTransform(
      from: SpatialReference(epsg: 4326), to: SpatialReference(epsg: wkid))
    let features = try longitudes.enumerated().map { index, longitude in
      let position = try #require(transform.forward(x: longitude, y: latitude))
      return #"{"attributes":{"GlobalID":"\#(MapFolder.id(index + 1))"},"#
        + #""geometry":{"x":\#(position.x),"y":\#(position.y)}}"#
    }
    let trees =
      #"{"geometryType":"esriGeometryPoint","spatialReference":{"wkid":\#(wkid)},"features":["#
      + features.joined(separator: ",") + "]}"
    let city = try MapFolder(layers: [#""title":"Trees""#], files: ["Trees.json": trees])
    let box = "175,\(latitude - 3),-175,\(latitude + 3)"
    let target = city.folder.path("out.gpkg")
    let report = try await city.job { $0.area = box }
      .build(to: target, overwrite: true)
    let ids = try StoredRows(OpenPackage(path: target).store, "Trees").values("GlobalID")
    #expect((1...6).filter { ids.contains(MapFolder.id($0)) } == [1, 2, 3, 4])
    let area = try #require(report.plan.area)
    #expect(area.shape.kind == .multiPolygon && area.shape.polygonEnds.count == 2)
    #expect(area.text == box)
  }

  @Test func `longitudes beyond 180 degrees are in a box over the antimeridian, too`()
    async throws
  {
    let trees = MapFolder.points(
      [(178, -17, ""), (181, -17, ""), (190.5, -17, ""), (-182, -17, ""), (-195, -17, "")])
    let city = try MapFolder(layers: [#""title":"Trees""#], files: ["Trees.geojson": trees])
    #expect(try await self.trees(in: "170,-20,-170,-10", city) == [1, 2, 4])
    #expect(try await self.trees(in: "-179.5,-20,-178,-10", city) == [2])
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
