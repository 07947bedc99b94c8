package import Bytes

/// Writes a whole SQLite database in one pass: tables one after another, then the schema.
///
/// ```swift
/// var database = DatabaseWriter()
/// var tree = database.beginTable()
/// try tree.append(rowid: 1, record: record.span, to: &database.pages)
/// database.addTable(name: "trees", sql: sql, root: tree.finish(&database.pages))
/// try database.finish(into: &file, applicationID: 0, userVersion: 0)
/// ```
/// The caller drains ``pages`` into the file now and then; see ``PageWriter/drain(into:)``.
/// The same rows give the same bytes: no clock, no free pages, change counter 1.
package struct DatabaseWriter: Sendable {
  /// The pages of all trees.
  package var pages: PageWriter
  private var objects: [SchemaObject] = []

  /// A writer of an empty database.
  package init(pageSize: Int = 4_096) {
    pages = PageWriter(pageSize: pageSize)
  }

  /// A writer for the rows of one table.
  package func beginTable() -> TableTreeWriter { TableTreeWriter(pageSize: pages.pageSize) }

  /// Notes a table in the schema; `sql` is the text SQLite will parse when it opens the file.
  package mutating func addTable(name: String, sql: String, root: UInt32) {
    objects.append(
      SchemaObject(kind: .table, name: name, tableName: name, rootPage: root, sql: sql))
  }

  /// Notes an index; without `sql` it is the autoindex of a PRIMARY KEY or UNIQUE constraint.
  package mutating func addIndex(name: String, table: String, sql: String?, root: UInt32) {
    objects.append(
      SchemaObject(kind: .index, name: name, tableName: table, rootPage: root, sql: sql))
  }

  /// Notes a virtual table, whose rows are in tables of their own.
  package mutating func addVirtualTable(name: String, sql: String) {
    addTable(name: name, sql: sql, root: 0)
  }

  /// Notes a trigger.
  package mutating func addTrigger(name: String, table: String, sql: String) {
    objects.append(
      SchemaObject(kind: .trigger, name: name, tableName: table, rootPage: 0, sql: sql))
  }

  /// Notes a view.
  package mutating func addView(name: String, sql: String) {
    objects.append(
      SchemaObject(kind: .view, name: name, tableName: name, rootPage: 0, sql: sql))
  }

  /// Notes an object whose tree, if it has one, was written before.
  package mutating func add(_ object: SchemaObject) { objects.append(object) }

  /// Writes the schema and page 1, and hands everything that is left to `output`.
  ///
  /// - Throws: `SQLiteFileError.file`, `.tooManyPages`.
  package mutating func finish<Output: PatchableOutput & ~Copyable>(
    into output: inout Output, applicationID: UInt32, userVersion: UInt32
  ) throws(SQLiteFileError) {
    var tree = beginTable()
    var encoder = RecordEncoder()
    var record: [UInt8] = []
    for (index, object) in objects.enumerated() {
      encoder.removeAll()
      object.append(to: &encoder)
      record.removeAll(keepingCapacity: true)
      encoder.write(to: &record)
      try tree.append(rowid: Int64(index + 1), record: record.span, to: &pages)
    }
    let root = tree.finishOnPageOne(&pages)
    try pages.drain(into: &output)
    let header = DatabaseHeader(
      pageSize: pages.pageSize, pageCount: pages.nextPage - 1, userVersion: userVersion,
      applicationID: applicationID)
    var pageOne: [UInt8] = []
    header.write(to: &pageOne)
    root.cells.write(
      kind: root.kind, rightChild: root.rightChild, pageSize: pages.pageSize,
      prefix: PageOneRoot.offset, to: &pageOne)
    do {
      try output.write(pageOne, at: 0)
    } catch {
      throw .file(error)
    }
  }
}
