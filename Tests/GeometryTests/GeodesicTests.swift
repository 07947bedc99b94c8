import Geometry
import TestSupport
import Testing

/// Lengths and areas on the ellipsoid, compared with known figures, and with PROJ if it is
/// installed.
struct GeodesicTests {
  static func ring(_ positions: [(Double, Double)]) -> Geometry {
    var ring = Geometry(.polygon)
    ring.coordinates = (positions + positions.prefix(1)).flatMap { [$0.0, $0.1] }
    ring.partEnds = [ring.vertexCount]
    ring.polygonEnds = [1]
    return ring
  }

  static func length(_ one: (Double, Double), _ two: (Double, Double)) -> Double? {
    CoordinateTransform.geodesicDistance(from: one, to: two)
  }

  static func isNear(_ value: Double?, _ expected: Double, within: Double) -> Bool {
    value.map { ($0 - expected).magnitude <= within } ?? false
  }

  @Test func `known lengths are right`() {
    // A quarter of a meridian and a degree of the equator of WGS 84.
    #expect(Self.isNear(Self.length((0, 0), (0, 90)), 10_001_965.729, within: 0.001))
    #expect(Self.isNear(Self.length((10, 0), (11, 0)), 111_319.490_793, within: 0.000_001))
    #expect(Self.length((5, 5), (5, 5)) == 0)
    #expect(Self.length((0, 90), (77, 90)).map { $0 < 0.001 } ?? false)
    // Across the 180th meridian.
    #expect(Self.isNear(Self.length((179.5, 0), (-179.5, 0)), 111_319.490_793, within: 0.000_001))
    // The opposite side of the earth.
    #expect(Self.length((0, 0), (180, 0)) == nil)
    #expect(Self.length((0, 91), (1, 0)) == nil)
  }

  @Test func `known areas are right`() {
    // An eighth of the earth's surface of 510,065,621.724 km².
    let octant = Self.ring([(0, 0), (90, 0), (90, 90), (0, 90)])
    #expect(Self.isNear(octant.geodesicArea(), 510_065_621_724_088 / 8, within: 10))
    // A cap around a pole, in either direction.
    let cap = (0..<36).map { (Double($0) * 10, 80.0) }
    let area = Self.ring(cap).geodesicArea() ?? 0
    #expect(area > 3.8e12 && area < 4e12)
    #expect(Self.isNear(Self.ring(cap.reversed()).geodesicArea(), area, within: 1))
    #expect(Geometry(.polygon).geodesicArea() == 0)
  }

  @Test(.needs(.python("pyproj")))
  func `lengths and areas agree with PROJ`() async throws {
    guard let python = Tool.python(having: "pyproj") else { return }
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
        positions = [tuple(map(float, p.split())) for p in line.split(",")]
        area, perimeter = geod.polygon_area_perimeter([p[0] for p in positions], [p[1] for p in positions])
        print(repr(abs(area)), repr(perimeter))
      """
    let folder = try TemporaryFolder()
    let path = try folder.write(lines.joined(separator: "\n"), to: "rings.txt")
    let answers = try await python.run(["-c", script, path]).lines
    #expect(answers.count == rings.count)
    for (ring, answer) in zip(rings, answers) {
      let expected = answer.split(separator: " ").compactMap { Double($0) }
      let area = try #require(ring.geodesicArea())
      let length = try #require(ring.geodesicLength())
      #expect((length - expected[1]).magnitude < 0.000_1 + expected[1] * 1e-11, "\(answer)")
      // One part in 10^12, and the resolution of degrees as doubles: a strip of 0.1 mm.
      #expect((area - expected[0]).magnitude < expected[0] * 1e-9 + length * 0.000_1, "\(answer)")
    }
  }
}
