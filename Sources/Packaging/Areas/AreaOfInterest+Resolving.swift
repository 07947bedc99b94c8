import Bytes
import FeatureData
import Filters
import FoundationEssentials
import Geometry
import MapModel
import OrderedJSON
import Packages
import Records

extension AreaOfInterest {
  /// The most vertices an area may have; portals have the same limit for offline areas.
  static let vertexLimit = 100_000

  /// Finds the polygon that a request names; `nil` if it asks for everything.
  static func resolve(
    _ request: AreaRequest, text: String, map: WebMap, tables: [PlannedTable], now: Int64
  ) async throws -> AreaOfInterest? {
    switch request {
    case .everything: return nil
    case .box(let box):
      let isDegrees =
        abs(box.minX) <= 180 && abs(box.maxX) <= 180 && abs(box.minY) <= 90 && abs(box.maxY) <= 90
      return try AreaOfInterest(
        shape: Geometry(box),
        spatialReference: isDegrees ? SpatialReference(epsg: 4326) : try mapReference(map, text),
        text: text)
    case .polygonFile(let path):
      return try polygons(
        of: PolygonFile(path: path).features, text: LocalPath.lastPart(path), path)
    case .filePolygons(let path, let field, let value):
      let chosen = try PolygonFile(path: path).features.filter {
        $0.text(of: field)?.hasSameUTF8(as: value) == true
      }
      let condition = String(text.dropFirst(path.count))
      return try polygons(of: chosen, text: LocalPath.lastPart(path) + condition, path)
    case .bookmark(let name):
      return try viewpoint(
        map.bookmark(named: name)?.viewpoint, of: "the bookmark", in: map, text: text)
    case .view: return try viewpoint(map.initialViewpoint, of: "the map", in: map, text: text)
    case .feature(let layer, let expression):
      return try await features(
        layer: layer, expression: expression, in: tables, text: text, now: now)
    }
  }

  static func mapReference(
    _ map: WebMap, _ text: String
  ) throws -> SpatialReference {
    guard let json = map.spatialReference else { return SpatialReference(epsg: 3857) }
    return try about("area \(text)") {
      try SpatialReference(esriJSON: json) ?? SpatialReference(epsg: 3857)
    }
  }

  static func viewpoint(
    _ viewpoint: Viewpoint?, of owner: String, in map: WebMap, text: String
  ) throws -> AreaOfInterest {
    guard let viewpoint, viewpoint.extent.width > 0, viewpoint.extent.height > 0 else {
      throw PackagingError.area(text: text, expected: "\(owner) to have an extent")
    }
    var reference = try mapReference(map, text)
    if let json = viewpoint.spatialReference {
      reference = try about("area \(text)") {
        try SpatialReference(esriJSON: json) ?? reference
      }
    }
    return try AreaOfInterest(
      shape: Geometry(viewpoint.extent), spatialReference: reference, text: text)
  }

  /// The polygons of features in a file.
  static func polygons(
    of features: [PolygonFile.Feature], text: String, _ path: String
  ) throws -> AreaOfInterest {
    var shape = Geometry(.multiPolygon)
    for feature in features { try shape.add(polygon: feature.shape) }
    guard !shape.isEmpty, shape.vertexCount <= vertexLimit else {
      throw PackagingError.area(
        text: text,
        expected: "a GeoJSON polygon with 4 to \(vertexLimit) vertices in \(path)")
    }
    return try AreaOfInterest(
      shape: shape, spatialReference: SpatialReference(epsg: 4326), text: text)
  }

  /// The polygons of the features that a where clause selects from a layer.
  private static func features(
    layer title: String, expression: String, in tables: [PlannedTable], text: String,
    now: Int64
  ) async throws -> AreaOfInterest {
    let (table, schema, field) = try polygonLayer(title, in: tables, text: text)
    var filter = RowFilter()
    do throws(WhereError) {
      filter.whereClause = try WhereClause(
        parsing: expression, fields: schema.fields, firstFieldColumn: schema.firstFieldColumn,
        now: now)
    } catch {
      throw PackagingError.area(text: text, expected: "a valid filter of \(title): \(error)")
    }
    var shape = Geometry(.multiPolygon)
    try await RowReading.run(table, filter: filter) { batch in
      try shape.add(polygonsOf: batch)
    }
    guard !shape.isEmpty else {
      throw PackagingError.area(
        text: text, expected: "a feature of \(title) with \(expression), but there is none")
    }
    return try AreaOfInterest(shape: shape, spatialReference: field.spatialReference, text: text)
  }
}

extension AreaOfInterest {
  /// The polygon layer with a title.
  static func polygonLayer(
    _ title: String, in tables: [PlannedTable], text: String
  ) throws -> (PlannedTable, TableSchema, GeometryField) {
    guard let table = tables.first(where: { $0.title.isSameName(as: title) }),
      let schema = table.schema, let field = schema.geometry
    else { throw PackagingError.area(text: text, expected: "\(title) to be a layer with data") }
    guard field.kind == .polygon || field.kind == .multiPolygon else {
      throw PackagingError.area(text: text, expected: "a polygon layer, but \(title) is not one")
    }
    return (table, schema, field)
  }
}

extension Geometry {
  /// Adds the polygons of another geometry.
  mutating func add(polygon: Geometry) throws(GeometryError) {
    guard polygon.kind == .polygon || polygon.kind == .multiPolygon else {
      throw .unsupportedKind(offset: 0, name: polygon.kind.geoPackageName)
    }
    var flat = polygon
    flat.setDimensions(hasZ: false, hasM: false)
    let vertices = vertexCount
    let parts = partEnds.count
    coordinates += flat.coordinates
    partEnds += flat.partEnds.map { $0 + vertices }
    polygonEnds += flat.polygonEnds.map { $0 + parts }
  }

  fileprivate mutating func add(polygonsOf batch: RowBatch) throws {
    var layout = RecordLayout()
    var polygon = Geometry(.polygon)
    let bytes = batch.bytes.span
    for row in 0..<batch.count {
      let record = bytes.extracting(batch.range(of: row))
      try layout.parse(record)
      guard case .blob(let range) = layout.value(1, in: record) else { continue }
      _ = try GeoPackageBlob.decode(record.extracting(range), into: &polygon)
      try add(polygon: polygon)
    }
  }
}

extension SurveyedMap {
  /// Finds the polygon that a request names; `nil` if it asks for everything.
  func area(_ text: String, now: Int64) async throws -> AreaOfInterest? {
    let wanted = try AreaRequest(parsing: text, map: map) {
      FileManager.default.fileExists(atPath: $0)
    }
    return try await AreaOfInterest.resolve(
      wanted, text: text, map: map, tables: draft.tables, now: now)
  }
}
