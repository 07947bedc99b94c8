import FeatureData
import Filters
import GeoPackage
import MapModel

/// Counts the rows of a table that match a filter, with SQL and with the reader of fieldpack.
enum FilteredRead {
  /// A filter with lists, patterns, functions and a choice. All contestants use the same text.
  static let clause = """
    (Condition IN ('Poor', 'Dead') AND DBH > 20 OR Address LIKE '%WILLAMETTE%') \
    AND COALESCE(SiteWidth, 0) < 8 \
    AND CASE WHEN Wires IS NULL THEN 'NONE' ELSE UPPER(SUBSTRING(Wires, 1, 4)) END <> 'HIGH'
    """

  static let query = "SELECT count(*) FROM Trees WHERE \(clause)"

  /// Returns the number of rows that match a filter; without a filter, the number of all rows.
  static func count(of name: String, in path: String, clause: String?) throws -> Int {
    let store = try GeoPackageReader(path: path)
    let table = try store.table(named: name)
    let compiled = try clause.map { text in
      try WhereClause(
        parsing: text, fields: table.columns.map { Field(name: $0.name, type: $0.type.fieldType) },
        firstFieldColumn: table.firstColumn)
    }
    var run = compiled.map { WhereRun($0) }
    var rows = try store.rows(of: name)
    var count = 0
    while try rows.advance() {
      if try run?.chooses(&rows) ?? true { count += 1 }
    }
    return count
  }
}
