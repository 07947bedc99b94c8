import Geometry
import OrderedJSON
import TestSupport
import Testing

/// Rings that cross themselves.
@Suite struct RingCrossingTests {
  private static func polygon(_ rings: String) throws -> Geometry {
    try Geometry(
      geoJSON: JSONParser.parse(Array("{\"type\":\"Polygon\",\"coordinates\":\(rings)}".utf8)))
  }

  @Test(arguments: [
    ("[[[0,0],[4,0],[4,4],[0,4],[0,0]]]", nil),
    ("[[[0,0],[4,4],[4,0],[0,4],[0,0]]]", [2.0, 2.0]),
    // A hole is a ring of its own.
    ("[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[3,3],[3,1],[1,3],[1,1]]]", [2.0, 2.0]),
    // Touching itself in a vertex, or along a side, is not crossing.
    ("[[[0,0],[2,2],[4,0],[4,4],[2,2],[0,4],[0,0]]]", nil),
    ("[[[0,0],[4,0],[4,4],[4,2],[4,6],[0,6],[0,0]]]", nil),
  ])
  func `a ring crosses itself where two of its sides do`(
    rings: String, expected: [Double]?
  ) throws {
    let crossing = RingCrossing.position(in: try Self.polygon(rings))
    #expect(crossing.map { [$0.x, $0.y] } == expected)
  }

  @Test func `a long ring is checked quickly`() throws {
    let ring = (0...50_000).map { index -> String in
      let angle = Double(index % 50_000) / 50_000 * 2 * Double.pi
      let radius = index.isMultiple(of: 2) ? 1.0 : 0.99
      return "[\(radius * cosine(angle)),\(radius * cosine(angle - Double.pi / 2))]"
    }
    let shape = try Self.polygon("[[\(ring.joined(separator: ","))]]")
    #expect(RingCrossing.position(in: shape) == nil)
  }

  /// The cosine as a sum, which is precise enough here.
  private func cosine(_ angle: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for index in 1..<20 {
      term *= -angle * angle / Double((2 * index - 1) * 2 * index)
      sum += term
    }
    return sum
  }

  // MARK: Invalid polygons

  @Test(arguments: [
    ("[[[0,0],[4,0],[4,4],[0,4],[0,0]]]", false),
    ("[[[0,0],[0,0],[4,0],[4,4],[4,4],[0,4],[0,0]]]", false),
    // Crossing in a side, and through a vertex.
    ("[[[0,0],[4,4],[4,0],[0,4],[0,0]]]", true),
    ("[[[0,0],[2,2],[4,4],[4,0],[2,2],[0,4],[0,0]]]", true),
    // A ring that touches itself.
    ("[[[0,0],[2,2],[4,0],[4,4],[2,2],[0,4],[0,0]]]", true),
    ("[[[0,0],[4,0],[4,4],[2,0],[0,4],[0,0]]]", true),
    // A spike.
    ("[[[0,0],[4,0],[4,4],[4,2],[4,6],[0,6],[0,0]]]", true),
    // A hole that touches its shell in a vertex, along a side, and one that leaves it.
    ("[[[0,0],[8,0],[8,8],[0,8],[0,0]],[[0,0],[2,4],[4,2],[0,0]]]", false),
    ("[[[0,0],[8,0],[8,8],[0,8],[0,0]],[[0,4],[2,6],[2,2],[0,4]]]", false),
    ("[[[0,0],[8,0],[8,8],[0,8],[0,0]],[[0,2],[0,6],[4,4],[0,2]]]", true),
    ("[[[0,0],[8,0],[8,8],[0,8],[0,0]],[[4,4],[12,4],[4,6],[4,4]]]", true),
    // A hole that leaves its shell through a vertex.
    ("[[[0,0],[8,0],[8,8],[0,8],[0,0]],[[4,4],[8,8],[12,9],[4,4]]]", true),
  ])
  func `a polygon is invalid where its rings cross, or one touches itself`(
    rings: String, isInvalid: Bool
  ) throws {
    #expect((RingCrossing.invalidPosition(in: try Self.polygon(rings)) != nil) == isInvalid)
  }

  @Test(.needs(.python("shapely")), arguments: 0..<4 as Range<UInt64>)
  func `random polygons are invalid where GEOS says so`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let shapes = (0..<3_000).map { _ in Self.random(&generator) }
    let lines = shapes.map { shape in
      var bytes: [UInt8] = []
      shape.appendGeoJSON(to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(lines.joined(separator: "\n"), to: "shapes.txt")
    let script = """
      import sys, json, shapely, shapely.geometry as g
      for line in open(sys.argv[1]):
        print(shapely.is_valid_reason(g.shape(json.loads(line))))
      """
    let python = try #require(Tool.python(having: "shapely"))
    let answers = try await python.run(["-c", script, path]).lines
    try #require(answers.count == shapes.count)
    var invalid = 0
    for (index, answer) in answers.enumerated() {
      let isInvalid = answer.contains("elf-intersection")
      // Of several faults, GEOS names one.
      guard isInvalid || answer == "Valid Geometry" else { continue }
      invalid += isInvalid ? 1 : 0
      #expect(
        (RingCrossing.invalidPosition(in: shapes[index]) != nil) == isInvalid,
        "\(answer): \(lines[index])")
    }
    #expect(invalid > 500 && invalid < 2_800)
  }

  /// One or two polygons of one or two rings, on a small grid so that they touch often.
  private static func random(_ generator: inout SeededGenerator) -> Geometry {
    var shape = Geometry(.multiPolygon)
    let isFine = generator.integer(in: 0...2) == 0
    for _ in 0..<generator.integer(in: 1...2) {
      for _ in 0..<generator.integer(in: 1...2) {
        let start = shape.coordinates.count
        let size = isFine ? 1_000 : 7
        let west = generator.integer(in: 0...size)
        for _ in 0..<generator.integer(in: 3...(isFine ? 5 : 6)) {
          shape.coordinates.append(Double(west + generator.integer(in: 0...size)))
          shape.coordinates.append(Double(generator.integer(in: 0...size)))
        }
        shape.coordinates += shape.coordinates[start..<start + 2]
        shape.partEnds.append(shape.vertexCount)
      }
      shape.polygonEnds.append(shape.partEnds.count)
    }
    return shape
  }

  @Test(arguments: [20_000, 200_000])
  func `a coast, a comb and a star are checked quickly`(count: Int) {
    var generator = SeededGenerator(seed: 9)
    func ring(_ position: (Int) -> (Double, Double)) -> Geometry {
      var shape = Geometry(.polygon)
      for index in 0..<count {
        let (x, y) = position(index)
        shape.coordinates += [x, y]
      }
      shape.coordinates += shape.coordinates[0..<2]
      shape.partEnds = [count + 1]
      shape.polygonEnds = [1]
      return shape
    }
    let half = count / 2
    // There on a rough line, back on a straight one.
    let coast = ring { index in
      index < half
        ? (Double(index), Double(generator.integer(in: 0...1_000)))
        : (Double(count - index), -1)
    }
    #expect(RingCrossing.invalidPosition(in: coast) == nil)
    // Teeth as long as the comb is high.
    let comb = ring { index in
      index < half
        ? (index % 4 < 2 ? 0 : Double(count), Double(index - index % 2))
        : (-1, Double(count - index))
    }
    _ = RingCrossing.invalidPosition(in: comb)
    // Rays that meet near the middle, and all boxes with them.
    let star = ring { index in
      let angle = Double(index) / Double(count) * 6.28
      let radius = index.isMultiple(of: 2) ? 1.0 : 1e-9
      return (radius * (1 - angle * angle / 40), radius * (angle - 3.14))
    }
    _ = RingCrossing.invalidPosition(in: star)
  }
}
