import SQLiteFile

/// The R-tree of a table's shapes: a virtual table, the three tables that hold it, and the four
/// triggers with which clients that know Esri's functions keep it true.
struct SpatialIndexStatements {
  let table: String
  let shape: String
  /// Whether it is that of `GDB_Items`, whose texts an older version wrote.
  var isOfCatalogue = false

  private var name: String { "st_spindex__\(table)_\(shape)" }

  func objects(_ roots: RTreeWriter.Roots) -> [SchemaObject] {
    let whole = SchemaObject(
      kind: .table, name: name, tableName: name, rootPage: 0,
      sql: "CREATE VIRTUAL TABLE \(SQLName.inQuotes(name)) USING RTREE (pkid,minx,maxx,miny,maxy)")
    return [whole] + holders(roots) + triggers
  }

  private func holders(_ roots: RTreeWriter.Roots) -> [SchemaObject] {
    func holder(_ ending: String, _ columns: String, _ root: UInt32) -> SchemaObject {
      let name = name + ending
      return SchemaObject(
        kind: .table, name: name, tableName: name, rootPage: root,
        sql: "CREATE TABLE \(SQLName.inQuotes(name))(\(columns))")
    }
    guard isOfCatalogue else {
      return [
        holder("_rowid", "rowid INTEGER PRIMARY KEY,nodeno", roots.rowid),
        holder("_node", "nodeno INTEGER PRIMARY KEY,data", roots.node),
        holder("_parent", "nodeno INTEGER PRIMARY KEY,parentnode", roots.parent),
      ]
    }
    return [
      holder("_node", "nodeno INTEGER PRIMARY KEY, data BLOB", roots.node),
      holder("_rowid", "rowid INTEGER PRIMARY KEY, nodeno INTEGER", roots.rowid),
      holder("_parent", "nodeno INTEGER PRIMARY KEY, parentnode INTEGER", roots.parent),
    ]
  }

  private var triggers: [SchemaObject] {
    let index = SQLName.inQuotes(name)
    let owner = SQLName.quoted(table)
    let column = SQLName.quoted(shape)
    let delete = "DELETE FROM \(index) WHERE pkid = OLD._ROWID_;"
    let update = "SELECT UpdateIndexEntry (\(index),NEW.\(column),NEW._ROWID_,2);"
    let moved = isOfCatalogue ? "UPDATE OF \(column)" : "UPDATE"
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
