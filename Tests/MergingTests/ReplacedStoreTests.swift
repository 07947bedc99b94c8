import Bytes
import Foundation
import Merging
import Records
import SQLiteFile
import TestSupport
import Testing

/// An old store with the name of the result. It is replaced with its log only once the new one
/// exists.
@Suite(.needs(.python3)) struct ReplacedStoreTests {
  /// Programs that end without closing the database. The last edits are only in the log, or some
  /// are in the store and the old pages are in the journal.
  private static let writers = [
    "-wal": """
    import os, sqlite3
    db = sqlite3.connect("store.gpkg", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("CREATE TABLE trees(id INTEGER PRIMARY KEY, name TEXT)")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.executemany("INSERT INTO trees(name) VALUES (?)", [("oak" * 50,)] * 400)
    os._exit(0)
    """,
    "-journal": """
    import os, sqlite3
    db = sqlite3.connect("store.gpkg", isolation_level=None)
    db.execute("CREATE TABLE trees(id INTEGER PRIMARY KEY, name TEXT)")
    db.execute("BEGIN")
    db.executemany("INSERT INTO trees(name) VALUES (?)", [("oak" * 50,)] * 400)
    db.execute("COMMIT")
    db.execute("PRAGMA cache_size = 2")
    db.execute("BEGIN")
    db.execute("UPDATE trees SET name = 'elm' WHERE id < 300")
    os._exit(0)
    """,
  ]

  @Test(arguments: ["-wal", "-journal"])
  func `applying the log writes its edits to the store, once`(
    ending: String
  ) async throws {
    let folder = try TemporaryFolder()
    let script = try #require(Self.writers[ending])
    _ = try await #require(Tool.python3).run(["-c", script], folder: folder.path)
    let path = folder.path("store.gpkg")
    try #require(try folder.files().contains("store.gpkg" + ending))
    let before = try DatabaseReader(path: path)
    try #require(before.sidecar != .none)
    let pages = try before.fingerprint()
    let stale = try folder.read("store.gpkg")

    try ReplacedStore(path: path).applyLog()

    #expect(try folder.read("store.gpkg") != stale)
    #expect(try DatabaseReader(path: path).fingerprint() == pages)
    try FileManager.default.removeItem(atPath: path + ending)
    let alone = try DatabaseReader(path: path)
    #expect(alone.sidecar == .none)
    #expect(try alone.fingerprint() == pages)
    #expect(try IntegrityCheck.run(alone) == [])
    let rows = try await #require(Tool.python3).output([
      "-c",
      "import sqlite3, sys; "
        + "print(*sqlite3.connect(sys.argv[1]).execute("
        + "'SELECT count(*), sum(length(name)) FROM trees').fetchone())", path,
    ])
    #expect(rows == "400 60000")
  }

  @Test func `stores without a log and other files are left alone`() throws {
    let folder = try TemporaryFolder()
    try folder.write("no database", to: "store.gpkg")
    try folder.write("no log", to: "store.gpkg-wal")
    try ReplacedStore(path: folder.path("store.gpkg")).applyLog()
    try ReplacedStore(path: folder.path("other.gpkg")).applyLog()
    #expect(try folder.read("store.gpkg") == Array("no database".utf8))
    #expect(try folder.files() == ["store.gpkg", "store.gpkg-wal"])
  }
}
