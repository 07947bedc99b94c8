import Arcade
import Geometry
import Testing

/// Function reference: geometry functions.
struct GeometryFunctionTests {
  static let shapes =
    "var s = Polygon({rings: [[[0, 0], [0, 40], [40, 40], [40, 0], [0, 0]]], "
    + "spatialReference: {wkid: 3857}});\n"
    + "var l = Polyline({paths: [[[0, 0], [10, 0]], [[50, 50], [60, 50]]]});\n"
    + "var m = Multipoint({points: [[1, 1], [2, 2]]});\n"

  @Test func `each record has its own geometry`() throws {
    var workspace = try FeatureSetTests.workspace()
    let program = try ArcadeProgram(
      parsing: "var s = Point(1, 1); var f = Geometry($feature); IIf(f == null, 'none', f.x)",
      profile: .popup, features: Expressions.schema, hasTables: true)
    var values: [String] = []
    for x in [10, 20, nil, 30] {
      let shape = x.map { Geometry(x: Double($0), y: 0) }
      let record = Expressions.record(Expressions.tree, shape: shape ?? Geometry(.point))
      try workspace.setFeature(record.span, schema: Expressions.schema)
      for _ in 0..<2 {
        values.append(try Expressions.text(of: workspace.value(of: program), in: &workspace))
      }
    }
    #expect(values == ["10", "10", "20", "20", "\"none\"", "\"none\"", "30", "30"])
  }

  static func value(_ source: String) throws -> String {
    var workspace = try FeatureSetTests.workspace()
    let program = try ArcadeProgram(
      parsing: shapes + source, profile: .popup, features: Expressions.schema, hasTables: true)
    return try Expressions.text(of: workspace.value(of: program), in: &workspace)
  }

  @Test(
    arguments: [
      // Point, Multipoint, Polyline, Polygon: members
      ("Point({x: 1, y: 2}).y", "2"), ("Point(3, 4).x", "3"), ("Point(3, 4, 5).z", "5"),
      ("Point(3, 4, 5, 6).m", "6"), ("Point(3, 4).z", "null"),
      ("Point('{\"x\": 7, \"y\": 8}').x", "7"),
      ("Point({x: 1, y: 2, spatialReference: {wkid: 4326}}).spatialReference.wkid", "4326"),
      ("Point(1, 2).spatialReference.wkid", "null"), ("TypeOf(s)", "\"Polygon\""),
      ("Count(s.rings)", "1"), ("s.rings[0][1].y", "40"), ("Count(s.rings[0])", "5"),
      ("s.type", "\"Polygon\""), ("s.hasZ", "false"), ("l.paths[1][0].x", "50"),
      ("m.points[-1].y", "2"), ("Point($feature).x", "10"), ("Polygon(s) == s", "true"),
      ("Point(null)", "null"),
      ("Polygon(Dictionary('rings', [[[0,0],[0,1],[1,1]]])).rings[0][0].x", "0"),
      // Extent: from geometries and from sides
      ("Extent(s).xmax", "40"), ("Extent(l).width", "60"), ("Extent(s).center.x", "20"),
      ("Extent({xmin: 1, ymin: 2, xmax: 3, ymax: 5}).height", "3"),
      ("TypeOf(Extent(s))", "\"Extent\""),
      ("Extent($feature).ymin", "20"), ("Extent(s).type", "\"Extent\""),
      // Centroid: of polygons, lines and points
      ("Centroid(s).x", "20"), ("Centroid(l).y", "25"), ("Centroid(m).x", "1.5"),
      ("Centroid($feature).y", "20"), ("Centroid(null)", "null"),
      ("Centroid(s).spatialReference.wkid", "3857"),
      (
        "Round(Centroid(Polygon({rings: [[[0, 0], [0, 9], [9, 9], [9, 0], [0, 0]], "
          + "[[0, 0], [3, 0], [3, 9], [0, 9], [0, 0]]]})).x, 9)", "6"
      ),
      // Intersects, Disjoint, Contains, Within
      ("Intersects($feature, s)", "true"), ("Intersects(s, Point(50, 50))", "false"),
      ("Intersects(l, s)", "true"), ("Intersects(m, Point(2, 2))", "true"),
      ("Intersects(null, s)", "false"), ("Disjoint(null, s)", "true"),
      ("Disjoint(s, Point(50, 50))", "true"), ("Contains(s, $feature)", "true"),
      ("Contains($feature, s)", "false"), ("Within($feature, s)", "true"),
      ("Within(m, s)", "true"), ("Within(l, s)", "false"), ("Contains(s, Point(0, 0))", "false"),
      ("EnvelopeIntersects(l, Point(30, 30))", "true"), ("Contains(Extent(l), m)", "true"),
      // The same with feature sets: the features for which it is true
      ("Count(Intersects($layer, s))", "2"), ("Count(Intersects(Point(30, 40), $layer))", "1"),
      ("First(Intersects($layer, Point(30, 40))).OBJECTID", "8"),
      ("Count(Contains(s, $layer))", "1"), ("Count(Within($layer, s))", "1"),
      ("Count(Within(s, $layer))", "0"), ("Count(Disjoint($layer, Point(30, 40)))", "1"),
      ("Count(Intersects(FeatureSetByName($map, 'Inspections'), s))", "0"),
      ("Count(Intersects($layer, null))", "0"),
      // Geometries in other spatial references meet those of features
      ("Intersects(Point({x: 0, y: 0, spatialReference: {wkid: 4326}}), s)", "true"),
      (
        "Count(Intersects($layer, Extent({xmin: 0, ymin: 0, xmax: 0.0002, ymax: 0.0002, "
          + "spatialReference: {wkid: 4326}})))", "1"
      ),
      ("Intersects($feature, Point({x: 10, y: 20, spatialReference: {wkid: 102100}}))", "true"),
      // Intersection, Difference, Union, Clip, Buffer
      ("Area(Intersection(s, Extent({xmin: 30, ymin: 30, xmax: 50, ymax: 50})))", "100"),
      ("Area(Difference(s, Extent({xmin: 30, ymin: 30, xmax: 50, ymax: 50})))", "1500"),
      ("Area(Union(s, Extent({xmin: 30, ymin: 30, xmax: 50, ymax: 50})))", "1900"),
      ("Area(SymmetricDifference(s, Extent({xmin: 30, ymin: 30, xmax: 50, ymax: 50})))", "1800"),
      ("Count(Union([Point(1, 2), null, Point(3, 4)]).points)", "2"), ("Union([])", "null"),
      ("Intersection(s, Point(90, 90))", "null"), ("Intersection(null, s)", "null"),
      ("Difference(s, null) == s", "false"), ("Area(Difference(s, null))", "1600"),
      ("Count(Cut(s, Polyline({paths: [[[-10, 5], [90, 5]]]})))", "2"),
      ("Count(Cut(s, l))", "1"), ("Count(Cut(null, l))", "0"), ("Count(Cut(s, null))", "1"),
      ("Length(Clip(Polyline({paths: [[[-10, 5], [90, 5]]]}), Extent(s)))", "40"),
      ("Round(Area(Buffer(Point(0, 0), 10)), 3)", "313.935"),
      ("Count(Buffer(Point(0, 0), 10).rings[0])", "97"), ("Buffer(Point(0, 0), -1)", "null"),
      ("Round(Area(Buffer($feature, 10, 'feet')), 3)", "29.166"),
      ("Count(Intersects($layer, Buffer($feature, 1)))", "1"),
      (
        "Round(AreaGeodetic(BufferGeodetic(Point({x: 0, y: 0, spatialReference: {wkid: 4326}}), 1, "
          + "'kilometers')) / 1000)", "3139"
      ),
      ("Count(Filter(Intersects($layer, s), 'OBJECTID = 7'))", "1"),
    ])
  func `geometries are made and compared`(source: String, expected: String) throws {
    #expect(try Self.value(source) == expected)
  }

  @Test(
    arguments: [
      ("Point('x')", "argument 1 of Point: it is not JSON"), ("Point({y: 1})", "it has no x"),
      ("Polygon(5)", "must be a dictionary of a Polygon, not Number"),
      ("Polygon({rings: 5})", "argument 1 of Polygon"),
      ("Polyline({paths: [[['a', 1]]]})", "argument 1"),
      ("Polygon(l)", "must be a dictionary of a Polygon, not Geometry"),
      ("Extent({xmin: 1})", "it needs xmin, ymin, xmax and ymax"),
      ("Point(1, NaN)", "is not a number"),
      ("Intersects(1, s)", "must be a geometry or a feature, not Number"),
      (
        "Intersects(s, Point({x: 1, y: 2, spatialReference: {wkid: 32210}}))",
        "its spatial reference is 32210, but argument 1 has 3857, and Fieldpack can't transform"
      ),
      ("Intersects($layer, Point({x: 1, y: 2, spatialReference: {wkid: 32210}}))", "32210"),
      ("s.x", "Polygon has no member x"), ("Extent(s).rings", "Extent has no member rings"),
      ("Union(s, 5)", "argument 1 of Union: Number is no geometry or feature"),
      ("Clip(s, s)", "argument 2 of Clip must be an extent, not Geometry"),
      ("Buffer(s, 'x')", "argument 2 of Buffer: it is not a number"),
      ("Buffer(s, 1, 'elephants')", "argument 3 of Buffer: it is not a unit of length"),
      ("Cut(s, s)", "argument 2 of Cut must be a polyline, not Geometry"),
      ("s.rings = 1", "cannot be changed"),
    ])
  func `errors name the argument`(source: String, message: String) throws {
    let error = #expect(throws: ArcadeError.self) { try Self.value(source) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    #expect(error?.position.line == 4)
  }

  @Test func `comparing repeatedly ends at a limit`() throws {
    var workspace = try FeatureSetTests.workspace(limits: ArcadeLimits(steps: 20_000))
    let program = try ArcadeProgram(
      parsing: Self.shapes + "while (true) { Contains(s, s) }", profile: .popup, features: nil)
    #expect(throws: ArcadeError.self) { try workspace.value(of: program) }
  }
}
