package import Records

/// A row of a small table, with its values by column name.
package struct NamedRow: Equatable, Sendable {
  private let columns: [String]
  /// The values in the order of the table's columns.
  package let values: [SQLValue]

  fileprivate init(columns: [String], values: [SQLValue]) {
    self.columns = columns
    self.values = values
  }

  /// The value of a column; NULL if the table does not have it, as in old versions of a format.
  package subscript(name: String) -> SQLValue {
    let folded = Identifier.folded(name)
    return columns.firstIndex(of: folded).map { values[$0] } ?? .null
  }
}

extension DatabaseReader {
  /// Reads all rows of a small table, such as a metadata table. Returns no rows if the table does
  /// not exist.
  ///
  /// - Parameters:
  ///   - limit: the largest number of rows to read.
  ///   - byteLimit: the most bytes of records to read. Without it, a hostile file whose rows share
  ///     bytes could fill the memory.
  /// - Returns: the rows, and whether these are all.
  /// - Throws: `SQLiteFileError` if the file is damaged.
  package func namedRows(
    of name: String, limit: Int, byteLimit: Int = .max
  ) throws(SQLiteFileError) -> (rows: [NamedRow], isWhole: Bool) {
    guard object(.table, named: name) != nil else { return ([], true) }
    let table = try table(named: name)
    let columns = table.columns.map { Identifier.folded($0.name) }
    var decoder = RowDecoder(table, in: self)
    var cursor = try cursor(over: table)
    var rows: [NamedRow] = []
    var byteCount = 0
    while try cursor.next() {
      byteCount += cursor.record.count
      guard rows.count < limit, byteCount <= byteLimit else { return (rows, false) }
      let bytes = cursor.bytes
      let record = bytes.span.extracting(cursor.record)
      try decoder.decode(rowid: cursor.rowid, record: record, page: cursor.page)
      var values: [SQLValue] = []
      for column in columns.indices { values.append(decoder.value(column, of: record)) }
      rows.append(NamedRow(columns: columns, values: values))
    }
    return (rows, true)
  }
}
