import SQLiteFile

/// Reads the format's own tables by the names of their columns.
struct MetadataReader {
  /// More rows than this are not read: such tables are small.
  private static let mostRows = 1_000_000

  let database: DatabaseReader

  init(_ database: DatabaseReader) { self.database = database }

  /// A row whose values are asked for by column.
  struct Row: Equatable, Sendable {
    fileprivate let columns: [String]
    /// In the order of the table's columns.
    let values: [SQLValue]

    /// The value of a column; NULL when the table lacks it, as tables of old versions do.
    subscript(name: String) -> SQLValue {
      let folded = GeoPackageNames.folded(name)
      return columns.firstIndex(of: folded).map { values[$0] } ?? .null
    }
  }

  func has(_ table: String) -> Bool { database.object(.table, named: table) != nil }

  /// All rows of a table; none when the table is not there.
  func rows(of name: String) throws(GeoPackageError) -> [Row] {
    guard has(name) else { return [] }
    do {
      let table = try database.table(named: name)
      let columns = table.columns.map { GeoPackageNames.folded($0.name) }
      var decoder = RowDecoder(table, in: database)
      var cursor = try database.cursor(over: table)
      var rows: [Row] = []
      while rows.count < Self.mostRows, try cursor.next() {
        let bytes = cursor.bytes
        let record = bytes.span.extracting(cursor.record)
        try decoder.decode(rowid: cursor.rowid, record: record, page: cursor.page)
        var values: [SQLValue] = []
        for column in columns.indices { values.append(decoder.value(column, of: record)) }
        rows.append(Row(columns: columns, values: values))
      }
      return rows
    } catch {
      throw .database(error)
    }
  }
}
