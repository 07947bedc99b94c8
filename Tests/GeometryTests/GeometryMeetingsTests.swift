import Geometry
import TestSupport
import Testing

/// How geometries meet, what they measure, and hulls: against known figures, and against GEOS where
/// it is there.
struct GeometryMeetingsTests {
  typealias Shapes = GeometryRelationsTests

  @Test(
    arguments: [
      // One, other: touches, crosses, overlaps, same.
      ("p 1 1", "p 1 1", "s"), ("p 1 1,2 2", "p 2 2,3 3", "o"), ("p 1 1", "p 1 1,2 2", ""),
      ("p 0 0", "l 0 0,4 4", "t"), ("p 1 1", "l 0 0,4 4", ""), ("p 1 1,9 9", "l 0 0,4 4", "c"),
      ("p 0 1", Shapes.square, "t"), ("p 1 1,9 9", Shapes.square, "c"),
      ("p 1 1", Shapes.square, ""),
      ("l 0 0,4 4", "l 0 4,4 0", "c"), ("l 0 0,4 0", "l 2 0,2 4", "t"),
      ("l 0 0,4 0", "l 4 0,8 0", "t"), ("l 0 0,4 0", "l 2 0,8 0", "o"),
      ("l 0 0,4 0", "l 4 0,0 0", "s"), ("l 0 0,2 0,4 0", "l 0 0,4 0", "s"),
      ("l 0 0,4 0", "l 1 0,2 0", ""),
      ("l 0 0,4 0,4 4,0 0", "l 0 0,-4 0", "t"), ("l -1 2,5 2", Shapes.square, "c"),
      ("l 0 0,4 0", Shapes.square, "t"), ("l 1 1,2 2", Shapes.square, ""),
      ("l -1 0,5 0", Shapes.square, "t"), (Shapes.square, "a 4 0,8 0,8 4,4 4", "t"),
      (Shapes.square, "a 4 4,8 4,8 8", "t"), (Shapes.square, "a 3 3,5 3,5 5,3 5", "o"),
      (Shapes.square, "a 1 1,2 1,2 2", ""), (Shapes.square, "a 4 0,4 4,0 4,0 0", "s"),
      (Shapes.ring, "a 2 2,4 2,4 4,2 4", "t"), (Shapes.ring, "a 1 1,5 1,5 5,1 5", "o"),
      (Shapes.ring, "a 2.5 2.5,3.5 2.5,3.5 3.5", ""), (Shapes.square, "p 9 9", ""),
    ])
  func `figures that are known`(one: String, other: String, found: String) {
    let (left, right) = (Shapes.shape(one), Shapes.shape(other))
    for (a, b) in [(left, right), (right, left)] {
      #expect(Self.word(a, b) == found)
    }
  }

  static func word(_ one: Geometry, _ other: Geometry) -> String {
    (one.touches(other) ? "t" : "") + (one.crosses(other) ? "c" : "")
      + (one.overlaps(other) ? "o" : "") + (one.isSame(as: other) ? "s" : "")
  }

  @Test func `what is empty meets nothing`() {
    let (empty, square) = (Geometry(.polygon), Shapes.shape(Shapes.square))
    #expect(Self.word(empty, square) == "")
    #expect(Self.word(empty, empty) == "s")
    #expect(
      PlanarMeasures(empty).distance(to: square) == nil
        && PlanarMeasures(square).nearest(x: 0, y: 0) != nil)
    #expect(
      PlanarMeasures(empty).nearest(x: 0, y: 0) == nil && Reshaping(empty).convexHull().isEmpty)
  }

  @Test func `sizes, distances and nearest positions`() {
    let (square, ring) = (Shapes.shape(Shapes.square), Shapes.shape(Shapes.ring))
    #expect(
      PlanarMeasures(square).area() == 16 && PlanarMeasures(ring).area() == 32
        && PlanarMeasures(ring).length() == 32)
    #expect(PlanarMeasures(Shapes.shape("l 0 0,3 4|0 0,1 0")).length() == 6)
    #expect(PlanarMeasures(square).distance(to: Shapes.shape("p 7 8")) == 5)
    #expect(PlanarMeasures(square).distance(to: Shapes.shape("p 2 2")) == 0)
    #expect(PlanarMeasures(ring).distance(to: Shapes.shape("p 3 3")) == 1)
    #expect(PlanarMeasures(Shapes.shape("l 0 0,4 0")).distance(to: Shapes.shape("l 5 -1,5 1")) == 1)
    let line = Shapes.shape("l 0 0,10 0")
    let left = PlanarMeasures(line).nearest(x: 3, y: 2)
    #expect(left?.x == 3 && left?.y == 0 && left?.distance == 2 && left.map { $0.side > 0 } == true)
    #expect(PlanarMeasures(line).nearest(x: 3, y: -2).map { $0.side < 0 } == true)
    #expect(PlanarMeasures(line).nearestVertex(x: 7, y: 0)?.x == 10)
    var high = Geometry(.lineString, hasZ: true)
    high.coordinates = [0, 0, 0, 3, 4, 12]
    high.partEnds = [2]
    #expect(
      PlanarMeasures(high).length() == 5 && PlanarMeasures(high).length(withHeights: true) == 13)
  }

  @Test func `shapes of one shape`() {
    let square = Shapes.shape(Shapes.square)
    #expect(
      Reshaping(square).rotated(degrees: 90, aboutX: 0, y: 0).coordinates.prefix(4) == [0, 0, 0, 4])
    #expect(Reshaping(square).rotated(degrees: -450, aboutX: 0, y: 0).coordinates[3] == -4)
    let turned = Reshaping(square).rotated(degrees: 45, aboutX: 2, y: 2)
    #expect((PlanarMeasures(turned).area() - 16).magnitude < 1e-12)
    let dense = Reshaping(Shapes.shape("l 0 0,10 0")).densified(longest: 3, limit: 100)
    #expect(dense?.coordinates == [0, 0, 2.5, 0, 5, 0, 7.5, 0, 10, 0])
    #expect(Reshaping(Shapes.shape("l 0 0,10 0")).densified(longest: 0.001, limit: 100) == nil)
    let line = Shapes.shape("l 0 0,1 0.1,2 0,3 5,4 0")
    #expect(
      Reshaping(line).generalized(tolerance: 0.5, removesDegenerate: true).coordinates
        == [0, 0, 2, 0, 3, 5, 4, 0])
    let small = Reshaping(square).generalized(tolerance: 100, removesDegenerate: true)
    #expect(small.isEmpty && small.polygonEnds.isEmpty)
    #expect(!Reshaping(square).generalized(tolerance: 100, removesDegenerate: false).isEmpty)
    #expect(
      Reshaping(Shapes.shape("p 1 1,2 2")).singleParts().map(\.coordinates) == [[1, 1], [2, 2]])
    #expect(
      Reshaping(Shapes.shape("l 0 0,1 0|2 0,3 0")).singleParts().map(\.coordinates.first) == [0, 2])
    #expect(Reshaping(Shapes.shape(Shapes.ring)).singleParts().first == Shapes.shape(Shapes.ring))
    #expect(Reshaping(Shapes.shape("p 0 0,1 1,2 2")).convexHull().kind == .lineString)
    #expect(Reshaping(Shapes.shape("p 1 1,1 1")).convexHull() == Geometry(x: 1, y: 1))
    let hull = Reshaping(Shapes.shape("p 0 0,4 0,2 1,4 4,0 4")).convexHull()
    #expect(PlanarMeasures(hull).area() == 16 && hull.vertexCount == 5)
    #expect(hull.doubleSignedArea(ofPart: 0) < 0)
  }

  @Test(.needs(.python("shapely")))
  func `random figures meet and measure as GEOS has it`() async throws {
    let python = try #require(Tool.python(having: "shapely"))
    let script = """
      word = ("t" if a.touches(b) else "") + ("c" if a.crosses(b) else "")
      word += ("o" if a.overlaps(b) else "") + ("s" if a.equals(b) else "")
      print(word or "-", a.distance(b), a.area, a.length, a.convex_hull.area, b.convex_hull.length)
      """
    for pair in try await GEOSJudge.pairs(3_000, seed: 78, asking: script, of: python) {
      let (one, other) = (pair.one, pair.other)
      let parts = pair.answer.split(separator: " ").map(String.init)
      let numbers = parts.dropFirst().compactMap { Double($0) }
      let word = Self.word(one, other)
      #expect((word.isEmpty ? "-" : word) == parts[0], "\(pair.told)")
      let hull = Reshaping(other).convexHull()
      let hullLength = hull.kind == .point ? 0 : PlanarMeasures(hull).length()
      let own = [
        PlanarMeasures(one).distance(to: other) ?? -1, PlanarMeasures(one).area(),
        one.kind == .multiPoint ? 0 : PlanarMeasures(one).length(),
        PlanarMeasures(Reshaping(one).convexHull()).area(), hullLength,
      ]
      for (mine, theirs) in zip(own, numbers) {
        #expect((mine - theirs).magnitude < 1e-9, "\(pair.answer): \(pair.told)")
      }
    }
  }
}
