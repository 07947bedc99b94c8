/// One side of a ring.
struct Edge: Sendable {
  var ax: Double
  var ay: Double
  var bx: Double
  var by: Double

  /// True when the segments share a position, end positions and collinear overlaps included.
  func intersects(_ other: Edge) -> Bool {
    guard max(ax, bx) >= min(other.ax, other.bx), max(other.ax, other.bx) >= min(ax, bx),
      max(ay, by) >= min(other.ay, other.by), max(other.ay, other.by) >= min(ay, by)
    else { return false }
    let a = Orientation.sign(ax, ay, bx, by, other.ax, other.ay)
    let b = Orientation.sign(ax, ay, bx, by, other.bx, other.by)
    if a > 0 && b > 0 || a < 0 && b < 0 { return false }
    let c = Orientation.sign(other.ax, other.ay, other.bx, other.by, ax, ay)
    let d = Orientation.sign(other.ax, other.ay, other.bx, other.by, bx, by)
    return !(c > 0 && d > 0 || c < 0 && d < 0)
  }
}

/// The edges of one polygon in horizontal bands, so that a position meets only the few edges of
/// its own band.
///
/// The band of a y grows with y even after rounding, so an edge that spans a y is always listed in
/// the band of that y.
struct EdgeIndex: Sendable {
  /// The edges of all bands, one band after the other; an edge stands in each band it touches.
  private var edges: [Edge] = []
  /// Where each band begins in `edges`, and where the last ends.
  private var bandStarts: [Int] = []
  private var minY: Double
  private var bandsPerUnit: Double
  private var bandCount: Int

  /// Indexes edges whose y lie between the two; the lists take at most some nine times the room
  /// of the edges themselves.
  init(_ all: [Edge], minY: Double, maxY: Double) {
    self.minY = minY
    bandCount = max(1, min(all.count, 1 << 16))
    bandsPerUnit = 0
    while true {
      let height = maxY - minY
      bandsPerUnit = height > 0 ? Double(bandCount) / height : 0
      // A height so small that the quotient overflows needs no bands.
      if !bandsPerUnit.isFinite { bandCount = 1 }
      if bandCount == 1 { bandsPerUnit = 0 }
      var entries = 0
      for edge in all { entries += bands(min(edge.ay, edge.by), max(edge.ay, edge.by)).count }
      if bandCount == 1 || entries <= all.count * 8 + 64 { break }
      bandCount /= 2
    }
    fill(all)
  }

  private mutating func fill(_ all: [Edge]) {
    var counts = [Int](repeating: 0, count: bandCount)
    for edge in all {
      for band in bands(min(edge.ay, edge.by), max(edge.ay, edge.by)) { counts[band] += 1 }
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
      for band in bands(min(edge.ay, edge.by), max(edge.ay, edge.by)) {
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

  private func bands(_ low: Double, _ high: Double) -> ClosedRange<Int> {
    let first = band(low)
    return first...max(first, band(high))
  }

  /// Where a position lies, by the parity of crossings to the east.
  func location(x: Double, y: Double) -> Location {
    let band = band(y)
    var isInside = false
    for index in bandStarts[band]..<bandStarts[band + 1] {
      let edge = edges[index]
      switch Geometry.crossing(edge.ax, edge.ay, edge.bx, edge.by, x, y) {
      case .boundary: return .boundary
      case .inside: isInside.toggle()
      case .outside: break
      }
    }
    return isInside ? .inside : .outside
  }

  /// True when a segment touches an edge.
  func intersects(_ segment: Edge) -> Bool {
    let range = bands(min(segment.ay, segment.by), max(segment.ay, segment.by))
    for index in bandStarts[range.lowerBound]..<bandStarts[range.upperBound + 1]
    where edges[index].intersects(segment) { return true }
    return false
  }
}
