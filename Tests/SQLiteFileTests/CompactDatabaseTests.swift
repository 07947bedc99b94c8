import Bytes
import SQLiteFile
import TestSupport
import Testing

/// Databases in compact form: the same rows, byte for byte, in fewer bytes.
@Suite struct CompactDatabaseTests {
  /// A compact form in memory.
  private static func compact(_ path: String) throws -> [UInt8] {
    let database = try CompactDatabase(FileRegion(InputFile(path: path)))
    var bytes = database.header
    var checksum = CRC32()
    for index in 0..<database.runCount {
      let run = try database.run(index)
      bytes += run.bytes
      checksum.update(run.pages.span)
    }
    return bytes + CompactDatabase.end(checksum)
  }

  private static func expand(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> [UInt8] {
    let path = try folder.write(bytes, to: "a.compact")
    let region = FileRegion(try InputFile(path: path))
    var output = try OutputFile(path: folder.path("expanded.db"))
    try CompactDatabase.expand(region, into: &output)
    try output.close()
    return try folder.read("expanded.db")
  }

  private static let script = """
    CREATE TABLE a(fid INTEGER PRIMARY KEY, id TEXT, low TEXT, n INTEGER, r REAL, b BLOB, t TEXT);
    CREATE INDEX ia ON a(id);
    CREATE INDEX ib ON a(t, n);
    WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 3000)
    INSERT INTO a SELECT x * 3 - (x % 7), printf('{%08X-0000-4000-8000-%012X}', x, x * 7919),
      printf('%08x-0000-4000-8000-%012x', x, x), x * x * x * x, x / 7.0,
      CASE x % 5 WHEN 0 THEN NULL ELSE zeroblob(x % 90) END, substr('Größe und Höhe ', 1, x % 15)
    FROM c;
    INSERT INTO a VALUES(-5, 'x', NULL, -9223372036854775807, 1e300, x'00ff', NULL);
    INSERT INTO a VALUES(9223372036854775807, '{not a global id, but as long as it}', '', 0, 0.0, x'', '');
    CREATE TABLE long(k INTEGER PRIMARY KEY, t TEXT);
    INSERT INTO long VALUES(1, hex(zeroblob(9000))), (2, 'short');
    CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID;
    INSERT INTO w VALUES('a', 1), ('b', 2);
    CREATE TABLE none(x);
    """

  @Test(.needs(.sqlite3), arguments: [512, 4_096, 65_536])
  func `all rows come back, and indexes are empty`(pageSize: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.db")
    let sqlite = try #require(Tool.sqlite3)
    _ = try await sqlite.run(
      [path], stdin: Array("PRAGMA page_size = \(pageSize);\n\(Self.script)VACUUM;".utf8))
    let bytes = try Self.compact(path)
    let expanded = try Self.expand(bytes, in: folder)
    #expect(expanded.count == (try folder.read("a.db")).count)
    #expect(bytes.count < expanded.count)
    // Reading whole tables uses no index.
    let query =
      "SELECT quote(fid), quote(id), quote(low), quote(n), quote(r), quote(b), quote(t) "
      + "FROM a NOT INDEXED; SELECT k, length(t) FROM long NOT INDEXED; SELECT * FROM w;"
    let before = try await sqlite.run([path, query])
    let after = try await sqlite.run([folder.path("expanded.db"), query])
    #expect(before.text == after.text)
    #expect(before.text.count > 100_000)
  }

  @Test(.needs(.sqlite3)) func `a compact form is smaller than a deflated database`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.db")
    let sqlite = try #require(Tool.sqlite3)
    _ = try await sqlite.run([path], stdin: Array(Self.script.utf8))
    let file = try folder.read("a.db")
    let plain = try Deflate.compress(file.span, format: .raw, level: 9)
    #expect(try Self.compact(path).count * 4 < plain.count * 3)
  }

  @Test(.needs(.sqlite3)) func `a damaged compact form is an error, never a crash`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.db")
    let sqlite = try #require(Tool.sqlite3)
    _ = try await sqlite.run([path], stdin: Array(Self.script.utf8))
    let bytes = try Self.compact(path)
    let whole = try Self.expand(bytes, in: folder)
    var random = SeededGenerator(seed: 21)
    for round in 0..<400 {
      var damaged = bytes
      switch round % 4 {
      case 0: damaged.removeLast(random.integer(in: 1...(bytes.count - 1)))
      case 1: damaged[random.integer(in: 0...40)] = UInt8(random.integer(in: 0...255))
      case 2: damaged.insert(0, at: random.integer(in: 0...(bytes.count - 1)))
      default: damaged[random.integer(in: 0...(bytes.count - 1))] ^= 1 << random.integer(in: 0...7)
      }
      guard damaged != bytes else { continue }
      // The unused bits at the end of deflated bytes don't matter.
      if let expanded = try? Self.expand(damaged, in: folder) {
        #expect(expanded == whole, "round \(round)")
      }
    }
  }
}
