/// Finds rings that cross themselves.
package enum RingCrossing {
  /// A position where two sides of one ring cross; nil if none do. Sides that only touch don't
  /// cross.
  ///
  /// The sides are visited from west to east, and each is compared with the sides that reach as far.
  package static func position(in shape: Geometry) -> (x: Double, y: Double)? {
    for part in shape.partEnds.indices {
      var edges: [Edge] = []
      shape.appendEdges(ofPart: part, to: &edges)
      edges.sort { min($0.ax, $0.bx) < min($1.ax, $1.bx) }
      var open: [Edge] = []
      for edge in edges {
        let west = min(edge.ax, edge.bx)
        open.removeAll { max($0.ax, $0.bx) < west }
        for other in open {
          if let crossing = edge.crossing(with: other) { return crossing }
        }
        open.append(edge)
      }
    }
    return nil
  }
}

extension Edge {
  /// Where the inner parts of two sides cross; nil if they don't.
  fileprivate func crossing(with other: Edge) -> (x: Double, y: Double)? {
    guard max(ay, by) >= min(other.ay, other.by), max(other.ay, other.by) >= min(ay, by) else {
      return nil
    }
    let a = Orientation.sign(from: ax, ay, to: bx, by, of: other.ax, other.ay)
    let b = Orientation.sign(from: ax, ay, to: bx, by, of: other.bx, other.by)
    guard a < 0 && b > 0 || a > 0 && b < 0 else { return nil }
    let c = Orientation.sign(from: other.ax, other.ay, to: other.bx, other.by, of: ax, ay)
    let d = Orientation.sign(from: other.ax, other.ay, to: other.bx, other.by, of: bx, by)
    guard c < 0 && d > 0 || c > 0 && d < 0 else { return nil }
    let part = a / (a - b)
    return (other.ax + (other.bx - other.ax) * part, other.ay + (other.by - other.ay) * part)
  }
}
