import Geometry
import Records
import SQLiteFile

/// The metadata tables of a GeoPackage that is rewritten.
struct FormatTables {
  private var tables: [FormatTable]
  /// The time of the changes as text; nil keeps the previous times.
  private let lastChange: String?

  init(_ reader: GeoPackageReader, lastChange: String?) throws {
    tables = try FormatTable.all.map { try FormatTable($0, in: reader) }
    self.lastChange = lastChange
  }

  private subscript(name: String) -> FormatTable {
    get { tables[tables.firstIndex { $0.known.name == name } ?? 0] }
    set { tables[tables.firstIndex { $0.known.name == name } ?? 0] = newValue }
  }

  /// The largest id that a table ever used.
  func lastUsedID(of table: String) -> Int64 {
    let sequences = self["sqlite_sequence"]
    return sequences.row("name", is: table).flatMap { sequences.value($0, "seq").integer } ?? 0
  }

  /// Records the largest id that a table used.
  mutating func noteID(_ id: Int64, of table: String) {
    // SQLite adds the table's entry with its first row.
    guard id > 0 else { return }
    if let row = self["sqlite_sequence"].row("name", is: table) {
      self["sqlite_sequence"].set("seq", inRow: row, to: .integer(id))
    } else {
      self["sqlite_sequence"].append(["name": .text(table), "seq": .integer(id)])
    }
  }

  /// Records the results of a new table.
  mutating func note(_ finished: FinishedTable) {
    let name = finished.table.name
    noteID(finished.lastRowid, of: name)
    note(finished.account, hasGeometry: finished.table.geometry != nil)
    if let row = self["gpkg_geometry_columns"].row("table_name", is: name) {
      if let type = finished.account.geometryType {
        self["gpkg_geometry_columns"].set("geometry_type_name", inRow: row, to: .text(type))
      }
      self["gpkg_geometry_columns"].set("z", inRow: row, to: .integer(finished.z))
      self["gpkg_geometry_columns"].set("m", inRow: row, to: .integer(finished.m))
    }
  }

  /// Records the results of a table with edits.
  mutating func note(_ account: TableAccount, _ rows: StoredRows) {
    note(account, hasGeometry: rows.layout.geometry != nil)
    guard let row = self["gpkg_geometry_columns"].row("table_name", is: account.name),
      let other = rows.otherGeometries
    else { return }
    if let type = other.typeName {
      self["gpkg_geometry_columns"].set("geometry_type_name", inRow: row, to: .text(type))
    }
    for (column, flag) in [("z", other.z), ("m", other.m)] {
      let declared = self["gpkg_geometry_columns"].value(row, column).integer ?? 0
      guard let flag = flag(declared) else { continue }
      self["gpkg_geometry_columns"].set(column, inRow: row, to: .integer(flag))
    }
  }

  private mutating func note(_ account: TableAccount, hasGeometry: Bool) {
    if let row = self["gpkg_ogr_contents"].row("table_name", is: account.name) {
      self["gpkg_ogr_contents"].set(
        "feature_count", inRow: row, to: .integer(Int64(account.rowCount)))
    }
    guard let row = self["gpkg_contents"].row("table_name", is: account.name) else { return }
    if let lastChange {
      self["gpkg_contents"].set("last_change", inRow: row, to: .text(lastChange))
    }
    guard hasGeometry else { return }
    let bounds = account.bounds
    let values = [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY]
    for (column, value) in zip(["min_x", "min_y", "max_x", "max_y"], values) {
      self["gpkg_contents"].set(column, inRow: row, to: bounds.isEmpty ? .null : .real(value))
    }
  }

  /// Declares a new table, before its results are recorded.
  mutating func add(_ table: GeoPackageTable) {
    var identifier = table.identifier.isEmpty ? table.name : table.identifier
    if self["gpkg_contents"].row("identifier", is: identifier) != nil { identifier = table.name }
    self["gpkg_contents"].append([
      "table_name": .text(table.name),
      "data_type": table.geometry == nil ? "attributes" : "features",
      "identifier": .text(identifier), "description": .text(table.description),
      "last_change": .text(lastChange ?? "1970-01-01T00:00:00.000Z"),
      "srs_id": table.geometry.map { .integer(Int64($0.srsID)) } ?? .null,
    ])
    if self["gpkg_ogr_contents"].stored != nil {
      self["gpkg_ogr_contents"].append(["table_name": .text(table.name), "feature_count": 0])
    }
    guard let geometry = table.geometry else { return }
    self["gpkg_geometry_columns"].append([
      "table_name": .text(table.name), "column_name": .text(geometry.name),
      "geometry_type_name": .text(geometry.typeName), "srs_id": .integer(Int64(geometry.srsID)),
      "z": 0, "m": 0,
    ])
    addExtension(
      "gpkg_rtree_index", of: table.name, column: geometry.name,
      definition: "http://www.geopackage.org/spec130/#extension_rtree", scope: "write-only")
  }

  /// Declares a new relation.
  mutating func add(_ relation: GeoPackageRelation, base: String, related: String) {
    let relations = self["gpkgext_relations"]
    let id = relations.rows.indices.compactMap { relations.value($0, "id").integer }.max() ?? 0
    self["gpkgext_relations"].append([
      "id": .integer(id &+ 1), "base_table_name": .text(relation.baseTable),
      "base_primary_column": .text(base), "related_table_name": .text(relation.relatedTable),
      "related_primary_column": .text(related), "relation_name": .text(relation.relationName),
      "mapping_table_name": .text(relation.mappingTable),
    ])
    noteID(max(id &+ 1, lastUsedID(of: "gpkgext_relations")), of: "gpkgext_relations")
    for table in ["gpkgext_relations", relation.mappingTable] {
      addExtension(
        "gpkg_related_tables", of: table,
        definition: "http://www.geopackage.org/18-000.html")
    }
  }

  /// Adds a text, or replaces the one of its standard and table.
  mutating func set(_ text: GeoPackageMetadata) {
    if let (row, reference) = find(text) {
      self["gpkg_metadata"].set("metadata", inRow: row, to: .text(text.text))
      self["gpkg_metadata"].set("mime_type", inRow: row, to: .text(text.mimeType))
      if let lastChange {
        self["gpkg_metadata_reference"].set("timestamp", inRow: reference, to: .text(lastChange))
      }
      return
    }
    let texts = self["gpkg_metadata"]
    let id = (texts.rows.indices.compactMap { texts.value($0, "id").integer }.max() ?? 0) &+ 1
    self["gpkg_metadata"].append([
      "id": .integer(id), "md_scope": "dataset", "md_standard_uri": .text(text.standard),
      "mime_type": .text(text.mimeType), "metadata": .text(text.text),
    ])
    self["gpkg_metadata_reference"].append([
      "reference_scope": text.table == nil ? "geopackage" : "table",
      "table_name": SQLValue(text.table),
      "timestamp": .text(lastChange ?? "1970-01-01T00:00:00.000Z"), "md_file_id": .integer(id),
    ])
    for table in ["gpkg_metadata", "gpkg_metadata_reference"] {
      addExtension(
        "gpkg_metadata", of: table,
        definition: "http://www.geopackage.org/spec130/#extension_metadata")
    }
  }

  /// The rows of a text and of its reference.
  private func find(_ text: GeoPackageMetadata) -> (row: Int, reference: Int)? {
    let texts = self["gpkg_metadata"]
    let references = self["gpkg_metadata_reference"]
    for reference in references.rows.indices
    where references.value(reference, "table_name").text == text.table {
      let id = references.value(reference, "md_file_id")
      let row = texts.rows.indices.first {
        texts.value($0, "id") == id && texts.value($0, "md_standard_uri").text == text.standard
      }
      if let row { return (row, reference) }
    }
    return nil
  }

  private mutating func addExtension(
    _ name: String, of table: String, column: String? = nil, definition: String,
    scope: String = "read-write"
  ) {
    let extensions = self["gpkg_extensions"]
    let isThere = extensions.rows.indices.contains { row in
      extensions.value(row, "extension_name").text == name
        && extensions.value(row, "table_name").text.map(GeoPackageNames.folded)
          == GeoPackageNames.folded(table)
    }
    guard !isThere else { return }
    self["gpkg_extensions"].append([
      "table_name": .text(table), "column_name": SQLValue(column), "extension_name": .text(name),
      "definition": .text(definition), "scope": .text(scope),
    ])
  }

  /// Removes the references to deleted rows.
  mutating func removeReferences(to rowids: Set<Int64>, of table: String) {
    let references = self["gpkg_metadata_reference"]
    self["gpkg_metadata_reference"].keep { row in
      guard let id = references.value(row, "row_id_value").integer,
        references.value(row, "table_name").text.map(GeoPackageNames.folded)
          == GeoPackageNames.folded(table)
      else { return true }
      return !rowids.contains(id)
    }
  }

  /// The metadata table of this name in its new state.
  func table(named name: String) -> FormatTable? {
    tables.first { $0.known.name == GeoPackageNames.folded(name) }
  }

  /// Writes the tables that the GeoPackage needs but does not have.
  func writeAdded(to database: inout DatabaseWriter) throws(SQLiteFileError) {
    for table in tables.compactMap(\.added) { try database.add(table) }
  }
}
