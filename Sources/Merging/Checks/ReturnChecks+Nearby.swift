import Bytes
import FeatureData
import GeoPackage
import Geometry
import SQLiteFile

// Two crews at one tree, or a crew at a tree that the office has added since: the new points go into
// a grid, and the current rows are read past it once.
extension ReturnChecks {
  /// Nearer than this, two new points may be one thing, in metres.
  static let nearby = 2.0

  /// New points of a table that are near one another or near what the office added, each with the
  /// nearest of either.
  func nearby(in table: Int) throws(MergingError) -> [MergeIssue] {
    let added = addedPoints(of: table)
    guard !added.isEmpty else { return [] }
    var grid = PointGrid(metres: Self.nearby)
    var found = NearestPairs()
    for (place, point) in added.enumerated() {
      for other in grid.points(near: point.position)
      where added[other].package != point.package && added[other].id != point.id {
        let metres = PointGrid.metres(point.position, added[other].position)
        guard metres <= Self.nearby else { continue }
        found.note(
          Pair(
            point: place, other: added[other].id, metres: metres, package: added[other].package))
      }
      grid.add(place, at: point.position)
    }
    let pairs = found.all + (try officePoints(near: added, grid, of: table).all)
    return pairs.sorted {
      ($0.point, $0.metres, $0.other) < ($1.point, $1.metres, $1.other)
    }.map { issue($0, added[$0.point], table) }
  }

  private struct Added {
    var id: GlobalID
    var package: Int
    var position: PointGrid.Position
  }

  private struct Pair {
    /// The place of the added point.
    var point: Int
    var other: GlobalID
    var metres: Double
    /// The package that added the other one; nil for the office.
    var package: Int?
  }

  /// Of the pairs of each point, the nearest.
  private struct NearestPairs {
    private var byPoint: [Int: Pair] = [:]

    /// In no order.
    var all: [Pair] { Array(byPoint.values) }

    mutating func note(_ pair: Pair) {
      if let known = byPoint[pair.point],
        (known.metres, known.other) <= (pair.metres, pair.other)
      {
        return
      }
      byPoint[pair.point] = pair
    }
  }

  /// The points that packages added and that the result has, by package and identity.
  private func addedPoints(of table: Int) -> [Added] {
    let geometries = ChangeGeometry(schema.tables[table], in: current.store)
    let rows = outcome.changes.first { $0.table == table }?.rows ?? []
    let new = Set(rows.lazy.filter { $0.action == .insert }.map(\.id))
    guard !new.isEmpty else { return [] }
    var added: [Added] = []
    for (place, data) in packages.enumerated() {
      for change in data.diff.tables[table].rows where change.before == nil {
        guard new.contains(change.id), let geometry = geometries.degrees(change.after),
          geometry.kind == .point
        else { continue }
        added.append(
          Added(
            id: change.id, package: place, position: .init(x: geometry.x(0), y: geometry.y(0))))
      }
    }
    return added
  }

  /// The rows of the current store near new points that the points' packages were built without.
  private func officePoints(
    near added: [Added], _ grid: PointGrid, of table: Int
  ) throws(MergingError) -> NearestPairs {
    var near: [(rowid: Int64, position: PointGrid.Position)] = []
    try forEachPoint(of: table) { rowid, position in
      if grid.hasPoints(near: position) { near.append((rowid, position)) }
    }
    var found = NearestPairs()
    guard !near.isEmpty else { return found }
    let changes = outcome.changes.first { $0.table == table }?.rows ?? []
    let gone = Set(changes.lazy.filter { $0.action == .delete }.map(\.id))
    let bases = try packages.map { (data) throws(MergingError) in
      try StoreRows(data.base, schema: schema)
    }
    for (rowid, position) in near {
      for place in grid.points(near: position) {
        let metres = PointGrid.metres(position, added[place].position)
        guard metres <= Self.nearby, let id = try current.identity(table, rowid: rowid),
          id != added[place].id, !gone.contains(id),
          try bases[added[place].package].rowid(table, of: id) == nil
        else { continue }
        found.note(Pair(point: place, other: id, metres: metres))
      }
    }
    return found
  }

  /// Calls `body` with the points of the current store in longitude and latitude.
  private func forEachPoint(
    of table: Int, _ body: (Int64, PointGrid.Position) -> Void
  ) throws(MergingError) {
    let store = current.store
    let merged = schema.tables[table]
    guard let alignment = try TableAlignment(merged, in: store),
      merged.place(of: .geometry).flatMap({ alignment.places[$0] }) == 1,
      let reference = merged.srsID.flatMap({ try? store.spatialReference($0) }),
      let transform = try? CoordinateTransform(from: reference, to: SpatialReference(epsg: 4326))
    else { return }
    try MergingError.reading(store) { () throws(GeoPackageError) in
      var rows = try store.rows(of: alignment.name)
      var geometry = Geometry()
      while try rows.advance() {
        guard let range = try rows.geometry() else { continue }
        let point = rows.withRecord { record in
          Self.point(record.extracting(range), &geometry)
        }
        guard let point, let (x, y) = transform.forward(x: point.x, y: point.y) else { continue }
        body(rows.rowid, PointGrid.Position(x: x, y: y))
      }
    }
  }

  /// The coordinates of a blob that is a point.
  private static func point(
    _ blob: Span<UInt8>, _ geometry: inout Geometry
  ) -> (x: Double, y: Double)? {
    if let point = GeoPackageBlob.point(blob) { return point }
    guard (try? GeoPackageBlob.decode(blob, into: &geometry)) != nil, geometry.kind == .point,
      !geometry.isEmpty
    else { return nil }
    return (geometry.x(0), geometry.y(0))
  }

  private func issue(_ pair: Pair, _ point: Added, _ table: Int) -> MergeIssue {
    let metres = "\((pair.metres * 100).rounded() / 100)"
    let who = pair.package.map { packages[$0].report.name } ?? "the office"
    return MergeIssue(
      .possibleDuplicate, table: table, id: point.id, value: FieldValue(text: pair.other.text),
      package: point.package,
      "A new feature of \(schema.tables[table].title) is \(metres) m from \(pair.other.text), "
        + "which \(who) added: they may be one.")
  }
}
