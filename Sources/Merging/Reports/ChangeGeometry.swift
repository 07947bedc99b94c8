import Bytes
package import GeoPackage
package import Geometry

/// The geometries of a table's changes, in longitude and latitude.
package struct ChangeGeometry: Sendable {
  /// Nil where the table has none, or nobody says what its coordinates are in.
  private let transform: CoordinateTransform?
  private let place: Int?

  /// What became of a geometry.
  package enum Account: Sendable, Equatable {
    case unchanged, added, removed, reshaped
    /// A point, by so many metres.
    case moved(metres: Double)
  }

  /// The geometries of a table, by the spatial references of a store.
  package init(_ table: MergeTable, in store: GeoPackageReader) {
    place = table.place(of: .geometry)
    let reference = table.srsID.flatMap { try? store.spatialReference($0) }
    transform = reference.flatMap {
      try? CoordinateTransform(from: $0, to: SpatialReference(epsg: 4326))
    }
  }

  /// The geometry of a row in longitude and latitude; nil where it has none, or none that can be
  /// taken there.
  package func degrees(_ row: MergeRow?) -> Geometry? {
    guard let transform, let place, case .blob(let blob)? = row?.values[place] else { return nil }
    var geometry = Geometry()
    do throws(GeometryError) {
      _ = try GeoPackageBlob.decode(blob.span, into: &geometry)
      guard !geometry.isEmpty else { return nil }
      try transform.apply(to: &geometry)
      return geometry
    } catch { return nil }
  }

  /// What a change did to its row's geometry.
  package func account(of change: RowChange) -> Account {
    guard let place, let before = change.before?.values[place],
      let after = change.after?.values[place], before != after
    else { return .unchanged }
    if before.isNull { return .added }
    if after.isNull { return .removed }
    guard let old = degrees(change.before), let new = degrees(change.after),
      old.kind == .point, new.kind == .point
    else { return .reshaped }
    return .moved(
      metres: PointGrid.metres(
        .init(x: old.x(0), y: old.y(0)), .init(x: new.x(0), y: new.y(0))))
  }
}
