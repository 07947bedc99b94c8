/// Adds strokes of lines to a mask: a quad for each segment, with round joins and ends.
///
/// Neighbors share their sides in opposite directions, so that the sides cancel, and a stroke is as
/// even at its vertices as between them.
package struct StrokeOutline {
  /// Half of the width, in pixels.
  let radius: Double
  /// Whether ends are round. Otherwise they are cut off.
  let hasRoundEnds: Bool

  package init(radius: Double, hasRoundEnds: Bool = true) {
    self.radius = radius
    self.hasRoundEnds = hasRoundEnds
  }

  /// Adds the stroke of a line.
  package func add(_ line: [SIMD2<Double>], to mask: inout CoverageMask) {
    guard var last = line.first else { return }
    var normal: SIMD2<Double>?
    for point in line.dropFirst() {
      let step = point - last
      let length = (step * step).sum().squareRoot()
      guard length > 1e-6 else { continue }
      let side = SIMD2(-step.y, step.x) * (radius / length)
      mask.add(from: last + side, to: point + side)
      mask.add(from: point + side, to: point - side)
      mask.add(from: point - side, to: last - side)
      mask.add(from: last - side, to: last + side)
      if let normal {
        addJoin(at: last, normal, side, to: &mask)
      } else if hasRoundEnds {
        addEnd(at: last, -side, to: &mask)
      }
      (normal, last) = (side, point)
    }
    if let normal, hasRoundEnds { addEnd(at: last, normal, to: &mask) }
  }

  /// Fills the wedge outside of a bend.
  private func addJoin(
    at center: SIMD2<Double>, _ before: SIMD2<Double>, _ after: SIMD2<Double>,
    to mask: inout CoverageMask
  ) {
    let bend = Self.cross(before, after)
    guard abs(bend) > 1e-9 else { return }
    let (start, end) = bend < 0 ? (before, after) : (-after, -before)
    mask.add(from: center, to: center + start)
    addArc(around: center, from: start, to: end, to: &mask)
    mask.add(from: center + end, to: center)
  }

  /// Adds a half circle from a side to the opposite one.
  private func addEnd(
    at center: SIMD2<Double>, _ side: SIMD2<Double>, to mask: inout CoverageMask
  ) {
    let ahead = SIMD2(side.y, -side.x)
    addArc(around: center, from: side, to: ahead, to: &mask)
    addArc(around: center, from: ahead, to: -side, to: &mask)
    mask.add(from: center - side, to: center + side)
  }

  /// Adds the sides of an arc of less than half a circle. The angle falls.
  private func addArc(
    around center: SIMD2<Double>, from start: SIMD2<Double>, to end: SIMD2<Double>,
    to mask: inout CoverageMask
  ) {
    let (cosine, sine) = step
    var current = start
    while true {
      let next = SIMD2(
        current.x * cosine + current.y * sine, current.y * cosine - current.x * sine)
      guard Self.cross(next, end) < 0 else { break }
      mask.add(from: center + current, to: center + next)
      current = next
    }
    mask.add(from: center + current, to: center + end)
  }

  /// The cosine and sine of the angle between vertices of arcs: 45°, 22.5° or 11.25°.
  private var step: (Double, Double) {
    if radius < 2 { return (0.707106781186547524, 0.707106781186547524) }
    if radius < 8 { return (0.923879532511286756, 0.382683432365089772) }
    return (0.980785280403230449, 0.195090322016128268)
  }

  private static func cross(_ first: SIMD2<Double>, _ second: SIMD2<Double>) -> Double {
    first.x * second.y - first.y * second.x
  }
}
