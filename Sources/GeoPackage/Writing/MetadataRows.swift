import Geometry
import Records
import SQLiteFile

/// Collects the rows of the metadata tables.
struct MetadataRows {
  let lastChange: String
  private var contents: [[SQLValue]] = []
  private var geometryColumns: [[SQLValue]] = []
  private var rtrees: [[SQLValue]] = []
  private var counts: [[SQLValue]] = []
  private var sequences: [[SQLValue]] = []
  private var schema = SchemaExtension()
  private var relations: [[SQLValue]] = []
  private var mappings: [[SQLValue]] = []
  private var metadata: [[SQLValue]] = []
  private var references: [[SQLValue]] = []
  private var identifiers: Set<String> = []

  init(lastChange: String) { self.lastChange = lastChange }

  mutating func add(_ finished: FinishedTable) {
    let table = finished.table
    var identifier = table.identifier.isEmpty ? table.name : table.identifier
    if identifiers.contains(identifier) { identifier = table.name }
    identifiers.insert(identifier)
    let bounds = finished.account.bounds
    let box: [SQLValue] =
      bounds.isEmpty
      ? [nil, nil, nil, nil]
      : [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY].map(SQLValue.real)
    contents.append(
      [
        .text(table.name), .text(table.geometry == nil ? "attributes" : "features"),
        .text(identifier), .text(table.description), .text(lastChange),
      ] + box + [table.geometry.map { .integer(Int64($0.srsID)) } ?? nil])
    if let geometry = table.geometry {
      geometryColumns.append([
        .text(table.name), .text(geometry.name),
        .text(finished.account.geometryType ?? geometry.typeName),
        .integer(Int64(geometry.srsID)), .integer(finished.z), .integer(finished.m),
      ])
      rtrees.append(
        Self.extensionRow(
          table: table.name, column: geometry.name, "gpkg_rtree_index",
          page: "spec130/#extension_rtree",
          scope: "write-only"))
    }
    counts.append([.text(table.name), .integer(Int64(finished.account.rowCount))])
    addSequence(table.name, finished.lastRowid)
    schema.add(table)
  }

  mutating func add(_ mapping: MappingTable) {
    relations.append([
      .integer(Int64(relations.count + 1)), .text(mapping.base.name),
      .text(mapping.base.idColumn), .text(mapping.related.name),
      .text(mapping.related.idColumn), .text(mapping.relation.relationName),
      .text(mapping.relation.mappingTable),
    ])
    mappings.append(Self.relatedTables(mapping.relation.mappingTable))
    addSequence(mapping.relation.mappingTable, Int64(mapping.count))
  }

  mutating func add(_ text: GeoPackageMetadata) {
    let id = SQLValue.integer(Int64(metadata.count + 1))
    metadata.append([id, "dataset", .text(text.standard), .text(text.mimeType), .text(text.text)])
    references.append([
      text.table == nil ? "geopackage" : "table", SQLValue(text.table), nil, nil,
      .text(lastChange), id, nil,
    ])
  }

  private mutating func addSequence(_ table: String, _ last: Int64) {
    // SQLite adds the table's entry with its first row.
    if last > 0 { sequences.append([.text(table), .integer(last)]) }
  }

  /// The tables in the order they are written. Unused extensions are left out.
  func tables(
    spatialReferences: [GeoPackageSpatialReference]
  ) -> [DatabaseWriter.SmallTable] {
    var tables = [
      MetadataTables.spatialReferences(spatialReferences.map(\.row)),
      MetadataTables.contents(contents), MetadataTables.rowCounts(counts),
      MetadataTables.geometryColumns(geometryColumns),
    ]
    var extensions = rtrees
    if !schema.isEmpty {
      tables.append(MetadataTables.dataColumns(schema.columns))
      tables.append(MetadataTables.dataColumnConstraints(schema.constraints))
      for table in ["gpkg_data_columns", "gpkg_data_column_constraints"] {
        extensions.append(
          Self.extensionRow(table: table, "gpkg_schema", page: "spec130/#extension_schema"))
      }
    }
    if !metadata.isEmpty {
      tables.append(MetadataTables.metadata(metadata))
      tables.append(MetadataTables.metadataReferences(references))
      for table in ["gpkg_metadata", "gpkg_metadata_reference"] {
        extensions.append(
          Self.extensionRow(table: table, "gpkg_metadata", page: "spec130/#extension_metadata"))
      }
    }
    var sequences = sequences
    if !relations.isEmpty {
      tables.append(MetadataTables.relations(relations))
      extensions.append(Self.relatedTables("gpkgext_relations"))
      extensions += mappings
      sequences.append(["gpkgext_relations", .integer(Int64(relations.count))])
    }
    tables.append(MetadataTables.extensions(extensions))
    tables.append(MetadataTables.sequences(sequences))
    return tables
  }

  private static func relatedTables(_ table: String) -> [SQLValue] {
    extensionRow(table: table, "gpkg_related_tables", page: "18-000.html")
  }

  private static func extensionRow(
    table: String, column: String? = nil, _ name: String, page: String,
    scope: String = "read-write"
  ) -> [SQLValue] {
    [
      .text(table), SQLValue(column), .text(name), .text("http://www.geopackage.org/" + page),
      .text(scope),
    ]
  }
}
