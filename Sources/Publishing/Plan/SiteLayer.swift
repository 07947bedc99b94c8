import Bytes
import FeatureData
import Filters
import GeoPackage
import Geometry
import MapModel
import Packages

/// A layer or table that goes into a site.
struct SiteLayer: Sendable {
  /// What is drawn for a record.
  enum Kind: String, Sendable {
    case point
    case line
    case polygon
    /// Nothing is drawn.
    case table

    /// The type of the geometry, which the definition of a layer may lack; nil if nothing is drawn.
    var geometryType: EsriGeometryType? {
      switch self {
      case .point: .point
      case .line: .polyline
      case .polygon: .polygon
      case .table: nil
      }
    }
  }

  /// The name in files and links: lower-case ASCII, unique in the site.
  let id: String
  let kind: Kind
  let table: StoredMap.Table
  /// Which records of the store's table the layer shows; nil if all.
  let clause: WhereClause?
  /// What the folders of its photos begin with on public sites. All layers of a table share them.
  var photoPrefix: String
  /// The table in the store.
  let store: GeoPackageTable
  /// The schema of its rows.
  let schema: TableSchema
  /// The transformation to longitude and latitude; nil for tables.
  let toDegrees: CoordinateTransform?
  /// The transformation to web Mercator meters; nil for tables.
  let toMeters: CoordinateTransform?

  var title: String { table.layer.title }
  var definition: LayerDefinition { table.layer.definition }

  /// Returns the name of the field in a column of a row's record.
  func fieldName(_ column: Int) -> String {
    let index = column - schema.firstFieldColumn
    return schema.columns.indices.contains(index) ? schema.columns[index].field.name : ""
  }

  /// - Parameter clock: the current time for the layer's filter.
  /// - Throws: `GeoPackageError`, or a `LocatedError` if the spatial reference is unknown or the
  ///   filter is invalid.
  init(
    _ table: StoredMap.Table, id: String, in reader: GeoPackageReader, clock: Int64
  ) throws {
    self.id = id
    self.table = table
    photoPrefix = id
    store = try reader.table(named: table.name)
    guard let column = store.geometry else {
      kind = .table
      toDegrees = nil
      toMeters = nil
      schema = Self.schema(store, table.layer.definition, geometry: nil)
      clause = try Self.clause(table, schema, now: clock)
      return
    }
    let reference = try about(table.name) {
      try reader.spatialReference(column.srsID) ?? SpatialReference(epsg: 4_326)
    }
    (toDegrees, toMeters) = try about(table.name) {
      (
        try CoordinateTransform(from: reference, to: SpatialReference(epsg: 4_326)),
        try CoordinateTransform(from: reference, to: SpatialReference(epsg: 3_857))
      )
    }
    schema = Self.schema(
      store, table.layer.definition,
      geometry: GeometryField(
        kind: nil, hasZ: column.hasZ, hasM: column.hasM, spatialReference: reference,
        srsID: column.srsID))
    kind = Self.kind(column, table.layer.definition)
    clause = try Self.clause(table, schema, now: clock)
  }

  private static func clause(
    _ table: StoredMap.Table, _ schema: TableSchema, now: Int64
  ) throws -> WhereClause? {
    guard let filter = table.filter else { return nil }
    return try about("\(table.layer.title): \(filter)") {
      try WhereClause(
        parsing: filter, fields: schema.fields, firstFieldColumn: schema.firstFieldColumn, now: now)
    }
  }

  /// Calls `body` with each row of the store's table that the layer shows.
  func forEachRow(
    in reader: GeoPackageReader, _ body: (inout GeoPackageRows) throws -> Void
  ) throws {
    var filter = clause.map { WhereRun($0) }
    var rows = try reader.rows(of: store.name)
    while try rows.advance() {
      guard try filter?.chooses(&rows) ?? true else { continue }
      try rows.layOut()
      try body(&rows)
    }
  }

  private static func kind(
    _ column: GeoPackageTable.GeometryColumn, _ definition: LayerDefinition
  ) -> Kind {
    if column.typeName.hasSuffix("POINT") { return .point }
    if column.typeName.hasSuffix("LINESTRING") { return .line }
    if column.typeName.hasSuffix("POLYGON") { return .polygon }
    return switch definition.geometryType {
    case .polyline: .line
    case .polygon, .envelope: .polygon
    case .point, .multipoint, nil: .point
    }
  }

  /// Returns the schema of the store's rows, with what the definition knows about the fields.
  private static func schema(
    _ store: GeoPackageTable, _ definition: LayerDefinition, geometry: GeometryField?
  ) -> TableSchema {
    let columns = store.columns.map { column in
      let name = column.fieldName ?? column.name
      let field =
        definition.fields.named(name)
        ?? Field(name: name, alias: column.title, type: column.type.fieldType)
      return TableColumn(field, storage: column.type.storage, sourceName: name)
    }
    var schema = TableSchema(name: store.name, columns: columns, geometry: geometry)
    schema.globalIDColumn = definition.globalIDField.flatMap { schema.column(named: $0) }
    schema.objectIDColumn = definition.objectIDField.flatMap { schema.column(named: $0) }
    schema.typeColumn = definition.typeIDField.flatMap { schema.column(named: $0) }
    schema.types = definition.types
    return schema
  }
}

extension GeoPackageType {
  /// How values are stored in a row.
  fileprivate var storage: ColumnStorage {
    switch self {
    case .boolean: .boolean
    case .tinyInteger, .smallInteger, .mediumInteger, .integer: .integer
    case .float, .double: .real
    case .text: .text
    case .blob: .blob
    case .date: .date
    case .dateTime: .dateTime
    }
  }
}
