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

  /// The mean radius of the earth, in metres.
  private static let radius = 6_371_008.8

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
    return .moved(metres: Self.metres(old, new))
  }

  /// The way along a great circle.
  private static func metres(_ one: Geometry, _ other: Geometry) -> Double {
    let radian = Double.pi / 180
    let across = Transcendental.sin((other.x(0) - one.x(0)) * radian / 2)
    let along = Transcendental.sin((other.y(0) - one.y(0)) * radian / 2)
    let cosines = Transcendental.cos(one.y(0) * radian) * Transcendental.cos(other.y(0) * radian)
    let square = along * along + cosines * across * across
    return 2 * radius * Transcendental.asin(min(1, square.squareRoot()))
  }
}
