package import Records

/// A column as its `CREATE TABLE` text declares it.
package struct StoredColumn: Equatable, Sendable {
  /// The name of the column.
  package var name: String
  /// Its declared type as written, without outer quotes; empty if there is none.
  package var declaredType = ""
  /// The affinity of that type.
  package var affinity = Affinity.blob
  /// Whether it does not allow NULL, by its own constraint or by a key.
  package var isNotNull = false
  /// Whether NULL is replaced by the default (`NOT NULL ON CONFLICT REPLACE`).
  package var nullBecomesDefault = false
  /// The value in rows that were written before the column was added. NULL if the text gives none,
  /// or an expression.
  package var defaultValue = SQLValue.null
  /// The expression in its `DEFAULT`, if it is not a literal.
  package var computedDefault: ComputedDefault?
  /// Whether the column is computed.
  package var generated = Generated.no
  /// The collating sequence; nil for BINARY.
  package var collation: String?

  /// A `DEFAULT` that is computed for each new row.
  package enum ComputedDefault: Sendable {
    case time, date, timestamp
    /// `strftime('%Y-%m-%dT%H:%M:%fZ','now')`, the time as GeoPackage writes it.
    case geoPackageTime
    /// An expression that is not supported.
    case other
  }

  /// Whether a column is computed, and whether it is stored.
  package enum Generated: Sendable {
    case no
    /// Computed on reading; not in the record.
    case virtual
    /// Computed on writing; in the record.
    case stored
  }
}

/// A table as the schema declares it, with the indexes of its columns in a record.
package struct StoredTable: Equatable, Sendable {
  /// The name of the table.
  package var name: String
  /// The root page of its b-tree.
  package var rootPage: UInt32
  /// The columns, in the order of the text.
  package var columns: [StoredColumn] = []
  /// The column that is the row id (`INTEGER PRIMARY KEY`). Records store NULL for it.
  package var rowidColumn: Int?
  /// The terms of the primary key, in its order.
  package var primaryKeyTerms: [StoredIndex.Term] = []
  /// The key of each PRIMARY KEY and UNIQUE constraint that has a numbered autoindex, in the order
  /// of the text.
  package var uniques: [[StoredIndex.Term]] = []
  /// Whether ids of deleted rows are never used again.
  package var isAutoincrement = false
  /// Whether the table has CHECK constraints or foreign keys, which the parser skips.
  package var hasOtherConstraints = false
  /// Whether rows are stored in an index b-tree, in the order of the primary key.
  package var isWithoutRowid = false
  /// Whether columns only allow values of their declared type.
  package var isStrict = false
  /// The index of each column in a record; nil for computed columns that are not stored.
  package var recordIndexes: [Int?] = []

  /// Parses the `CREATE TABLE` text of a schema row.
  ///
  /// - Throws: `SQLiteFileError.damagedSchema` for a row without text, `.unreadableCreateTable` if
  ///   SQLite could not read it either.
  package init(_ object: SchemaObject) throws(SQLiteFileError) {
    guard let sql = object.sql else {
      throw .damagedSchema(row: 0, problem: .missingSQL(object.name))
    }
    name = object.name
    rootPage = object.rootPage
    var parser = CreateTableParser(sql, name: object.name)
    try parser.parse(into: &self)
    findRecordIndexes()
  }

  /// The columns of the primary key, in its order.
  package var primaryKey: [Int] { primaryKeyTerms.compactMap(\.column) }

  /// The index of a column by name; ASCII letters compare without case.
  package func column(named name: String) -> Int? {
    columns.firstIndex { Identifier.isSame($0.name, name) }
  }

  /// Finds the record index of each column. A WITHOUT ROWID table stores the terms of the primary
  /// key first, then the other columns. Virtual columns are not stored.
  private mutating func findRecordIndexes() {
    recordIndexes = Array(repeating: nil, count: columns.count)
    var next = 0
    if isWithoutRowid {
      for column in primaryKey {
        if recordIndexes[column] == nil { recordIndexes[column] = next }
        next += 1
      }
    }
    for column in columns.indices where recordIndexes[column] == nil {
      guard columns[column].generated != .virtual else { continue }
      recordIndexes[column] = next
      next += 1
    }
  }
}
