import SQLiteFile

/// A trigger that gives a GlobalID to each row that an application adds without one. It
/// distinguishes the row from others when the package is returned.
///
/// The GlobalID is random (RFC 9562 §5.4, version 4) and written as ArcGIS writes it. The update
/// names one column only, so it does not run the triggers of the R-tree and the row count.
enum GlobalIDTrigger {
  static func name(table: String, column: String) -> String {
    "trigger_insert_globalid_\(table)_\(column)"
  }

  static func add(
    to column: String, of table: GeoPackageTable, _ database: inout DatabaseWriter
  ) {
    let name = name(table: table.name, column: column)
    let quoted = GeoPackageNames.quoted
    let (t, c, i) = (quoted(table.name), quoted(column), quoted(table.idColumn))
    let parts = [
      "'{'", "hex(randomblob(4))", "'-'", "hex(randomblob(2))", "'-4'",
      "substr(hex(randomblob(2)),2)", "'-'", "substr('89AB',1+(random()&3),1)",
      "substr(hex(randomblob(2)),2)", "'-'", "hex(randomblob(6))", "'}'",
    ]
    database.addTrigger(
      name: name, table: table.name,
      sql: "CREATE TRIGGER \(quoted(name)) AFTER INSERT ON \(t) WHEN NEW.\(c) IS NULL "
        + "BEGIN UPDATE \(t) SET \(c) = \(parts.joined(separator: "||")) "
        + "WHERE \(i) = NEW.\(i); END")
  }
}
