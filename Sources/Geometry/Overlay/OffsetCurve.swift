import Bytes

/// The rings around all positions within a distance of a line.
///
/// They are the sum of rectangles along the sides and of sectors of circles around the vertices, all
/// counter-clockwise. Where a side turns away, the ring goes to the vertex and back. So the winding
/// number of a position is the number of pieces that cover it: it is above 0 exactly within the
/// distance. Circles are polygons with vertices on the circle.
struct OffsetCurve: Sendable {
  /// The rings of each piece of a line. Only together, they go around each position 0 times or more.
  private(set) var pieces: [[[OverlayPosition]]] = []
  private let distance: Double
  /// The largest angle between neighboring vertices on a circle.
  private let step: Double
  private var rings: [[OverlayPosition]] = []
  private var ring: [OverlayPosition] = []

  /// A direction with length 1.
  private struct Direction {
    var x: Double
    var y: Double

    var reversed: Direction { Direction(x: -x, y: -y) }
    /// A quarter turn clockwise.
    var right: Direction { Direction(x: y, y: -x) }
  }

  /// - Parameters:
  ///   - distance: above 0, in units of the coordinates.
  ///   - verticesPerCircle: at least 4.
  init(distance: Double, verticesPerCircle: Int) {
    self.distance = distance
    step = 2 * .pi / Double(verticesPerCircle)
  }

  /// The most sides of a piece of a line.
  private static let pieceLength = 24

  /// Adds a line, a ring (a line whose last vertex is its first), or a position.
  ///
  /// A long line is divided: the pieces together cover the same, and few sides of a piece cross each
  /// other, however close its vertices are.
  mutating func add(_ line: [OverlayPosition]) {
    var vertices: [OverlayPosition] = []
    for position in line where position != vertices.last { vertices.append(position) }
    var rest = vertices[...]
    while !rest.isEmpty {
      add(piece: Array(rest.prefix(Self.pieceLength + 1)))
      pieces.append(rings)
      rings = []
      // The last vertex of a piece is the first of the next.
      rest = rest.dropFirst(rest.count > Self.pieceLength + 1 ? Self.pieceLength : rest.count)
    }
  }

  private mutating func add(piece vertices: [OverlayPosition]) {
    let isRing = vertices.count > 2 && vertices.first == vertices.last
    guard let first = vertices.first else { return }
    guard vertices.count > 1 else {
      arc(around: first, from: Direction(x: 1, y: 0), angle: 2 * .pi)
      close()
      return
    }
    let directions = zip(vertices, vertices.dropFirst()).map { one, two in
      let (dx, dy) = (two.x - one.x, two.y - one.y)
      let length = Transcendental.hypot(dx, dy)
      return Direction(x: dx / length, y: dy / length)
    }
    rightSide(vertices, directions, isRing: isRing)
    rightSide(
      vertices.reversed(), directions.reversed().map(\.reversed), isRing: isRing)
    if !isRing { close() }
  }

  /// Adds the vertices along the right side of a line, and around its end.
  private mutating func rightSide(
    _ vertices: [OverlayPosition], _ directions: [Direction], isRing: Bool
  ) {
    for (index, direction) in directions.enumerated() {
      point(vertices[index], rightOf: direction)
      point(vertices[index + 1], rightOf: direction)
      if index + 1 < directions.count {
        join(at: vertices[index + 1], direction, directions[index + 1])
      } else if isRing {
        join(at: vertices[index + 1], direction, directions[0])
        close()
      } else {
        arc(around: vertices[index + 1], from: direction.right, angle: .pi)
      }
    }
  }

  /// Adds what is between the right sides of two neighboring sides.
  private mutating func join(at vertex: OverlayPosition, _ before: Direction, _ after: Direction) {
    let cross = before.x * after.y - before.y * after.x
    let dot = before.x * after.x + before.y * after.y
    if cross > 0 || (cross == 0 && dot < 0) {
      arc(around: vertex, from: before.right, angle: Transcendental.atan2(cross, dot))
    } else if cross < 0 {
      ring.append(vertex)
    }
  }

  /// Adds the vertices of a counter-clockwise arc between its ends; all around if the angle is a full
  /// turn.
  private mutating func arc(around center: OverlayPosition, from start: Direction, angle: Double) {
    let count = (angle / step - 1e-9).rounded(.up)
    guard count >= 2 else { return }
    for index in 1..<Int(count) + (angle > 4 ? 1 : 0) {
      let turn = angle * Double(index) / count
      let (sine, cosine) = (Transcendental.sin(turn), Transcendental.cos(turn))
      ring.append(
        OverlayPosition(
          x: center.x + distance * (start.x * cosine - start.y * sine),
          y: center.y + distance * (start.x * sine + start.y * cosine)))
    }
  }

  private mutating func point(_ vertex: OverlayPosition, rightOf direction: Direction) {
    ring.append(
      OverlayPosition(
        x: vertex.x + distance * direction.right.x, y: vertex.y + distance * direction.right.y))
  }

  private mutating func close() {
    rings.append(ring)
    ring = []
  }
}
