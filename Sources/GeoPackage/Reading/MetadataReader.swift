import SQLiteFile

/// Reads the format's own tables by the names of their columns.
struct MetadataReader {
  typealias Row = NamedRow

  /// More rows than this are not read: such tables are small.
  private static let mostRows = 1_000_000

  let database: DatabaseReader

  init(_ database: DatabaseReader) { self.database = database }

  func has(_ table: String) -> Bool { database.object(.table, named: table) != nil }

  /// All rows of a table; none when the table is not there.
  func rows(of name: String) throws(GeoPackageError) -> [Row] {
    do {
      return try database.namedRows(of: name, limit: Self.mostRows).rows
    } catch {
      throw .database(error)
    }
  }
}
