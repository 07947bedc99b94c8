import Geometry
import TestSupport
import Testing

/// Relations of geometries, compared with known results, and with GEOS if it is installed.
struct GeometryRelationsTests {
  /// Rings, lines or points as text: `a 0 0,4 0,4 4|…` is a polygon with rings, `l` are lines, `p`
  /// points.
  static func shape(_ text: String) -> Geometry {
    let parts = text.dropFirst(2).split(separator: "|").map { part in
      part.split(separator: ",").map { $0.split(separator: " ").compactMap { Double($0) } }
    }
    var shape = Geometry(
      text.first == "a" ? .polygon : text.first == "l" ? .multiLineString : .multiPoint)
    for part in parts {
      for position in part { shape.coordinates += position }
      if text.first == "a", let first = part.first { shape.coordinates += first }
      if text.first != "p" { shape.partEnds.append(shape.vertexCount) }
    }
    if text.first == "a" { shape.polygonEnds = [parts.count] }
    return shape
  }

  static let square = "a 0 0,4 0,4 4,0 4"
  static let ring = "a 0 0,6 0,6 6,0 6|2 2,2 4,4 4,4 2"

  @Test(
    arguments: [
      // One, other, whether they share a position, whether the first contains the second.
      (square, "p 1 1", true, true), (square, "p 0 1", true, false),
      (square, "p 5 5", false, false),
      (square, "p 0 0,1 1", true, true), (square, "p 1 1,9 9", true, false),
      (square, "l 0 0,4 4", true, true), (square, "l 0 0,4 0", true, false),
      (square, "l 1 1,5 1", true, false), (square, "l 4 0,8 0", true, false),
      (square, "l 0 2,4 2|1 0,1 4", true, true), (square, square, true, true),
      (square, "a 1 1,2 1,2 2", true, true), (square, "a 0 0,2 0,0 2", true, true),
      (square, "a 3 3,5 3,5 5,3 5", true, false), (square, "a 4 0,8 0,8 4,4 4", true, false),
      (square, "a 5 5,6 5,6 6", false, false), ("a 1 1,2 1,2 2", square, true, false),
      (ring, "p 3 3", false, false), (ring, "p 2 3", true, false), (ring, "l 1 1,5 1", true, true),
      (ring, "l 1 3,5 3", true, false), (ring, "l 2 2,2 4", true, false),
      (ring, "a 2.5 2.5,3.5 2.5,3.5 3.5", false, false), (ring, "a 1 1,5 1,5 5,1 5", true, false),
      (ring, "a 2 2,4 2,4 4,2 4", true, false), (ring, "a 0 0,6 0,6 2,0 2", true, true),
      (ring, ring, true, true), ("a 0 0,6 0,6 6,0 6", ring, true, true),
      ("l 0 0,4 4", "p 2 2", true, true), ("l 0 0,4 4", "p 0 0", true, false),
      ("l 0 0,4 4", "p 0 0,1 1", true, true), ("l 0 0,4 0,4 4,0 0", "p 0 0", true, true),
      ("l 0 0,4 4", "p 2 1", false, false), ("l 0 0,4 0", "l 1 0,2 0", true, true),
      ("l 0 0,2 0,4 0", "l 1 0,3 0", true, true), ("l 0 0,2 0", "l 1 0,3 0", true, false),
      ("l 0 0,2 0", "l 1 -1,1 1", true, false), ("l 0 0,2 0", "l 5 5,6 6", false, false),
      ("l 0 0,2 0", square, true, false), ("p 1 1", "p 1 1", true, true),
      ("p 1 1,2 2", "p 2 2", true, true), ("p 1 1", "p 1 1,2 2", true, false),
      ("p 1 1", "p 2 2", false, false), ("p 2 2", square, true, false),
    ])
  func `known shapes are related as expected`(
    one: String, other: String, intersects: Bool, contains: Bool
  ) {
    let (left, right) = (Self.shape(one), Self.shape(other))
    #expect(left.intersects(right) == intersects)
    #expect(right.intersects(left) == intersects)
    #expect(left.contains(right) == contains)
  }

  @Test func `an empty geometry shares nothing`() {
    #expect(!Geometry(.polygon).intersects(Self.shape(Self.square)))
    #expect(!Self.shape(Self.square).contains(Geometry(.point)))
  }

  /// Random shapes on a small grid touch and overlap in all ways.
  static func random(_ generator: inout SeededGenerator) -> Geometry {
    func position() -> String { "\(generator.integer(in: 0...6)) \(generator.integer(in: 0...6))" }
    switch generator.integer(in: 0...3) {
    case 0:
      return shape(
        "p " + (0..<generator.integer(in: 1...3)).map { _ in position() }.joined(separator: ","))
    case 1:
      let (a, b, c) = (position(), position(), position())
      return shape(a == b || b == c ? "l 0 0,3 1" : "l \(a),\(b),\(c)")
    case 2:
      let (x, y) = (generator.integer(in: 0...4), generator.integer(in: 0...4))
      let (w, h) = (generator.integer(in: 1...4), generator.integer(in: 1...4))
      let box = "a \(x) \(y),\(x + w) \(y),\(x + w) \(y + h),\(x) \(y + h)"
      guard w > 2, h > 2 else { return shape(box) }
      return shape(
        box
          + "|\(x + 1) \(y + 1),\(x + 1) \(y + h - 1),\(x + w - 1) \(y + h - 1),\(x + w - 1) \(y + 1)"
      )
    default:
      while true {
        let triangle = shape("a \(position()),\(position()),\(position())")
        if triangle.doubleSignedArea(ofPart: 0) != 0 { return triangle }
      }
    }
  }

  @Test(.needs(.python("shapely")))
  func `random shapes have the same relations as in GEOS`() async throws {
    guard let python = Tool.python(having: "shapely") else { return }
    let pairs = try await GEOSJudge.pairs(
      3_000, seed: 77, asking: "print(int(a.intersects(b)), int(a.contains(b)))", of: python)
    for pair in pairs {
      let (one, other) = (pair.one, pair.other)
      let own = "\(one.intersects(other) ? 1 : 0) \(one.contains(other) ? 1 : 0)"
      #expect(own == pair.answer, "\(pair.told)")
    }
  }
}
