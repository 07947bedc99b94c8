import Bytes
import Foundation
import Records
import SQLiteFile
import TestSupport
import Testing

struct DatabaseReaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func reader(_ bytes: [UInt8]) throws -> DatabaseReader {
    try DatabaseReader(path: try folder.write(bytes, to: "x.db"))
  }

  @Test(arguments: [512, 4_096, 65_536], [0, 1, 9, 700])
  func `written databases are read back`(_ pageSize: Int, _ rows: Int) throws {
    let database = WrittenDatabase(rows: rows, pageSize: pageSize, blobLength: 900)
    let reader = try reader(try database.bytes())
    let table = try reader.table(named: "T")
    var layout = RecordLayout()
    var next: Int64 = 1
    try reader.forEachRow(of: table) { rowid, record in
      #expect(rowid == next)
      try layout.parse(record)
      guard case .text(let key) = layout.value(1, in: record),
        case .blob(let blob) = layout.value(2, in: record)
      else {
        Issue.record("row \(rowid)")
        return
      }
      #expect(record.extracting(key).repairedString() == database.key(Int(rowid)))
      #expect(blob.count == 900)
      next += 1
    }
    #expect(next == Int64(rows) + 1)
    var last = ""
    var entries = 0
    let index = try #require(reader.object(.index, named: "sqlite_autoindex_t_1"))
    var cursor = try reader.cursor(overIndex: index)
    while try cursor.next() {
      let bytes = cursor.bytes
      let record = bytes.span.extracting(cursor.record)
      try layout.parse(record)
      guard case .text(let key) = layout.value(0, in: record) else { continue }
      let text = record.extracting(key).repairedString()
      #expect(last < text)
      last = text
      entries += 1
    }
    #expect(entries == rows)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  func `CREATE TABLE parses in every form that SQLite accepts`(_ number: Int) throws {
    let forms: [(sql: String, columns: [String], rowid: Int?)] = [
      ("CREATE TABLE t(a INTEGER PRIMARY KEY, b)", ["a", "b"], 0),
      ("CREATE TABLE t(a integer primary key desc, b)", ["a", "b"], nil),
      ("CREATE TABLE t(a INT PRIMARY KEY, b)", ["a", "b"], nil),
      ("CREATE TABLE t(b, a INTEGER, PRIMARY KEY(a DESC))", ["b", "a"], 1),
      ("CREATE TABLE t(a \"INTEGER\" PRIMARY KEY)", ["a"], 0),
      ("CREATE TABLE t(a INTEGER(4) PRIMARY KEY)", ["a"], nil),
      ("CREATE TABLE t(a BIGINT INTEGER PRIMARY KEY)", ["a"], nil),
      (
        "CREATE TABLE \"a\"\"b\"(\"x y\" TEXT, [c-d] integer /* , */, `e``f` -- ,\n, 'g' REAL)",
        ["x y", "c-d", "e`f", "g"], nil
      ),
      ("CREATE TABLE t(a INTEGER NOT NULL CONSTRAINT k PRIMARY KEY AUTOINCREMENT)", ["a"], 0),
      ("CREATE TABLE t(a CHECK((a) IN (1,(2))), b DEFAULT (1+(2)), c)", ["a", "b", "c"], nil),
      ("CREATE TABLE t(a, b GENERATED ALWAYS AS (a,1) STORED, c)", ["a", "b", "c"], nil),
      ("CREATE TABLE t(a INTEGER, b, UNIQUE(b) PRIMARY KEY(a)) STRICT", ["a", "b"], 0),
      ("CREATE TABLE t(a INTEGER PRIMARY KEY, b) WITHOUT ROWID", ["a", "b"], nil),
      (
        "CREATE TABLE t(a VARCHAR (10, 2) NOT NULL REFERENCES u(x) ON DELETE SET NULL, b)",
        ["a", "b"], nil
      ),
      (
        "CREATE TABLE t(\u{fc} DOUBLE PRECISION DEFAULT -3.5e2, \"key\" x)", ["\u{fc}", "key"], nil
      ),
    ]
    let form = forms[number]
    let object = SchemaObject(
      kind: .table, name: "t", tableName: "t", rootPage: 2, sql: form.sql)
    let table = try StoredTable(object)
    #expect(table.columns.map(\.name) == form.columns)
    #expect(table.rowidColumn == form.rowid)
  }

  @Test func `a text of half a million parentheses is rejected quickly`() throws {
    let sql = "CREATE TABLE t(" + String(repeating: "(", count: 500_000)
    let object = SchemaObject(kind: .table, name: "t", tableName: "t", rootPage: 2, sql: sql)
    #expect(throws: SQLiteFileError.self) { try StoredTable(object) }
    let check =
      "CREATE TABLE t(a CHECK " + String(repeating: "(", count: 300_000)
      + String(repeating: ")", count: 300_000) + ")"
    let deep = SchemaObject(kind: .table, name: "t", tableName: "t", rootPage: 2, sql: check)
    #expect(try StoredTable(deep).columns.count == 1)
  }

  @Test func `random SQL texts are parsed or rejected`() {
    var generator = SeededGenerator(seed: 11)
    let pieces = [
      "CREATE TABLE t", "(", ")", ",", " a", " INTEGER", " PRIMARY KEY", "'", "\"", "[", "]", "`",
      " DEFAULT", " -", " 12", " x'0g'", " NOT NULL", " CHECK", " --\n", "/*", "*/", " AS",
      "\u{e9}",
      " WITHOUT ROWID", " GENERATED ALWAYS", " UNIQUE", " 1e", ".", "\0",
    ]
    for _ in 0..<3_000 {
      let count = generator.integer(in: 1...25)
      let sql =
        "CREATE TABLE t("
        + (0..<count).map { _ in pieces[generator.integer(in: 0...pieces.count - 1)] }.joined()
      _ = try? StoredTable(
        SchemaObject(kind: .table, name: "t", tableName: "t", rootPage: 2, sql: sql))
    }
  }

  @Test func `valid files with changed bytes give rows or errors`() throws {
    let sources = [
      try WrittenDatabase(rows: 300, pageSize: 512, keyLength: 90, blobLength: 700).bytes(),
      try WrittenDatabase(rows: 120, pageSize: 1_024, hasRTree: true, furtherTables: 9).bytes(),
      // In a small file, damage meets heads of pages more often than content.
      try WrittenDatabase(rows: 12, pageSize: 512).bytes(),
      try WrittenDatabase(rows: 3, pageSize: 512, blobLength: 900, hasRTree: true).bytes(),
    ]
    Fuzz.run(iterations: 300) { seed in
      var mutator = Mutator(seed: seed)
      readEverything(mutator.mutated(sources[Int(seed % 4)], others: sources))
    }
  }

  @Test(arguments: [(512, 200, 20), (512, 9, 900), (4_096, 3_000, 24), (65_536, 3, 90_000)])
  func `a row is found by its id, and a missing row is not`(
    pageSize: Int, rows: Int, blobLength: Int
  ) throws {
    let database = WrittenDatabase(rows: rows, pageSize: pageSize, blobLength: blobLength)
    let reader = try reader(database.bytes())
    let table = try reader.table(named: "t")
    for wanted in stride(from: 1, through: Int64(rows), by: max(1, rows / 60)) {
      var cursor = try reader.cursor(over: table)
      #expect(try cursor.find(wanted))
      #expect(cursor.rowid == wanted)
      var layout = RecordLayout()
      let record = cursor.bytes
      try layout.parse(record.span.extracting(cursor.record))
      guard case .blob(let blob) = layout.value(2, in: record.span.extracting(cursor.record))
      else {
        Issue.record("row \(wanted) has no blob")
        return
      }
      #expect(blob.count == blobLength)
      #expect(
        record[cursor.record][cursor.record.lowerBound + blob.lowerBound] == UInt8(wanted & 255))
    }
    for absent in [Int64.min, -1, 0, Int64(rows) + 1, .max] {
      var cursor = try reader.cursor(over: table)
      #expect(try !cursor.find(absent))
    }
  }

  private func readEverything(_ bytes: [UInt8]) {
    do {
      let reader = try reader(bytes)
      for name in reader.tableNames {
        do {
          let table = try reader.table(named: name)
          var found = try reader.cursor(over: table)
          _ = try found.find(7)
          var decoder = RowDecoder(table, in: reader)
          try reader.forEachRow(of: table) { rowid, record in
            try decoder.decode(rowid: rowid, record: record)
            for column in table.columns.indices { _ = decoder.value(column, of: record) }
          }
        } catch is SQLiteFileError {}
      }
    } catch is SQLiteFileError {
    } catch {
      Issue.record("\(error)")
    }
  }
}
