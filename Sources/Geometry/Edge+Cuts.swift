// A side cut by others. Places on it are told by how far along they lie, 0 at its start and 1 at its
// end; of a side without length all places are 0.

extension Edge {
  /// Pieces shorter than this part of a side come of rounding where two others cross it together.
  private static let shortest = 1e-12

  /// True when the position lies on the side, its ends included.
  func contains(_ x: Double, _ y: Double) -> Bool {
    min(ax, bx) <= x && x <= max(ax, bx) && min(ay, by) <= y && y <= max(ay, by)
      && Orientation.sign(ax, ay, bx, by, x, y) == 0
  }

  /// A position in each piece between the places where the edges cross or touch this side, but for
  /// pieces that run along one of them.
  func middles(cutBy edges: [Edge]) -> [(x: Double, y: Double)] {
    var cuts = [0.0, 1.0]
    var covered: [(from: Double, to: Double)] = []
    for edge in edges where edge.intersects(self) {
      let a = Orientation.sign(ax, ay, bx, by, edge.ax, edge.ay)
      let b = Orientation.sign(ax, ay, bx, by, edge.bx, edge.by)
      switch (a == 0, b == 0) {
      case (true, true):
        let one = place(edge.ax, edge.ay)
        let two = place(edge.bx, edge.by)
        cuts += [one, two]
        covered.append((min(one, two), max(one, two)))
      case (true, false): cuts.append(place(edge.ax, edge.ay))
      case (false, true): cuts.append(place(edge.bx, edge.by))
      case (false, false):
        let part = a / (a - b)
        cuts.append(
          place(edge.ax + (edge.bx - edge.ax) * part, edge.ay + (edge.by - edge.ay) * part))
      }
    }
    if ax == bx && ay == by { return covered.isEmpty ? [(ax, ay)] : [] }
    cuts = cuts.map { min(1, max(0, $0)) }.sorted()
    var middles: [(x: Double, y: Double)] = []
    for (from, to) in zip(cuts, cuts.dropFirst()) where to - from > Self.shortest {
      let middle = from + (to - from) / 2
      if covered.contains(where: { $0.from <= middle && middle <= $0.to }) { continue }
      middles.append((ax + (bx - ax) * middle, ay + (by - ay) * middle))
    }
    return middles
  }

  /// True when the edges that run along this side leave none of it free.
  func isCovered(by edges: [Edge]) -> Bool {
    var covered: [(from: Double, to: Double)] = []
    for edge in edges where edge.intersects(self) {
      guard Orientation.sign(ax, ay, bx, by, edge.ax, edge.ay) == 0,
        Orientation.sign(ax, ay, bx, by, edge.bx, edge.by) == 0,
        Orientation.sign(edge.ax, edge.ay, edge.bx, edge.by, ax, ay) == 0,
        Orientation.sign(edge.ax, edge.ay, edge.bx, edge.by, bx, by) == 0
      else { continue }
      let one = place(edge.ax, edge.ay)
      let two = place(edge.bx, edge.by)
      covered.append((min(one, two), max(one, two)))
    }
    if ax == bx && ay == by { return !covered.isEmpty }
    var reached = 0.0
    for piece in covered.sorted(by: { $0.from < $1.from }) where piece.from <= reached {
      reached = max(reached, piece.to)
    }
    return reached >= 1
  }

  /// How far along the side a position on its line lies.
  private func place(_ x: Double, _ y: Double) -> Double {
    let (width, height) = (bx - ax, by - ay)
    if width == 0 && height == 0 { return 0 }
    return width.magnitude >= height.magnitude ? (x - ax) / width : (y - ay) / height
  }
}
