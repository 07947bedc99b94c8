import Bytes
import FeatureData
import GeoPackage
import Geometry

/// A point that a package added.
struct AddedPoint {
  var id: GlobalID
  /// Its index among the packages that are merged.
  var package: Int
  var position: PointGrid.Position

  /// Two new points closer than this may be the same object; in meters.
  static let nearby = 2.0

  /// The points that packages added to a table, sorted by package and GlobalID.
  ///
  /// - Parameter store: defines the spatial reference of the table.
  static func all(
    of table: Int, in schema: MergeSchema, _ packages: [CheckedReturn], _ store: GeoPackageReader
  ) -> [AddedPoint] {
    let geometries = ChangeGeometry(schema.tables[table], in: store)
    var added: [AddedPoint] = []
    for (packageIndex, data) in packages.enumerated() {
      for change in data.diff.tables[table].rows where change.before == nil {
        guard let geometry = geometries.degrees(change.after), geometry.kind == .point else {
          continue
        }
        added.append(
          AddedPoint(
            id: change.id, package: packageIndex,
            position: .init(x: geometry.x(0), y: geometry.y(0))))
      }
    }
    return added
  }
}

/// Records of the office data near points that packages added. Only records that the package was
/// issued without count.
///
/// The new points are put into a grid, and the office rows are read once and looked up in it. The
/// search doesn't depend on the outcome of the merge, so both can run at the same time.
struct OfficeNeighbors: Sendable {
  /// A point of a package.
  struct Point: Hashable {
    var id: GlobalID
    var package: Int
  }

  /// A record of the office data.
  struct Neighbor {
    var id: GlobalID
    var meters: Double
  }

  /// The neighbors of each point, by table.
  private(set) var byTable: [Int: [Point: [Neighbor]]] = [:]

  /// - Throws: ``MergingError`` if a store cannot be read.
  init(
    of packages: [CheckedReturn], in schema: MergeSchema, _ store: GeoPackageReader
  ) throws {
    let bases = try packages.map { data in
      try StoreRows(data.base, schema: schema)
    }
    let current = try StoreRows(store, schema: schema)
    for table in schema.tables.indices where schema.tables[table].srsID != nil {
      let added = AddedPoint.all(of: table, in: schema, packages, store)
      guard !added.isEmpty else { continue }
      var grid = PointGrid(meters: AddedPoint.nearby)
      for (index, point) in added.enumerated() { grid.add(index, at: point.position) }
      let rows = try Self.rows(of: table, in: schema, store, near: grid)
      for (rowid, position) in rows {
        for index in grid.points(near: position) {
          let point = added[index]
          let meters = PointGrid.meters(position, point.position)
          guard meters <= AddedPoint.nearby,
            let row = try current.row(table, rowid: rowid),
            case let id = Self.identity(of: row, schema.tables[table]), id != point.id,
            try !packages[point.package].wasIssued(id, in: table, schema, bases[point.package])
          else { continue }
          let key = Point(id: point.id, package: point.package)
          byTable[table, default: [:]][key, default: []].append(
            Neighbor(id: id, meters: meters))
        }
      }
    }
  }

  /// The GlobalID or key stored in the row, or else an identity made from its row id.
  private static func identity(of row: MergeRow, _ table: MergeTable) -> GlobalID {
    table.identityField.flatMap {
      RowIdentity.stored(row[$0], table: table.name, isKey: table.fields[$0].role == .key)
    } ?? RowIdentity.minted(table: table.name, rowid: row.rowid)
  }

  /// The rows of a table that are points near the points of a grid, in longitude and latitude.
  private static func rows(
    of table: Int, in schema: MergeSchema, _ store: GeoPackageReader, near grid: PointGrid
  ) throws -> [(rowid: Int64, position: PointGrid.Position)] {
    let merged = schema.tables[table]
    guard let alignment = try TableAlignment(merged, in: store),
      merged.fieldIndex(of: .geometry).flatMap({ alignment.columns[$0] }) == 1,
      let reference = merged.srsID.flatMap({ try? store.spatialReference($0) }),
      let transform = try? CoordinateTransform(from: reference, to: SpatialReference(epsg: 4326))
    else { return [] }
    return try about(store.path) {
      var near: [(rowid: Int64, position: PointGrid.Position)] = []
      var rows = try store.rows(of: alignment.name)
      var geometry = Geometry()
      while try rows.advance() {
        guard let range = try rows.geometry() else { continue }
        let point = rows.withRecord { Self.point($0.extracting(range), &geometry) }
        guard let point, let (x, y) = transform.forward(x: point.x, y: point.y) else { continue }
        let position = PointGrid.Position(x: x, y: y)
        if grid.hasPoints(near: position) { near.append((rows.rowid, position)) }
      }
      return near
    }
  }

  /// The coordinates of a geometry blob; nil if it isn't a point.
  private static func point(
    _ blob: Span<UInt8>, _ geometry: inout Geometry
  ) -> (x: Double, y: Double)? {
    if let point = GeoPackageBlob.point(blob) { return point }
    guard (try? GeoPackageBlob.decode(blob, into: &geometry)) != nil, geometry.kind == .point,
      !geometry.isEmpty
    else { return nil }
    return (geometry.x(0), geometry.y(0))
  }
}
