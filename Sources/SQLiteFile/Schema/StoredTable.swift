/// How a column's declared type steers the class of its values (datatype3.html §3).
package enum Affinity: Sendable {
  case integer, text, blob, real, numeric

  /// The affinity of a declared type: by the words it contains, in this order.
  package init(declaredType: String) {
    let type = Identifier.folded(declaredType)
    if type.contains("int") {
      self = .integer
    } else if ["char", "clob", "text"].contains(where: type.contains) {
      self = .text
    } else if type.isEmpty || type.contains("blob") {
      self = .blob
    } else if ["real", "floa", "doub"].contains(where: type.contains) {
      self = .real
    } else {
      self = .numeric
    }
  }
}

/// A column as its `CREATE TABLE` text declares it.
package struct StoredColumn: Equatable, Sendable {
  /// Its name.
  package var name: String
  /// Its declared type, as written but for quotes around it; empty for none.
  package var declaredType = ""
  /// The affinity of that type.
  package var affinity = Affinity.blob
  /// Whether it refuses NULL: by its own words, or in a key that does.
  package var isNotNull = false
  /// Whether a NULL that it refuses is written as its default (`ON CONFLICT REPLACE`).
  package var nullBecomesDefault = false
  /// The value a row has that was written before the column was added; NULL where the text gives
  /// none, or an expression.
  package var defaultValue = SQLValue.null
  /// The expression its `DEFAULT` is, where it is no literal.
  package var computedDefault: ComputedDefault?
  /// Whether it is computed.
  package var generated = Generated.no
  /// Its collating sequence, when not BINARY.
  package var collation: String?

  /// A `DEFAULT` that is computed for each new row.
  package enum ComputedDefault: Sendable {
    case time, date, timestamp
    /// `strftime('%Y-%m-%dT%H:%M:%fZ','now')`, the time as GeoPackage writes it.
    case geoPackageTime
    /// An expression that is not understood.
    case other
  }

  /// Whether a column is computed, and kept.
  package enum Generated: Sendable {
    case no
    /// Computed when read; not in the record.
    case virtual
    /// Computed when written; in the record.
    case stored
  }
}

/// A table as the schema declares it, with the places of its columns in a record.
package struct StoredTable: Equatable, Sendable {
  /// Its name.
  package var name: String
  /// The root of its b-tree.
  package var rootPage: UInt32
  /// Its columns, in the order of the text.
  package var columns: [StoredColumn] = []
  /// The column whose value is the row id (`INTEGER PRIMARY KEY`); NULL in the record.
  package var rowidColumn: Int?
  /// The terms of the primary key, in its order.
  package var primaryKeyTerms: [StoredIndex.Term] = []
  /// The key of each PRIMARY KEY and UNIQUE constraint that SQLite numbers an autoindex for, in
  /// the order of the text.
  package var uniques: [[StoredIndex.Term]] = []
  /// Whether ids of deleted rows are never given again.
  package var isAutoincrement = false
  /// Whether it has CHECK constraints or foreign keys, which are passed over.
  package var hasOtherConstraints = false
  /// Whether rows are kept in an index b-tree, in the order of the primary key.
  package var isWithoutRowid = false
  /// Whether columns hold values of their declared type only.
  package var isStrict = false
  /// Where each column is in a record; nil for computed columns that are not kept.
  package var recordIndexes: [Int?] = []

  /// Reads the `CREATE TABLE` text of a schema row.
  ///
  /// - Throws: `SQLiteFileError.damagedSchema` for a row without text,
  ///   `.unreadableCreateTable` where SQLite could not read it either.
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

  /// The index of a column, by name without regard to the case of ASCII letters.
  package func column(named name: String) -> Int? {
    columns.firstIndex { Identifier.isSame($0.name, name) }
  }

  /// A table WITHOUT ROWID keeps the terms of the primary key first, then the other columns;
  /// virtual columns are kept nowhere.
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
