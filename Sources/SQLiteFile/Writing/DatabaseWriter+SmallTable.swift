import Bytes
package import Records

extension DatabaseWriter {
  /// A table that fits in memory, such as GeoPackage's metadata tables.
  package struct SmallTable: Sendable {
    /// The name of the table.
    package var name: String
    /// Its `CREATE TABLE` text.
    package var sql: String
    /// The rows. They are numbered from 1, unless `rowidColumn` gives their ids.
    package var rows: [[SQLValue]]
    /// The column that is the row id (`INTEGER PRIMARY KEY`). Records store NULL for it.
    package var rowidColumn: Int?
    /// The columns of each PRIMARY KEY and UNIQUE constraint except the row id, in the order of the
    /// text. Each gets an autoindex.
    package var uniques: [[Int]]

    /// Creates a table with its rows.
    package init(
      name: String, sql: String, rows: [[SQLValue]], rowidColumn: Int? = nil,
      uniques: [[Int]] = []
    ) {
      self.name = name
      self.sql = sql
      self.rows = rows
      self.rowidColumn = rowidColumn
      self.uniques = uniques
    }
  }

  /// Writes a small table with its autoindexes.
  ///
  /// - Throws: `SQLiteFileError.duplicateKey`, `.rowsOutOfOrder`.
  package mutating func add(_ table: SmallTable) throws(SQLiteFileError) {
    var tree = beginTable()
    var encoder = RecordEncoder()
    var record: [UInt8] = []
    for (index, row) in table.rows.enumerated() {
      encoder.removeAll()
      for (column, value) in row.enumerated() {
        column == table.rowidColumn ? encoder.appendNull() : encoder.append(value)
      }
      record.removeAll(keepingCapacity: true)
      encoder.write(to: &record)
      try RecordLayout.transcode(&record, to: encoding)
      try tree.append(
        rowid: Self.rowid(of: index, in: table), record: record.span, to: &pages)
    }
    addTable(name: table.name, sql: table.sql, root: tree.finish(&pages))
    for (number, columns) in table.uniques.enumerated() {
      let name = "sqlite_autoindex_\(table.name)_\(number + 1)"
      let root = try writeIndex(name: name, of: table, columns: columns)
      addIndex(name: name, table: table.name, sql: nil, root: root)
    }
  }

  private static func rowid(of index: Int, in table: SmallTable) -> Int64 {
    guard let column = table.rowidColumn, case .integer(let id) = table.rows[index][column] else {
      return Int64(index + 1)
    }
    return id
  }

  /// Writes an index of a small table that was added before.
  ///
  /// - Parameters:
  ///   - column: the only column of the index.
  ///   - fold: returns the text to sort by, for a collating sequence that is not built in.
  /// - Throws: `SQLiteFileError.rowsOutOfOrder`.
  package mutating func addIndex(
    name: String, sql: String, of table: SmallTable, column: Int,
    fold: ((String) -> String)? = nil
  ) throws(SQLiteFileError) {
    let root = try writeIndex(
      name: name, of: table, columns: [column], isUnique: false, fold: fold)
    addIndex(name: name, table: table.name, sql: sql, root: root)
  }

  private mutating func writeIndex(
    name: String, of table: SmallTable, columns: [Int], isUnique: Bool = true,
    fold: ((String) -> String)? = nil
  ) throws(SQLiteFileError) -> UInt32 {
    let keys = table.rows.map { row in columns.map { row[$0] } }
    let sorted = keys.map { key in
      key.map { value -> SQLValue in
        guard let fold, case .text(let text) = value else { return value }
        return .text(fold(text))
      }
    }
    let order = keys.indices.sorted { left, right in
      let order = SQLValue.compare(sorted[left], sorted[right], encoding: encoding)
      return order == 0 ? left < right : order < 0
    }
    var tree = IndexTreeWriter(pageSize: pages.pageSize)
    var encoder = RecordEncoder()
    var record: [UInt8] = []
    for (position, index) in order.enumerated() {
      if isUnique, position > 0, !keys[index].contains(.null),
        keys[order[position - 1]] == keys[index]
      {
        throw .duplicateKey(
          index: name, first: Self.rowid(of: order[position - 1], in: table),
          second: Self.rowid(of: index, in: table))
      }
      encoder.removeAll()
      for value in keys[index] { encoder.append(value) }
      encoder.append(Self.rowid(of: index, in: table))
      record.removeAll(keepingCapacity: true)
      encoder.write(to: &record)
      try RecordLayout.transcode(&record, to: encoding)
      tree.append(record: record.span, to: &pages)
    }
    return tree.finish(&pages)
  }
}

extension SQLValue {
  /// Compares index keys column by column: NULL, numbers, texts, blobs.
  static func compare(
    _ left: [SQLValue], _ right: [SQLValue], encoding: DatabaseHeader.TextEncoding
  ) -> Int {
    for (left, right) in zip(left, right) {
      let order = compare(left, right, encoding: encoding)
      if order != 0 { return order }
    }
    return left.count - right.count
  }

  private static func compare(
    _ left: SQLValue, _ right: SQLValue, encoding: DatabaseHeader.TextEncoding
  ) -> Int {
    switch (left, right) {
    case (.text(let left), .text(let right)):
      let (left, right) = (
        StoredText.encoded(left, encoding), StoredText.encoded(right, encoding)
      )
      return left.span.compare(right.span)
    case (.blob(let left), .blob(let right)): return left.span.compare(right.span)
    default: return RecordOrder.compare(left.bare, right.bare)
    }
  }

  /// The class and number of the value, without its bytes.
  private var bare: RecordValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text: .text(0..<0)
    case .blob: .blob(0..<0)
    }
  }
}
