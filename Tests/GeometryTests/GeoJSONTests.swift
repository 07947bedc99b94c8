import Bytes
import Geometry
import OrderedJSON
import TestSupport
import Testing

@Suite struct GeoJSONTests {
  private func read(_ text: String) throws -> Geometry? {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner()
    var reader = GeoJSONGeometryReader()
    var geometry = Geometry()
    let isThere = try reader.read(bytes.span, scanner: &scanner, into: &geometry)
    #expect(scanner.position == bytes.count)
    return isThere ? geometry : nil
  }

  private func text(_ geometry: Geometry, decimals: Int? = nil) -> String {
    var bytes: [UInt8] = []
    geometry.appendGeoJSON(to: &bytes, decimals: decimals)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: 0..<200)
  func `any geometry without measures reads back from GeoJSON`(seed: Int) throws {
    var random = RandomGeometry(seed: UInt64(seed))
    var geometry = random.next(hasM: false)
    if geometry.isEmpty { geometry.hasZ = false }
    #expect(try read(text(geometry)) == geometry)
    #expect(try Geometry(geoJSON: json(text(geometry))) == geometry)
  }

  private func json(_ text: String) throws -> JSON {
    var leniencies: [JSONLeniency] = []
    return try JSONParser.parse(Array(text.utf8), leniencies: &leniencies)
  }

  @Test func `members can be in any order, and others are ignored`() throws {
    let point = try read(
      #" { "bbox":[1,2,[3,{"a":"]"}]], "coordinates" : [ -1.5e2 , 2 ] , "crs":null,"type":"Point"}"#
    )
    #expect(point == Geometry(x: -150, y: 2))
  }

  @Test func `null is not a geometry, and empty coordinates are an empty geometry`() throws {
    #expect(try read("null") == nil)
    for kind in GeometryKind.allCases {
      let empty = try read(#"{"type":"\#(kind.geoJSONName)","coordinates":[]}"#)
      #expect(empty == Geometry(kind))
    }
  }

  @Test func `if a later position has a height, the earlier ones get height 0`() throws {
    let line = try read(#"{"type":"LineString","coordinates":[[1,2],[3,4,5],[6,7]]}"#)
    #expect(line?.hasZ == true)
    #expect(line?.coordinates == [1, 2, 0, 3, 4, 5, 6, 7, 0])
  }

  @Test func `an open ring is closed, and a ring of three vertices is dropped`() throws {
    let text = #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4]],[[1,1],[2,2],[1,1]]]}"#
    let bytes = Array(text.utf8)
    var scanner = JSONScanner()
    var reader = GeoJSONGeometryReader()
    var geometry = Geometry()
    _ = try reader.read(bytes.span, scanner: &scanner, into: &geometry)
    #expect(geometry.partEnds == [5])
    #expect(geometry.polygonEnds == [1])
    #expect(reader.repairs.closedRings == 1)
    #expect(reader.repairs.droppedRings == 1)
  }

  @Test func `shells are written counter-clockwise and holes clockwise`() throws {
    var polygon = Geometry(.polygon)
    polygon.coordinates = [0, 0, 0, 9, 9, 9, 9, 0, 0, 0, 1, 1, 2, 1, 2, 2, 1, 2, 1, 1]
    polygon.partEnds = [5, 10]
    polygon.polygonEnds = [2]
    let expected =
      #"{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,9],[0,0]],"#
      + #"[[1,1],[1,2],[2,2],[2,1],[1,1]]]}"#
    #expect(text(polygon) == expected)
  }

  @Test func `decimals are rounded if requested`() {
    #expect(
      text(Geometry(x: -122.676543219, y: 45.5), decimals: 6)
        == #"{"type":"Point","coordinates":[-122.676543,45.5]}"#)
  }

  @Test(arguments: [
    (#"{"type":"Point","coordinates":[1,2]}"#, #"{"type":"MultiPoint","coordinates":[[1,2]]}"#),
    (
      #"{"type":"LineString","coordinates":[[0,0],[1,1]]},{"type":"MultiLineString","coordinates":[[[2,2],[3,3]]]}"#,
      #"{"type":"MultiLineString","coordinates":[[[0,0],[1,1]],[[2,2],[3,3]]]}"#
    ),
    (
      #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]},{"type":"Polygon","coordinates":[[[5,5],[6,5],[6,6],[5,5]]]}"#,
      #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]}"#
    ),
    (
      #"null,{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2,3]}]},{"type":"Point","coordinates":[4,5]}"#,
      #"{"type":"MultiPoint","coordinates":[[1,2,3],[4,5,0]]}"#
    ), ("", nil),
  ])
  func `a collection of shapes of one kind is a multiple shape`(
    members: String, expected: String?
  ) throws {
    for order in [
      "{\"type\":\"GeometryCollection\",\"geometries\":[\(members)]}",
      "{\"geometries\":[\(members)],\"bbox\":[],\"type\":\"GeometryCollection\"}",
    ] {
      let shape = try #require(try read(order))
      #expect(shape.isEmpty == (expected == nil))
      if let expected { #expect(text(shape) == expected) }
    }
  }

  @Test func `a collection of several kinds costs only its shape, and nesting has a limit`() {
    let mixed =
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"LineString","coordinates":[[0,0],[1,1]]}]}"#
    let error = #expect(throws: GeometryError.self) { try read(mixed) }
    #expect(error?.costsOnlyItsShape == true)
    let head = String(repeating: #"{"type":"GeometryCollection","geometries":["#, count: 40)
    #expect(throws: GeometryError.self) {
      try read(head + String(repeating: "]}", count: 40))
    }
  }

  @Test(arguments: [
    #"{"type":"Point"}"#, #"{"coordinates":[1,2]}"#, #"{"type":"Point","coordinates":[1]}"#,
    #"{"type":"Point","coordinates":[null,2]}"#, #"{"type":"Point","coordinates":[1e999,2]}"#,
    #"{"type":"Point","coordinates":{}}"#, #"{"type":"LineString","coordinates":[1,2]}"#,
    #"{"type":"GeometryCollection"}"#, #"{"type":"GeometryCollection","geometries":[7]}"#, "[]",
    "7", "",
    #"{"type":"Polygon","coordinates":[[[0,0],[]]]}"#, #"{"type":"Point","coordinates":[1 2]}"#,
  ])
  func `anything but a geometry is an error`(text: String) {
    #expect(throws: GeometryError.self) { try read(text) }
  }

  @Test(arguments: 0..<20)
  func `truncated text is an error wherever it ends`(
    seed: Int
  ) throws {
    var random = RandomGeometry(seed: UInt64(seed))
    let bytes = Array(text(random.next(hasM: false)).utf8)
    var geometry = Geometry()
    for count in 0..<bytes.count {
      var scanner = JSONScanner()
      var reader = GeoJSONGeometryReader()
      #expect(throws: GeometryError.self) {
        try reader.read(bytes.span.extracting(0..<count), scanner: &scanner, into: &geometry)
      }
    }
  }
}

@Suite struct CoordinateTextTests {
  private func text(_ value: Double, decimals: Int? = nil) -> String {
    var bytes: [UInt8] = []
    if let decimals {
      CoordinateText.append(value, decimals: decimals, to: &bytes)
    } else {
      CoordinateText.append(value, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (5, "5"), (-5, "-5"), (0.1, "0.1"), (-122.6765, "-122.6765"),
      (9_007_199_254_740_992, "9007199254740992"), (1e300, "1e+300"), (.nan, "null"),
      (.infinity, "null"), (1e-7, "1e-07"), (120, "120"),
    ] as [(Double, String)])
  func `a number is written in its shortest form`(value: Double, expected: String) {
    #expect(text(value) == expected)
  }

  @Test func `every number reads back the same`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      #expect(Double(text(value)) == value)
      let coordinate = Double.random(in: -180...180, using: &generator)
      #expect(Double(text(coordinate)) == coordinate)
      let rounded = Double(text(coordinate, decimals: 7)) ?? .nan
      #expect((rounded - coordinate).magnitude <= 0.500_001e-7)
    }
  }

  @Test(
    arguments: [
      (1.005, 1, "1"), (-1.96, 1, "-2"), (-0.04, 1, "0"), (0.05, 2, "0.05"), (12.3456, 3, "12.346"),
      (100, 6, "100"), (1e200, 3, "1e+200"), (7.5, 0, "8"),
    ] as [(Double, Int, String)])
  func `a number is rounded to decimals`(value: Double, decimals: Int, expected: String) {
    #expect(text(value, decimals: decimals) == expected)
  }
}
