import Geometry
import TestSupport
import Testing

/// Lengths and areas on the ellipsoid, against figures that are known and against PROJ where it is
/// there.
struct GeodesicTests {
  static func ring(_ positions: [(Double, Double)]) -> Geometry {
    var ring = Geometry(.polygon)
    ring.coordinates = (positions + positions.prefix(1)).flatMap { [$0.0, $0.1] }
    ring.partEnds = [ring.vertexCount]
    ring.polygonEnds = [1]
    return ring
  }

  static func length(_ one: (Double, Double), _ two: (Double, Double)) -> Double? {
    GeodesicMeasures.distance(from: one, to: two)
  }

  static func isNear(_ value: Double?, _ expected: Double, within: Double) -> Bool {
    value.map { ($0 - expected).magnitude <= within } ?? false
  }

  @Test func `lines that are known`() {
    // A quarter of a meridian and a degree of the equator of WGS 84.
    #expect(Self.isNear(Self.length((0, 0), (0, 90)), 10_001_965.729, within: 0.001))
    #expect(Self.isNear(Self.length((10, 0), (11, 0)), 111_319.490_793, within: 0.000_001))
    #expect(Self.length((5, 5), (5, 5)) == 0)
    #expect(Self.length((0, 90), (77, 90)).map { $0 < 0.001 } ?? false)
    // Across the line where days change.
    #expect(Self.isNear(Self.length((179.5, 0), (-179.5, 0)), 111_319.490_793, within: 0.000_001))
    // The other side of the earth.
    #expect(Self.length((0, 0), (180, 0)) == nil)
    #expect(Self.length((0, 91), (1, 0)) == nil)
  }

  @Test func `areas that are known`() {
    // An eighth of the earth, whose surface is 510,065,621.724 km².
    let octant = Self.ring([(0, 0), (90, 0), (90, 90), (0, 90)])
    #expect(Self.isNear(GeodesicMeasures(octant).area(), 510_065_621_724_088 / 8, within: 10))
    // A cap around a pole, run either way.
    let cap = (0..<36).map { (Double($0) * 10, 80.0) }
    let area = GeodesicMeasures(Self.ring(cap)).area() ?? 0
    #expect(area > 3.8e12 && area < 4e12)
    #expect(Self.isNear(GeodesicMeasures(Self.ring(cap.reversed())).area(), area, within: 1))
    #expect(GeodesicMeasures(Geometry(.polygon)).area() == 0)
  }

  @Test(.needs(.python("pyproj")))
  func `lines and areas are as PROJ has them`() async throws {
    let python = try #require(Tool.python(having: "pyproj"))
    var generator = SeededGenerator(seed: 41)
    func number(_ range: ClosedRange<Int>) -> Double {
      Double(generator.integer(in: range)) / 1_000
    }
    var rings: [Geometry] = []
    var lines: [String] = []
    for index in 0..<600 {
      // From a house to a continent.
      let size = [0.000_1, 0.01, 1, 20][index % 4]
      let (x, y) = (number(-180_000...180_000), number(-68_000...68_000))
      let corners = (0..<3).map { _ in
        (x + number(-1_000...1_000) * size, y + number(-1_000...1_000) * size)
      }
      rings.append(Self.ring(corners))
      lines.append(corners.map { "\($0.0) \($0.1)" }.joined(separator: ","))
    }
    let script = """
      import sys
      from pyproj import Geod
      geod = Geod(ellps='WGS84')
      for line in open(sys.argv[1]).read().split("\\n"):
        places = [tuple(map(float, p.split())) for p in line.split(",")]
        area, perimeter = geod.polygon_area_perimeter([p[0] for p in places], [p[1] for p in places])
        print(repr(abs(area)), repr(perimeter))
      """
    let folder = try TemporaryFolder()
    let path = try folder.write(lines.joined(separator: "\n"), to: "rings.txt")
    let answers = try await python.run(["-c", script, path]).lines
    #expect(answers.count == rings.count)
    for (ring, answer) in zip(rings, answers) {
      let expected = answer.split(separator: " ").compactMap { Double($0) }
      let area = try #require(GeodesicMeasures(ring).area())
      let length = try #require(GeodesicMeasures(ring).length())
      #expect((length - expected[1]).magnitude < 0.000_1 + expected[1] * 1e-11, "\(answer)")
      // A millionth of a millionth, and what doubles of degrees cannot tell: a strip of 0.1 mm.
      #expect((area - expected[0]).magnitude < expected[0] * 1e-9 + length * 0.000_1, "\(answer)")
    }
  }
}
