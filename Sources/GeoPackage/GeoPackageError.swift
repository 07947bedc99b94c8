/// Everything that can go wrong with a GeoPackage, with its table and row.
package enum GeoPackageError: Error, Equatable, Sendable {
  /// The file is a SQLite database, but not a GeoPackage.
  case notAGeoPackage(path: String, applicationID: UInt32)
  /// A metadata table is missing that every GeoPackage has.
  case missingTable(String)
  /// A column of a metadata table is missing.
  case missingColumn(table: String, column: String)
  /// `gpkg_contents` has no such table.
  case noSuchTable(String)
  /// `gpkg_contents` names a view, which stores no rows.
  case viewNotTable(String)
  /// The table has no integer primary key, so its rows have no fid.
  case noRowID(table: String)
  /// A record does not decode.
  case damagedRow(table: String, rowid: Int64)
  /// Two tables have the same name, or a name is reserved by GeoPackage.
  case badTableName(String)
  /// A table uses a spatial reference system that was not given.
  case unknownSpatialReference(table: String, srsID: Int32)
  /// A call of `append` or `endTable` without `begin`, or of `begin` inside a table.
  case outOfSequence(table: String)
  /// A relation names a table or column that was not written.
  case badRelation(mapping: String, table: String, column: String)
  /// An edit names a row that the table does not have.
  case noSuchRow(table: String, rowid: Int64)
  /// An edit adds a row with an id that another row has.
  case rowTaken(table: String, rowid: Int64)
  /// A computed column of an edited row does not allow NULL and cannot be evaluated here.
  case notComputable(table: String, column: String, rowid: Int64)
  /// An index that is needed to read its table has an unknown order.
  case unknownOrder(table: String, index: String)
}

extension GeoPackageError: CustomStringConvertible {
  /// The problem in one line.
  package var description: String {
    switch self {
    case .notAGeoPackage(let path, let id): "\(path) is not a GeoPackage (application id \(id))"
    case .missingTable(let table): "the GeoPackage has no table \(table)"
    case .missingColumn(let table, let column): "table \(table) has no column \(column)"
    case .noSuchTable(let table): "the GeoPackage does not list a table \(table)"
    case .viewNotTable(let table): "\(table) is a view, not a table"
    case .noRowID(let table): "table \(table) has no integer primary key"
    case .damagedRow(let table, let rowid): "row \(rowid) of \(table) cannot be read"
    case .badTableName(let table): "\(table) is taken or reserved as a table name"
    case .unknownSpatialReference(let table, let id):
      "table \(table) uses spatial reference \(id), which is not described"
    case .outOfSequence(let table): "rows of \(table) were written out of sequence"
    case .badRelation(let mapping, let table, let column):
      "relation \(mapping) refers to \(table).\(column), which does not exist"
    case .noSuchRow(let table, let rowid): "table \(table) has no row \(rowid)"
    case .rowTaken(let table, let rowid): "table \(table) already has a row \(rowid)"
    case .notComputable(let table, let column, let rowid):
      "column \(column) of row \(rowid) in \(table) cannot be computed"
    case .unknownOrder(let table, let index):
      "the sort order of index \(index) of \(table) is unknown"
    }
  }
}
