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
}
