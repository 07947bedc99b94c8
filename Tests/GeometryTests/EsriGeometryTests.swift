import Bytes
import Foundation
import Geometry
import OrderedJSON
import TestSupport
import Testing

@Suite struct EsriGeometryTests {
  private func read(
    _ text: String, with reader: inout EsriGeometryReader
  ) throws -> Geometry? {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner()
    var geometry = Geometry()
    let isThere = try reader.read(bytes.span, scanner: &scanner, into: &geometry)
    #expect(scanner.position == bytes.count)
    return isThere ? geometry : nil
  }

  private func read(_ text: String, hasZ: Bool = false, hasM: Bool = false) throws -> Geometry? {
    var reader = EsriGeometryReader(hasZ: hasZ, hasM: hasM)
    return try read(text, with: &reader)
  }

  @Test(arguments: 0..<200)
  func `any geometry reads back from Esri JSON as the multiple kind`(seed: Int) throws {
    var random = RandomGeometry(seed: UInt64(seed))
    var geometry = random.next()
    if geometry.isEmpty { (geometry.hasZ, geometry.hasM) = (false, false) }
    var bytes: [UInt8] = []
    geometry.appendEsriJSON(to: &bytes)
    if geometry.kind != .point { geometry.makeMultiple() }
    geometry = turned(geometry)
    #expect(try read(String(decoding: bytes, as: UTF8.self)) == geometry)
  }

  /// The same geometry with rings in Esri's direction.
  private func turned(_ geometry: Geometry) -> Geometry {
    guard geometry.kind == .multiPolygon else { return geometry }
    var result = geometry
    let stride = geometry.stride
    for part in geometry.partEnds.indices {
      let range = geometry.vertices(ofPart: part)
      for (index, vertex) in range.reversed().enumerated() {
        let target = (range.lowerBound + index) * stride
        for axis in 0..<stride {
          result.coordinates[target + axis] = geometry.coordinates[vertex * stride + axis]
        }
      }
    }
    return result
  }

  @Test(arguments: [
    (#"{"x":null,"y":null}"#, [] as [Double]), (#"{"x":"NaN","y":"NaN"}"#, []),
    (#"{"x":NaN,"y":NaN}"#, []), (#"{"y":2,"x":1,"spatialReference":{"wkid":4326}}"#, [1, 2]),
    (#"{"x":1,"y":2,"z":null}"#, [1, 2]), (#"{"x":1,"y":2,"z":"NaN"}"#, [1, 2]),
    (#"{"x":1,"y":2,"z":3}"#, [1, 2, 3]),
  ])
  func `a point is read, null or NaN is empty`(text: String, coordinates: [Double]) throws {
    let point = try #require(try read(text))
    #expect(point.kind == .point)
    #expect(point.coordinates == coordinates)
  }

  @Test func `a missing measure stays a missing measure`() throws {
    let point = try #require(try read(#"{"x":1,"y":2,"m":null}"#, hasM: true))
    #expect(point.hasM && point.coordinates[2].isNaN)
    let line = try #require(try read(#"{"hasM":true,"paths":[[[1,2,null],[3,4,"NaN"],[5,6,7]]]}"#))
    #expect(line.hasM && !line.hasZ)
    #expect(line.coordinates[2].isNaN && line.coordinates[5].isNaN && line.coordinates[8] == 7)
  }

  @Test func `hasM alone makes the third number a measure, wherever it is`() throws {
    for text in [#"{"hasM":true,"points":[[1,2,3]]}"#, #"{"points":[[1,2,3]],"hasM":true}"#] {
      let points = try #require(try read(text))
      #expect(points.hasM && !points.hasZ)
      #expect(points.coordinates == [1, 2, 3])
    }
    let both = try #require(try read(#"{"points":[[1,2,3,4]]}"#, hasZ: true, hasM: true))
    #expect(both.hasZ && both.hasM)
    let ownFlag = try #require(try read(#"{"points":[[1,2,3]],"hasM":false}"#, hasM: true))
    #expect(ownFlag.hasZ && !ownFlag.hasM)
  }

  @Test func `missing heights are counted and not invented`() throws {
    var reader = EsriGeometryReader(hasZ: true)
    let points = try #require(try read(#"{"points":[[2,49],[3,50]]}"#, with: &reader))
    #expect(points.coordinates == [2, 49, 3, 50])
    #expect(reader.repairs.declaredHeightsAbsent == 1)
  }

  // Rings: clockwise squares unless a name says otherwise.
  static let outer = "[[0,0],[0,9],[9,9],[9,0],[0,0]]"
  static let hole = "[[1,1],[8,1],[8,8],[1,8],[1,1]]"
  static let clockwiseInside = "[[1,1],[1,8],[8,8],[8,1],[1,1]]"
  static let island = "[[3,3],[3,5],[5,5],[5,3],[3,3]]"
  static let farHole = "[[20,0],[29,0],[29,9],[20,9],[20,0]]"

  @Test(arguments: [
    ([outer], [[5]]), ([outer, hole], [[5, 5]]), ([hole, outer], [[5, 5]]),
    ([outer, clockwiseInside], [[5, 5]]), ([island, hole, outer], [[5], [5, 5]]),
    ([outer, farHole], [[5], [5]]), ([farHole], [[5]]), ([] as [String], [] as [[Int]]),
    (["[[0,0],[1,1],[0,0]]"], []), (["[[0,0],[0,9],[9,9]]"], [[4]]), (["[[1,1]]", outer], [[5]]),
    (["[]", outer], [[5]]),
  ])
  func `rings are grouped by containment`(rings: [String], polygons: [[Int]]) throws {
    let text = "{\"rings\":[\(rings.joined(separator: ","))]}"
    let geometry = try #require(try read(text))
    let found = geometry.polygonEnds.indices.map { polygon in
      geometry.parts(ofPolygon: polygon).map { geometry.vertices(ofPart: $0).count }
    }
    #expect(found == polygons)
  }

  @Test func `a thousand islands, each with a lake, are grouped`() throws {
    var rings: [String] = []
    for index in 0..<1_000 {
      let x = index % 40 * 10
      let y = index / 40 * 10
      rings.append("[[\(x),\(y)],[\(x),\(y + 8)],[\(x + 8),\(y + 8)],[\(x + 8),\(y)],[\(x),\(y)]]")
      rings.append(
        "[[\(x + 2),\(y + 2)],[\(x + 4),\(y + 2)],[\(x + 4),\(y + 4)],[\(x + 2),\(y + 2)]]")
    }
    var generator = SeededGenerator(seed: 3)
    let geometry = try #require(
      try read("{\"rings\":[\(rings.shuffled(using: &generator).joined(separator: ","))]}"))
    #expect(geometry.polygonEnds == (1...1_000).map { $0 * 2 })
  }

  @Test func `more rings than any real feature has are rejected`() {
    let ring = "[[0,0],[0,1],[1,1],[0,0]]"
    let text = "{\"rings\":[\(repeatElement(ring, count: 50_001).joined(separator: ","))]}"
    #expect(throws: GeometryError.countTooLarge(offset: 9, count: 50_001, limit: 50_000)) {
      try read(text)
    }
  }

  @Test func `repairs of rings are counted`() throws {
    var reader = EsriGeometryReader()
    let rings = [Self.outer, Self.clockwiseInside, Self.farHole, "[[0,0],[1,1],[0,0]]"]
    _ = try read("{\"rings\":[\(rings.joined(separator: ","))]}", with: &reader)
    #expect(reader.repairs.shellsMadeHoles == 1)
    #expect(reader.repairs.holesMadeShells == 1)
    #expect(reader.repairs.droppedRings == 1)
  }

  @Test func `a hole that touches its shell at a vertex is still its hole`() throws {
    let touching = "[[0,0],[5,2],[2,5],[0,0]]"
    let geometry = try #require(try read("{\"rings\":[\(touching),\(Self.outer)]}"))
    #expect(geometry.polygonEnds == [2])
  }

  @Test func `quantized coordinates are decoded from the upper left`() throws {
    let json: JSON = [
      "originPosition": "upperLeft", "scale": [2, 2], "translate": [100, 1000],
    ]
    var reader = EsriGeometryReader(quantization: try EsriQuantization(json: json))
    let line = try #require(
      try read(#"{"paths":[[[1,1],[1,0],[0,2]],[[5,5],[1,1]]]}"#, with: &reader))
    #expect(line.coordinates == [102, 998, 104, 998, 104, 994, 110, 990, 112, 988])
    let point = try #require(try read(#"{"x":3,"y":4}"#, with: &reader))
    #expect(point.coordinates == [106, 992])
    #expect(throws: GeometryError.self) { try EsriQuantization(json: ["scale": [1, 2]]) }
  }

  @Test(arguments: ["curveRings", "curvePaths"])
  func `curves are rejected with their name`(name: String) {
    #expect(throws: GeometryError.curve(offset: 2, name: name)) {
      try read("{\"\(name)\":[[[1,2],{\"c\":[[3,3],[1,4]]}]]}")
    }
  }

  @Test func `an envelope is read as a polygon, an empty object by the layer's type`() throws {
    let box = try #require(try read(#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#))
    #expect(box.envelope() == Envelope(minX: 1, minY: 2, maxX: 3, maxY: 4))
    #expect(box.kind == .multiPolygon)
    var reader = EsriGeometryReader(type: .polyline)
    #expect(try read("{}", with: &reader) == Geometry(.multiLineString))
    #expect(try read("null", with: &reader) == nil)
    #expect(throws: GeometryError.self) { try read("{}") }
  }

  @Test(arguments: 0..<20)
  func `truncated text is an error wherever it ends`(seed: Int) throws {
    var random = RandomGeometry(seed: UInt64(seed))
    var bytes: [UInt8] = []
    random.next().appendEsriJSON(to: &bytes)
    var geometry = Geometry()
    var reader = EsriGeometryReader()
    for count in 0..<bytes.count {
      var scanner = JSONScanner()
      #expect(throws: GeometryError.self) {
        try reader.read(bytes.span.extracting(0..<count), scanner: &scanner, into: &geometry)
      }
    }
  }
}

/// Responses of real services and GDAL's unusual files, if the shared folder is present.
@Suite(.needs(.sharedData("esrijson")))
struct EsriGeometrySampleTests {
  private func geometries(_ file: String) throws -> [Geometry] {
    let path = try #require(SharedData.path("esrijson/\(file)"))
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    var leniencies: [JSONLeniency] = []
    let set = try JSONParser.parse(bytes, leniencies: &leniencies)
    let type = set["geometryType"]?.string.flatMap { EsriGeometryType(name: $0) }
    return try (set["features"]?.array ?? []).map { feature in
      try Geometry(
        esriJSON: feature["geometry"] ?? .null, type: type,
        hasZ: set["hasZ"]?.bool ?? false, hasM: set["hasM"]?.bool ?? false)
    }
  }

  @Test func `GDAL's unusual files are read like in GDAL`() throws {
    #expect(try geometries("gdal/esripolygon.json").first?.polygonEnds == [2, 3])
    #expect(try geometries("gdal/esripolygonempty.json") == [Geometry(.multiPolygon)])
    #expect(try geometries("gdal/esrizpoint.json").first?.coordinates == [2, 49, 1])
    let measures = try #require(try geometries("gdal/esrihasmnozmultipoint.json").first)
    #expect(measures.hasM && !measures.hasZ && measures.coordinates == [2, 49, 1, 3, 50, 2])
    let flat = try #require(try geometries("gdal/esriinvalidhaszmultipoint.json").first)
    #expect(!flat.hasZ && flat.coordinates == [2, 49, 3, 50])
    let both = try #require(try geometries("gdal/esrizmmultipoint.json").first)
    #expect(both.coordinates == [2, 49, 1, 100, 3, 50, 2, 100])
  }

  @Test(arguments: [
    ("PointHasZ", true, false), ("PointHasM", false, true), ("PointHasZM", true, true),
    ("LineHasZ", true, false), ("LineHasM", false, true), ("LineHasZM", true, true),
    ("PolygonHasZ", true, false), ("PolygonHasM", false, true), ("PolygonHasZM", true, true),
  ])
  func `service responses have the dimensions they declare`(
    file: String, hasZ: Bool, hasM: Bool
  ) throws {
    let read = try geometries("restjs/arcgis/\(file).json")
    #expect(!read.isEmpty)
    for geometry in read where !geometry.isEmpty {
      #expect(geometry.hasZ == hasZ)
      #expect(geometry.hasM == hasM)
    }
  }

  @Test(arguments: ["Point", "Line", "Polygon"])
  func `a service's Web Mercator response equals its transformed GeoJSON response`(
    kind: String
  ) throws {
    var esri = try #require(geometries("restjs/arcgis/arcGIS\(kind)Response.json").first)
    try CoordinateTransform(from: .webMercator, to: .wgs84).apply(to: &esri)
    let path = try #require(SharedData.path("esrijson/restjs/geojson/geoJSON\(kind)Response.json"))
    var leniencies: [JSONLeniency] = []
    let answer = try JSONParser.parse(
      Array(try Data(contentsOf: URL(filePath: path))), leniencies: &leniencies)
    let geoJSON = try Geometry(geoJSON: answer["features"]?[0]?["geometry"] ?? .null)
    #expect(esri.vertexCount == geoJSON.vertexCount)
    #expect(esri.partEnds.count == geoJSON.partEnds.count)
    let a = esri.envelope()
    let b = geoJSON.envelope()
    #expect((a.minX - b.minX).magnitude < 1e-6 && (a.maxX - b.maxX).magnitude < 1e-6)
    #expect((a.minY - b.minY).magnitude < 1e-6 && (a.maxY - b.maxY).magnitude < 1e-6)
  }

  @Test(.needs(.sharedData("mobile-map-package/geometry_vectors.json")))
  func `coordinates of real geodatabases are plausible`() throws {
    let path = try #require(SharedData.path("mobile-map-package/geometry_vectors.json"))
    var leniencies: [JSONLeniency] = []
    let vectors = try JSONParser.parse(
      Array(try Data(contentsOf: URL(filePath: path))), leniencies: &leniencies)
    for vector in vectors.array ?? [] {
      guard let code = vector["srid"]?.int, code < 32_768 else { continue }
      var box = Envelope.empty
      for position in vector["world"]?.array ?? [] {
        box.formUnion(x: position[0]?.double ?? .nan, y: position[1]?.double ?? .nan)
      }
      #expect(CoordinatePlausibility(box, in: SpatialReference(epsg: code)) == .plausible)
    }
  }
}
