/// One side of a ring.
struct Edge: Sendable {
  var ax: Double
  var ay: Double
  var bx: Double
  var by: Double

  /// Returns whether the segments share a position. End points and collinear overlaps count.
  func intersects(_ other: Edge) -> Bool {
    guard max(ax, bx) >= min(other.ax, other.bx), max(other.ax, other.bx) >= min(ax, bx),
      max(ay, by) >= min(other.ay, other.by), max(other.ay, other.by) >= min(ay, by)
    else { return false }
    let a = Orientation.sign(from: ax, ay, to: bx, by, of: other.ax, other.ay)
    let b = Orientation.sign(from: ax, ay, to: bx, by, of: other.bx, other.by)
    if a > 0 && b > 0 || a < 0 && b < 0 { return false }
    let c = Orientation.sign(from: other.ax, other.ay, to: other.bx, other.by, of: ax, ay)
    let d = Orientation.sign(from: other.ax, other.ay, to: other.bx, other.by, of: bx, by)
    return !(c > 0 && d > 0 || c < 0 && d < 0)
  }
}

/// The edges of one polygon in horizontal bands, so that a position is compared only with the few
/// edges of its band.
///
/// The band of a y grows with y, even after rounding. So an edge that spans a y is always listed in
/// the band of that y.
struct EdgeIndex: Sendable {
  /// The edges of all bands, one band after another. An edge is listed in each band it touches.
  private var edges: [Edge] = []
  /// The start of each band in `edges`, and the end of the last.
  private var bandStarts: [Int] = []
  private var minY: Double
  private var bandsPerUnit: Double
  private var bandCount: Int

  /// Indexes edges between two values of y. The lists need at most about nine times the memory of
  /// the edges.
  init(_ all: [Edge], minY: Double, maxY: Double) {
    self.minY = minY
    bandCount = max(1, min(all.count, 1 << 16))
    bandsPerUnit = 0
    while true {
      let height = maxY - minY
      bandsPerUnit = height > 0 ? Double(bandCount) / height : 0
      // If the height is so small that the quotient overflows, bands are not needed.
      if !bandsPerUnit.isFinite { bandCount = 1 }
      if bandCount == 1 { bandsPerUnit = 0 }
      var entries = 0
      for edge in all {
        entries += bands(from: min(edge.ay, edge.by), to: max(edge.ay, edge.by)).count
      }
      if bandCount == 1 || entries <= all.count * 8 + 64 { break }
      bandCount /= 2
    }
    fill(all)
  }

  private mutating func fill(_ all: [Edge]) {
    var counts = [Int](repeating: 0, count: bandCount)
    for edge in all {
      for band in bands(from: min(edge.ay, edge.by), to: max(edge.ay, edge.by)) {
        counts[band] += 1
      }
    }
    bandStarts.reserveCapacity(bandCount + 1)
    var total = 0
    for count in counts {
      bandStarts.append(total)
      total += count
    }
    bandStarts.append(total)
    var next = bandStarts
    edges = [Edge](repeating: Edge(ax: 0, ay: 0, bx: 0, by: 0), count: total)
    for edge in all {
      for band in bands(from: min(edge.ay, edge.by), to: max(edge.ay, edge.by)) {
        edges[next[band]] = edge
        next[band] += 1
      }
    }
  }

  private func band(_ y: Double) -> Int {
    let band = (y - minY) * bandsPerUnit
    guard band > 0 else { return 0 }
    return band >= Double(bandCount) ? bandCount - 1 : Int(band)
  }

  private func bands(from low: Double, to high: Double) -> ClosedRange<Int> {
    let first = band(low)
    return first...max(first, band(high))
  }

  /// Returns where a position is, by the parity of crossings to the east.
  func location(x: Double, y: Double) -> Location {
    let band = band(y)
    var isInside = false
    for index in bandStarts[band]..<bandStarts[band + 1] {
      let edge = edges[index]
      switch Geometry.crossing(from: edge.ax, edge.ay, to: edge.bx, edge.by, at: x, y) {
      case .boundary: return .boundary
      case .inside: isInside.toggle()
      case .outside: break
      }
    }
    return isInside ? .inside : .outside
  }

  /// Returns whether a segment touches an edge.
  func intersects(_ segment: Edge) -> Bool {
    let range = bands(from: min(segment.ay, segment.by), to: max(segment.ay, segment.by))
    for index in bandStarts[range.lowerBound]..<bandStarts[range.upperBound + 1]
    where edges[index].intersects(segment) { return true }
    return false
  }

  /// Returns whether an edge starts inside a box or on its sides.
  func startsIn(_ box: Envelope) -> Bool {
    let range = bands(from: box.minY, to: box.maxY)
    for index in bandStarts[range.lowerBound]..<bandStarts[range.upperBound + 1]
    where box.contains(x: edges[index].ax, y: edges[index].ay) { return true }
    return false
  }
}
