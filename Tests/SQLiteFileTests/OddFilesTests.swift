import Bytes
import Foundation
import Records
import SQLiteFile
import TestSupport
import Testing

/// Unusual, valid and broken files made by libsqlite3, compared with what libsqlite3 reads from
/// them.
@Suite(
  .needs(.python3, .sqlite3, .sharedData("sqlite/make_odd.py")))
struct OddFilesTests {
  /// One line of the script's output.
  struct Expected: Decodable {
    struct Table: Decodable {
      var rows: Int?
      var sha256: String?
      var cols: Int?
      var error: String?
    }
    var file: String
    var side: [String]
    var open: String
    var integrity: String?
    var tables: [String: Table]?
  }

  /// The files, made once.
  static let made = Task { try await make() }

  static func make() async throws -> (folder: TemporaryFolder, expected: [Expected]) {
    let folder = try TemporaryFolder()
    guard let python = Tool.python3, let script = SharedData.path("sqlite/make_odd.py"),
      let oracle = SharedData.path("sqlite/expect.py")
    else { throw CocoaError(.fileNoSuchFile) }
    _ = try await python.output([script, folder.path])
    let lines = folder.path("expected.jsonl")
    _ = try await python.output([oracle, folder.path, lines])
    let text = String(decoding: try folder.read("expected.jsonl"), as: UTF8.self)
    let expected = try text.split(separator: "\n").map {
      try JSONDecoder().decode(Expected.self, from: Data($0.utf8))
    }
    return (folder, expected)
  }

  /// The script's hash of a table: every value in a canonical form, rows in b-tree order.
  static func hash(_ table: StoredTable, in reader: DatabaseReader) throws -> (Int, String) {
    var hash = SHA256()
    var decoder = RowDecoder(table, in: reader)
    var rows = 0
    try reader.forEachRow(of: table) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      var line: [UInt8] = []
      for column in table.columns.indices where table.columns[column].generated == .no {
        if !line.isEmpty { line.append(UInt8(ascii: ",")) }
        if let text = decoder.utf8(column, of: record) {
          line += Array("T".utf8) + hex(text)
          continue
        }
        switch decoder.value(column, of: record) {
        case .null: line += Array("N".utf8)
        case .integer(let value): line += Array("I\(value)".utf8)
        case .real(let value):
          var bytes: [UInt8] = []
          bytes.append(bigEndian: value)
          line += Array("R".utf8) + hex(bytes)
        case .text(let text): line += Array("T".utf8) + hex(Array(text.utf8))
        case .blob(let bytes): line += Array("B".utf8) + hex(bytes)
        }
      }
      line.append(10)
      hash.update(line.span)
      rows += 1
    }
    return (rows, SHA256.hex(hash.finish()))
  }

  static func hex(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  @Test func `sound files are read as libsqlite3 reads them`() async throws {
    let made = try await Self.made.value
    var compared = 0
    for expected in made.expected
    where expected.integrity == "ok" && !Self.foreign.contains(expected.file) {
      let reader = try DatabaseReader(path: made.folder.path(expected.file))
      for (name, table) in expected.tables ?? [:] {
        guard let sha256 = table.sha256, let rows = table.rows else { continue }
        let found = try Self.hash(try reader.table(named: name), in: reader)
        #expect(found.0 == rows, "\(expected.file) \(name)")
        compared += 1
        // SQLite reads this table through a covering index, so in another order.
        if expected.file == "without_rowid.db", name == "w" { continue }
        #expect(found.1 == sha256, "\(expected.file) \(name)")
      }
    }
    #expect(compared > 30)
  }

  @Test func `broken files give an error or rows, never a crash`() async throws {
    let made = try await Self.made.value
    for expected in made.expected where expected.integrity != "ok" {
      do {
        let reader = try DatabaseReader(path: made.folder.path(expected.file))
        for name in reader.tableNames {
          do {
            let table = try reader.table(named: name)
            let found = try Self.hash(table, in: reader)
            // If libsqlite3 read the whole table too, it read the same.
            if let sha256 = expected.tables?[name]?.sha256 {
              #expect(found.1 == sha256, "\(expected.file) \(name)")
            }
          } catch is SQLiteFileError {}
        }
      } catch is SQLiteFileError {}
    }
  }

  /// libsqlite3 applies the `-wal` of another database to this one.
  static let foreign = ["wal_foreign.db"]

  @Test(
    arguments: [
      ("wal_all_in_wal.db", true), ("wal_two_commits.db", true), ("wal_torn_tail.db", true),
      ("wal_bigendian.db", true), ("wal_uncommitted_spill.db", true),
      ("wal_vacuum_shrinks.db", true), ("wal_stale_frames.db", true), ("wal_ps65536.db", true),
      ("wal_bad_first_frame.db", false), ("wal_bad_header.db", false),
      ("journal_hot_synced.db", true), ("journal_hot_nosync.db", true),
      ("journal_hot_ps65536.db", true), ("journal_torn.db", true),
      ("journal_zeroed_header.db", false),
    ])
  func `valid sidecars are read with the file`(
    _ file: String, counts: Bool
  ) async throws {
    let made = try await Self.made.value
    switch try DatabaseReader(path: made.folder.path(file)).sidecar {
    case .none, .wal(frames: 0, _): #expect(!counts)
    case .wal: #expect(counts && file.hasPrefix("wal_"))
    case .journal(let pages): #expect(counts && pages > 0)
    }
  }

  @Test func `the log of another database is rejected`() async throws {
    let made = try await Self.made.value
    let path = made.folder.path("wal_foreign.db")
    #expect(
      throws: SQLiteFileError.sidecarOfAnother(
        path: path + "-wal", .pageSize(database: 4_096, sidecar: 65_536))
    ) { try DatabaseReader(path: path) }
  }
}
