import Bytes
import Foundation
import GeoPackage
import Records
import SQLiteFile
import TestSupport
import Testing

/// Rewriting GeoPackages of other programs.
struct ForeignRewriterTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rewrite(_ edits: [String: TableEdits] = [:]) async throws -> RewriteAccount {
    var rewriter = GeoPackageRewriter(try GeoPackageReader(path: folder.path("old.gpkg")))
    rewriter.edits = edits
    var output = MemoryOutput()
    let account = try await rewriter.write(into: &output)
    try folder.write(output.bytes, to: "new.gpkg")
    return account
  }

  fileprivate func sqlite(_ file: String, _ statements: String...) async throws -> [String] {
    let sqlite = try #require(Tool.sqlite3)
    let result = try await sqlite.run(["-batch", folder.path(file)] + statements)
    return result.error.isEmpty ? Array(result.lines) : [result.errorText]
  }

  private static let python = Tool.python(having: "osgeo")

  private func makeWithGDAL() async throws {
    let script = """
      from osgeo import ogr, osr
      d = ogr.GetDriverByName('GPKG').CreateDataSource('\(folder.path("old.gpkg"))')
      s = osr.SpatialReference()
      s.ImportFromEPSG(26910)
      l = d.CreateLayer('Bäume "x"', s, ogr.wkbPoint25D)
      f = ogr.FieldDefn('name', ogr.OFTString)
      f.SetWidth(10)
      f.SetUnique(True)
      l.CreateField(f)
      f = ogr.FieldDefn('seen', ogr.OFTDateTime)
      f.SetDefault('CURRENT_TIMESTAMP')
      l.CreateField(f)
      f = ogr.FieldDefn('n', ogr.OFTInteger)
      f.SetNullable(False)
      f.SetDefault('3')
      l.CreateField(f)
      for i in range(500):
        t = ogr.Feature(l.GetLayerDefn())
        t['name'] = 'x%d' % i
        t['n'] = i
        t.SetGeometry(ogr.CreateGeometryFromWkt('POINT Z (%d 1 2)' % i))
        l.CreateFeature(t)
      d.CreateLayer('no rows', None, ogr.wkbNone)
      d.SetMetadataItem('k', 'v')
      l.SetMetadataItem('of', 'layer')
      l = None
      d.ExecuteSQL('DELETE FROM [Bäume "x"] WHERE fid IN (3, 500)')
      d = None
      """
    _ = try await Self.python?.run(["-c", script])
  }

  @Test(.needs(.python("osgeo"), .ogrinfo, .validator))
  func `a rewritten GDAL package reads the same`() async throws {
    try await makeWithGDAL()
    let account = try await rewrite()
    #expect(account.leftOut.isEmpty)
    let texts = try await ["old.gpkg", "new.gpkg"].asyncMap { name -> [String] in
      let result = try await #require(Tool.ogrinfo).run(["-al", folder.path(name)])
      return result.lines.filter { !$0.contains(name) }
    }
    #expect(texts[0] == texts[1])
    #expect(try await Validator.errors(folder.path("new.gpkg")) == "")
    let schemas = try await ["old.gpkg", "new.gpkg"].asyncMap {
      try await sqlite(
        $0, "PRAGMA integrity_check",
        "SELECT sql FROM sqlite_schema WHERE type = 'table' "
          + "AND name LIKE 'B%'", "SELECT * FROM sqlite_sequence", "SELECT * FROM gpkg_extensions")
    }
    #expect(schemas[0] == schemas[1])
  }

  @Test(.needs(.python("osgeo"), .sqlite3))
  func `GDAL can edit a rewritten package`() async throws {
    try await makeWithGDAL()
    _ = try await rewrite(["Bäume \"x\"": TableEdits(deleted: [1, 2])])
    let script = """
      from osgeo import ogr
      d = ogr.Open('\(folder.path("new.gpkg"))', 1)
      l = d.GetLayer(0)
      t = ogr.Feature(l.GetLayerDefn())
      t['name'] = 'new'
      t['n'] = 0
      t.SetGeometry(ogr.CreateGeometryFromWkt('POINT Z (-5 1 2)'))
      l.CreateFeature(t)
      print(t.GetFID(), l.GetFeatureCount(), l.GetExtent()[0])
      """
    #expect(try await Self.python?.run(["-c", script]).lines == ["501 497 -5.0"])
    #expect(try await sqlite("new.gpkg", "PRAGMA integrity_check") == ["ok"])
  }

  /// Tables of unusual kinds, one of each.
  private static let odd = [
    "CREATE TABLE plain (a TEXT COLLATE NOCASE, b REAL DEFAULT 2.5, c, UNIQUE (b, a))",
    "INSERT INTO plain VALUES ('b', 1, x'00ff'), ('A', 1, NULL), ('a', 3, 'x')",
    "CREATE INDEX by_c ON plain (c DESC, a)", "CREATE INDEX part ON plain (a) WHERE b > 1",
    "ALTER TABLE plain ADD COLUMN d INTEGER NOT NULL DEFAULT -7",
    "CREATE TABLE words (word TEXT PRIMARY KEY, n INT CHECK (n > 0)) WITHOUT ROWID",
    "INSERT INTO words VALUES ('b', 1), ('a', 2)",
    "CREATE TABLE named (name TEXT PRIMARY KEY, at DATETIME DEFAULT CURRENT_TIMESTAMP, "
      + "r INT DEFAULT (random()), twice INT AS (1 + 1) STORED)",
    "INSERT INTO named (name, r) VALUES ('x', 5)",
    "CREATE VIEW seen AS SELECT * FROM plain",
    "CREATE TRIGGER watch AFTER INSERT ON plain BEGIN DELETE FROM words; END",
    "CREATE VIRTUAL TABLE found USING fts4(t)", "INSERT INTO found VALUES ('hello')",
    "INSERT INTO gpkg_contents (table_name, data_type, identifier) "
      + "VALUES ('seen', 'attributes', 'seen'), ('features', 'attributes', 'features')",
    "CREATE TABLE features (v TEXT, id INTEGER PRIMARY KEY, w INT)",
    "INSERT INTO features VALUES ('one', 1, 10), ('nine', 9, 90)", "ANALYZE",
  ]

  @Test(.needs(.sqlite3))
  func `unusual tables, views and triggers stay unchanged`() async throws {
    try folder.write(try SamplePackage(trees: 3).write().bytes, to: "old.gpkg")
    let failures = try await Self.odd.asyncMap { try await sqlite("old.gpkg", $0) }.filter {
      $0 != [""]
    }
    #expect(failures == [])
    let account = try await rewrite()
    #expect(account.leftOut.isEmpty)
    #expect(account.triggers.isEmpty)
    let checks = [
      "PRAGMA integrity_check", "SELECT rowid, * FROM plain",
      "SELECT count(*) FROM plain INDEXED BY by_c WHERE c > ''", "SELECT * FROM words",
      "SELECT * FROM named", "SELECT id, v, w FROM features", "SELECT * FROM seen",
      "SELECT * FROM found WHERE found MATCH 'hello'", "SELECT * FROM sqlite_stat1",
      "SELECT count(*) FROM Street_Trees", "SELECT rowid, * FROM gpkg_contents",
      "SELECT type, name, tbl_name, sql FROM sqlite_schema",
    ]
    let answers = try await ["old.gpkg", "new.gpkg"].asyncMap { file in
      try await checks.asyncMap { try await sqlite(file, $0) }
    }
    #expect(answers[0] == answers[1])
    #expect(answers[1][0] == ["ok"])
  }

  /// Rewriting must not crash, hang, or write rows that were not read.
  @Test func `damaged stores are rejected or written`() async throws {
    let sample = try SamplePackage(trees: 30).write().bytes
    var mutator = Mutator(seed: 7)
    var refusals = 0
    for _ in 0..<80 {
      try folder.write(mutator.mutated(sample), to: "old.gpkg")
      do {
        var rewriter = GeoPackageRewriter(try GeoPackageReader(path: folder.path("old.gpkg")))
        rewriter.edits["Street_Trees"] = TableEdits(deleted: [3])
        rewriter.relations = SamplePackage.options.relations
        var output = DiscardedOutput()
        _ = try await rewriter.write(into: &output)
      } catch { refusals += 1 }
    }
    #expect(refusals > 0)
  }

  /// What QGIS stores in a GeoPackage beside its layers.
  private static let qgis = [
    """
    CREATE TABLE "layer_styles" ("id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, \
    "f_table_name" TEXT(256), "styleQML" TEXT, "useAsDefault" BOOLEAN, "ui" TEXT(30), \
    "update_time" DATETIME DEFAULT CURRENT_TIMESTAMP)
    """,
    "INSERT INTO layer_styles (f_table_name, styleQML, useAsDefault, update_time) "
      + "VALUES ('Areas', '<qgis/>', 1, '2026-01-02')",
    "INSERT INTO gpkg_contents (table_name, data_type, identifier) "
      + "VALUES ('layer_styles', 'attributes', 'layer_styles')",
    "UPDATE gpkg_geometry_columns SET z = 2 WHERE table_name = 'Areas'",
    "DROP TABLE qgis_projects",
    "CREATE TABLE qgis_projects(name TEXT PRIMARY KEY, metadata BLOB, content BLOB)",
    "INSERT INTO qgis_projects VALUES ('city', x'7b7d', x'504b')",
  ]

  @Test(.needs(.sqlite3))
  func `QGIS styles and projects are kept`() async throws {
    try folder.write(try SamplePackage(trees: 3).write().bytes, to: "old.gpkg")
    for statement in Self.qgis { #expect(try await sqlite("old.gpkg", statement) == [""]) }
    #expect(try await rewrite(["Areas": TableEdits(deleted: [1])]).leftOut.isEmpty)
    let dumps = try await ["old.gpkg", "new.gpkg"].asyncMap {
      try await sqlite(
        $0, "PRAGMA integrity_check", "SELECT * FROM layer_styles",
        "SELECT name, hex(metadata), hex(content) FROM qgis_projects",
        "SELECT * FROM sqlite_sequence ORDER BY name",
        "SELECT table_name, z FROM gpkg_geometry_columns ORDER BY table_name",
        "SELECT type, name, tbl_name, sql FROM sqlite_schema")
    }
    #expect(dumps[0] == dumps[1])
  }
}

extension ForeignRewriterTests {
  /// Mapping tables of other programs: keyed by their pairs, or with additional columns.
  private static let mappings = [
    "CREATE TABLE pairs (related_id INTEGER, note TEXT DEFAULT 'n', base_id INTEGER, "
      + "PRIMARY KEY (base_id DESC, related_id)) WITHOUT ROWID",
    "CREATE TABLE plain_pairs (base_id INTEGER, related_id INTEGER, note TEXT DEFAULT 'n', "
      + "UNIQUE (base_id, related_id))",
    "CREATE INDEX by_related ON plain_pairs (related_id DESC, note)",
    "CREATE TABLE up_pairs (base_id INTEGER, related_id INTEGER, note TEXT DEFAULT 'n', "
      + "PRIMARY KEY (base_id, related_id)) WITHOUT ROWID",
    "CREATE INDEX by_up ON up_pairs (note COLLATE NOCASE, related_id DESC)",
  ]

  @Test(.needs(.sqlite3))
  func `pairs are removed and added in mapping tables of any form`() async throws {
    try folder.write(try SamplePackage(trees: 20).write().bytes, to: "old.gpkg")
    let tables = ["pairs", "plain_pairs", "up_pairs"]
    var statements = Self.mappings
    for table in tables {
      statements.append(
        "INSERT INTO \(table) (base_id, related_id) SELECT fid, 1 + fid % 3 FROM Street_Trees")
      statements.append(
        "INSERT INTO gpkgext_relations (base_table_name, base_primary_column, related_table_name, "
          + "related_primary_column, relation_name, mapping_table_name) VALUES "
          + "('Street_Trees', 'fid', 'Areas', 'fid', 'x', '\(table)')")
    }
    for statement in statements { #expect(try await sqlite("old.gpkg", statement) == [""]) }
    var rewriter = GeoPackageRewriter(try GeoPackageReader(path: folder.path("old.gpkg")))
    rewriter.edits["Street_Trees"] = TableEdits(deleted: [4, 20])
    for table in tables {
      rewriter.pairEdits[table] = PairEdits(
        removed: [.init(base: 7, related: 2)], added: [.init(base: 7, related: 3)])
    }
    var output = MemoryOutput()
    let account = try await rewriter.write(into: &output)
    try folder.write(output.bytes, to: "new.gpkg")
    #expect(account.leftOut.isEmpty)
    for table in tables {
      for statement in [
        "DELETE FROM \(table) WHERE base_id IN (4, 20)",
        "DELETE FROM \(table) WHERE base_id = 7 AND related_id = 2",
        "INSERT INTO \(table) (base_id, related_id) VALUES (7, 3)",
      ] { #expect(try await sqlite("old.gpkg", statement) == [""]) }
    }
    let dumps = try await ["old.gpkg", "new.gpkg"].asyncMap { file in
      try await tables.asyncMap {
        try await sqlite(file, "PRAGMA integrity_check", "SELECT * FROM \($0)")
      }
    }
    #expect(dumps[0] == dumps[1])
    #expect(dumps[1].allSatisfy { $0.first == "ok" && $0.count == 19 })
  }
}
