package import Geometry

/// The position of a polygon's label: inside, on the widest stretch of a horizontal line.
package enum LabelPosition {
  /// The number of horizontal lines that are tried, spread over the height.
  private static let lines = 15

  /// Returns the position in a polygon.
  package static func inside(_ polygon: Geometry) -> (x: Double, y: Double) {
    var outlines = Outlines()
    outlines.append(polygon)
    return inside(outlines, feature: 0)
  }

  /// Returns the position in a feature of closed rings. If no line crosses the feature, this is the
  /// middle of its box.
  static func inside(_ outlines: Outlines, feature: Int) -> (x: Double, y: Double) {
    let box = outlines.boxes[feature]
    guard !box.isEmpty else { return (0, 0) }
    let middle = ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
    var best = (x: middle.0, y: middle.1, score: 0.0)
    for line in 0..<lines {
      let share = (Double(line) + 0.5) / Double(lines)
      let y = box.minY + (box.maxY - box.minY) * share
      // Of two stretches with the same width, prefer the one nearer to the middle.
      let favour = 1 - abs(share - 0.5) * 0.5
      let crossings = crossings(outlines, feature, y: y)
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        let score = (crossings[pair + 1] - crossings[pair]) * favour
        if score > best.score {
          best = ((crossings[pair] + crossings[pair + 1]) / 2, y, score)
        }
      }
    }
    return (best.x, best.y)
  }

  /// Returns where a horizontal line crosses the rings, from left to right.
  private static func crossings(_ outlines: Outlines, _ feature: Int, y: Double) -> [Double] {
    var crossings: [Double] = []
    for part in outlines.parts(of: feature) {
      let vertices = outlines.vertices(of: part)
      guard var last = vertices.last else { continue }
      for vertex in vertices {
        let (y0, y1) = (outlines.y[last], outlines.y[vertex])
        if (y0 > y) != (y1 > y) {
          let share = (y - y0) / (y1 - y0)
          crossings.append(outlines.x[last] + (outlines.x[vertex] - outlines.x[last]) * share)
        }
        last = vertex
      }
    }
    return crossings.sorted()
  }
}
