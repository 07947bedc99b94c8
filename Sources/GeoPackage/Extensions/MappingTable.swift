import Records
import SQLiteFile

/// A user-defined mapping table of the Related Tables Extension (OGC 18-000 §6.3).
struct MappingTable: Sendable {
  var relation: GeoPackageRelation
  var base: GeoPackageTable
  var related: GeoPackageTable
  /// The number of pairs in the table.
  var count: Int

  /// Writes the rows of a mapping table and returns its root page.
  static func write(
    _ pairs: KeyPairs, to pages: inout PageWriter
  ) throws(SQLiteFileError) -> UInt32 {
    var pairs = pairs
    var tree = TableTreeWriter(pageSize: pages.pageSize)
    var encoder = RecordEncoder()
    var record: [UInt8] = []
    var rowid: Int64 = 0
    while let pair = try pairs.next() {
      rowid += 1
      encoder.removeAll()
      encoder.appendNull()
      encoder.append(pair.base)
      encoder.append(pair.related)
      record.removeAll(keepingCapacity: true)
      encoder.write(to: &record)
      try tree.append(rowid: rowid, record: record.span, to: &pages)
    }
    return tree.finish(&pages)
  }

  /// Whether a stored table has the same columns and keys as ours.
  static func isDeclared(as stored: StoredTable) -> Bool {
    let object = SchemaObject(
      kind: .table, name: stored.name, tableName: stored.name, rootPage: 0, sql: sql(stored.name))
    guard let known = try? StoredTable(object) else { return false }
    return stored.columns == known.columns && stored.rowidColumn == known.rowidColumn
      && stored.uniques == known.uniques && stored.isAutoincrement == known.isAutoincrement
      && stored.isWithoutRowid == known.isWithoutRowid
  }

  /// The text that creates the table.
  static func sql(_ name: String) -> String {
    "CREATE TABLE \(GeoPackageNames.quoted(name)) (id INTEGER PRIMARY KEY AUTOINCREMENT,"
      + "base_id INTEGER NOT NULL,related_id INTEGER NOT NULL)"
  }
}
