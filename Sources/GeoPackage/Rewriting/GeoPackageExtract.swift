package import Bytes
import Records
import SQLiteFile

/// Copies a GeoPackage without some of its rows.
///
/// It also leaves out what only makes reading faster or guards edits: indexes, R-trees, triggers and
/// views. So it needs none of them, and copies the base of a package too, whose indexes are empty.
/// Pairs of records lose those of the left-out rows. All other records keep their bytes and row ids.
package struct GeoPackageExtract: Sendable {
  private let reader: GeoPackageReader
  /// The row ids to leave out, by folded table name.
  private let leftOut: [String: Set<Int64>]

  /// The pages are passed on when this many bytes are complete.
  private static let batchSize = 1 << 18

  /// - Parameter leftOut: the row ids to leave out, by table.
  /// - Throws: what reading the tables of pairs throws.
  package init(of reader: GeoPackageReader, without leftOut: [String: Set<Int64>]) throws {
    self.reader = reader
    func folded(_ table: String) -> String {
      GeoPackageNames.folded(reader.storedName(ofTable: table) ?? table)
    }
    var all = Dictionary(
      leftOut.map { (folded($0), $1) }, uniquingKeysWith: { $0.union($1) })
    for relation in try reader.relations() {
      let ends = [
        Pairs.End(column: "base_id", leftOut: all[folded(relation.baseTable)]),
        Pairs.End(column: "related_id", leftOut: all[folded(relation.relatedTable)]),
      ]
      let name = folded(relation.mappingTable)
      guard let pairs = try Pairs(relation.mappingTable, ends, in: reader.database) else {
        continue
      }
      all[name, default: []].formUnion(try pairs.leftOut())
    }
    self.leftOut = all
  }

  /// Writes the copy to an empty output.
  ///
  /// - Throws: what reading and writing throw.
  package func write<Output: PatchableOutput & ~Copyable>(into output: inout Output) throws {
    var database = DatabaseWriter(like: reader.database.header)
    let schema = reader.database.schema
    let shadows = Set(
      schema.filter { $0.kind == .table && $0.rootPage == 0 }.flatMap { tree in
        ["rowid", "node", "parent"].map { GeoPackageNames.folded("\(tree.name)_\($0)") }
      })
    for object in schema where object.rootPage > 0 {
      let table = GeoPackageNames.folded(object.tableName)
      guard !shadows.contains(table), !table.hasPrefix("sqlite_stat") else { continue }
      // An index without a text belongs to a constraint of its table.
      guard object.kind == .table || object.sql == nil else { continue }
      let stored = object.kind == .table ? try StoredTable(object) : nil
      var copy = object
      if let stored, !stored.isWithoutRowid {
        copy.rootPage = try copyRows(
          of: stored, without: leftOut[table] ?? [], to: &database, into: &output)
      } else {
        copy.rootPage = try copyEntries(
          of: object, without: leftOut[table] ?? [], to: &database, into: &output)
      }
      database.add(copy)
    }
    try database.finish(
      into: &output, applicationID: reader.database.header.applicationID,
      userVersion: reader.database.header.userVersion)
  }

  private func copyRows<Output: PatchableOutput & ~Copyable>(
    of table: StoredTable, without leftOut: Set<Int64>, to database: inout DatabaseWriter,
    into output: inout Output
  ) throws -> UInt32 {
    var tree = database.beginTable()
    var cursor = try reader.database.cursor(over: table)
    var count = 0
    while try cursor.next() {
      guard !leftOut.contains(cursor.rowid) else { continue }
      let rowid = cursor.rowid
      try cursor.withRecord { try tree.append(rowid: rowid, record: $0, to: &database.pages) }
      count += cursor.record.count
      if count >= Self.batchSize {
        try database.pages.drain(into: &output)
        count = 0
      }
    }
    return tree.finish(&database.pages)
  }

  /// Copies a table without row ids, or the index of a constraint.
  private func copyEntries<Output: PatchableOutput & ~Copyable>(
    of object: SchemaObject, without leftOut: Set<Int64>, to database: inout DatabaseWriter,
    into output: inout Output
  ) throws -> UInt32 {
    var merge = try EntryMerge(
      object, in: reader.database, dropping: .rows(object.kind == .table ? [] : leftOut),
      added: [], order: nil, isUnique: false)
    while try merge.copy(to: &database.pages, until: Self.batchSize) {
      try database.pages.drain(into: &output)
    }
    return merge.finish(&database.pages)
  }
}

/// A table of pairs, and the records that are left out.
private struct Pairs {
  /// A column with the row ids of one table.
  struct End {
    var column: String
    var leftOut: Set<Int64>?
  }

  private let table: StoredTable
  private let ends: [(column: Int, leftOut: Set<Int64>)]
  private let database: DatabaseReader

  /// Nil if the table has no row ids, or its records all stay.
  init?(_ name: String, _ ends: [End], in database: DatabaseReader) throws {
    guard let object = database.object(.table, named: name), object.rootPage > 0,
      let table = try? StoredTable(object), !table.isWithoutRowid
    else { return nil }
    self.ends = ends.compactMap { end in
      guard let column = table.column(named: end.column), let leftOut = end.leftOut else {
        return nil
      }
      return (column, leftOut)
    }
    (self.table, self.database) = (table, database)
    if self.ends.isEmpty { return nil }
  }

  /// The row ids of pairs with a record that is left out.
  func leftOut() throws -> Set<Int64> {
    var found: Set<Int64> = []
    var cursor = try database.cursor(over: table)
    var layout = RecordLayout()
    while try cursor.next() {
      try cursor.layOut(&layout)
      let isLeftOut = cursor.withRecord { record in
        ends.contains { end in
          guard case .integer(let id) = layout.value(end.column, in: record) else { return false }
          return end.leftOut.contains(id)
        }
      }
      if isLeftOut { found.insert(cursor.rowid) }
    }
    return found
  }
}
