import FeatureData
import GeoPackage
import Geometry
import Packages

// Rules that fill in fields.
extension RuleRun {
  /// Fills a field of the records that crews added or moved.
  mutating func fill(_ fill: MapRule.Fill, _ rule: MapRule) throws {
    let table = try table(fill.layer)
    let field = try target(fill.field, of: table)
    let wanted = candidates(for: fill, table: table, field: field)
    guard !wanted.isEmpty else { return }
    switch fill.source {
    case .constant(let value):
      let constant = FieldValue(constant: value, schema.tables[table].fields[field].meaning)
      for row in wanted { try set(constant, field: field, of: row, by: rule) }
    case .polygon(let layer, let attribute):
      let polygons = try self.table(layer)
      let column = try self.field(attribute, of: polygons)
      let transform = try transform(from: table, to: try reference(of: polygons))
      let points = try points(of: wanted, transform)
      var search = PolygonSearch(points.map(\.point))
      try search.run(over: rows, table: polygons, field: column)
      for (point, value) in zip(points, search.values) {
        if let value { try set(value, field: field, of: point.row, by: rule) }
      }
    case .addresses(let addresses):
      let points = try points(of: wanted, try transform(from: table, to: .wgs84))
      guard !points.isEmpty else { return }
      for (point, text) in zip(points, try nearest(points.map(\.point), addresses)) {
        if let text { try set(.text(text), field: field, of: point.row, by: rule) }
      }
    }
  }

  /// Sets a field of a record that a package added or moved.
  private mutating func set(
    _ value: FieldValue, field: Int, of row: RecordKey, by rule: MapRule
  ) throws {
    try set(
      Setting(value: value, field: field, package: causes[row]?.packages.last), of: row, by: rule)
  }

  /// The records that need the field filled in, sorted by GlobalID.
  private func candidates(for fill: MapRule.Fill, table: Int, field: Int) -> [RecordKey] {
    let shape = schema.tables[table].fieldIndex(of: .geometry)
    let meaning = schema.tables[table].fields[field].meaning
    return rows.changes(of: table).compactMap { change in
      let record = RecordKey(table: table, globalID: change.id)
      guard let after = change.after,
        !disputed.contains(RecordField(record: record, field: field))
      else { return nil }
      guard let before = change.before else {
        return fill.onInsert && added.contains(record) && after[field].isEmpty ? record : nil
      }
      guard fill.onMove, let shape, meaning.isSame(before[field], after[field]),
        !schema.tables[table].fields[shape].meaning.isSame(before[shape], after[shape])
      else { return nil }
      return record
    }
  }

  /// The point of a record.
  private struct RowPoint {
    var row: RecordKey
    var point: (x: Double, y: Double)
  }

  /// The points of some records. Records without a point are skipped.
  private func points(
    of records: [RecordKey], _ transform: CoordinateTransform
  ) throws -> [RowPoint] {
    var found: [RowPoint] = []
    var scratch = Geometry(.point)
    for record in records {
      guard let shape = schema.tables[record.table].fieldIndex(of: .geometry),
        let row = try rows.row(record.table, record.globalID),
        case .blob(let blob) = row[shape],
        (try? GeoPackageBlob.decode(blob.span, into: &scratch)) != nil,
        scratch.kind == .point || scratch.kind == .multiPoint, scratch.vertexCount == 1,
        let point = transform.forward(x: scratch.x(0), y: scratch.y(0))
      else { continue }
      found.append(RowPoint(row: record, point: point))
    }
    return found
  }

  private func reference(of table: Int) throws -> SpatialReference {
    guard let id = schema.tables[table].srsID else {
      throw RuleFailure("\(schema.tables[table].title) has no geometry")
    }
    if let reference = try rows.current.store.spatialReference(id) { return reference }
    throw RuleFailure("the spatial reference of \(schema.tables[table].title) is not known")
  }

  private func transform(
    from table: Int, to reference: SpatialReference
  ) throws -> CoordinateTransform {
    try CoordinateTransform(from: try self.reference(of: table), to: reference)
  }

  private func nearest(
    _ points: [(x: Double, y: Double)], _ addresses: MapRule.Addresses
  ) throws -> [[UInt8]?] {
    guard let file = try files.open(addresses.file) else {
      throw RuleFailure(
        "there is no file \(addresses.file) beside the data; use --rules to name the bindings "
          + "document in its folder")
    }
    var search = AddressSearch(
      addresses.columns, within: addresses.within, of: points.map { ($0.x, $0.y) })
    return try search.nearest(in: file)
  }
}
