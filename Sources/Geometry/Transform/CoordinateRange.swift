/// Finds shapes whose coordinates can't be in a spatial reference, one by one.
///
/// It is never stricter than ``CoordinatePlausibility`` is with the box of all shapes.
package struct CoordinateRange: Sendable {
  /// To degrees; nil if the coordinates are degrees already.
  private let transform: CoordinateTransform?
  /// The possible degrees.
  private let limits: Envelope
  /// A box around shapes that were possible.
  private var known = Envelope.empty

  /// The range of a reference; nil if nothing is known about it.
  package init?(of reference: SpatialReference) {
    if reference.isGeographic {
      transform = nil
      limits = CoordinatePlausibility.degrees
      return
    }
    guard let area = reference.system?.areaOfUse,
      let transform = try? CoordinateTransform(from: reference, to: .wgs84)
    else { return nil }
    self.transform = transform
    limits = CoordinatePlausibility.widened(area)
  }

  /// Whether the corners of a shape's box are possible.
  @inline(__always)
  package mutating func contains(_ box: Envelope) -> Bool {
    known.contains(box) || isPossible(box)
  }

  private mutating func isPossible(_ box: Envelope) -> Bool {
    guard isPossible(x: box.minX, y: box.minY), isPossible(x: box.maxX, y: box.maxY),
      isPossible(x: box.minX, y: box.maxY), isPossible(x: box.maxX, y: box.minY)
    else { return false }
    known.formUnion(box)
    return true
  }

  private func isPossible(x: Double, y: Double) -> Bool {
    guard let transform else { return limits.contains(x: x, y: y) }
    guard let degrees = transform.forward(x: x, y: y) else { return false }
    // Beyond 180° if need be, because data can be on both sides of the antimeridian.
    let middle = (limits.minX + limits.maxX) / 2
    let longitude = (degrees.x - middle).remainder(dividingBy: 360) + middle
    return limits.contains(x: longitude, y: degrees.y)
  }
}
