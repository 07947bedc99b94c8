import Geometry
import TestSupport
import Testing

@Suite struct IntersectionTests {
  /// A square of size ten with a square hole from 3 to 7.
  static let frame: Geometry = {
    var polygon = Geometry(Envelope(minX: 0, minY: 0, maxX: 10, maxY: 10))
    polygon.coordinates += [3, 3, 3, 7, 7, 7, 7, 3, 3, 3]
    polygon.partEnds.append(10)
    polygon.polygonEnds = [2]
    return polygon
  }()

  @Test(
    arguments: [
      (1, 1, true), (5, 5, false), (3, 5, true), (3, 3, true), (10, 10, true), (0, 4, true),
      (10.000_000_000_000_01, 5, false), (-1, 0, false), (5, 10, true), (7, 7, true),
    ] as [(Double, Double, Bool)])
  func `a position is inside, on the boundary or outside`(
    x: Double, y: Double, isInside: Bool
  ) throws {
    let prepared = try PreparedPolygon(Self.frame)
    #expect(prepared.contains(x: x, y: y) == isInside)
    #expect(Geometry(x: x, y: y).intersects(prepared) == isInside)
    #expect((Self.frame.location(x: x, y: y, inPolygon: 0) != .outside) == isInside)
  }

  private func line(_ coordinates: [Double]) -> Geometry {
    var line = Geometry(.lineString)
    line.coordinates = coordinates
    line.partEnds = [coordinates.count / 2]
    return line
  }

  @Test(
    arguments: [
      ([-5, 5, 15, 5], true), ([4, 4, 6, 6], false), ([4, 4, 6, 8], true), ([-1, 1, 1, -1], true),
      ([-1, 0.9, 0.9, -1], false), ([11, 0, 11, 9], false), ([3, 3, 5, 5], true),
    ] as [([Double], Bool)])
  func `a line meets a polygon with a hole`(coordinates: [Double], meets: Bool) throws {
    #expect(line(coordinates).intersects(try PreparedPolygon(Self.frame)) == meets)
  }

  @Test func `polygons meet if one contains the other, but not if it is in a hole`() throws {
    let frame = try PreparedPolygon(Self.frame)
    let inHole = Envelope(minX: 4, minY: 4, maxX: 6, maxY: 6)
    let around = Envelope(minX: -9, minY: -9, maxX: 19, maxY: 19)
    let inside = Envelope(minX: 1, minY: 1, maxX: 2, maxY: 2)
    #expect(!Geometry(inHole).intersects(frame))
    #expect(!Self.frame.intersects(try PreparedPolygon(Geometry(inHole))))
    #expect(!Self.frame.intersects(inHole))
    for box in [around, inside] {
      #expect(Geometry(box).intersects(frame))
      #expect(Self.frame.intersects(PreparedPolygon(box)))
      #expect(Self.frame.intersects(box))
    }
  }

  @Test func `a diagonal passes the corner of a box`() {
    let box = Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    #expect(line([-1, 1, 1, -1]).intersects(box))
    #expect(!line([-1, 0.999_999_999_999_999_9, 1, -1]).intersects(box))
    #expect(line([-1, -1, 2, 2]).intersects(box))
    #expect(!line([2, 0, 2, 1]).intersects(box))
  }

  @Test func `nothing meets an empty geometry`() throws {
    let box = Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    for kind in GeometryKind.allCases {
      #expect(!Geometry(kind).intersects(box))
      #expect(!Geometry(kind).intersects(PreparedPolygon(box)))
      #expect(!Geometry(box).intersects(.empty))
    }
    let nothing = try PreparedPolygon(Geometry(.multiPolygon))
    #expect(!Geometry(box).intersects(nothing))
    #expect(!nothing.contains(x: 0, y: 0))
    #expect(throws: GeometryError.self) { try PreparedPolygon(Geometry(.point)) }
  }

  @Test func `the side of a line is exact where doubles are not`() {
    // Shewchuk's example: positions a few ulps around (0.5, 0.5) on the line to (24, 24).
    let ulp = 0x1p-53
    for i in 0..<16 {
      for j in 0..<16 {
        let side = Orientation.sign(
          from: 0.5 + Double(i) * ulp, 0.5 + Double(j) * ulp, to: 12, 12, of: 24, 24)
        #expect((side > 0) == (i < j) || (side < 0) == (i > j))
        #expect((side == 0) == (i == j))
      }
    }
  }

  @Test func `the edge index gives the same result as a plain loop`() throws {
    var generator = SeededGenerator(seed: 11)
    var star = Geometry(.polygon)
    for step in 0..<400 {
      let radius = step.isMultiple(of: 2) ? 100.0 : 60
      let t = Double(step) / 100
      let turn = t.rounded(.down)
      let s = t - turn
      let (u, v) = ((1 - s * s) / (1 + s * s) * radius, 2 * s / (1 + s * s) * radius)
      let corners = [(u, v), (-v, u), (-u, -v), (v, -u)]
      star.coordinates += [corners[Int(turn)].0, corners[Int(turn)].1]
    }
    star.coordinates += star.coordinates[0..<2]
    star.partEnds = [401]
    star.polygonEnds = [1]
    let prepared = try PreparedPolygon(star)
    for _ in 0..<2_000 {
      let x = Double.random(in: -110...110, using: &generator)
      let y = Double.random(in: -110...110, using: &generator)
      #expect(prepared.contains(x: x, y: y) == (star.location(x: x, y: y, inPart: 0) != .outside))
    }
    for vertex in 0..<star.vertexCount {
      #expect(prepared.contains(x: star.x(vertex), y: star.y(vertex)))
    }
  }
}

/// Pairs of geometries on a small grid, where touching, overlapping and containing are common. GEOS
/// gives the expected results.
@Suite(.needs(.python("shapely")))
struct IntersectionByGEOSTests {
  private struct Grid {
    var generator: SeededGenerator

    mutating func position() -> [Double] {
      [Double(generator.integer(in: 0...8)), Double(generator.integer(in: 0...8))]
    }

    mutating func geometry(_ kind: GeometryKind) -> Geometry {
      var geometry = Geometry(kind)
      switch kind {
      case .point: geometry.coordinates = position()
      case .multiPoint: geometry.coordinates = position() + position() + position()
      case .lineString, .multiLineString:
        for _ in 0..<(kind == .lineString ? 1 : 2) {
          for _ in 0..<generator.integer(in: 2...4) { geometry.coordinates += position() }
          geometry.partEnds.append(geometry.vertexCount)
        }
      case .polygon, .multiPolygon:
        for _ in 0..<(kind == .polygon ? 1 : 2) { addPolygon(to: &geometry) }
      }
      return geometry
    }

    private mutating func addPolygon(to geometry: inout Geometry) {
      if Bool.random(using: &generator) {
        let first = position()
        geometry.coordinates += first
        for _ in 0..<generator.integer(in: 2...4) { geometry.coordinates += position() }
        geometry.coordinates += first
        geometry.partEnds.append(geometry.vertexCount)
      } else {
        let (a, b) = (position(), Double(generator.integer(in: 3...6)))
        let box = Geometry(
          Envelope(minX: a[0], minY: a[1], maxX: a[0] + b, maxY: a[1] + b))
        geometry.coordinates += box.coordinates
        geometry.partEnds.append(geometry.vertexCount)
        let hole = Geometry(
          Envelope(
            minX: a[0] + 1, minY: a[1] + 1, maxX: a[0] + b - 1, maxY: a[1] + b - 1))
        geometry.coordinates += hole.coordinates
        geometry.partEnds.append(geometry.vertexCount)
      }
      geometry.polygonEnds.append(geometry.partEnds.count)
    }
  }

  static let script = """
    import sys, shapely
    for line in sys.stdin:
        a, b = (shapely.from_wkb(bytes.fromhex(h)) for h in line.split())
        ok = a.is_valid and b.is_valid
        print(("1" if a.intersects(b) else "0") if ok else "-")
    """

  @Test(arguments: GeometryKind.allCases)
  func `every kind meets polygons and boxes like in GEOS`(kind: GeometryKind) async throws {
    let python = try #require(Tool.python(having: "shapely"))
    var grid = Grid(generator: SeededGenerator(seed: UInt64(kind.rawValue) * 977))
    var pairs: [(Geometry, Geometry, Envelope?)] = []
    for index in 0..<600 {
      let geometry = grid.geometry(kind)
      if index.isMultiple(of: 3) {
        let box = grid.geometry(.lineString).envelope()
        // GEOS treats a box without extent as invalid.
        if box.width > 0 && box.height > 0 { pairs.append((geometry, Geometry(box), box)) }
      } else {
        pairs.append(
          (geometry, grid.geometry(index.isMultiple(of: 2) ? .polygon : .multiPolygon), nil))
      }
    }
    let input = pairs.map { hex($0.0) + " " + hex($0.1) }.joined(separator: "\n")
    let answers = try await python.output(["-c", Self.script], stdin: Array(input.utf8))
      .split(separator: "\n")
    #expect(answers.count == pairs.count)
    var judged = 0
    for (pair, answer) in zip(pairs, answers) where answer != "-" {
      judged += 1
      let expected = answer == "1"
      #expect(pair.0.intersects(try PreparedPolygon(pair.1)) == expected, "\(pair)")
      if let box = pair.2 { #expect(pair.0.intersects(box) == expected, "\(pair)") }
    }
    #expect(judged > 100)
  }

  private func hex(_ geometry: Geometry) -> String {
    var bytes: [UInt8] = []
    geometry.appendWKB(to: &bytes)
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
