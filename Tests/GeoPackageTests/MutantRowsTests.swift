import Bytes
import Foundation
import GeoPackage
import Records
import SQLiteFile
import TestSupport
import Testing

/// GeoPackages that are damaged where it hurts: in the headers, cells and records of their pages.
/// Every row that is given equals libsqlite3's, and where libsqlite3 refuses a row, so does Fieldpack.
@Suite(.needs(.python3, .sqlite3)) struct MutantRowsTests {
  private static let isExhaustive =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1"
  private static let folderOfOthers = EnvironmentValue.string("FIELDPACK_GEOPACKAGES")

  /// A GeoPackage as other programs write it, with triggers, a view and an R-tree.
  static let foreign = """
    PRAGMA page_size=1024; PRAGMA application_id=1196444487; PRAGMA user_version=10300;
    CREATE TABLE gpkg_spatial_ref_sys(srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY,
      organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL,
      definition TEXT NOT NULL, description TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES('none', -1, 'NONE', -1, 'undefined', NULL),
      ('none', 0, 'NONE', 0, 'undefined', NULL), ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS', NULL);
    CREATE TABLE gpkg_contents(table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL,
      identifier TEXT UNIQUE, description TEXT DEFAULT '', last_change DATETIME,
      min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
    INSERT INTO gpkg_contents VALUES('trees', 'features', 'trees', '', '2026-05-01T12:00:00.000Z',
      0, 0, 50, 50, 4326);
    CREATE TABLE gpkg_geometry_columns(table_name TEXT NOT NULL, column_name TEXT NOT NULL,
      geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL,
      m TINYINT NOT NULL, PRIMARY KEY(table_name, column_name));
    INSERT INTO gpkg_geometry_columns VALUES('trees', 'geom', 'POINT', 4326, 0, 0);
    CREATE TABLE trees(fid INTEGER PRIMARY KEY AUTOINCREMENT, geom POINT, name TEXT, height REAL,
      alive BOOLEAN, photo BLOB, added TEXT DEFAULT 'new');
    CREATE INDEX trees_name ON trees(name);
    CREATE TABLE notes("id" INTEGER, "text" TEXT, PRIMARY KEY("id" AUTOINCREMENT));
    CREATE VIRTUAL TABLE rtree_trees_geom USING rtree(id, minx, maxx, miny, maxy);
    WITH r(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM r WHERE i<90) INSERT INTO trees
      SELECT i*3, x'47500001E6100000' || x'0101000000' || randomblob(16), 'Tree ' || i,
        CASE i%4 WHEN 0 THEN NULL ELSE i*1.5 END, i%2, zeroblob(CASE i%13 WHEN 0 THEN 2100 ELSE i%9 END),
        'x' FROM r;
    INSERT INTO rtree_trees_geom SELECT fid, fid, fid, fid, fid FROM trees;
    INSERT INTO notes SELECT fid, 'Note ' || name || ', ' || hex(zeroblob(fid%40)) FROM trees;
    DELETE FROM trees WHERE fid%7=0;
    CREATE TRIGGER trees_insert AFTER INSERT ON trees WHEN (new.geom NOT NULL) BEGIN
      INSERT OR REPLACE INTO rtree_trees_geom VALUES(NEW.fid, 1, 1, 1, 1); END;
    CREATE TRIGGER trees_update AFTER UPDATE OF geom ON trees BEGIN
      UPDATE notes SET text = coalesce(NEW.name, 'none') WHERE id = OLD.fid;
      DELETE FROM rtree_trees_geom WHERE id = OLD.fid; END;
    CREATE VIEW tall AS SELECT t.fid, t.name, count(*) AS notes FROM trees AS t
      LEFT JOIN notes n ON n.id = t.fid WHERE t.height BETWEEN 10 AND 99 GROUP BY t.fid
      HAVING count(*) > 0 ORDER BY t.height DESC LIMIT 10;
    """

  private struct Judged: Decodable {
    var open: String
    var integrity: String?
    var tables: [String: Rows]?
    struct Rows: Decodable {
      var rows: Int?
      var sha256: String?
      var error: String?
    }
  }

  /// How the readers agreed.
  private struct Account {
    var (same, refused, refusedAlone, notOpened, sound) = (0, 0, 0, 0, 0)
  }

  @Test(arguments: ["own", "foreign"])
  func `every row equals libsqlite3's, or is refused`(_ kind: String) async throws {
    let folder = try TemporaryFolder()
    if kind == "own" {
      try folder.write(try SamplePackage().write().bytes, to: "base.gpkg")
    } else {
      let made = try await #require(Tool.sqlite3).run(
        [folder.path("base.gpkg")], stdin: Array(Self.foreign.utf8))
      try #require(made.errorText == "")
    }
    let account = try await judge(
      folder, count: Self.isExhaustive ? 10_000 : 250, seed: kind == "own" ? 1 : 2)
    if Self.isExhaustive { print("\(kind): \(account)") }
    #expect(account.same > 0 && account.refused > 0)
  }

  /// Needs GeoPackages of other programs of at most 3 MB in the folder `FIELDPACK_GEOPACKAGES`.
  @Test(.enabled(if: folderOfOthers != nil, "set FIELDPACK_GEOPACKAGES"))
  func `mutants of real GeoPackages, too`() async throws {
    let others = try #require(Self.folderOfOthers)
    let count = Self.isExhaustive ? 1_000 : 50
    let names = try FileManager.default.contentsOfDirectory(atPath: others).sorted()
    for (seed, name) in names.enumerated() {
      let bytes = Array(try Data(contentsOf: URL(filePath: "\(others)/\(name)")))
      guard bytes.count <= 3_000_000 else { continue }
      let folder = try TemporaryFolder()
      try folder.write(bytes, to: "base.gpkg")
      let reader = try? DatabaseReader(path: folder.path("base.gpkg"))
      guard try reader.map({ try IntegrityCheck.run($0) }) == [] else { continue }
      print("\(name): \(try await judge(folder, count: count, seed: UInt64(seed)))")
    }
  }

  /// Makes mutants of `base.gpkg` and compares each with libsqlite3.
  private func judge(
    _ folder: TemporaryFolder, count total: Int, seed: UInt64
  ) async throws -> Account {
    let base = try folder.read("base.gpkg")
    let reader = try DatabaseReader(path: folder.path("base.gpkg"))
    let problems = try IntegrityCheck.run(reader)
    try #require(problems == [])
    var damage = PageDamage(base, pageSize: reader.header.pageSize, seed: seed)
    var account = Account()
    for start in stride(from: 0, to: total, by: 500) {
      var mutants: [(edit: String, path: String)] = []
      for number in start..<min(total, start + 500) {
        let (bytes, edit) = damage.next()
        mutants.append((edit, try folder.write(bytes, to: "\(number % 500).gpkg")))
      }
      try folder.write(mutants.map(\.path).joined(separator: "\n"), to: "paths")
      let judge = Fixture.repository + "/Tests/Judges/sqlite_states.py"
      let judged = try await #require(Tool.python3).run([judge, "judge", folder.path("paths")])
      try #require(judged.lines.count == mutants.count, "\(judged.errorText)")
      for (line, mutant) in zip(judged.lines, mutants) {
        try compare(
          mutant, with: try JSONDecoder().decode(Judged.self, from: Data(line.utf8)), &account)
      }
    }
    return account
  }

  private func compare(
    _ mutant: (edit: String, path: String), with judged: Judged, _ account: inout Account
  ) throws {
    let reader = try? DatabaseReader(path: mutant.path)
    let problems = try reader.map { try IntegrityCheck.run($0) }
    guard judged.open == "ok" else {
      account.notOpened += 1
      #expect(problems != [], "\(mutant.edit): SQLite says \(judged.open)")
      return
    }
    if problems == [] {
      account.sound += 1
      #expect(judged.integrity == "ok", "\(mutant.edit)")
    }
    for (name, rows) in judged.tables ?? [:] {
      let found = try? reader.map { try Self.digest(try $0.table(named: name), in: $0) } ?? nil
      switch (rows.sha256, found) {
      case (nil, nil): account.refused += 1
      case (nil, .some): Issue.record("\(mutant.edit), \(name): SQLite says \(rows.error ?? "")")
      case (.some, nil):
        account.refusedAlone += 1
        #expect(problems != [], "\(mutant.edit), \(name) is refused")
      case (let expected?, let found?):
        account.same += 1
        #expect(expected == found, "\(mutant.edit), \(name)")
      }
    }
  }

  /// The judge's digest of the rows of a table.
  private static func digest(_ table: StoredTable, in reader: DatabaseReader) throws -> String {
    var hash = SHA256()
    var decoder = RowDecoder(table, in: reader)
    func hex(_ bytes: [UInt8]) -> String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    try reader.forEachRow(of: table) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      let values = table.columns.indices.filter { table.columns[$0].generated == .no }.map {
        column in
        if let text = decoder.utf8(column, of: record) { return "T" + hex(text) }
        switch decoder.value(column, of: record) {
        case .null: return "N"
        case .integer(let value): return "I\(value)"
        case .real(let value):
          var bytes: [UInt8] = []
          bytes.append(bigEndian: value)
          return "R" + hex(bytes)
        case .text(let text): return "T" + hex(Array(text.utf8))
        case .blob(let bytes): return "B" + hex(bytes)
        }
      }
      hash.update(Array((values.joined(separator: ",") + "\n").utf8).span)
    }
    return SHA256.hex(hash.finish())
  }
}

/// Damages one page of a database at a time.
private struct PageDamage {
  private let base: [UInt8]
  private let pageSize: Int
  private var generator: SeededGenerator

  init(_ base: [UInt8], pageSize: Int, seed: UInt64) {
    (self.base, self.pageSize) = (base, pageSize)
    generator = SeededGenerator(seed: seed)
  }

  private mutating func any(_ range: ClosedRange<Int>) -> Int { generator.integer(in: range) }

  /// The next mutant, and what was done to it.
  mutating func next() -> (bytes: [UInt8], edit: String) {
    var bytes = base
    var edits: [String] = []
    for _ in 0..<(any(0...3) == 0 ? 2 : 1) { edits.append(change(&bytes)) }
    return (bytes, edits.joined(separator: "; "))
  }

  private mutating func change(_ bytes: inout [UInt8]) -> String {
    let pages = base.count / pageSize
    let page = any(0...pages - 1)
    let start = page * pageSize
    switch any(0...19) {
    case 0:
      let other = any(0...pages - 1) * pageSize
      bytes.replaceSubrange(start..<start + pageSize, with: base[other..<other + pageSize])
      return "page \(page + 1) is page \(other / pageSize + 1)"
    case 1:
      bytes.replaceSubrange(
        start..<start + pageSize, with: [UInt8](repeating: 0, count: pageSize))
      return "page \(page + 1) is zero"
    case 2, 3: return set(start + any(0...pageSize - 1), &bytes)
    case 4, 5: return set(start + (page == 0 ? 100 : 0) + any(0...11), &bytes)
    default: return changeCell(of: start, &bytes)
    }
  }

  /// Changes a pointer, or one of the first bytes of a cell: its length, row id, header and types.
  private mutating func changeCell(of start: Int, _ bytes: inout [UInt8]) -> String {
    let head = start == 0 ? 100 : start
    let isInterior = bytes[head] == 2 || bytes[head] == 5
    guard isInterior || bytes[head] == 10 || bytes[head] == 13 else {
      return set(start + any(0...15), &bytes)
    }
    let cells = Int(bytes.span.bigEndianUInt16(at: head + 3))
    guard cells > 0 else { return set(head + any(0...7), &bytes) }
    let pointer = head + (isInterior ? 12 : 8) + 2 * any(0...cells - 1)
    guard any(0...9) > 0, pointer + 1 < base.count else { return set(pointer + any(0...1), &bytes) }
    let cell = start + Int(bytes.span.bigEndianUInt16(at: pointer))
    return set(cell + any(0...(any(0...3) == 0 ? 80 : 14)), &bytes)
  }

  private mutating func set(_ offset: Int, _ bytes: inout [UInt8]) -> String {
    let at = min(offset, base.count - 1)
    let old = bytes[at]
    switch any(0...3) {
    case 0: bytes[at] ^= 1 << UInt8(any(0...7))
    case 1: bytes[at] = [0, 1, 0x7F, 0x80, 0xFF, old &+ 1, old &- 1][any(0...6)]
    default: bytes[at] = UInt8(any(0...255))
    }
    return "byte \(at) is \(bytes[at]), not \(old)"
  }
}
