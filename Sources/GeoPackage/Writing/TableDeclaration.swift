import SQLiteFile

/// How a table stands in the schema beside its rows: types, keys, indexes, and what keeps its
/// R-tree and its count true.
struct TableDeclaration: Sendable {
  /// What follows the id's name; nil where records begin with the first column.
  var id: String? = "INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"
  /// The whole text, where it is one of the format's own.
  var text: String?
  /// The declared type of the geometry column; nil for the type of its geometries.
  var geometryType: String?
  /// The declared types of the columns.
  var types: [String]
  /// The collating sequences of the columns, where not BINARY.
  var collations: [String?]
  var indexes: [Index]
  /// Whether an R-tree is built over the geometries.
  var hasBoxes: Bool
  /// Whether triggers keep GDAL's count of rows.
  var hasCounts = true

  /// An index. The columns of its terms are places in the table's columns.
  struct Index: Sendable {
    var name: String
    var terms: [StoredIndex.Term]
    var isUnique: Bool
    /// Whether it stands in the table's text as UNIQUE.
    var isConstraint = false
    /// Whether it stands there as PRIMARY KEY.
    var isPrimaryKey = false

    /// The place of its only column, where a plain index sorts by the bytes of values.
    var plainColumn: Int? {
      guard terms.count == 1, !terms[0].isDescending, terms[0].collation == nil else {
        return nil
      }
      return terms[0].column
    }
  }

  /// As GDAL declares it, with an index named after each indexed column.
  init(_ table: GeoPackageTable) {
    types = table.columns.map(\.type.sql)
    collations = table.columns.map { _ in nil }
    hasBoxes = table.geometry != nil
    indexes = table.columns.enumerated().compactMap { place, column in
      column.index.map { index in
        Index(
          name: "idx_\(table.name)_\(column.name)", terms: [.init(column: place)],
          isUnique: index == .unique)
      }
    }
  }

  /// The text that creates the table, in the form GDAL writes.
  ///
  /// - Parameter constraints: places in `indexes` of UNIQUE constraints that all rows satisfy.
  func sql(
    _ table: GeoPackageTable, geometryType: String, notNull: Set<Int>, constraints: [Int]
  ) -> String {
    if let text, constraints.count == indexes.count(where: \.isConstraint) { return text }
    let quoted = GeoPackageNames.quoted
    let uniques = constraints.map { indexes[$0] }
    var parts = id.map { ["\(quoted(table.idColumn)) \($0)"] } ?? []
    if let geometry = table.geometry { parts.append("\(quoted(geometry.name)) \(geometryType)") }
    for (place, column) in table.columns.enumerated() {
      var part = quoted(column.name)
      if !types[place].isEmpty { part += " \(types[place])" }
      if notNull.contains(place) {
        part += column.nullBecomesDefault ? " NOT NULL ON CONFLICT REPLACE" : " NOT NULL"
      }
      if let value = column.defaultSQL { part += " DEFAULT \(value)" }
      if let collation = collations[place] { part += " COLLATE \(quoted(collation))" }
      if let unique = uniques.first(where: { $0.isColumnConstraint(of: place, self) }) {
        part += " \(unique.keyword)"
      }
      parts.append(part)
    }
    for unique in uniques where !unique.isColumnConstraint(self) {
      parts.append("\(unique.keyword) (\(terms(of: unique, in: table)))")
    }
    return "CREATE TABLE \(quoted(table.name)) ( \(parts.joined(separator: ", ")))"
  }

  /// The text that creates an index.
  func sql(of index: Index, isUnique: Bool, on table: GeoPackageTable) -> String {
    let quoted = GeoPackageNames.quoted
    return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(quoted(index.name)) "
      + "ON \(quoted(table.name))(\(terms(of: index, in: table)))"
  }

  private func terms(of index: Index, in table: GeoPackageTable) -> String {
    index.terms.map { term in
      guard let column = term.column else { return "" }
      var text = GeoPackageNames.quoted(table.columns[column].name)
      if term.collation != collations[column] {
        text += " COLLATE \(GeoPackageNames.quoted(term.collation ?? "binary"))"
      }
      return term.isDescending ? text + " DESC" : text
    }.joined(separator: ",")
  }
}

extension TableDeclaration.Index {
  fileprivate var keyword: String { isPrimaryKey ? "PRIMARY KEY" : "UNIQUE" }

  /// Whether it stands behind a column as UNIQUE, where GDAL looks for it.
  func isColumnConstraint(_ declaration: TableDeclaration) -> Bool {
    guard isConstraint, terms.count == 1, let column = terms[0].column else { return false }
    return !terms[0].isDescending && terms[0].collation == declaration.collations[column]
  }

  fileprivate func isColumnConstraint(of place: Int, _ declaration: TableDeclaration) -> Bool {
    terms[0].column == place && isColumnConstraint(declaration)
  }
}
