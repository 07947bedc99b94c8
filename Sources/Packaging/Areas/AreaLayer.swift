import FeatureData
import Filters
import Geometry
import MapModel
import Packages
import Records

/// A layer whose features make areas.
struct AreaLayer: Sendable {
  let table: PlannedTable
  let schema: TableSchema
  let geometry: GeometryField

  /// Finds the layer with a title.
  ///
  /// - Parameter needsPolygons: whether lines and points make no area, because there is no margin.
  init(
    _ title: String, in tables: [PlannedTable], needsPolygons: Bool, text: String
  ) throws {
    guard let table = tables.first(where: { $0.isNamed(title) }),
      let schema = table.schema, let geometry = schema.geometry
    else { throw PackagingError.area(text: text, expected: "\(title) to be a layer with data") }
    let isPolygons = geometry.kind == .polygon || geometry.kind == .multiPolygon
    guard isPolygons || !needsPolygons else {
      throw PackagingError.area(
        text: text,
        expected: "a polygon layer, but \(title) is not one; within:50m:\(text) takes what is "
          + "around its features")
    }
    (self.table, self.schema, self.geometry) = (table, schema, geometry)
  }

  /// Reads the features that a where clause selects, or all.
  ///
  /// - Parameter visit: gets the shape, the record, and its layout. Features without a shape are left
  ///   out, but are counted in `row`, which starts at 1.
  func read(
    where clause: WhereClause?,
    _ visit: (Geometry, _ row: Int, RecordLayout, Span<UInt8>) throws -> Void
  ) async throws {
    var filter = RowFilter()
    filter.whereClause = clause
    try await RowReading.runShapes(table, filter: filter, visit)
  }

  /// Reads a where clause on the layer's fields.
  func clause(_ expression: String, now: Int64) throws(WhereError) -> WhereClause {
    try WhereClause(
      parsing: expression, fields: schema.fields, firstFieldColumn: schema.firstFieldColumn,
      now: now)
  }
}
