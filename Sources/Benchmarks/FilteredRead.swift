import FeatureData
import GeoPackage
import MapModel

/// The rows of a table that a where-clause chooses, counted by SQL and by our reader.
enum FilteredRead {
  /// Lists, patterns, functions and a choice; the same text for everybody.
  static let clause = """
    (Condition IN ('Poor', 'Dead') AND DBH > 20 OR Address LIKE '%WILLAMETTE%') \
    AND COALESCE(SiteWidth, 0) < 8 \
    AND CASE WHEN Wires IS NULL THEN 'NONE' ELSE UPPER(SUBSTRING(Wires, 1, 4)) END <> 'HIGH'
    """

  static let query = "SELECT count(*) FROM Trees WHERE \(clause)"

  /// How many rows a clause chooses; without one each row is come to and counted.
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
