import SQLiteFile

/// The R-tree of a table's shapes: a virtual table, its three storage tables, and four triggers.
/// With the triggers, clients that have Esri's functions keep it up to date.
struct SpatialIndexStatements {
  let table: String
  let shape: String
  /// Whether it is the R-tree of `GDB_Items`, which has the texts of an older version.
  var isForCatalog = false

  private var name: String { "st_spindex__\(table)_\(shape)" }

  func objects(_ roots: RTreeWriter.Roots) -> [SchemaObject] {
    let whole = SchemaObject(
      kind: .table, name: name, tableName: name, rootPage: 0,
      sql: "CREATE VIRTUAL TABLE \(SQLName.inQuotes(name)) USING RTREE (pkid,minx,maxx,miny,maxy)")
    return [whole] + holders(roots) + triggers
  }

  private func holders(_ roots: RTreeWriter.Roots) -> [SchemaObject] {
    func holder(_ ending: String, columns: String, root: UInt32) -> SchemaObject {
      let name = name + ending
      return SchemaObject(
        kind: .table, name: name, tableName: name, rootPage: root,
        sql: "CREATE TABLE \(SQLName.inQuotes(name))(\(columns))")
    }
    guard isForCatalog else {
      return [
        holder("_rowid", columns: "rowid INTEGER PRIMARY KEY,nodeno", root: roots.rowid),
        holder("_node", columns: "nodeno INTEGER PRIMARY KEY,data", root: roots.node),
        holder("_parent", columns: "nodeno INTEGER PRIMARY KEY,parentnode", root: roots.parent),
      ]
    }
    return [
      holder("_node", columns: "nodeno INTEGER PRIMARY KEY, data BLOB", root: roots.node),
      holder("_rowid", columns: "rowid INTEGER PRIMARY KEY, nodeno INTEGER", root: roots.rowid),
      holder(
        "_parent", columns: "nodeno INTEGER PRIMARY KEY, parentnode INTEGER", root: roots.parent),
    ]
  }

  private var triggers: [SchemaObject] {
    let index = SQLName.inQuotes(name)
    let owner = SQLName.quoted(table)
    let column = SQLName.quoted(shape)
    let delete = "DELETE FROM \(index) WHERE pkid = OLD._ROWID_;"
    let update = "SELECT UpdateIndexEntry (\(index),NEW.\(column),NEW._ROWID_,2);"
    let moved = isForCatalog ? "UPDATE OF \(column)" : "UPDATE"
    return [
      (
        "insert",
        "AFTER INSERT ON \(owner) FOR EACH ROW BEGIN "
          + "SELECT InsertIndexEntry (\(index),NEW.\(column),NEW._ROWID_,2); END"
      ),
      ("delete", "AFTER DELETE ON \(owner) FOR EACH ROW BEGIN \(delete) END"),
      (
        "update",
        "AFTER UPDATE OF \(column) ON \(owner) WHEN OLD._ROWID_ = NEW._ROWID_ "
          + "BEGIN \(update) END"
      ),
      (
        "update1",
        "AFTER \(moved) ON \(owner) WHEN OLD._ROWID_ != NEW._ROWID_ "
          + "BEGIN \(delete) \(update) END"
      ),
    ].map { event, body in
      let trigger = "st_\(event)_trigger_\(table)_\(shape)"
      return SchemaObject(
        kind: .trigger, name: trigger, tableName: table, rootPage: 0,
        sql: "CREATE TRIGGER \(SQLName.inQuotes(trigger)) \(body)")
    }
  }
}
