import Bytes
import Foundation
import Records
import SQLiteFile
import TestSupport
import Testing

@Suite(.needs(.sqlite3))
struct DatabaseWriterTests {
  static let isExhaustive = ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1"

  /// Writes the databases and expects libsqlite3 to find them sound, with their rows and keys.
  func expectSound(_ databases: [WrittenDatabase]) async throws {
    var judge = try SQLiteJudge()
    for database in databases {
      var questions = [
        "PRAGMA integrity_check", "SELECT count(*) || ',' || ifnull(sum(id),0) FROM t NOT INDEXED",
        "SELECT count(*) || ',' || ifnull(sum(length(v)),0) FROM (SELECT v FROM t ORDER BY k)",
      ]
      if database.hasRTree { questions += ["SELECT rtreecheck('r')", "SELECT count(*) FROM r"] }
      try judge.ask(try database.bytes(), questions)
    }
    let answers = try await judge.answers()
    for (index, database) in databases.enumerated() {
      let n = database.rows
      var expected = "ok|\(n),\(n * (n + 1) / 2)|\(n),\(n * database.blobLength)|"
      if database.hasRTree { expected += "ok|\(n)|" }
      #expect(index < answers.count && answers[index] == expected, "\(database): \(answers)")
      if index >= answers.count || answers[index] != expected { return }
    }
  }

  @Test(arguments: [512, 1_024, 4_096, 65_536])
  func `a database is sound with any row count around a full page`(_ pageSize: Int) async throws {
    // Each row fills a leaf, so the interior pages fill up soon.
    let blob = pageSize / 2
    var counts = Set(0...6)
    let children = (pageSize - 12) / 8
    for full in [children, 2 * children] where full < 700 {
      counts.formUnion(full - 8...full + 8)
    }
    try await expectSound(
      counts.sorted().map { WrittenDatabase(rows: $0, pageSize: pageSize, blobLength: blob) })
  }

  @Test func `an index is sound at every row count of its first three levels`() async throws {
    // With long keys, a page of 512 bytes holds four entries, so a level fills up every few rows.
    let counts = Array(0...60) + Array(120...130) + Array(stride(from: 600, to: 640, by: 3))
    try await expectSound(
      counts.map { WrittenDatabase(rows: $0, pageSize: 512, keyLength: 95, blobLength: 4) })
  }

  @Test(arguments: [512, 4_096])
  func `a database is sound with rows and keys of any length around the overflow thresholds`(
    _ pageSize: Int
  ) async throws {
    let table = PayloadSplit(usable: pageSize, isTable: true)
    let index = PayloadSplit(usable: pageSize, isTable: false)
    let thresholds = [
      table.longestLocal, table.shortestLocal, index.longestLocal, index.shortestLocal, pageSize,
      2 * (pageSize - 4) + table.shortestLocal,
    ]
    var databases: [WrittenDatabase] = []
    for threshold in thresholds {
      for difference in stride(from: -9, through: 3, by: 2) {
        let length = max(8, threshold + difference)
        databases.append(WrittenDatabase(rows: 9, pageSize: pageSize, blobLength: length))
        databases.append(
          WrittenDatabase(rows: 9, pageSize: pageSize, keyLength: length, blobLength: 1))
      }
    }
    try await expectSound(databases)
  }

  @Test(arguments: [0, 1, 50, 51, 52, 102, 103, 2_601, 2_602, 5_000])
  func `an R-tree of every shape passes rtreecheck`(_ rows: Int) async throws {
    try await expectSound([WrittenDatabase(rows: rows, keyLength: 8, blobLength: 0, hasRTree: true)]
    )
    let small = WrittenDatabase(
      rows: rows, pageSize: 512, keyLength: 8, blobLength: 0, hasRTree: true)
    try await expectSound([small])
  }

  @Test func `a schema of any length can outgrow page 1`() async throws {
    var databases = (0...16).map { WrittenDatabase(rows: 3, pageSize: 512, furtherTables: $0) }
    databases += (20...60).map {
      WrittenDatabase(rows: 3, pageSize: 1_024, keyLength: $0, furtherTables: 7)
    }
    databases += stride(from: 0, through: 250, by: 9).map {
      WrittenDatabase(rows: 1, keyLength: 8 + $0, furtherTables: 13)
    }
    databases.append(WrittenDatabase(rows: 3, pageSize: 512, furtherTables: 150))
    try await expectSound(databases)
  }

  @Test func `a small database has the expected page image`() throws {
    let bytes = try WrittenDatabase(rows: 1).bytes()
    #expect(bytes.count == 3 * 4_096)
    #expect(bytes[24..<28] == [0, 0, 0, 1])
    #expect(bytes[28..<32] == [0, 0, 0, 3])
    #expect(bytes[92..<100] == [0, 0, 0, 1, 0, 0x2e, 0x63, 0x01])
    #expect(try WrittenDatabase(rows: 1).bytes() == bytes)
  }

  @Test(
    .enabled(if: Self.isExhaustive, "set FIELDPACK_EXHAUSTIVE=1"),
    arguments: [512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536])
  func `a database is sound with any row count up to 2,000 and any length around each threshold`(
    _ pageSize: Int
  ) async throws {
    let table = PayloadSplit(usable: pageSize, isTable: true)
    let index = PayloadSplit(usable: pageSize, isTable: false)
    for start in stride(from: 0, through: 2_000, by: 100) {
      let counts = start...min(2_000, start + 99)
      try await expectSound(
        counts.map {
          WrittenDatabase(
            rows: $0, pageSize: pageSize, keyLength: 8, blobLength: 24, hasRTree: true)
        })
    }
    for threshold in [
      table.longestLocal, table.shortestLocal, index.longestLocal,
      index.shortestLocal, pageSize, 2 * pageSize, 3 * pageSize,
    ] {
      try await expectSound(
        (-24...24).flatMap { difference in
          let length = max(8, threshold + difference)
          return [
            WrittenDatabase(rows: 11, pageSize: pageSize, blobLength: length),
            WrittenDatabase(rows: 11, pageSize: pageSize, keyLength: length, blobLength: 0),
          ]
        })
    }
  }

  /// Four keys fill a page, so that trees are deep.
  private func expectLongKeysSound(_ pageSize: Int, upTo most: Int) async throws {
    let index = PayloadSplit(usable: pageSize, isTable: false)
    for start in stride(from: 0, through: most, by: 50) {
      try await expectSound(
        (start...min(most, start + 49)).map {
          WrittenDatabase(
            rows: $0, pageSize: pageSize, keyLength: index.longestLocal - 8,
            blobLength: pageSize / 2)
        })
    }
  }

  @Test(
    .enabled(if: Self.isExhaustive, "set FIELDPACK_EXHAUSTIVE=1"),
    arguments: [512, 1_024, 2_048])
  func `a database is sound with any row count up to 2,000 and the longest keys on small pages`(
    _ pageSize: Int
  ) async throws {
    try await expectLongKeysSound(pageSize, upTo: 2_000)
  }

  /// As many rows as give a sixth of the bytes of 2,000 rows on pages of 2,048 bytes, for each page
  /// size. The trees still have four levels or more.
  @Test(
    .enabled(if: Self.isExhaustive, "set FIELDPACK_EXHAUSTIVE=1"),
    arguments: [(4_096, 600), (8_192, 420), (16_384, 300), (32_768, 210), (65_536, 150)])
  func `a database is sound with any row count and the longest keys on large pages`(
    _ pageSize: Int, _ most: Int
  ) async throws {
    try await expectLongKeysSound(pageSize, upTo: most)
  }

  @Test(arguments: [512, 4_096, 65_536])
  func `pages skip the lock-byte page`(_ pageSize: Int) throws {
    let lock = UInt32(0x4000_0000 / pageSize + 1)
    var pages = PageWriter(pageSize: pageSize, startingAt: lock - 3)
    var tree = TableTreeWriter(pageSize: pageSize)
    var encoder = RecordEncoder()
    encoder.append(blob: [UInt8](repeating: 7, count: 6 * pageSize).span)
    var record: [UInt8] = []
    encoder.write(to: &record)
    try tree.append(rowid: 1, record: record.span, to: &pages)
    let root = tree.finish(&pages)
    var output = MemoryOutput()
    try pages.drain(into: &output)
    #expect(root == pages.nextPage - 1)
    #expect(output.bytes.count == Int(root - (lock - 3) + 1) * pageSize)
    // The page is empty, and the chain skips it.
    let offset = 3 * pageSize
    #expect(output.bytes[offset..<offset + pageSize].allSatisfy { $0 == 0 })
    #expect(output.bytes.span.bigEndianUInt32(at: 2 * pageSize) == lock + 1)
  }

  @Test(.enabled(if: Self.isExhaustive, "set FIELDPACK_EXHAUSTIVE=1"))
  func `a database of more than a gibibyte is sound`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("large.db")
    var output = try OutputFile(path: path)
    var database = DatabaseWriter(pageSize: 65_536)
    var tree = database.beginTable()
    var encoder = RecordEncoder()
    let blob = [UInt8](repeating: 1, count: 300_000)
    var record: [UInt8] = []
    for row in 1...Int64(3_700) {
      encoder.removeAll()
      encoder.appendNull()
      encoder.append(blob: blob.span)
      record.removeAll(keepingCapacity: true)
      encoder.write(to: &record)
      try tree.append(rowid: row, record: record.span, to: &database.pages)
      try database.pages.drain(into: &output)
    }
    database.addTable(
      name: "t", sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, v BLOB)",
      root: tree.finish(&database.pages))
    try database.finish(into: &output, applicationID: 0, userVersion: 0)
    #expect(output.count > 1 << 30)
    try output.close()
    let answer = try await Tool.sqlite3?.output(
      [path, "PRAGMA integrity_check; SELECT count(*), sum(length(v)) FROM t"])
    #expect(answer == "ok\n3700|1110000000")
    #expect(try IntegrityCheck.run(try DatabaseReader(path: path)) == [])
  }
}
