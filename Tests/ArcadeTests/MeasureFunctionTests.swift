import Arcade
import Testing

/// Function reference: geometry functions that measure or derive geometries, and functions that
/// make features and feature sets. Each case names its rule.
struct MeasureFunctionTests {
  static let shapes =
    "var s = Polygon({rings: [[[0, 0], [0, 400], [400, 400], [400, 0], [0, 0]]], "
    + "spatialReference: {wkid: 3857}});\n"
    + "var l = Polyline({paths: [[[0, 0], [300, 400]]], spatialReference: {wkid: 2992}});\n"
    + "var g = Polyline({paths: [[[-122.5, 45.5], [-122.4, 45.5]]], spatialReference: {wkid: 4326}});\n"
    + "var c = Polygon({rings: [[[10, 50], [10, 51], [11, 51], [11, 50], [10, 50]]], "
    + "spatialReference: {wkid: 4326}});\n"
    + "function P(x, y) { return Point({x: x, y: y, spatialReference: {wkid: 3857}}) }\n"

  static func value(_ source: String) throws -> String {
    var workspace = try FeatureSetTests.workspace()
    let program = try ArcadeProgram(
      parsing: shapes + source, profile: .popup, features: Expressions.schema, hasTables: true)
    return try Expressions.text(of: workspace.value(of: program), in: &workspace)
  }

  @Test(
    arguments: [
      ("Area: the unit of the coordinates", "Area(s)", "160000"),
      ("Area: square meters", "Area(s, 'square-meters')", "160000"),
      ("Area: a unit of length is squared", "Area(s, 'kilometers')", "0.16"),
      ("Area: hectares", "Area(s, 'hectares')", "16"),
      ("Area: acres", "Round(Area(s, 'acres'), 6)", "39.536861"),
      ("Area: EPSG's number", "Round(Area(s, 9002))", "1722226"),
      ("Area: of lines", "Area(l)", "0"), ("Area: null", "Area(null)", "0"),
      ("Area: of an extent", "Area(Extent(s), 'ha')", "16"),
      ("Area: of points", "Area(s.rings[0], 'ha')", "16"),
      ("Area: of degrees in Web Mercator", "Area(c, 'square-kilometers') > 19400", "true"),
      ("Area: of a feature set", "Area($layer)", "0"),
      ("Length", "Length(l)", "500"),
      ("Length: feet of the coordinates", "Length(l, 'feet')", "500"),
      ("Length: meters", "Length(l, 'meters')", "152.4"),
      ("Length: of a ring", "Length(s, 'm')", "1600"),
      ("Length: of points", "Length([P(0, 0), P(3, 4)])", "5"),
      ("Length: null", "Length(null)", "0"),
      ("Length: of a feature set", "Length($layer, 'm')", "0"),
      (
        "Length: nautical miles",
        "Length(Polyline({paths: [[[0, 0], [1852, 0]]], spatialReference: "
          + "{wkid: 102100}}), 'nautical-miles')", "1"
      ),
      ("Length3D", "Length3D(Polyline({hasZ: true, paths: [[[0, 0, 0], [3, 4, 12]]]}))", "13"),
      ("LengthGeodetic: meters", "Round(LengthGeodetic(g), 3)", "7815.806"),
      ("LengthGeodetic: miles", "Round(LengthGeodetic(g, 'miles'), 3)", "4.857"),
      ("AreaGeodetic", "Round(AreaGeodetic(c, 'square-kilometers'), 1)", "7892.1"),
      ("AreaGeodetic: of Web Mercator", "Round(AreaGeodetic(s) / 160000, 3)", "0.993"),
      ("AreaGeodetic: null", "AreaGeodetic(null)", "0"),
      (
        "DistanceGeodetic",
        "Round(DistanceGeodetic(Point({x: -122.5, y: 45.5, spatialReference: {wkid: 4326}}), "
          + "Point({x: -122.4, y: 45.5, spatialReference: {wkid: 4326}}), 'kilometers', 'geodesic'), 4)",
        "7.8158"
      ),
      ("Distance", "Distance(P(0, 0), P(3, 4))", "5"),
      ("Distance: to a side", "Distance(P(200, -100), s, 'kilometers')", "0.1"),
      ("Distance: inside", "Distance(P(1, 1), s)", "0"),
      ("Distance: features", "Distance($feature, P(10, 50))", "30"),
      ("Distance: points", "Distance([P(0, 0), P(9, 9)], P(9, 10))", "1"),
      ("Distance: null", "Distance(null, s)", "null"),
      ("Angle: from the east, counter-clockwise", "Angle(P(0, 0), P(0, 5))", "90"),
      ("Angle: round a point", "Angle(P(1, 0), P(0, 0), P(0, -1))", "270"),
      ("Angle: one point", "Angle(P(0, 0), P(0, 0))", "0"),
      ("Bearing: from the north, clockwise", "Bearing(P(0, 0), P(-5, -5))", "225"),
      ("Bearing: round a point", "Bearing(P(1, 0), P(0, 0), P(0, -1))", "90"),
      ("Bearing: null", "Bearing(null, P(0, 0))", "null"),
    ])
  func `sizes, distances and directions`(rule: String, source: String, expected: String) throws {
    #expect(try Self.value(source) == expected, "\(rule)")
  }

  @Test(
    arguments: [
      ("Touches", "Touches(s, P(0, 5))", "true"),
      ("Touches: inside", "Touches(s, P(5, 5))", "false"),
      ("Crosses", "Crosses(Polyline({paths: [[[-5, 5], [5, 5]]]}), s)", "true"),
      ("Overlaps", "Overlaps(s, Extent({xmin: 300, ymin: 300, xmax: 500, ymax: 500}))", "true"),
      ("Overlaps: of a feature set", "Count(Overlaps($layer, s))", "0"),
      (
        "Touches: of a feature set",
        "Count(Touches($layer, Extent({xmin: 10, ymin: 0, xmax: 20, ymax: 50})))",
        "1"
      ),
      (
        "Equals: other beginnings",
        "Equals(s, Polygon({rings: [[[400, 0], [0, 0], [0, 400], [400, 400], "
          + "[400, 0]]]}))", "true"
      ),
      ("Equals: features", "Equals($feature, P(10, 20))", "true"),
      ("Equals: values", "Equals(1, 1)", "true"),
      ("Equals: other kinds", "Equals(s, 1)", "false"),
      ("Rotate: about the centroid", "Rotate(s, 90).rings[0][0].y", "0"),
      ("Rotate: about a point", "Rotate(P(1, 0), 90, P(0, 0)).y", "1"),
      ("Densify", "Count(Densify(l, 100).paths[0])", "6"),
      ("Densify: unit", "Count(Densify(l, 30.48, 'm').paths[0])", "6"),
      ("Generalize", "Count(Generalize(Densify(l, 100), 1).paths[0])", "2"),
      (
        "ConvexHull", "Area(ConvexHull(Multipoint({points: [[0, 0], [4, 0], [0, 4], [1, 1]]})))",
        "8"
      ),
      (
        "MultiPartToSinglePart",
        "Count(MultiPartToSinglePart(Multipoint({points: [[0, 0], [4, 0]]})))", "2"
      ),
      ("RingIsClockwise", "RingIsClockwise([P(0, 0), P(0, 1), P(1, 1)])", "true"),
      ("NearestCoordinate", "NearestCoordinate(s, P(200, -100)).coordinate.x", "200"),
      ("NearestCoordinate: distance", "NearestCoordinate(l, Point({x: 0, y: 0})).distance", "0"),
      (
        "NearestCoordinate: side", "NearestCoordinate(l, Point({x: 0, y: 100})).sideOfLine",
        "\"left\""
      ),
      ("NearestCoordinate: on it", "NearestCoordinate(s, P(5, 5)).sideOfLine", "\"straddle\""),
      ("NearestVertex", "NearestVertex(s, P(390, 500)).coordinate.x", "400"),
      (
        "Geometry: of a dictionary", "Geometry({x: 1, y: 2, spatialReference: {wkid: 4326}}).y", "2"
      ),
      ("Geometry: of JSON", "TypeOf(Geometry('{\"paths\": [[[0, 0], [1, 1]]]}'))", "\"Polyline\""),
    ])
  func `geometries are compared and derived`(rule: String, source: String, expected: String) throws
  {
    #expect(try Self.value(source) == expected, "\(rule)")
  }

  static let json =
    "var f = FeatureSet('{\"fields\": [{\"name\": \"RANK\", \"type\": \"esriFieldTypeInteger\"}, "
    + "{\"name\": \"Made\", \"type\": \"esriFieldTypeDate\"}, {\"name\": \"Name\", \"type\": "
    + "\"esriFieldTypeString\"}], \"geometryType\": \"esriGeometryPoint\", \"spatialReference\": "
    + "{\"wkid\": 4326}, \"features\": [{\"attributes\": {\"RANK\": 2, \"Made\": 0, \"Name\": \"b\"}, "
    + "\"geometry\": {\"x\": 1, \"y\": 2}}, {\"attributes\": {\"RANK\": 1, \"Name\": \"a\"}}]}');\n"

  @Test(
    arguments: [
      ("Feature: geometry and pairs", "Feature(P(1, 2), 'Name', 'x', 'n', 5).n", "5"),
      ("Feature: geometry and dictionary", "Geometry(Feature(P(1, 2), {a: 1})).y", "2"),
      ("Feature: of a dictionary", "Feature({attributes: {a: 7}}).A", "7"),
      (
        "Feature: of JSON",
        "Geometry(Feature('{\"geometry\": {\"x\": 3, \"y\": 4}, \"attributes\": {}}')).x", "3"
      ),
      ("Feature: of a feature", "Feature($feature).DBH", "12.5"),
      ("Feature: no geometry", "Geometry(Feature(null, 'a', 1))", "null"),
      (
        "Feature: is changed",
        "var x = Feature(null, 'a', 1); x.a = 2; x['b'] = 3; return x.a + x.b", "5"
      ),
      (
        "Feature: as text", "Text(Feature(null, 'a', 1))",
        "\"{\\\"geometry\\\":null,\\\"attributes\\\":{\\\"a\\\":1}}\""
      ),
      ("SetGeometry", "var x = Feature(null, 'a', 1); SetGeometry(x, P(5, 6)); Geometry(x).x", "5"),
      ("FeatureSet: rows", "Count(f)", "2"), ("FeatureSet: fields", "First(f).name", "\"b\""),
      ("FeatureSet: dates", "Year(First(f).Made)", "1970"),
      ("FeatureSet: null", "First(Filter(f, 'RANK = 1')).Made", "null"),
      ("FeatureSet: orders", "First(OrderBy(f, 'RANK')).Name", "\"a\""),
      ("FeatureSet: sums", "Sum(f, 'RANK')", "3"),
      ("FeatureSet: shapes", "Geometry(First(f)).y", "2"),
      ("FeatureSet: spatial reference", "Geometry(First(f)).spatialReference.wkid", "4326"),
      ("FeatureSet: schema", "Schema(f).geometryType", "\"esriGeometryPoint\""),
      (
        "FeatureSet: of a dictionary",
        "Count(FeatureSet({fields: [{name: 'a', type: 'esriFieldTypeDouble'}], "
          + "features: [{attributes: {a: 1.5}}]}))", "1"
      ),
      (
        "FeatureSet: of features",
        "First(FeatureSet({fields: [{name: 'dbh', type: 'esriFieldTypeDouble'}], "
          + "features: [$feature]})).dbh", "12.5"
      ),
      (
        "FeatureSet: groups",
        "Count(GroupBy(f, 'Name', {name: 'n', expression: '1', statistic: 'COUNT'}))", "2"
      ),
      ("FeatureInFilter", "FeatureInFilter($feature, 'DBH > 12')", "true"),
      ("FeatureInFilter: not", "FeatureInFilter($feature, \"Condition = 'P'\")", "false"),
      ("FeatureInFilter: a row", "FeatureInFilter(First(f), 'RANK = 2')", "true"),
      ("GetFeatureSet", "Count(GetFeatureSet($feature))", "2"),
      (
        "GetFeatureSet: of a filtered set's feature",
        "Count(GetFeatureSet(First(Filter(f, 'RANK = 1')), 'root'))", "2"
      ),
      ("GetFeatureSet: of a made feature", "GetFeatureSet(Feature(null, 'a', 1))", "null"),
    ])
  func `features and feature sets are made`(
    rule: String, source: String, expected: String
  ) throws {
    #expect(try Self.value(Self.json + source) == expected, "\(rule)")
  }

  @Test(
    arguments: [
      ("Area(s, 'pounds')", "argument 2 of Area: it is not a unit of area"),
      ("Length(l, 'acres')", "argument 2 of Length: it is not a unit of length"),
      ("Length(Polyline({paths: [[[0, 0], [1, 1]]]}), 'm')", "its spatial reference is unknown"),
      ("LengthGeodetic(Polyline({paths: [[[0, 0], [1, 1]]]}))", "argument 1 of LengthGeodetic"),
      ("LengthGeodetic(g, 'm', 'loxodrome')", "only geodesic lines are supported"),
      (
        "LengthGeodetic(Polyline({paths: [[[0, 0], [180, 0]]], spatialReference: {wkid: 4326}}))",
        "two of its points are on opposite sides of the earth"
      ),
      (
        "Angle(s, P(0, 0))",
        "argument 1 of Angle must be a point or a feature with a point, not Geometry"
      ),
      ("Distance(s, 5)", "argument 2 of Distance must be a geometry or a feature, not Number"),
      ("Distance([1], s)", "must be a geometry, a feature or an array of points"),
      ("Rotate(s, 'x')", "argument 2 of Rotate: it is not a number"),
      ("Densify(s, 0)", "argument 2 of Densify: it must be greater than 0"),
      ("Densify(g, 5, 'm')", "its coordinates are not in a unit of length"),
      ("RingIsClockwise(s)", "must be an array of points"),
      ("SetGeometry($feature, P(0, 0))", "Feature cannot be changed"),
      ("$feature.DBH = 5", "Feature cannot be changed"),
      (
        "Feature(P(0, 0), 'a')",
        "Feature takes a geometry, then pairs of a name and a value, but was given 2 arguments"
      ),
      ("Feature(5)", "argument 1 of Feature must be a geometry, a feature or a dictionary"),
      ("FeatureSet('{}')", "argument 1 of FeatureSet"),
      ("FeatureSet({fields: [], features: [5]})", "one of its features is not a dictionary"),
      ("FeatureInFilter($feature, 'nosuch = 1')", "argument 2 of FeatureInFilter"),
      ("FeatureInFilter(Feature(null, 'a', 1), 'a = 1')", "must be a feature of a layer"),
      ("Geometry({z: 1})", "its geometry has no coordinates"),
    ])
  func `errors name the argument`(source: String, message: String) throws {
    let error = #expect(throws: ArcadeError.self) { try Self.value(source) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    #expect(error?.position.line == 6)
  }

  @Test func `measuring repeatedly ends at a limit`() throws {
    var workspace = try FeatureSetTests.workspace(limits: ArcadeLimits(steps: 50_000))
    for source in ["Densify(l, 0.0001)", "AreaGeodetic(c)", "Area($layer)", "Feature($feature)"] {
      let program = try ArcadeProgram(
        parsing: Self.shapes + "while (true) { \(source) }", profile: .popup, features: nil,
        hasTables: true)
      #expect(throws: ArcadeError.self) { try workspace.value(of: program) }
    }
  }
}
