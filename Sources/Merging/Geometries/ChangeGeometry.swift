package import GeoPackage
package import Geometry

/// The geometries of a table's changes, in longitude and latitude.
package struct ChangeGeometry: Sendable {
  /// Nil if the table has no geometry or its spatial reference is unknown.
  private let transform: CoordinateTransform?
  private let column: Int?

  /// The effect of a change on a geometry.
  package enum Effect: Sendable, Equatable {
    case unchanged, added, removed, reshaped
    /// A point was moved by a distance.
    case moved(meters: Double)
  }

  /// The geometries of a table, in a spatial reference defined by a store.
  package init(_ table: MergeTable, in store: GeoPackageReader) {
    column = table.fieldIndex(of: .geometry)
    let reference = table.srsID.flatMap { try? store.spatialReference($0) }
    transform = reference.flatMap {
      try? CoordinateTransform(from: $0, to: SpatialReference(epsg: 4326))
    }
  }

  /// The geometry of a row in longitude and latitude; nil if it has none or it cannot be
  /// transformed.
  package func degrees(_ row: MergeRow?) -> Geometry? {
    guard let transform, let column, case .blob(let blob)? = row?.values[column] else { return nil }
    var geometry = Geometry()
    do throws(GeometryError) {
      _ = try GeoPackageBlob.decode(blob.span, into: &geometry)
      guard !geometry.isEmpty else { return nil }
      try transform.apply(to: &geometry)
      return geometry
    } catch { return nil }
  }

  /// The effect of a change on its row's geometry.
  package func effect(of change: RowChange) -> Effect {
    guard let column, let before = change.before?.values[column],
      let after = change.after?.values[column], before != after
    else { return .unchanged }
    if before.isNull { return .added }
    if after.isNull { return .removed }
    guard let old = degrees(change.before), let new = degrees(change.after),
      old.kind == .point, new.kind == .point
    else { return .reshaped }
    return .moved(
      meters: PointGrid.meters(
        .init(x: old.x(0), y: old.y(0)), .init(x: new.x(0), y: new.y(0))))
  }
}
