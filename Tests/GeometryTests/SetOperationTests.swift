import Foundation
import Geometry
import TestSupport
import Testing

/// Unions, intersections and differences are those of GEOS.
@Suite struct SetOperationTests {
  private struct Case: Encodable {
    var one: String
    var other: String
    var operation: String
    /// Nil for an empty result.
    var result: String?
  }

  private static let operations: [(name: String, operation: SetOperation)] = [
    ("union", .union), ("intersection", .intersection), ("difference", .difference),
    ("symmetric_difference", .symmetricDifference),
  ]

  /// Reads cases, and prints what is wrong with each.
  private static let script = """
    import json, sys, shapely, shapely.geometry as g
    def dimension(shape):
      return {"Point": 0, "LineString": 1, "Polygon": 2}[shape.geom_type.replace("Multi", "")]
    def parts(shape, wanted):
      whole = getattr(shape, "geoms", [shape])
      return shapely.union_all([p for p in whole if not p.is_empty and dimension(p) == wanted])
    def wrong(case):
      a, b = (g.shape(json.loads(case[k])) for k in ("one", "other"))
      name, da, db = case["operation"], dimension(a), dimension(b)
      if name == "difference":
        expected, kind = (a, da) if da > db else (a.difference(b), da)
      elif name == "intersection":
        kind = min(da, db)
        expected = parts(a.intersection(b), kind)
      elif da != db:
        kind = max(da, db)
        expected = a if da > db else b
      else:
        expected, kind = getattr(a, name)(b), da
      ours = g.shape(json.loads(case["result"])) if case.get("result") else g.Point()
      if not ours.is_empty and not ours.is_valid: return shapely.is_valid_reason(ours)
      if kind == 2:
        apart = ours.symmetric_difference(expected).area if not ours.is_empty else expected.area
        limit = 1e-6 * expected.area + 1e-9 * (a.length + b.length)
        if apart > limit: return f"{apart} of {expected.area} differ"
        # Without slivers, whose existence rounding decides.
        opened = [shape.buffer(-1e-4).buffer(1e-4) for shape in (ours, expected)]
        if opened[0].is_empty != opened[1].is_empty: return "only one is wide"
        if not opened[0].is_empty and shapely.hausdorff_distance(*opened) > 1e-3:
          return "the boundaries are apart"
      elif kind == 1:
        # Of geometries far apart, pieces that a line goes twice may stay.
        ours, expected = shapely.unary_union(ours), shapely.unary_union(expected)
        if abs(ours.length - expected.length) > 1e-6 * (1 + expected.length):
          return f"length {ours.length}, not {expected.length}"
        if expected.length > 1e-6 and shapely.hausdorff_distance(expected, ours) > 1e-3:
          return "the lines are apart"
      else:
        if not ours.is_empty or not expected.is_empty:
          if ours.is_empty or expected.is_empty or not ours.equals(expected): return "other points"
    for case in json.load(open(sys.argv[1])):
      print(wrong(case) or "agrees")
    """

  private static func text(_ shape: Geometry) -> String {
    var bytes: [UInt8] = []
    shape.appendGeoJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func check(_ pairs: [(Geometry, Geometry)], _ python: Tool) async throws {
    var cases: [Case] = []
    for (one, other) in pairs {
      for (name, operation) in Self.operations {
        cases.append(
          Case(
            one: Self.text(one), other: Self.text(other), operation: name,
            result: try operation.result(of: one, and: other).map(Self.text)))
      }
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(
      String(decoding: JSONEncoder().encode(cases), as: UTF8.self), to: "cases.json")
    let answers = try await python.run(["-c", Self.script, path], seconds: 300).lines
    try #require(answers.count == cases.count)
    for (answer, item) in zip(answers, cases) where answer != "agrees" {
      Issue.record(
        "\(item.operation): \(answer): \(item.one) \(item.other) -> \(item.result ?? "nothing")")
    }
  }

  /// Where sides often lie on each other, and corners on sides.
  @Test(.needs(.python("shapely")))
  func `figures on a small grid are combined as GEOS does it`() async throws {
    let python = try #require(Tool.python(having: "shapely"))
    var generator = SeededGenerator(seed: 23)
    let pairs = (0..<3_000).map { _ in
      (GeometryRelationsTests.random(&generator), GeometryRelationsTests.random(&generator))
    }
    try await check(pairs, python)
  }

  @Test(.needs(.python("shapely")))
  func `figures anywhere on a map are combined as GEOS does it`() async throws {
    let python = try #require(Tool.python(having: "shapely"))
    var generator = SeededGenerator(seed: 24)
    func star(isLine: Bool) -> Geometry {
      let count = generator.integer(in: 3...20)
      let (x, y) = (
        -13_654_500 + Double.random(in: -80...80, using: &generator),
        5_704_500 + Double.random(in: -80...80, using: &generator)
      )
      var shape = Geometry(isLine ? .lineString : .polygon)
      for corner in 0..<count {
        let angle = 2 * Double.pi * Double(corner) / Double(count)
        let radius = Double.random(in: 5...100, using: &generator)
        shape.coordinates += [x + radius * cos(angle), y + radius * sin(angle)]
      }
      if !isLine {
        shape.coordinates += shape.coordinates.prefix(2)
        shape.polygonEnds = [1]
      }
      shape.partEnds = [shape.coordinates.count / 2]
      return shape
    }
    var pairs: [(Geometry, Geometry)] = []
    for round in 0..<2_000 {
      pairs.append((star(isLine: round % 4 == 0), star(isLine: round % 8 == 0)))
    }
    try await check(pairs, python)
  }

  @Test func `what is empty is nothing`() throws {
    let square = Geometry(Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1))
    let far = Geometry(Envelope(minX: 5, minY: 0, maxX: 6, maxY: 1))
    #expect(try SetOperation.intersection.result(of: square, and: far) == nil)
    #expect(try SetOperation.difference.result(of: square, and: square) == nil)
    #expect(try SetOperation.symmetricDifference.result(of: square, and: square) == nil)
    #expect(try SetOperation.union.result(of: Geometry(), and: Geometry()) == nil)
    #expect(try SetOperation.difference.result(of: square, and: Geometry()) != nil)
  }
}
