import Foundation
import Records
import SQLiteFile
import TestSupport
import Testing

/// Changes each byte of the SQL in a schema to every other value. A database must be refused, or
/// read as libsqlite3 reads it. If libsqlite3 rejects SQL that does not affect rows, the rows must
/// stay the same.
@Suite(.needs(.python3, .sqlite3))
struct DamagedSchemaTests {
  private static let isExhaustive =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] != nil
  private static let texts = [
    "CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT NOT NULL UNIQUE, n REAL DEFAULT 1.5)",
    "CREATE TABLE w(a, b TEXT, c BLOB, PRIMARY KEY(b, a)) WITHOUT ROWID",
    "CREATE INDEX tn ON t(\"n\" DESC,\"k\")",
  ]

  private let folder: TemporaryFolder
  private let path: String
  private let sound: [UInt8]

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.path("x.db")
    let sql =
      "PRAGMA page_size=512;" + Self.texts.joined(separator: ";")
      + ";INSERT INTO t VALUES(7, 'a', 2), (9, 'b', NULL);"
      + "INSERT INTO w VALUES(1, 'x', x'00'), (2, 'Y', NULL);"
    let made = try await #require(Tool.sqlite3).run([path], stdin: Array(sql.utf8))
    try #require(made.errorText == "")
    sound = try folder.read("x.db")
  }

  private func isAccepted(_ bytes: [UInt8]) throws -> Bool {
    try folder.write(bytes, to: "x.db")
    guard let reader = try? DatabaseReader(path: path) else { return false }
    return try IntegrityCheck.run(reader) == []
  }

  @Test(arguments: Self.texts) func `SQL with one byte changed`(
    _ text: String
  ) async throws {
    #expect(try isAccepted(sound))
    var judge = try StoreJudge(sound: path)
    let range = try #require(sound.firstRange(of: Array(text.utf8)))
    var generator = SeededGenerator(seed: UInt64(text.utf8.count))
    var refused = 0
    for offset in range {
      for value in UInt8.min...UInt8.max where value != sound[offset] {
        guard Self.isExhaustive || generator.integer(in: 0...255) == 0 else { continue }
        var bytes = sound
        bytes[offset] = value
        if try isAccepted(bytes) {
          try await judge.take(path, "byte \(offset - range.lowerBound) is \(value)")
        } else {
          refused += 1
        }
      }
    }
    #expect(refused > 0)
    try await judge.judge()
    if Self.isExhaustive { print("\(text): refused \(refused), accepted \(judge.count)") }
  }

  @Test(arguments: [
    // SQLite accepts a vertical tab only after other white space, and names cannot start with $.
    ("INTEGER PRIMARY", "INTEGER PR\u{B}MARY"), ("INTEGER PRIMARY", "$NTEGER PRIMARY"),
  ])
  func `keywords that SQLite would not accept are refused`(from: String, to: String) throws {
    try #require(from.utf8.count == to.utf8.count)
    let changed = sound.replacing(Array(from.utf8), with: Array(to.utf8))
    #expect(changed != sound)
    #expect(try !isAccepted(changed))
  }
}
