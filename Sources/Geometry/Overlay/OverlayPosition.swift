/// A position of an overlay, ordered from west to east and then from south to north.
struct OverlayPosition: Hashable, Comparable, Sendable {
  var x: Double
  var y: Double

  static func < (one: OverlayPosition, two: OverlayPosition) -> Bool {
    one.x < two.x || (one.x == two.x && one.y < two.y)
  }

  /// Positive if this is to the left of the line from `start` to `end`, 0 if it is on the line.
  /// The sign is exact.
  func side(ofLineFrom start: OverlayPosition, to end: OverlayPosition) -> Double {
    Orientation.sign(from: start.x, start.y, to: end.x, end.y, of: x, y)
  }
}

extension [OverlayPosition] {
  /// The different positions in their order.
  var ascending: [OverlayPosition] {
    var unique: [OverlayPosition] = []
    for position in sorted() where position != unique.last { unique.append(position) }
    return unique
  }
}

/// The directions in which a cutting line runs along a segment.
struct LineDirections: OptionSet, Sendable {
  let rawValue: UInt8
  /// From the lower end to the higher one.
  static let up = LineDirections(rawValue: 1)
  static let down = LineDirections(rawValue: 2)

  var reversed: LineDirections {
    switch self {
    case .up: .down
    case .down: .up
    default: self
    }
  }
}

/// A straight side of a ring, or of a cutting line, from its lower to its higher end in the order of positions.
struct OverlaySegment: Sendable {
  var low: OverlayPosition
  var high: OverlayPosition
  /// How much more often rings go around what is on the left than around what is on the right.
  var weight: Int32
  /// Empty for a side of a ring.
  var line: LineDirections = []

  /// Creates a side from the ends in the order of the ring; nil if they are the same.
  ///
  /// - Parameter line: the directions of a cutting line; up is from `start` to `end`.
  init?(
    from start: OverlayPosition, to end: OverlayPosition, weight: Int32 = 1,
    line: LineDirections = []
  ) {
    guard start != end else { return nil }
    let isAscending = start < end
    low = isAscending ? start : end
    high = isAscending ? end : start
    self.weight = isAscending ? weight : -weight
    self.line = isAscending ? line : line.reversed
  }

  /// Whether a position on the segment's line is on the segment, but not an end.
  func isBetweenEnds(_ position: OverlayPosition) -> Bool { low < position && position < high }

  var box: Envelope {
    Envelope(minX: low.x, minY: min(low.y, high.y), maxX: high.x, maxY: max(low.y, high.y))
  }
}

/// The positions that an overlay may use: multiples of a power of two.
///
/// The cell is the distance of neighboring doubles at the largest coordinate, so that vertices of
/// the input stay as they are, except that coordinates near 0 lose digits far below any
/// measurement. Counted in cells, a coordinate is a whole number of at most 53 bits.
struct OverlayGrid: Sendable {
  let cell: Double

  init(magnitude: Double) {
    cell = max(magnitude, 0x1p-900).ulp
  }

  func position(x: Double, y: Double) -> OverlayPosition {
    OverlayPosition(x: (x / cell).rounded() * cell, y: (y / cell).rounded() * cell)
  }

  /// Returns the cell with the position where two segments cross that cross inside both.
  ///
  /// It is computed from whole numbers, without rounding before the end. Halves are rounded up.
  func crossing(_ one: OverlaySegment, _ two: OverlaySegment) -> OverlayPosition {
    let (ax, ay) = (count(one.low.x), count(one.low.y))
    let (oneX, oneY) = (count(one.high.x) - ax, count(one.high.y) - ay)
    let (twoX, twoY) = (count(two.high.x) - count(two.low.x), count(two.high.y) - count(two.low.y))
    let part = (count(two.low.x) - ax) * twoY - (count(two.low.y) - ay) * twoX
    let whole = oneX * twoY - oneY * twoX
    return OverlayPosition(
      x: Double(ax + Self.share(part.magnitude, of: whole.magnitude, times: oneX)) * cell,
      y: Double(ay + Self.share(part.magnitude, of: whole.magnitude, times: oneY)) * cell)
  }

  /// Returns `part / whole * factor`, rounded to the nearest whole number, halves up. The fraction is
  /// at most 1.
  private static func share(_ part: UInt128, of whole: UInt128, times factor: Int128) -> Int128 {
    let product = part.multipliedFullWidth(by: factor.magnitude)
    let (quotient, remainder) = whole.dividingFullWidth(product)
    let rest = whole - remainder
    return factor < 0
      ? -Int128(quotient) - (remainder > rest ? 1 : 0)
      : Int128(quotient) + (remainder >= rest ? 1 : 0)
  }

  /// Whether a segment passes through the cell around a position, without its upper and right side.
  func passes(_ segment: OverlaySegment, through position: OverlayPosition) -> Bool {
    let (dx, dy) = (segment.high.x - segment.low.x, segment.high.y - segment.low.y)
    let near =
      dx * (position.y - segment.low.y) - dy * (position.x - segment.low.x)
    guard near.magnitude <= (dx.magnitude + dy.magnitude) * cell else { return false }
    // In halves of a cell, everything is a whole number.
    let (x, y) = (2 * count(position.x), 2 * count(position.y))
    let (lowX, lowY) = (2 * count(segment.low.x), 2 * count(segment.low.y))
    let (highX, highY) = (2 * count(segment.high.x), 2 * count(segment.high.y))
    guard lowX < x + 1, highX >= x - 1, min(lowY, highY) < y + 1, max(lowY, highY) >= y - 1
    else { return false }
    let (width, height) = (highX - lowX, highY - lowY)
    /// The side on which a corner is. A corner on the line is moved into the cell, first to the left
    /// and then down.
    func side(_ cornerX: Int128, _ cornerY: Int128) -> Int128 {
      let side = width * (cornerY - lowY) - height * (cornerX - lowX)
      if side != 0 { return side.signum() }
      if cornerX > x, height != 0 { return height.signum() }
      return cornerY > y ? -width.signum() : 0
    }
    let corner = side(x - 1, y - 1)
    return corner == 0 || side(x + 1, y - 1) != corner || side(x - 1, y + 1) != corner
      || side(x + 1, y + 1) != corner
  }

  private func count(_ coordinate: Double) -> Int128 { Int128(coordinate / cell) }
}
