/// Transforms coordinates from one spatial reference to another through longitude and latitude.
///
/// NAD83, ETRS89, WGS 84 and the other modern datums are treated as equal, as in PROJ's null and
/// ballpark transformations. Systems on other datums are rejected with their name. x is always east
/// or longitude and y north or latitude, whatever order a registry states.
package struct CoordinateTransform: Sendable {
  /// The source or the target system.
  private struct End: Sendable {
    /// Nil for degrees.
    var projection: MapProjection?
    var metersPerUnit: Double
    var name: String

    init(_ reference: SpatialReference) throws(GeometryError) {
      name = reference.name
      if let datum = reference.shiftedDatum { throw .datumShiftNeeded(datum: datum) }
      guard let system = reference.system else {
        throw .unknownSpatialReference(name: reference.name)
      }
      if let datum = system.geographic.shiftNeeded { throw .datumShiftNeeded(datum: datum) }
      metersPerUnit = system.unit.meters
      guard let definition = system.projection else { return }
      projection = definition.projection(
        system.geographic.ellipsoid, metersPerUnit: metersPerUnit)
      if projection == nil { throw .unsupportedProjection(name: name) }
    }

    /// Returns longitude and latitude in degrees.
    func degrees(x: Double, y: Double) -> (x: Double, y: Double)? {
      guard let projection else { return (x, y) }
      guard let angles = projection.unproject(x: x * metersPerUnit, y: y * metersPerUnit) else {
        return nil
      }
      return (angles.longitude / Angle.degree, angles.latitude / Angle.degree)
    }

    /// Returns the coordinates of a longitude and latitude in degrees.
    func coordinates(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
      guard let projection else { return (longitude, latitude) }
      // Latitudes beyond a pole are invalid, even where the tangent has a value.
      guard latitude.magnitude <= 90 else { return nil }
      guard
        let meters = projection.project(
          longitude: longitude * Angle.degree, latitude: latitude * Angle.degree)
      else { return nil }
      return (meters.x / metersPerUnit, meters.y / metersPerUnit)
    }
  }

  /// Nil if both references are the same. Then coordinates stay exactly as they are.
  private let ends: (from: End, to: End)?

  /// Prepares the transformation from one reference to another.
  /// - Throws: `GeometryError.unknownSpatialReference`, `.datumShiftNeeded`,
  ///   `.unsupportedProjection`. Never throws for two equal references, even unknown ones.
  package init(from: SpatialReference, to: SpatialReference) throws(GeometryError) {
    if from.isSame(as: to) {
      ends = nil
    } else {
      let source = try End(from)
      let target = try End(to)
      ends = source.projection == nil && target.projection == nil ? nil : (source, target)
    }
  }

  /// Whether coordinates stay as they are.
  package var isIdentity: Bool { ends == nil }

  /// Returns the position in the other reference, or nil if a projection has no value there.
  package func forward(x: Double, y: Double) -> (x: Double, y: Double)? {
    guard let ends else { return (x, y) }
    guard let position = ends.from.degrees(x: x, y: y),
      let result = ends.to.coordinates(longitude: position.x, latitude: position.y),
      result.x.isFinite, result.y.isFinite
    else { return nil }
    return result
  }

  /// Transforms every vertex. Heights and measures stay.
  /// - Throws: `GeometryError.outsideProjection` with the first position that has no value. The
  ///   geometry is then partly changed and must not be used.
  package func apply(to geometry: inout Geometry) throws(GeometryError) {
    guard let ends else { return }
    let stride = geometry.stride
    var index = 0
    while index + 1 < geometry.coordinates.count {
      let x = geometry.coordinates[index]
      let y = geometry.coordinates[index + 1]
      guard let result = forward(x: x, y: y) else {
        throw .outsideProjection(
          x: x, y: y, system: ends.to.projection == nil ? ends.from.name : ends.to.name)
      }
      geometry.coordinates[index] = result.x
      geometry.coordinates[index + 1] = result.y
      index += stride
    }
  }

  /// Returns the box around a transformed box. Its sides are followed in steps, because they become
  /// curves.
  /// - Throws: `GeometryError.outsideProjection` if a position of a side has no value.
  package func envelope(of box: Envelope) throws(GeometryError) -> Envelope {
    guard ends != nil, !box.isEmpty else { return box }
    let steps = 20
    var result = Envelope.empty
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      let x = box.minX + (box.maxX - box.minX) * part
      let y = box.minY + (box.maxY - box.minY) * part
      for (sideX, sideY) in [(x, box.minY), (x, box.maxY), (box.minX, y), (box.maxX, y)] {
        guard let position = forward(x: sideX, y: sideY) else {
          throw .outsideProjection(x: sideX, y: sideY, system: ends?.to.name ?? "")
        }
        result.formUnion(x: position.x, y: position.y)
      }
    }
    return result
  }
}
