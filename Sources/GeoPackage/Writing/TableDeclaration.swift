import Records

/// The schema entries of a table: types, keys, indexes, and the triggers of its R-tree and row
/// count.
struct TableDeclaration: Sendable {
  /// The declared types of the columns.
  let types: [String]
  let indexes: [Index]
  /// Whether the table gets an R-tree.
  var hasBoxes: Bool

  /// An index on one column.
  struct Index: Sendable {
    var name: String
    /// The index of the column in the table.
    var column: Int
    var isUnique: Bool
  }

  /// Declares the table as GDAL does, with an index named after each indexed column.
  init(_ table: GeoPackageTable) {
    types = table.columns.map(\.type.sql)
    hasBoxes = table.geometry != nil
    indexes = table.columns.enumerated().compactMap { number, column in
      column.index.map { index in
        Index(
          name: "idx_\(table.name)_\(column.name)", column: number, isUnique: index == .unique)
      }
    }
  }

  /// The text that creates the table, in the form GDAL writes.
  func sql(_ table: GeoPackageTable, geometryType: String, notNull: Set<Int>) -> String {
    let quoted = GeoPackageNames.quoted
    var parts = ["\(quoted(table.idColumn)) INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"]
    if let geometry = table.geometry { parts.append("\(quoted(geometry.name)) \(geometryType)") }
    for (number, column) in table.columns.enumerated() {
      var part = "\(quoted(column.name)) \(types[number])"
      if notNull.contains(number) {
        part += column.nullBecomesDefault ? " NOT NULL ON CONFLICT REPLACE" : " NOT NULL"
      }
      if let value = column.defaultSQL { part += " DEFAULT \(value)" }
      parts.append(part)
    }
    return "CREATE TABLE \(quoted(table.name)) ( \(parts.joined(separator: ", ")))"
  }

  /// The text that creates an index.
  func sql(of index: Index, isUnique: Bool, on table: GeoPackageTable) -> String {
    let quoted = GeoPackageNames.quoted
    return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(quoted(index.name)) "
      + "ON \(quoted(table.name))(\(quoted(table.columns[index.column].name)))"
  }
}
