/// A row of a small table whose values are asked for by column.
package struct NamedRow: Equatable, Sendable {
  private let columns: [String]
  /// In the order of the table's columns.
  package let values: [SQLValue]

  fileprivate init(columns: [String], values: [SQLValue]) {
    self.columns = columns
    self.values = values
  }

  /// The value of a column; NULL where the table lacks it, as tables of old versions do.
  package subscript(name: String) -> SQLValue {
    let folded = Identifier.folded(name)
    return columns.firstIndex(of: folded).map { values[$0] } ?? .null
  }
}

extension DatabaseReader {
  /// All rows of a small table, such as those that describe others; none where the table is not
  /// there.
  ///
  /// - Parameters:
  ///   - limit: more rows are not read.
  ///   - byteLimit: more bytes of records are not read, which rows that share their bytes could
  ///     otherwise ask for.
  /// - Returns: the rows, and whether these are all.
  /// - Throws: `SQLiteFileError` where the file is damaged.
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
