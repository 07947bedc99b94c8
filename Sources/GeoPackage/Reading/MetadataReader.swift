import SQLiteFile

/// Reads GeoPackage's metadata tables by column names.
struct MetadataReader {
  typealias Row = NamedRow

  /// The largest number of rows to read. Metadata tables are small.
  private static let mostRows = 1_000_000

  let database: DatabaseReader

  init(_ database: DatabaseReader) { self.database = database }

  func has(_ table: String) -> Bool { database.object(.table, named: table) != nil }

  /// All rows of a table; empty if the table does not exist.
  func rows(of name: String) throws -> [Row] {
    try database.namedRows(of: name, limit: Self.mostRows).rows
  }
}
