import SQLiteFile

/// The spatial index of a feature table (GeoPackage 1.3 §F.3): a virtual table, its three shadow
/// tables, and six triggers that keep it up to date while others edit.
///
/// The names, events and conditions of the triggers are those of the extension up to version 1.3.
/// Their texts are written as GDAL writes them, because other tools compare with those.
enum RTreeExtension {
  static func add(
    _ roots: RTreeWriter.Roots, table: String, geometry: String, id: String,
    to database: inout DatabaseWriter
  ) {
    let quoted = GeoPackageNames.quoted
    let name = "rtree_\(table)_\(geometry)"
    database.addVirtualTable(
      name: name,
      sql: "CREATE VIRTUAL TABLE \(quoted(name)) USING rtree(id, minx, maxx, miny, maxy)")
    database.addTable(
      name: name + "_rowid",
      sql: "CREATE TABLE \(quoted(name + "_rowid"))(rowid INTEGER PRIMARY KEY,nodeno)",
      root: roots.rowid)
    database.addTable(
      name: name + "_node",
      sql: "CREATE TABLE \(quoted(name + "_node"))(nodeno INTEGER PRIMARY KEY,data)",
      root: roots.node)
    database.addTable(
      name: name + "_parent",
      sql: "CREATE TABLE \(quoted(name + "_parent"))(nodeno INTEGER PRIMARY KEY,parentnode)",
      root: roots.parent)
    for trigger in triggers(index: name, table: table, geometry: geometry, id: id) {
      database.addTrigger(
        name: trigger.name, table: table,
        sql: "CREATE TRIGGER \(quoted(trigger.name)) \(trigger.body)")
    }
  }

  /// Whether a virtual table is a two-dimensional R-tree without further columns.
  static func isIndex(_ object: SchemaObject) -> Bool {
    guard let text = object.sql, let using = VirtualTableText(text) else { return false }
    return GeoPackageNames.folded(using.module) == "rtree" && using.arguments.count == 5
      && !using.arguments.contains { $0.hasPrefix("+") }
  }

  private static func triggers(
    index name: String, table: String, geometry: String, id: String
  ) -> [(name: String, body: String)] {
    let index = GeoPackageNames.quoted(name)
    let t = GeoPackageNames.quoted(table)
    let c = GeoPackageNames.quoted(geometry)
    let i = GeoPackageNames.quoted(id)
    let insert =
      "INSERT OR REPLACE INTO \(index) VALUES (NEW.\(i),ST_MinX(NEW.\(c)), ST_MaxX(NEW.\(c)),"
      + "ST_MinY(NEW.\(c)), ST_MaxY(NEW.\(c))); "
    let delete = "DELETE FROM \(index) WHERE id = OLD.\(i); "
    let holds = "(NEW.\(c) NOTNULL AND NOT ST_IsEmpty(NEW.\(c)))"
    let lacks = "(NEW.\(c) ISNULL OR ST_IsEmpty(NEW.\(c)))"
    let same = "OLD.\(i) = NEW.\(i)"
    let moved = "OLD.\(i) != NEW.\(i)"
    return [
      (
        name + "_insert",
        "AFTER INSERT ON \(t) WHEN (new.\(c) NOT NULL AND NOT ST_IsEmpty(NEW.\(c))) "
          + "BEGIN \(insert)END"
      ),
      (
        name + "_update1",
        "AFTER UPDATE OF \(c) ON \(t) WHEN \(same) AND \(holds) BEGIN \(insert)END"
      ),
      (
        name + "_update2",
        "AFTER UPDATE OF \(c) ON \(t) WHEN \(same) AND \(lacks) BEGIN \(delete)END"
      ),
      (
        name + "_update3",
        "AFTER UPDATE ON \(t) WHEN \(moved) AND \(holds) BEGIN \(delete)\(insert)END"
      ),
      (
        name + "_update4",
        "AFTER UPDATE ON \(t) WHEN \(moved) AND \(lacks) "
          + "BEGIN DELETE FROM \(index) WHERE id IN (OLD.\(i), NEW.\(i)); END"
      ),
      (
        name + "_delete", "AFTER DELETE ON \(t) WHEN old.\(c) NOT NULL BEGIN \(delete)END"
      ),
    ]
  }
}

/// GDAL's row count beside `gpkg_contents`. Two triggers for each table keep it up to date.
enum FeatureCountTriggers {
  static func add(for table: String, to database: inout DatabaseWriter) {
    for (event, operation) in [("insert", "+"), ("delete", "-")] {
      let name = "trigger_\(event)_feature_count_\(table)"
      database.addTrigger(
        name: name, table: table,
        sql: "CREATE TRIGGER \(GeoPackageNames.quoted(name)) AFTER \(event.uppercased()) ON "
          + "\(GeoPackageNames.quoted(table)) BEGIN UPDATE gpkg_ogr_contents "
          + "SET feature_count = feature_count \(operation) 1 "
          + "WHERE lower(table_name) = lower(\(GeoPackageNames.literal(table))); END")
    }
  }
}
