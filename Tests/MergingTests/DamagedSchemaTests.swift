import Foundation
import SQLiteFile
import TestSupport
import Testing

/// The texts of a schema, with every byte changed to every other: a database is refused, or read as
/// libsqlite3 reads it, or as before where libsqlite3 stumbles over a text without rows in it.
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

  private func isBelieved(_ bytes: [UInt8]) async throws -> Bool {
    try folder.write(bytes, to: "x.db")
    guard let reader = try? DatabaseReader(path: path) else { return false }
    return IntegrityCheck.run(reader) == []
  }

  @Test(arguments: Self.texts) func `a text with any byte changed to any other`(
    _ text: String
  ) async throws {
    #expect(try await isBelieved(sound))
    var judge = try StoreJudge(sound: path)
    let place = try #require(sound.firstRange(of: Array(text.utf8)))
    var generator = SeededGenerator(seed: UInt64(text.utf8.count))
    var refused = 0
    for at in place {
      for value in UInt8.min...UInt8.max where value != sound[at] {
        guard Self.isExhaustive || generator.integer(in: 0...255) == 0 else { continue }
        var bytes = sound
        bytes[at] = value
        if try await isBelieved(bytes) {
          try judge.take(path, "byte \(at - place.lowerBound) is \(value)")
        } else {
          refused += 1
        }
      }
    }
    #expect(refused > 0)
    try judge.judge()
    if Self.isExhaustive { print("\(text): refused \(refused), believed \(judge.count)") }
  }

  @Test(arguments: [
    // A vertical tab is a blank behind another one only, and a name begins with no dollar sign.
    ("INTEGER PRIMARY", "INTEGER PR\u{B}MARY"), ("INTEGER PRIMARY", "$NTEGER PRIMARY"),
  ])
  func `what is a word here and none to SQLite is found`(from: String, to: String) async throws {
    try #require(from.utf8.count == to.utf8.count)
    let changed = sound.replacing(Array(from.utf8), with: Array(to.utf8))
    #expect(changed != sound)
    #expect(try await !isBelieved(changed))
  }
}
