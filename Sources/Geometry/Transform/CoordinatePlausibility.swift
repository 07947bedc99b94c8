/// Whether coordinates are plausible in their spatial reference, for findings.
package enum CoordinatePlausibility: Sendable, Equatable {
  /// They fit, or there is no reason for doubt.
  case plausible
  /// The reference is projected, but all values are small enough to be degrees.
  case degreesInProjected
  /// The reference is geographic, but some values can't be degrees.
  case metersInGeographic
  /// They fit only if x and y are exchanged.
  case swapped
  /// They are outside the reference's area of use, in either order.
  case outsideAreaOfUse

  /// Evaluates the box of a layer's coordinates. An empty box is plausible.
  package init(_ box: Envelope, in reference: SpatialReference) {
    self = box.isEmpty ? .plausible : Self.judge(box, reference)
  }

  private static func judge(_ box: Envelope, _ reference: SpatialReference) -> Self {
    let exchanged = Envelope(
      minX: box.minY, minY: box.minX, maxX: box.maxY, maxY: box.maxX)
    if reference.isGeographic {
      if degrees.contains(box) { return .plausible }
      return degrees.contains(exchanged) ? .swapped : .metersInGeographic
    }
    guard let system = reference.system, let area = system.areaOfUse else {
      return .plausible
    }
    // No layer is within some hundred meters of the origin of its projection.
    if degrees.contains(box) || degrees.contains(exchanged) { return .degreesInProjected }
    if fits(box, reference: reference, area: area) { return .plausible }
    return fits(exchanged, reference: reference, area: area) ? .swapped : .outsideAreaOfUse
  }

  /// Longitudes may extend beyond the 180th meridian.
  static let degrees = Envelope(minX: -360, minY: -90, maxX: 360, maxY: 90)

  /// Returns whether the box is within the area of use, extended by half its width and height,
  /// because data of a state often extends beyond it.
  private static func fits(
    _ box: Envelope, reference: SpatialReference, area: Envelope
  ) -> Bool {
    guard let transform = try? CoordinateTransform(from: reference, to: .wgs84),
      let transformed = try? transform.envelope(of: box)
    else { return false }
    return widened(area).contains(
      transformed.width < 180 ? transformed : turned(box, by: transform, around: area))
  }

  /// An area of use, extended by half its width and height.
  static func widened(_ area: Envelope) -> Envelope {
    let x = max(1, area.width / 2)
    let y = max(1, area.height / 2)
    return Envelope(
      minX: area.minX - x, minY: area.minY - y, maxX: area.maxX + x, maxY: area.maxY + y)
  }

  /// The box around the middle and the corners of a box in degrees. Its longitudes are those nearest
  /// to an area, beyond 180° if need be, because data can be on both sides of the antimeridian.
  private static func turned(
    _ box: Envelope, by transform: CoordinateTransform, around area: Envelope
  ) -> Envelope {
    let middle = (area.minX + area.maxX) / 2
    var turned = Envelope.empty
    for x in [box.minX, (box.minX + box.maxX) / 2, box.maxX] {
      for y in [box.minY, (box.minY + box.maxY) / 2, box.maxY] {
        guard let position = transform.forward(x: x, y: y) else { return .empty }
        let longitude = (position.x - middle).remainder(dividingBy: 360) + middle
        turned.formUnion(x: longitude, y: position.y)
      }
    }
    return turned
  }
}
