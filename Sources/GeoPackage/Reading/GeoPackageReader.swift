package import Bytes
package import Geometry
import Records
package import SQLiteFile

/// A GeoPackage opened for reading, of any version and from any program.
///
/// The reader is lenient: it accepts old application ids, content of unknown types and missing
/// extensions. It does not read views, because it would have to compute them. It reads rows from
/// the tables alone, and never uses triggers, indexes and R-trees.
package struct GeoPackageReader: Sendable {
  /// The underlying database.
  package let database: DatabaseReader
  /// The path of its file, or its name in a package.
  package var path: String { database.region.path }
  /// The rows of `gpkg_contents`, in order.
  package private(set) var contents: [GeoPackageContents]
  /// The rows of `gpkg_spatial_ref_sys`.
  package let spatialReferences: [GeoPackageSpatialReference]
  /// The aliases of tables.
  var names = TableNames()

  /// The folded names of listed tables without an integer primary key.
  private let withoutRowIDs: Set<String>
  private let geometryColumns: [MetadataReader.Row]
  private let dataColumns: [MetadataReader.Row]
  private let constraints: [MetadataReader.Row]

  /// Opens a GeoPackage by its path in the newest committed state, together with a `-wal` or
  /// `-journal` beside it.
  ///
  /// - Throws: `GeoPackageError.notAGeoPackage`, `SQLiteFileError`.
  package init(path: String) throws {
    try self.init(try DatabaseReader(path: path), path: path)
  }

  /// Opens a GeoPackage inside another file, together with its `-wal` and `-journal` if they are
  /// there too.
  ///
  /// - Throws: `GeoPackageError.notAGeoPackage`, `SQLiteFileError`.
  package init(
    region: FileRegion, wal: FileRegion? = nil, journal: FileRegion? = nil
  ) throws {
    let database = try DatabaseReader(region: region, wal: wal, journal: journal)
    try self.init(database, path: region.path)
  }

  private init(_ database: DatabaseReader, path: String) throws {
    self.database = database
    let reader = MetadataReader(database)
    guard reader.has("gpkg_contents") else {
      throw GeoPackageError.notAGeoPackage(
        path: path, applicationID: database.header.applicationID)
    }
    contents = try reader.rows(of: "gpkg_contents").compactMap(GeoPackageContents.init)
    withoutRowIDs = Self.withoutRowIDs(contents, in: database)
    spatialReferences = try reader.rows(of: "gpkg_spatial_ref_sys")
      .compactMap(GeoPackageSpatialReference.init)
    geometryColumns = try reader.rows(of: "gpkg_geometry_columns")
    dataColumns = try reader.rows(of: "gpkg_data_columns")
    constraints = try reader.rows(of: "gpkg_data_column_constraints")
  }

  /// The content entries of existing feature and attribute tables. A table without an integer
  /// primary key is left out: its rows have no ids, so it cannot be a layer.
  package var userTables: [GeoPackageContents] {
    contents.filter {
      $0.dataType != "tiles" && $0.dataType != "2d-gridded-coverage"
        && hasTable(named: $0.tableName) && hasRowIDs($0.tableName)
    }
  }

  private func hasRowIDs(_ name: String) -> Bool {
    names.storedName(for: name).map { !withoutRowIDs.contains(GeoPackageNames.folded($0)) } ?? false
  }

  /// Reads each table once, even if it is listed several times. Leaves out unreadable tables, so
  /// that reading them gives their error.
  private static func withoutRowIDs(
    _ contents: [GeoPackageContents], in database: DatabaseReader
  ) -> Set<String> {
    Set(contents.map { GeoPackageNames.folded($0.tableName) }).filter { name in
      guard let object = database.object(.table, named: name), object.rootPage > 0,
        let stored = try? StoredTable(object)
      else { return false }
      return stored.rowidColumn == nil
    }
  }

  /// Whether a table of this name exists. A view does not count.
  package func hasTable(named name: String) -> Bool {
    names.storedName(for: name).flatMap { database.object(.table, named: $0) } != nil
  }

  /// The name that a table has in the file; nil if no table is known by this name.
  package func storedName(ofTable name: String) -> String? {
    names.storedName(for: name).flatMap { database.object(.table, named: $0)?.name }
  }

  /// The same GeoPackage with other names for some tables. Their previous names are no longer
  /// known. A table is hidden if its name is another table's new name.
  ///
  /// - Parameter names: the current names of the tables and their new ones.
  package func renamingTables(_ names: [(stored: String, alias: String)]) -> GeoPackageReader {
    var reader = self
    reader.names = self.names.renamingTables(names)
    reader.contents = contents.compactMap { entry in
      guard let stored = self.names.storedName(for: entry.tableName),
        let name = reader.names.alias(of: stored)
      else {
        return nil
      }
      var entry = entry
      entry.tableName = name
      return entry
    }
    return reader
  }

  /// The same GeoPackage with a text column added at the end of a table. All rows have null in it.
  ///
  /// - Throws: `GeoPackageError.noSuchTable`, `SQLiteFileError`.
  package func addingTextColumn(_ name: String, to table: String) throws -> GeoPackageReader {
    guard let stored = storedName(ofTable: table) else { throw GeoPackageError.noSuchTable(table) }
    var reader = try GeoPackageReader(
      try database.addingTextColumn(name, to: stored), path: path)
    reader.names = names
    reader.contents = contents
    return reader
  }

  /// Describes a table: its id, geometry, columns, titles and domains.
  ///
  /// - Throws: `GeoPackageError.noSuchTable`, `.viewNotTable`, `.noRowID`, `SQLiteFileError`.
  package func table(named name: String) throws -> GeoPackageTable {
    try layout(ofTable: name).table
  }

  /// A cursor over the rows of a table, in Fieldpack's row form.
  ///
  /// - Throws: what ``table(named:)`` throws.
  package func rows(of name: String) throws -> GeoPackageRows {
    let layout = try layout(ofTable: name)
    return GeoPackageRows(try database.cursor(over: layout.stored), layout, database)
  }

  /// The texts of `gpkg_metadata` and the tables they describe.
  package func metadata() throws -> [GeoPackageMetadata] {
    let reader = MetadataReader(database)
    let texts = try reader.rows(of: "gpkg_metadata")
    return try reader.rows(of: "gpkg_metadata_reference").compactMap { reference in
      guard let text = texts.first(where: { $0["id"] == reference["md_file_id"] }) else {
        return nil
      }
      return GeoPackageMetadata(
        table: reference["table_name"].text, standard: text["md_standard_uri"].text ?? "",
        mimeType: text["mime_type"].text ?? "", text: text["metadata"].text ?? "")
    }
  }

  func layout(ofTable alias: String) throws -> RowLayout {
    guard let name = names.storedName(for: alias) else { throw GeoPackageError.noSuchTable(alias) }
    guard let object = database.object(.table, named: name) else {
      if database.object(.view, named: name) != nil { throw GeoPackageError.viewNotTable(name) }
      throw GeoPackageError.noSuchTable(name)
    }
    let stored: StoredTable
    stored = try StoredTable(object)
    guard let id = stored.rowidColumn else { throw GeoPackageError.noRowID(table: name) }
    let folded = GeoPackageNames.folded(name)
    func about(_ row: MetadataReader.Row) -> Bool {
      row["table_name"].text.map(GeoPackageNames.folded) == folded
    }
    let geometry = geometryColumns.first(where: about)
      .flatMap { GeoPackageTable.GeometryColumn($0) }
    let geometryColumn = geometry.flatMap { stored.column(named: $0.name) }
    let indexes = StoredIndex.all(of: stored, in: database.schema)
    let schema = SchemaExtensionReader(
      columns: dataColumns.filter(about), constraints: constraints)
    let others = stored.columns.indices.filter {
      $0 != id && $0 != geometryColumn && stored.columns[$0].generated != .virtual
    }
    let alias = names.alias(of: object.name) ?? object.name
    let entry = contents.first {
      GeoPackageNames.folded($0.tableName) == GeoPackageNames.folded(alias)
    }
    let table = GeoPackageTable(
      name: alias, identifier: entry?.identifier ?? object.name,
      description: entry?.description ?? "", idColumn: stored.columns[id].name,
      geometry: geometryColumn == nil ? nil : geometry,
      columns: others.map { number in
        var column = schema.column(stored.columns[number], index: index(on: number, among: indexes))
        column.mintsGlobalIDs =
          database.object(
            .trigger, named: GlobalIDTrigger.name(table: object.name, column: column.name)) != nil
        return column
      })
    return RowLayout(table: table, stored: stored, geometry: geometryColumn, others: others)
  }

  private func index(on column: Int, among indexes: [StoredIndex]) -> GeoPackageColumn.Index? {
    let mine = indexes.filter { $0.columns.count == 1 && $0.columns[0].column == column }
    guard !mine.isEmpty else { return nil }
    return mine.contains(where: { $0.isUnique && !$0.isPartial }) ? .unique : .plain
  }
}

/// A row of `gpkg_contents`.
package struct GeoPackageContents: Equatable, Sendable {
  /// The name of the table.
  package var tableName: String
  /// `features`, `attributes`, `tiles`, or another word.
  package var dataType: String
  /// The title that people read.
  package var identifier: String
  /// A longer description.
  package var description: String
  /// The time of the last change, as written.
  package var lastChange: String
  /// The id of the spatial reference system.
  package var srsID: Int32?
  /// The declared bounding box of all rows; empty if there is none.
  package var bounds: Envelope

  init?(_ row: MetadataReader.Row) {
    guard let name = row["table_name"].text else { return nil }
    tableName = name
    dataType = GeoPackageNames.folded(row["data_type"].text ?? "")
    identifier = row["identifier"].text ?? name
    description = row["description"].text ?? ""
    lastChange = row["last_change"].text ?? ""
    srsID = row["srs_id"].integer.flatMap { Int32(exactly: $0) }
    let sides = ["min_x", "min_y", "max_x", "max_y"].compactMap { row[$0].real }
    bounds =
      sides.count == 4
      ? Envelope(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3]) : .empty
  }
}

extension GeoPackageSpatialReference {
  init?(_ row: MetadataReader.Row) {
    guard let id = row["srs_id"].integer.flatMap({ Int32(exactly: $0) }) else { return nil }
    self.init(
      id: id, name: row["srs_name"].text ?? "", organization: row["organization"].text ?? "",
      organizationID: row["organization_coordsys_id"].integer.flatMap { Int32(exactly: $0) } ?? 0,
      definition: row["definition"].text ?? "", description: row["description"].text)
  }
}

extension GeoPackageTable.GeometryColumn {
  init?(_ row: MetadataReader.Row) {
    guard let name = row["column_name"].text else { return nil }
    self.init(
      name: name, typeName: (row["geometry_type_name"].text ?? "GEOMETRY").uppercased(),
      srsID: row["srs_id"].integer.flatMap { Int32(exactly: $0) } ?? 0,
      hasZ: (row["z"].integer ?? 0) > 0, hasM: (row["m"].integer ?? 0) > 0)
  }
}
