import Bytes
import FeatureData
import Geodatabase
import Geometry
import MapModel
import Records
import SQLiteFile

/// A dataset read like in a build: surveyed, given a schema, and read into rows.
struct DatasetContent {
  var schema: TableSchema
  var survey: Survey
  var notices = RowNotices()
  /// The object IDs, ascending.
  var objectIDs: [Int64] = []
  /// The fields' values, row by row.
  var rows: [[SQLValue]] = []
  /// The shapes; nil for a row without a shape.
  var shapes: [Geometry?] = []

  init(_ reader: GeodatabaseReader, _ dataset: GeodatabaseDataset) throws {
    let source = GeodatabaseSource(reader, dataset)
    let definition = dataset.definition
    var merged = Survey()
    var stripes = try source.makeStripes()
    while let stripe = try stripes.next() { merged.merge(try source.survey(stripe)) }
    survey = merged
    var declared = DeclaredTable(
      name: dataset.name, fields: definition.fields, objectIDField: definition.objectIDField,
      globalIDField: definition.globalIDField, geometryType: definition.geometryType,
      isTable: dataset.shape == nil)
    declared.typeIDField = definition.typeIDField
    declared.types = definition.types
    let declaration = try source.declaration(documents: [])
    schema = try TableSchema(
      declared, survey: merged, declaration: declaration, path: source.path)
    stripes = try source.makeStripes()
    while let stripe = try stripes.next() {
      var builder = RowBuilder(schema: schema)
      let batch = try source.rows(of: stripe, declaration: declaration, builder: &builder)
      notices.merge(batch.notices, firstRow: rows.count)
      try take(batch)
    }
  }

  private mutating func take(_ batch: RowBatch) throws {
    objectIDs += batch.rowids
    var layout = RecordLayout()
    let bytes = batch.bytes.span
    for row in 0..<batch.count {
      let record = bytes.extracting(batch.range(of: row))
      try layout.parse(record)
      rows.append(
        (schema.firstFieldColumn..<layout.count).map {
          SQLValue(layout.value($0, in: record), of: record)
        })
      guard schema.geometry != nil, case .blob(let range) = layout.value(1, in: record) else {
        shapes.append(nil)
        continue
      }
      var shape = Geometry(.point)
      _ = try GeoPackageBlob.decode(record.extracting(range), into: &shape)
      shapes.append(shape)
    }
  }

  /// The names of the fields.
  var names: [String] { schema.columns.map(\.field.name) }

  /// The values of one field.
  func values(of name: String) -> [SQLValue] {
    guard let column = names.firstIndex(of: name) else { return [] }
    return rows.map { $0[column] }
  }
}
