package import SQLiteFile

/// Everything that can go wrong with a GeoPackage, with its table and row.
package enum GeoPackageError: Error, Equatable, Sendable {
  /// The SQLite file below cannot be read or written.
  case database(SQLiteFileError)
  /// The file is a SQLite database, but no GeoPackage.
  case notAGeoPackage(path: String, applicationID: UInt32)
  /// A metadata table that every GeoPackage has is missing.
  case missingTable(String)
  /// A metadata table lacks a column.
  case missingColumn(table: String, column: String)
  /// No such table in `gpkg_contents`.
  case noSuchTable(String)
  /// `gpkg_contents` names a view, which has no rows of its own.
  case viewNotTable(String)
  /// A table without an integer primary key, whose rows have no fid.
  case noRowID(table: String)
  /// A record that does not decode.
  case damagedRow(table: String, rowid: Int64)
  /// Two tables of one name, or a name that GeoPackage keeps for itself.
  case badTableName(String)
  /// A table uses a spatial reference system that was not given.
  case unknownSpatialReference(table: String, srsID: Int32)
  /// `append` or `endTable` without `begin`, or `begin` inside a table.
  case outOfSequence(table: String)
  /// A relation names a table or column that was not written.
  case badRelation(mapping: String, table: String, column: String)
  /// An edit names a row that the table does not have.
  case noSuchRow(table: String, rowid: Int64)
  /// An edit adds a row under an id that another row has.
  case rowTaken(table: String, rowid: Int64)
  /// An edited row whose computed column refuses NULL and cannot be computed here.
  case notComputable(table: String, column: String, rowid: Int64)
  /// An index without which its table cannot be read, and whose order is not known here.
  case unknownOrder(table: String, index: String)
}

extension GeoPackageError: CustomStringConvertible {
  /// One plain line.
  package var description: String {
    switch self {
    case .database(let error): "\(error)"
    case .notAGeoPackage(let path, let id): "\(path) is no GeoPackage (application id \(id))"
    case .missingTable(let table): "the GeoPackage has no table \(table)"
    case .missingColumn(let table, let column): "table \(table) has no column \(column)"
    case .noSuchTable(let table): "the GeoPackage lists no table \(table)"
    case .viewNotTable(let table): "\(table) is a view, not a table"
    case .noRowID(let table): "table \(table) has no integer primary key"
    case .damagedRow(let table, let rowid): "row \(rowid) of \(table) cannot be read"
    case .badTableName(let table): "\(table) cannot be the name of a table here"
    case .unknownSpatialReference(let table, let id):
      "table \(table) uses spatial reference \(id), which is not described"
    case .outOfSequence(let table): "rows of \(table) out of sequence"
    case .badRelation(let mapping, let table, let column):
      "relation \(mapping) names \(table).\(column), which is not there"
    case .noSuchRow(let table, let rowid): "table \(table) has no row \(rowid)"
    case .rowTaken(let table, let rowid): "table \(table) has a row \(rowid) already"
    case .notComputable(let table, let column, let rowid):
      "column \(column) of row \(rowid) of \(table) cannot be computed"
    case .unknownOrder(let table, let index):
      "index \(index) of \(table) has an order that is not known"
    }
  }
}
