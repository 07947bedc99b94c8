import SQLiteFile

/// One of the format's own tables while its rows are kept, changed and added to.
struct FormatTable {
  /// As the specification, or GDAL, or SQLite declares it; without rows.
  let known: DatabaseWriter.SmallTable
  /// As the GeoPackage has it; nil where it has not.
  let stored: StoredTable?
  /// The folded names of its columns.
  let columns: [String]
  var rows: [[SQLValue]]

  /// The tables, in the order in which they are written.
  static let all: [DatabaseWriter.SmallTable] = [
    MetadataTables.spatialReferences([]), MetadataTables.contents([]),
    MetadataTables.rowCounts([]), MetadataTables.geometryColumns([]),
    MetadataTables.dataColumns([]), MetadataTables.dataColumnConstraints([]),
    MetadataTables.metadata([]), MetadataTables.metadataReferences([]),
    MetadataTables.relations([]), MetadataTables.extensions([]), MetadataTables.sequences([]),
  ]

  static let names = Set(all.map(\.name))

  /// Those that every GeoPackage with tiles has; without tiles they are empty.
  static let tileNames: Set<String> = ["gpkg_tile_matrix", "gpkg_tile_matrix_set"]

  init(_ known: DatabaseWriter.SmallTable, in reader: GeoPackageReader) throws {
    self.known = known
    if let object = reader.database.object(.table, named: known.name) {
      stored = try StoredTable(object)
      rows = try MetadataReader(reader.database).rows(of: known.name).map(\.values)
    } else {
      stored = nil
      rows = []
    }
    let named = try stored ?? Self.parsed(known.name, known.sql)
    columns = named.columns.map { GeoPackageNames.folded($0.name) }
  }

  /// The value of a row in a column; NULL where the table lacks it.
  func value(_ row: Int, _ column: String) -> SQLValue {
    columns.firstIndex(of: column).map { rows[row][$0] } ?? .null
  }

  mutating func set(_ row: Int, _ column: String, _ value: SQLValue) {
    if let place = columns.firstIndex(of: column) { rows[row][place] = value }
  }

  mutating func append(_ values: [String: SQLValue]) {
    rows.append(columns.map { values[$0] ?? .null })
  }

  /// The first row with a text in a column, without regard to case.
  func row(_ column: String, is text: String) -> Int? {
    rows.indices.first { row in
      value(row, column).text.map(GeoPackageNames.folded) == GeoPackageNames.folded(text)
    }
  }

  func write(to database: inout DatabaseWriter) throws(SQLiteFileError) {
    guard stored != nil || !rows.isEmpty else { return }
    var table = known
    if let stored, try !stored.isDeclared(as: Self.parsed(known.name, known.sql)) {
      table = Self.declared(stored)
    }
    table.rows = rows
    try database.add(table)
  }

  /// A text of ours as it is understood when it is read.
  private static func parsed(_ name: String, _ sql: String) throws(SQLiteFileError) -> StoredTable {
    try StoredTable(
      SchemaObject(kind: .table, name: name, tableName: name, rootPage: 0, sql: sql))
  }

  /// The text of a mapping table, where the stored one is as we declare it.
  static func mappingText(of stored: StoredTable) -> String? {
    let sql = MappingTable.sql(stored.name)
    guard let known = try? parsed(stored.name, sql), stored.isDeclared(as: known) else {
      return nil
    }
    return sql
  }

  /// A table of another version, or with columns of its own.
  private static func declared(_ stored: StoredTable) -> DatabaseWriter.SmallTable {
    var declaration = TableDeclaration(GeoPackageTable(name: stored.name, columns: []))
    declaration.id = nil
    declaration.types = stored.columns.enumerated().map { place, column in
      place == stored.rowidColumn
        ? stored.rowidDeclaration : column.plainType
    }
    declaration.collations = stored.columns.map { _ in nil }
    declaration.indexes = stored.uniques.map { key in
      .init(
        name: "", terms: key.map { .init(column: $0.column) }, isUnique: true, isConstraint: true)
    }
    // In the order in which the text will have them.
    let places = declaration.indexes.indices.filter {
      declaration.indexes[$0].isColumnConstraint(declaration)
    }.sorted {
      (declaration.indexes[$0].terms[0].column ?? 0)
        < (declaration.indexes[$1].terms[0].column ?? 0)
    }
    let order = places + declaration.indexes.indices.filter { !places.contains($0) }
    let table = GeoPackageTable(plain: stored, columns: Array(stored.columns.indices))
    return DatabaseWriter.SmallTable(
      name: stored.name,
      sql: declaration.sql(
        table, geometryType: "",
        notNull: Set(table.columns.indices.filter { table.columns[$0].isNotNull }),
        constraints: order),
      rows: [], rowidColumn: stored.rowidColumn,
      uniques: order.map { declaration.indexes[$0].terms.compactMap(\.column) })
  }
}

extension StoredTable {
  /// Whether two texts declare the same columns and keys.
  fileprivate func isDeclared(as other: StoredTable) -> Bool {
    columns == other.columns && rowidColumn == other.rowidColumn && uniques == other.uniques
      && isAutoincrement == other.isAutoincrement && isWithoutRowid == other.isWithoutRowid
  }
}
