package import Bytes
import Records

/// Writes a whole SQLite database in one pass: the tables one after another, then the schema.
///
/// ```swift
/// var database = DatabaseWriter()
/// var tree = database.beginTable()
/// try tree.append(rowid: 1, record: record.span, to: &database.pages)
/// database.addTable(name: "trees", sql: sql, root: tree.finish(&database.pages))
/// try database.finish(into: &file, applicationID: 0, userVersion: 0)
/// ```
/// The caller drains ``pages`` into the file regularly; see ``PageWriter/drain(into:)``. The same
/// rows give the same bytes: no clock, no free pages, change counter 1.
package struct DatabaseWriter: Sendable {
  /// The pages of all trees.
  package var pages: PageWriter
  /// The encoding of texts. Records must already use it.
  package let encoding: DatabaseHeader.TextEncoding
  private let schemaFormat: UInt32
  private var objects: [SchemaObject] = []

  /// Creates a writer for an empty database.
  package init(pageSize: Int = 4_096) {
    pages = PageWriter(pageSize: pageSize)
    encoding = .utf8
    schemaFormat = 4
  }

  /// Creates a writer for a database that replaces another. It keeps the page size, the encoding
  /// and the schema format, which decides whether indexes can descend.
  package init(like header: DatabaseHeader) {
    pages = PageWriter(pageSize: header.pageSize)
    encoding = header.encoding
    schemaFormat = header.schemaFormat
  }

  /// Creates a writer for the rows of one table.
  package func beginTable() -> TableTreeWriter { TableTreeWriter(pageSize: pages.pageSize) }

  /// Adds a table to the schema. SQLite parses `sql` when it opens the file.
  package mutating func addTable(name: String, sql: String, root: UInt32) {
    objects.append(
      SchemaObject(kind: .table, name: name, tableName: name, rootPage: root, sql: sql))
  }

  /// Adds an index to the schema. Without `sql`, it is the autoindex of a PRIMARY KEY or UNIQUE
  /// constraint.
  package mutating func addIndex(name: String, table: String, sql: String?, root: UInt32) {
    objects.append(
      SchemaObject(kind: .index, name: name, tableName: table, rootPage: root, sql: sql))
  }

  /// Adds a virtual table to the schema. Other tables hold its rows.
  package mutating func addVirtualTable(name: String, sql: String) {
    addTable(name: name, sql: sql, root: 0)
  }

  /// Adds a trigger to the schema.
  package mutating func addTrigger(name: String, table: String, sql: String) {
    objects.append(
      SchemaObject(kind: .trigger, name: name, tableName: table, rootPage: 0, sql: sql))
  }

  /// Adds a view to the schema.
  package mutating func addView(name: String, sql: String) {
    objects.append(
      SchemaObject(kind: .view, name: name, tableName: name, rootPage: 0, sql: sql))
  }

  /// Adds an object to the schema. Its tree, if any, must already be written.
  package mutating func add(_ object: SchemaObject) { objects.append(object) }

  /// Inserts objects before all others in the schema. Their trees must already be written.
  package mutating func put(first objects: [SchemaObject]) {
    self.objects.insert(contentsOf: objects, at: 0)
  }

  /// Writes the schema and page 1, and sends all remaining pages to `output`.
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
      try RecordLayout.transcode(&record, to: encoding)
      try tree.append(rowid: Int64(index + 1), record: record.span, to: &pages)
    }
    let root = tree.finishOnPageOne(&pages)
    try pages.drain(into: &output)
    var header = DatabaseHeader(
      pageSize: pages.pageSize, pageCount: pages.nextPage - 1, userVersion: userVersion,
      applicationID: applicationID)
    header.encoding = encoding
    header.schemaFormat = schemaFormat
    var pageOne: [UInt8] = []
    header.write(to: &pageOne)
    root.cells.write(
      kind: root.kind, rightChild: root.rightChild, pageSize: pages.pageSize,
      prefix: PageOneRoot.offset, to: &pageOne)
    try SQLiteFileError.ofFile(try output.write(pageOne, at: 0))
  }
}
