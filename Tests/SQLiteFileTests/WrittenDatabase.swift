import Bytes
import Foundation
import Records
import SQLiteFile
import TestSupport
import Testing

/// An output in memory.
struct MemoryOutput: PatchableOutput {
  var bytes: [UInt8] = []
  var count: Int { bytes.count }
  mutating func append(_ span: Span<UInt8>) throws(BytesError) { bytes.append(span) }
  mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {
    bytes.store(span, at: offset)
  }
}

/// A database with one table, a unique index and optionally an R-tree, written by Fieldpack.
struct WrittenDatabase {
  var rows = 0
  var pageSize = 4_096
  /// Length of each row's text key; at least 6, so that keys differ.
  var keyLength = 20
  /// Length of each row's blob.
  var blobLength = 20
  var hasRTree = false
  /// Further tables in the schema, to make it longer.
  var furtherTables = 0

  /// The key of a row. It is unique and not in row order.
  func key(_ row: Int) -> String {
    let digits = String(UInt32(truncatingIfNeeded: row) &* 2_654_435_761, radix: 36)
    let pad = max(0, keyLength - digits.count)
    return digits + String(repeating: "k", count: pad)
  }

  func bytes() throws -> [UInt8] {
    var output = MemoryOutput()
    var database = DatabaseWriter(pageSize: pageSize)
    var tree = database.beginTable()
    var keys = IndexSorter(findsDuplicates: true)
    var boxes = RTreeWriter(pageSize: pageSize)
    var encoder = RecordEncoder()
    var record: [UInt8] = []
    for row in 1..<max(1, rows + 1) {
      encoder.removeAll()
      encoder.appendNull()
      encoder.append(text: key(row))
      encoder.append(
        blob: [UInt8](repeating: UInt8(truncatingIfNeeded: row), count: blobLength).span)
      record.removeAll(keepingCapacity: true)
      encoder.write(to: &record)
      try tree.append(rowid: Int64(row), record: record.span, to: &database.pages)
      try keys.append(text: key(row).utf8.span, rowid: Int64(row))
      let x = Double(row % 37) * 0.1
      let y = -Double(row % 41) * 0.3
      try boxes.append(id: Int64(row), minX: x, maxX: x, minY: y, maxY: y + 0.01)
    }
    database.addTable(
      name: "t", sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT UNIQUE, v BLOB)",
      root: tree.finish(&database.pages))
    database.addIndex(
      name: "sqlite_autoindex_t_1", table: "t", sql: nil,
      root: try keys.finish(&database.pages).root)
    if hasRTree { try addRTree(&boxes, to: &database) }
    for number in 0..<furtherTables {
      try database.add(
        .init(
          name: "further_\(number)",
          sql: "CREATE TABLE further_\(number)(a TEXT, b TEXT, UNIQUE(a, b)) /* \(key(number)) */",
          rows: [["x", nil], [nil, nil], ["x", "y"], [nil, nil]], uniques: [[0, 1]]))
    }
    try database.finish(into: &output, applicationID: 7, userVersion: 9)
    return output.bytes
  }

  private func addRTree(_ boxes: inout RTreeWriter, to database: inout DatabaseWriter) throws {
    let roots = try boxes.finish(&database.pages)
    database.addVirtualTable(
      name: "r", sql: "CREATE VIRTUAL TABLE \"r\" USING rtree(id, minx, maxx, miny, maxy)")
    database.addTable(
      name: "r_rowid", sql: "CREATE TABLE \"r_rowid\"(rowid INTEGER PRIMARY KEY,nodeno)",
      root: roots.rowid)
    database.addTable(
      name: "r_node", sql: "CREATE TABLE \"r_node\"(nodeno INTEGER PRIMARY KEY,data)",
      root: roots.node)
    database.addTable(
      name: "r_parent", sql: "CREATE TABLE \"r_parent\"(nodeno INTEGER PRIMARY KEY,parentnode)",
      root: roots.parent)
  }
}

/// Asks libsqlite3 about many files in one run of its shell.
struct SQLiteJudge {
  let folder: TemporaryFolder
  private var script = ""
  private var files = 0

  init() throws { folder = try TemporaryFolder() }

  /// Asks for one line about a database. `|` joins the results of its statements.
  mutating func ask(_ bytes: [UInt8], _ statements: [String]) throws {
    files += 1
    try folder.write(bytes, to: "\(files).db")
    script += ".open \(folder.path("\(files).db"))\n.separator ' ' '|'\n"
    for statement in statements { script += statement + ";\n" }
    script += ".print <end>\n"
  }

  /// One line for each database. Throws errors of the shell unless they are to be ignored.
  func answers(despiteErrors: Bool = false) async throws -> [String] {
    let sqlite = try #require(Tool.sqlite3)
    let result = try await sqlite.run(["-batch"], stdin: Array(script.utf8))
    guard result.error.isEmpty || despiteErrors else { return [result.errorText] }
    // Each message of integrity_check is on its own line.
    return result.text.components(separatedBy: "<end>").dropLast().map {
      $0.trimmingCharacters(in: .newlines)
    }
  }
}
