/// Transforms coordinates from one spatial reference to another through longitude and latitude on
/// WGS 84.
///
/// NAD83, ETRS89 and the other modern datums are treated as equal to WGS 84, as in PROJ's null and
/// ballpark transformations. Older datums are shifted (`DatumShift`). Systems without a known shift
/// are rejected with their name. x is always east or longitude and y north or latitude, whatever
/// order a registry states.
package struct CoordinateTransform: Sendable {
  /// The source or the target system.
  private struct End: Sendable {
    let geographic: GeographicSystem
    /// Nil for degrees.
    var projection: MapProjection?
    let metersPerUnit: Double
    let name: String
    /// What the user has given for the datum. Used before its shift.
    let grids: [NTv2Grid]

    init(_ reference: SpatialReference) throws(GeometryError) {
      name = reference.name
      if let datum = reference.shiftedDatum { throw .datumShiftNeeded(datum: datum) }
      guard let system = reference.system else {
        throw .unknownSpatialReference(name: reference.name)
      }
      geographic = system.geographic
      grids = DatumGrids.grids(of: geographic.code)
      if let datum = geographic.shiftNeeded { throw .datumShiftNeeded(datum: datum) }
      metersPerUnit = system.unit.meters
      guard let definition = system.projection else { return }
      projection = definition.projection(geographic.ellipsoid, metersPerUnit: metersPerUnit)
      if projection == nil { throw .unsupportedProjection(name: name) }
    }

    /// Returns longitude and latitude in degrees, from Greenwich, on the system's own datum.
    func degrees(x: Double, y: Double) -> (x: Double, y: Double)? {
      let meridian = geographic.primeMeridian.degrees
      guard let projection else {
        let unit = geographic.angularUnit.degrees
        return (x * unit + meridian, y * unit)
      }
      guard let angles = projection.unproject(x: x * metersPerUnit, y: y * metersPerUnit) else {
        return nil
      }
      return (angles.longitude / Angle.degree + meridian, angles.latitude / Angle.degree)
    }

    /// Returns the coordinates of a longitude and latitude in degrees, from Greenwich, on the
    /// system's own datum.
    func coordinates(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
      let longitude = longitude - geographic.primeMeridian.degrees
      guard let projection else {
        let unit = geographic.angularUnit.degrees
        return (longitude / unit, latitude / unit)
      }
      // Latitudes beyond a pole are invalid, even where the tangent has a value.
      guard latitude.magnitude <= 90 else { return nil }
      guard
        let meters = projection.project(
          longitude: longitude * Angle.degree, latitude: latitude * Angle.degree)
      else { return nil }
      return (meters.x / metersPerUnit, meters.y / metersPerUnit)
    }

    /// Returns longitude and latitude on WGS 84 of those on the system's datum.
    func toWGS84(_ p: (x: Double, y: Double)) -> (x: Double, y: Double) {
      for grid in grids {
        if let moved = grid.shifted(longitude: p.x, latitude: p.y) { return moved }
      }
      return geographic.shift?.toWGS84(longitude: p.x, latitude: p.y, on: geographic.ellipsoid) ?? p
    }

    /// Returns longitude and latitude on the system's datum of those on WGS 84.
    func fromWGS84(_ p: (x: Double, y: Double)) -> (x: Double, y: Double) {
      for grid in grids {
        if let moved = grid.shiftedBack(longitude: p.x, latitude: p.y) { return moved }
      }
      return geographic.shift?.fromWGS84(longitude: p.x, latitude: p.y, on: geographic.ellipsoid)
        ?? p
    }
  }

  /// Nil if both references are the same. Then coordinates stay exactly as they are.
  private let ends: (from: End, to: End)?
  /// Whether the two datums differ.
  private let isShifted: Bool

  /// Prepares the transformation from one reference to another.
  /// - Throws: `GeometryError.unknownSpatialReference`, `.datumShiftNeeded`,
  ///   `.unsupportedProjection`. Never throws for two equal references, even unknown ones.
  package init(from: SpatialReference, to: SpatialReference) throws(GeometryError) {
    if from.isSame(as: to) {
      (ends, isShifted) = (nil, false)
      return
    }
    let source = try End(from)
    let target = try End(to)
    isShifted = !source.geographic.hasSameDatum(as: target.geographic)
    let isSameAngles =
      source.projection == nil && target.projection == nil && !isShifted
      && source.geographic.primeMeridian.degrees == target.geographic.primeMeridian.degrees
      && source.geographic.angularUnit == target.geographic.angularUnit
    ends = isSameAngles ? nil : (source, target)
  }

  /// Whether coordinates stay as they are.
  package var isIdentity: Bool { ends == nil }

  /// Returns the position in the other reference, or nil if a projection has no value there.
  package func forward(x: Double, y: Double) -> (x: Double, y: Double)? {
    guard let ends else { return (x, y) }
    guard var position = ends.from.degrees(x: x, y: y) else { return nil }
    if isShifted { position = ends.to.fromWGS84(ends.from.toWGS84(position)) }
    guard let result = ends.to.coordinates(longitude: position.x, latitude: position.y),
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
