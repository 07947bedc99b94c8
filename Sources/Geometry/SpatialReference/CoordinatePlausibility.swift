/// Whether coordinates can be what their spatial reference says, for findings.
package enum CoordinatePlausibility: Sendable, Equatable {
  /// They fit, or nothing is known against them.
  case plausible
  /// A projected reference, but all values are small enough to be degrees.
  case degreesInProjected
  /// A geographic reference, but values no degrees can have.
  case metresInGeographic
  /// They fit only with x and y exchanged.
  case swapped
  /// They lie outside the reference's area of use, in either order.
  case outsideAreaOfUse

  /// Judges the box of a layer's coordinates; an empty box is plausible.
  package init(_ box: Envelope, in reference: SpatialReference) {
    self = box.isEmpty ? .plausible : Self.judge(box, reference)
  }

  private static func judge(_ box: Envelope, _ reference: SpatialReference) -> Self {
    let exchanged = Envelope(
      minX: box.minY, minY: box.minX, maxX: box.maxY, maxY: box.maxX)
    if reference.isGeographic {
      if degrees.contains(box) { return .plausible }
      return degrees.contains(exchanged) ? .swapped : .metresInGeographic
    }
    guard let system = reference.system, let area = system.areaOfUse else {
      return .plausible
    }
    // No layer lies within some hundred metres of where its projection counts from.
    if degrees.contains(box) || degrees.contains(exchanged) { return .degreesInProjected }
    if fits(box, reference, area) { return .plausible }
    return fits(exchanged, reference, area) ? .swapped : .outsideAreaOfUse
  }

  /// Longitudes may pass the 180th meridian by a whole turn less one.
  private static let degrees = Envelope(minX: -360, minY: -90, maxX: 360, maxY: 90)

  /// True when the box lies within the area of use, grown by half its width and height, as data of
  /// a state reaches beyond it.
  private static func fits(
    _ box: Envelope, _ reference: SpatialReference, _ area: Envelope
  ) -> Bool {
    guard let transform = try? CoordinateTransform(from: reference, to: .wgs84),
      let places = try? transform.envelope(of: box)
    else { return false }
    let x = max(1, area.width / 2)
    let y = max(1, area.height / 2)
    let wide = Envelope(
      minX: area.minX - x, minY: area.minY - y, maxX: area.maxX + x, maxY: area.maxY + y)
    return wide.contains(places)
  }
}
