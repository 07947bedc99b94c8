import Bytes
import Geometry
import TestSupport
import Testing
import Tiles

/// The grid, and which of its tiles an area has.
struct TileGridTests {
  @Test(arguments: [
    (500.0...50_000, 256, 13...20),
    (500.0...100_000, 256, 12...20),
    (500.0...50_000, 512, 12...19),
    (1_128.0...1_128, 256, 18...19),
  ])
  func `a scale range takes its levels and one coarser`(
    scales: ClosedRange<Double>, tileSize: Int, levels: ClosedRange<Int>
  ) {
    let found = TileGrid.levels(
      fromScale: scales.upperBound, to: scales.lowerBound, tileSize: tileSize)
    #expect(found == levels)
  }

  @Test func `no limits take all levels`() {
    #expect(TileGrid.levels(fromScale: 0, to: 0) == 0...TileID.deepestLevel)
  }

  @Test func `only tiles of the grid have an ID`() {
    #expect(TileID(level: 3, column: 7, row: 7) != nil)
    #expect(TileID(level: 3, column: 7, southernRow: 0)?.row == 7)
    for (level, column, row) in [(3, 8, 0), (3, 0, 8), (3, -1, 0), (25, 0, 0), (-1, 0, 0)] {
      #expect(TileID(level: level, column: column, row: row) == nil)
      #expect(TileID(level: level, column: column, southernRow: row) == nil)
    }
  }

  @Test func `a tile has the box of its place, and its place is found again`() throws {
    let tile = try #require(TileID(level: 12, column: 652, row: 1_465))
    let box = TileGrid.box(of: tile)
    #expect(abs(box.width - 9_783.9396205) < 1e-6)
    let place = TileGrid.place(west: box.minX, north: box.maxY, side: box.width)
    #expect(place?.level == 12 && place?.column == 652 && place?.row == 1_465)
    #expect(TileGrid.place(west: box.minX + 100, north: box.maxY, side: box.width) == nil)
    #expect(TileGrid.place(west: box.minX, north: box.maxY, side: 10_000) == nil)
  }

  @Test func `an area that ends on the sides of a tile does not take the next ones`() throws {
    let tile = try #require(TileID(level: 12, column: 652, row: 1_465))
    var coverage = TileCoverage(PreparedPolygon(TileGrid.box(of: tile)))
    let others = [
      (12, 652, 1_465, true), (12, 651, 1_465, false), (12, 653, 1_465, false),
      (12, 652, 1_464, false), (12, 652, 1_466, false), (13, 1_305, 2_931, true),
      (13, 1_306, 2_931, false), (11, 326, 732, true), (0, 0, 0, true),
    ]
    for (level, column, row, isHeld) in others {
      let holds = coverage.holds(try #require(TileID(level: level, column: column, row: row)))
      #expect(holds == isHeld)
    }
  }

  /// Reads areas, and prints the tiles that share more than their sides with them.
  private static let script = """
    import json, math, sys, shapely, shapely.geometry as g
    R = 20037508.342789244
    for line in open(sys.argv[1]):
      area = shapely.from_wkt(line)
      found = []
      for z in range(9, 15):
        side = 2 * R / 2 ** z
        w, s, e, n = area.bounds
        for x in range(int((w + R) // side), int((e + R) // side) + 1):
          for y in range(int((R - n) // side), int((R - s) // side) + 1):
            box = g.box(x * side - R, R - (y + 1) * side, (x + 1) * side - R, R - y * side)
            if box.intersection(area).area > 0: found.append(f"{z}/{x}/{y}")
      print(" ".join(sorted(found)))
    """

  @Test(.needs(.python("shapely")))
  func `an area has the tiles that GEOS finds, holes and all`() async throws {
    let python = try #require(Tool.python(having: "shapely"))
    var generator = SeededGenerator(seed: 22)
    var lines: [String] = []
    var areas: [[String]] = []
    for _ in 0..<40 {
      let (x, y) = (-13_650_000.0, 5_700_000.0)
      func ring(_ radius: Double) -> [(Double, Double)] {
        let count = 12
        var ring: [(Double, Double)] = (0..<count).map { index in
          let angle = Double(index) / Double(count) * 2 * Double.pi
          let reach = radius * (0.6 + Double(generator.integer(in: 0...400)) / 1_000)
          return (x + reach * Transcendental.cos(angle), y + reach * Transcendental.sin(angle))
        }
        ring.append(ring[0])
        return ring
      }
      // A chord of the shell is at least 0.57 of the radius away, and the hole at most 0.5.
      let radius = Double(generator.integer(in: 4_000...40_000))
      let rings = [ring(radius), ring(radius * 0.5)]
      let text = rings.map { ring in
        "(" + ring.map { "\($0.0) \($0.1)" }.joined(separator: ",") + ")"
      }
      lines.append("POLYGON(\(text.joined(separator: ",")))")
      var shape = Geometry(.polygon)
      for ring in rings {
        for (x, y) in ring { shape.coordinates += [x, y] }
        shape.partEnds.append(shape.vertexCount)
      }
      shape.polygonEnds = [rings.count]
      areas.append(try tiles(of: PreparedPolygon(shape)))
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(lines.joined(separator: "\n"), to: "areas.wkt")
    let answers = try await python.run(["-c", Self.script, path], seconds: 300).lines
    try #require(answers.count == areas.count)
    for (answer, found) in zip(answers, areas) {
      #expect(answer == found.sorted().joined(separator: " "))
    }
  }

  /// The tiles of an area on levels 9 to 14, from its box.
  private func tiles(of area: PreparedPolygon) throws -> [String] {
    var coverage = TileCoverage(area)
    var found: [String] = []
    for level in 9...14 {
      let side = 2 * TileGrid.reach / Double(1 << level)
      let box = area.envelope
      for column in Int(
        (box.minX + TileGrid.reach) / side)...Int((box.maxX + TileGrid.reach) / side)
      {
        for row in Int((TileGrid.reach - box.maxY) / side)...Int((TileGrid.reach - box.minY) / side)
        {
          let tile = try #require(TileID(level: level, column: column, row: row))
          if coverage.holds(tile) { found.append(tile.description) }
        }
      }
    }
    return found
  }
}
