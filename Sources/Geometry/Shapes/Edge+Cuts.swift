// Cuts a side at other sides. Positions on it are fractions of its length, 0 at its start and 1 at
// its end. On a side without length, all fractions are 0.

extension Edge {
  /// Pieces shorter than this fraction of a side result from rounding where two other sides cross
  /// it together.
  private static let shortest = 1e-12

  /// Returns whether the position is on the side, including its ends.
  func contains(x: Double, y: Double) -> Bool {
    min(ax, bx) <= x && x <= max(ax, bx) && min(ay, by) <= y && y <= max(ay, by)
      && Orientation.sign(from: ax, ay, to: bx, by, of: x, y) == 0
  }

  /// A position where a side is cut, or an end of it.
  struct Cut {
    /// How far along the side it is.
    var fraction: Double
    var x: Double
    var y: Double
  }

  /// Returns the ends of the side and the positions where edges cross or touch it, in their order,
  /// and the pieces that run along an edge.
  func cuts(by edges: [Edge]) -> (cuts: [Cut], covered: [(from: Double, to: Double)]) {
    var cuts = [Cut(fraction: 0, x: ax, y: ay), Cut(fraction: 1, x: bx, y: by)]
    var covered: [(from: Double, to: Double)] = []
    func cut(_ x: Double, _ y: Double) {
      let fraction = fraction(x: x, y: y)
      if fraction > 0, fraction < 1 { cuts.append(Cut(fraction: fraction, x: x, y: y)) }
    }
    for edge in edges where edge.intersects(self) {
      let a = Orientation.sign(from: ax, ay, to: bx, by, of: edge.ax, edge.ay)
      let b = Orientation.sign(from: ax, ay, to: bx, by, of: edge.bx, edge.by)
      switch (a == 0, b == 0) {
      case (true, true):
        cut(edge.ax, edge.ay)
        cut(edge.bx, edge.by)
        let one = fraction(x: edge.ax, y: edge.ay)
        let two = fraction(x: edge.bx, y: edge.by)
        covered.append((min(one, two), max(one, two)))
      case (true, false): cut(edge.ax, edge.ay)
      case (false, true): cut(edge.bx, edge.by)
      case (false, false):
        let part = a / (a - b)
        cut(edge.ax + (edge.bx - edge.ax) * part, edge.ay + (edge.by - edge.ay) * part)
      }
    }
    return (cuts.sorted { $0.fraction < $1.fraction }, covered)
  }

  /// Returns a position in each piece of the side. The pieces are cut where the edges cross or
  /// touch the side. Pieces that run along an edge are omitted.
  func middles(cutBy edges: [Edge]) -> [(x: Double, y: Double)] {
    let (cuts, covered) = cuts(by: edges)
    if ax == bx && ay == by { return covered.isEmpty ? [(ax, ay)] : [] }
    var middles: [(x: Double, y: Double)] = []
    for (start, end) in zip(cuts, cuts.dropFirst())
    where end.fraction - start.fraction > Self.shortest {
      let (from, to) = (start.fraction, end.fraction)
      let middle = from + (to - from) / 2
      if covered.contains(where: { $0.from <= middle && middle <= $0.to }) { continue }
      middles.append((ax + (bx - ax) * middle, ay + (by - ay) * middle))
    }
    return middles
  }

  /// Returns whether the edges that run along this side cover it completely.
  func isCovered(by edges: [Edge]) -> Bool {
    var covered: [(from: Double, to: Double)] = []
    for edge in edges where edge.intersects(self) {
      guard Orientation.sign(from: ax, ay, to: bx, by, of: edge.ax, edge.ay) == 0,
        Orientation.sign(from: ax, ay, to: bx, by, of: edge.bx, edge.by) == 0,
        Orientation.sign(from: edge.ax, edge.ay, to: edge.bx, edge.by, of: ax, ay) == 0,
        Orientation.sign(from: edge.ax, edge.ay, to: edge.bx, edge.by, of: bx, by) == 0
      else { continue }
      let one = fraction(x: edge.ax, y: edge.ay)
      let two = fraction(x: edge.bx, y: edge.by)
      covered.append((min(one, two), max(one, two)))
    }
    if ax == bx && ay == by { return !covered.isEmpty }
    var reached = 0.0
    for piece in covered.sorted(by: { $0.from < $1.from }) where piece.from <= reached {
      reached = max(reached, piece.to)
    }
    return reached >= 1
  }

  /// Returns the fraction of the side at a position on its line.
  private func fraction(x: Double, y: Double) -> Double {
    let (width, height) = (bx - ax, by - ay)
    if width == 0 && height == 0 { return 0 }
    return width.magnitude >= height.magnitude ? (x - ax) / width : (y - ay) / height
  }
}
