import Bytes
import Foundation
import Records
import SQLiteFile
import TestSupport
import Testing

/// Compares the rows read from stores with those that libsqlite3 reads, many stores at a time.
struct StoreJudge {
  /// The result of libsqlite3 for a store.
  private struct Verdict: Decodable {
    struct Table: Decodable {
      var rows: Int?
      var sha256: String?
    }
    var open: String
    var integrity: String?
    var tables: [String: Table]?
  }

  /// A store that was accepted.
  private struct Accepted {
    var path: String
    var label: String
    var tables: [String: String]
  }

  private var stores: [Accepted] = []
  private let folder: TemporaryFolder
  /// The rows of an undamaged store.
  private let sound: [String: String]

  /// - Parameter sound: The path of an undamaged store.
  init(sound: String) throws {
    folder = try TemporaryFolder()
    self.sound = try Self.tables(of: sound)
  }

  /// The number of accepted stores.
  private(set) var count = 0

  /// Adds an accepted store and its log.
  mutating func take(_ path: String, _ label: String) async throws {
    let copy = folder.path("\(count).gpkg")
    count += 1
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    stores.append(Accepted(path: copy, label: label, tables: try Self.tables(of: path)))
    if stores.count == 400 { try await judge() }
  }

  /// Compares the added stores.
  mutating func judge() async throws {
    guard !stores.isEmpty else { return }
    let python = try #require(Tool.python3)
    try folder.write(stores.map(\.path).joined(separator: "\n"), to: "paths")
    let judge = Fixture.repository + "/Tests/Judges/sqlite_states.py"
    let verdicts = try await python.run([judge, "judge", folder.path("paths")]).lines.map {
      try JSONDecoder().decode(Verdict.self, from: Data($0.utf8))
    }
    try #require(verdicts.count == stores.count)
    for (verdict, store) in zip(verdicts, stores) { compare(verdict, store) }
    for store in stores {
      for suffix in ["", "-wal"] {
        try? FileManager.default.removeItem(atPath: store.path + suffix)
      }
    }
    stores = []
  }

  private func compare(_ verdict: Verdict, _ store: Accepted) {
    // SQLite compiles triggers and views when it opens a file. Not all errors in their SQL are
    // found here, but they don't affect rows.
    if verdict.open.contains("malformed database schema")
      || verdict.integrity?.contains("no such collation") == true
    {
      #expect(store.tables == sound, "\(store.label): \(verdict.open)")
      return
    }
    #expect(verdict.open == "ok", "\(store.label)")
    #expect(verdict.integrity == "ok", "\(store.label)")
    for (name, table) in verdict.tables ?? [:] {
      guard let ours = store.tables[name], let theirs = table.sha256 else { continue }
      #expect(ours == theirs, "\(store.label): \(name)")
    }
  }

  /// The digests of all tables, as the judge writes them.
  static func tables(of path: String) throws -> [String: String] {
    let reader = try DatabaseReader(path: path)
    var tables: [String: String] = [:]
    for name in reader.tableNames {
      guard let table = try? reader.table(named: name) else { continue }
      tables[name] = try digest(of: table, in: reader)
    }
    return tables
  }

  private static func digest(
    of table: StoredTable, in reader: DatabaseReader
  ) throws -> String {
    var hash = SHA256()
    var decoder = RowDecoder(table, in: reader)
    try reader.forEachRow(of: table) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      let columns = table.columns.indices.filter { table.columns[$0].generated == .no }
      let cells = columns.map { column in
        decoder.utf8(column, of: record).map { "T" + hex($0) }
          ?? cell(decoder.value(column, of: record))
      }
      hash.update(Array((cells.joined(separator: ",") + "\n").utf8).span)
    }
    return SHA256.hex(hash.finish())
  }

  private static func cell(_ value: SQLValue) -> String {
    switch value {
    case .null: return "N"
    case .integer(let number): return "I\(number)"
    case .real(let number):
      var bytes: [UInt8] = []
      bytes.append(bigEndian: number)
      return "R" + hex(bytes)
    case .text(let text): return "T" + hex(Array(text.utf8))
    case .blob(let bytes): return "B" + hex(bytes)
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
