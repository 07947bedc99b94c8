/// Finds rings that cross themselves or each other.
///
/// A shape whose sides lie so close together that millions of pairs would have to be compared counts
/// as one without crossings.
package enum RingCrossing {
  /// A position where two sides of one ring cross; nil if none do. Sides that only touch don't
  /// cross.
  package static func position(in shape: Geometry) -> (x: Double, y: Double)? {
    var pairs = SidePairs(of: shape, isStrict: false)
    return pairs.first()
  }

  /// A position where rings make a polygon invalid by OGC 06-103r4 §6.1.11; nil if none do. They
  /// cross or run along each other, or one touches itself. Two rings may touch in a position.
  package static func invalidPosition(in shape: Geometry) -> (x: Double, y: Double)? {
    var pairs = SidePairs(of: shape, isStrict: true)
    return pairs.first()
  }
}

/// The sides of all rings of a shape. A side starts at the vertex with its number. Repeated vertices
/// are left out.
private struct RingSides {
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  /// The vertices after and before a vertex in its ring.
  private(set) var next: [Int] = []
  private(set) var previous: [Int] = []
  private(set) var ring: [Int] = []

  init(_ shape: Geometry) {
    x.reserveCapacity(shape.vertexCount)
    y.reserveCapacity(shape.vertexCount)
    for part in shape.partEnds.indices { add(part, of: shape) }
  }

  private mutating func add(_ part: Int, of shape: Geometry) {
    let start = x.count
    for vertex in shape.vertices(ofPart: part) {
      let (east, north) = (shape.x(vertex), shape.y(vertex))
      if x.count > start, x[x.count - 1] == east, y[y.count - 1] == north { continue }
      x.append(east)
      y.append(north)
    }
    while x.count > start + 1, x[start] == x[x.count - 1], y[start] == y[y.count - 1] {
      x.removeLast()
      y.removeLast()
    }
    for vertex in start..<x.count {
      next.append(vertex + 1 == x.count ? start : vertex + 1)
      previous.append(vertex == start ? x.count - 1 : vertex - 1)
      ring.append(part)
    }
  }

  func box(_ side: Int) -> Envelope {
    let end = next[side]
    return Envelope(
      minX: min(x[side], x[end]), minY: min(y[side], y[end]), maxX: max(x[side], x[end]),
      maxY: max(y[side], y[end]))
  }

  /// On which side of the line from a to b the vertex c is; see ``Orientation``.
  func turn(_ a: Int, _ b: Int, _ c: Int) -> Double {
    Orientation.sign(from: x[a], y[a], to: x[b], y[b], of: x[c], y[c])
  }

  func isSame(_ a: Int, _ b: Int) -> Bool { x[a] == x[b] && y[a] == y[b] }

  /// Whether a vertex on the line of a side is between the ends of the side.
  func isInside(_ vertex: Int, _ side: Int) -> Bool {
    !isSame(vertex, side) && !isSame(vertex, next[side])
      && box(side).contains(x: x[vertex], y: y[vertex])
  }
}

/// Compares pairs of sides until two of them cross. The sides are divided at lines between them, so
/// that few pairs are compared.
private struct SidePairs {
  private let rings: RingSides
  private let boxes: [Envelope]
  /// Whether to find all that makes a polygon invalid, not only where a ring crosses itself.
  private let isStrict: Bool
  /// How many more pairs may be compared.
  private var budget = 5_000_000

  /// So few sides are compared with each other.
  private static let fewSides = 24

  /// How two sides meet.
  private enum Meeting {
    case none, touch, cross
  }

  init(of shape: Geometry, isStrict: Bool) {
    let rings = RingSides(shape)
    self.rings = rings
    self.isStrict = isStrict
    boxes = rings.x.indices.map { rings.box($0) }
  }

  mutating func first() -> (x: Double, y: Double)? {
    first(among: Array(boxes.indices), depth: 0)
  }

  private mutating func first(among sides: [Int], depth: Int) -> (x: Double, y: Double)? {
    if sides.count > Self.fewSides, depth < 40, let (low, high) = divided(sides) {
      return first(among: low, depth: depth + 1) ?? first(among: high, depth: depth + 1)
    }
    for (index, one) in sides.enumerated() {
      for other in sides[(index + 1)...] where boxes[one].intersects(boxes[other]) {
        budget -= 1
        guard budget > 0 else { return nil }
        if let position = meeting(one, other) { return position }
      }
    }
    return nil
  }

  /// The sides below and above the middle of all, or left and right of it. Those that reach over it
  /// are in both. Nil if that divides them badly.
  private func divided(_ sides: [Int]) -> (low: [Int], high: [Int])? {
    var (meanX, meanY) = (0.0, 0.0)
    let share = 0.5 / Double(sides.count)
    for side in sides {
      meanX += (boxes[side].minX + boxes[side].maxX) * share
      meanY += (boxes[side].minY + boxes[side].maxY) * share
    }
    let byX = halves(sides, { $0.minX <= meanX }, { $0.maxX >= meanX })
    let byY = halves(sides, { $0.minY <= meanY }, { $0.maxY >= meanY })
    let best = byX.low.count + byX.high.count < byY.low.count + byY.high.count ? byX : byY
    return (best.low.count + best.high.count) * 4 < sides.count * 7 ? best : nil
  }

  private func halves(
    _ sides: [Int], _ isLow: (Envelope) -> Bool, _ isHigh: (Envelope) -> Bool
  ) -> (low: [Int], high: [Int]) {
    (sides.filter { isLow(boxes[$0]) }, sides.filter { isHigh(boxes[$0]) })
  }

  /// Where two sides meet in a way that counts.
  private func meeting(_ one: Int, _ other: Int) -> (x: Double, y: Double)? {
    guard isStrict || rings.ring[one] == rings.ring[other] else { return nil }
    let (end, otherEnd) = (rings.next[one], rings.next[other])
    let a = rings.turn(one, end, other)
    let b = rings.turn(one, end, otherEnd)
    if a > 0 && b > 0 || a < 0 && b < 0 { return nil }
    let c = rings.turn(other, otherEnd, one)
    let d = rings.turn(other, otherEnd, end)
    if c > 0 && d > 0 || c < 0 && d < 0 { return nil }
    if a != 0, b != 0, c != 0, d != 0 {
      let part = a / (a - b)
      return (
        rings.x[other] + (rings.x[otherEnd] - rings.x[other]) * part,
        rings.y[other] + (rings.y[otherEnd] - rings.y[other]) * part
      )
    }
    if a == 0, b == 0, isStrict, let position = overlap(one, other) { return position }
    // Each vertex on another side is looked at once, with the side that starts there.
    if rings.isSame(one, other) { return counted(meeting(ofVertex: one, other), at: one) }
    if a == 0, rings.isInside(other, one) {
      return counted(meeting(ofVertex: other, onSide: one), at: other)
    }
    if c == 0, rings.isInside(one, other) {
      return counted(meeting(ofVertex: one, onSide: other), at: one)
    }
    return nil
  }

  private func counted(_ meeting: Meeting, at vertex: Int) -> (x: Double, y: Double)? {
    guard meeting == .cross || meeting == .touch && isStrict else { return nil }
    return (rings.x[vertex], rings.y[vertex])
  }

  /// A position where two sides on one line run along each other.
  private func overlap(_ one: Int, _ other: Int) -> (x: Double, y: Double)? {
    let (box, otherBox) = (boxes[one], boxes[other])
    let west = max(box.minX, otherBox.minX)
    let south = max(box.minY, otherBox.minY)
    guard west < min(box.maxX, otherBox.maxX) || south < min(box.maxY, otherBox.maxY) else {
      return nil
    }
    for vertex in [one, rings.next[one], other, rings.next[other]]
    where box.contains(x: rings.x[vertex], y: rings.y[vertex])
      && otherBox.contains(x: rings.x[vertex], y: rings.y[vertex])
    {
      return (rings.x[vertex], rings.y[vertex])
    }
    return nil
  }

  /// How a ring meets a side that its vertex is on.
  private func meeting(ofVertex vertex: Int, onSide side: Int) -> Meeting {
    let end = rings.next[side]
    let before = rings.turn(side, end, rings.previous[vertex])
    let after = rings.turn(side, end, rings.next[vertex])
    if before > 0 && after < 0 || before < 0 && after > 0 { return .cross }
    return rings.ring[vertex] == rings.ring[side] ? .touch : .none
  }

  /// How two rings, or two parts of one, meet in a common vertex.
  private func meeting(ofVertex one: Int, _ other: Int) -> Meeting {
    let before = position(of: rings.previous[other], at: one)
    let after = position(of: rings.next[other], at: one)
    if before != 0, after != 0, before != after { return .cross }
    return rings.ring[one] == rings.ring[other] ? .touch : .none
  }

  /// 1 if the direction from a vertex to a position is to the left of the ring there, -1 to the
  /// right, 0 along it.
  private func position(of target: Int, at vertex: Int) -> Int {
    let (from, to) = (rings.previous[vertex], rings.next[vertex])
    let bend = rings.turn(from, vertex, to)
    let first = rings.turn(from, vertex, target)
    let second = rings.turn(vertex, to, target)
    if bend > 0 || bend == 0 && rings.isStraight(vertex) {
      // Left of both, or of the only line.
      if first > 0 && second > 0 { return 1 }
      return first < 0 || second < 0 ? -1 : 0
    }
    if first < 0 && second < 0 { return -1 }
    return first > 0 || second > 0 ? 1 : 0
  }
}

extension RingSides {
  /// Whether the ring goes on in the same direction at a vertex where its sides are on one line.
  fileprivate func isStraight(_ vertex: Int) -> Bool {
    let (from, to) = (previous[vertex], next[vertex])
    return (x[vertex] - x[from]) * (x[to] - x[vertex])
      + (y[vertex] - y[from]) * (y[to] - y[vertex]) > 0
  }
}
