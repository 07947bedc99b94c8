import Console
import Foundation
import TestSupport
import Testing

/// Copies that QFieldCloud, QFieldSync and QGIS make for the field. Their tables have other names, and
/// the project beside them has the original ones.
@Suite(.needs(.sqlite3))
struct OfflineCopyReadingTests {
  private let folder: TemporaryFolder

  /// The office's trees and visits, and a copy from a machine in UTC with one changed visit.
  init() async throws {
    folder = try TemporaryFolder()
    try await sql(
      "office.gpkg",
      OfficeDatabase.catalog + """
        CREATE TABLE trees (fid INTEGER PRIMARY KEY, globalid TEXT, name TEXT, planted DATETIME);
        CREATE TABLE visits (fid INTEGER PRIMARY KEY, globalid TEXT, note TEXT);
        INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES
          ('trees', 'attributes', 'trees'), ('visits', 'attributes', 'visits');
        INSERT INTO trees VALUES (4, '\(SmallCity.id(1))', 'Oak', '2026-05-01T12:30:00.000Z');
        INSERT INTO visits VALUES (1, '\(SmallCity.id(2))', 'first');
        """)
    try folder.write("", to: "copy/.keep")
    try await sql(
      "copy/data.gpkg",
      OfficeDatabase.catalog + """
        CREATE TABLE "06f1" (fid_1 INTEGER PRIMARY KEY, fid INTEGER, globalid TEXT, name TEXT,
          planted DATETIME);
        CREATE TABLE "É711" (fid_1 INTEGER PRIMARY KEY, fid INTEGER, globalid TEXT, note TEXT);
        INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES
          ('06f1', 'attributes', '06f1'), ('É711', 'attributes', 'É711');
        INSERT INTO "06f1" VALUES (1, 4, '\(SmallCity.id(1))', 'Oak', '2026-05-01T12:30:00');
        INSERT INTO "É711" VALUES (1, 1, '\(SmallCity.id(2))', 'second');
        """)
  }

  private func sql(_ name: String, _ statements: String) async throws {
    _ = try await Tool.sqlite3?.output([folder.path(name), statements])
  }

  /// A project of copied layers, as `(table, source)`.
  private static func project(_ layers: [(table: String, origin: String)]) -> String {
    let elements = layers.map { table, origin in
      """
      <maplayer type="vector"><id>\(origin)_1</id>
        <datasource>./data.gpkg|layername=\(table)|option:QGIS_FORCE_WAL=ON</datasource>
        <customproperties><Option type="Map">
          <Option name="isOfflineEditable" value="true" type="bool"/>
          <Option value="/srv/work/city &amp; trees.gpkg|layername=\(origin)" name="remoteSource"
            type="QString"/></Option></customproperties></maplayer>
      """
    }
    return """
      <!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
      <qgis version="3.40.1"><projectlayers>\(elements.joined())</projectlayers></qgis>
      """
  }

  private static let plain = project([("06f1", "trees"), ("É711", "visits")])

  private func diff() async -> Session {
    await Session.run([
      "diff", folder.path("copy"), "--base", folder.path("office.gpkg"), "--time-zone",
      "America/Los_Angeles",
    ])
  }

  @Test func `tables have the names of the project, and only edits are changes`() async throws {
    try folder.write(Self.plain, to: "copy/city_qfield.qgs")
    let session = await diff()
    #expect(session.output.contains("visits: 1 updated (had 1 record)"), "\(session.output)")
    #expect(!session.output.contains("trees") && !session.output.contains("column fid"))
    let merged = await Session.run([
      "merge", "--into", folder.path("office.gpkg"), folder.path("copy"), "--base",
      folder.path("office.gpkg"), "-o", folder.path("merged.gpkg"),
    ])
    #expect(merged.output.contains("visits: 1 updated"), "\(merged.error)")
    let shown = await Session.run(["inspect", folder.path("copy")])
    #expect(shown.output.contains("  trees   1 record"))
  }

  @Test(.needs(.python3))
  func `a project in a .qgz file is read`() async throws {
    try folder.write(Self.plain, to: "p.qgs")
    let script =
      "import sys, zipfile; zipfile.ZipFile(sys.argv[1], 'w').write(sys.argv[2], 'p.qgs')"
    _ = try await Tool.python3?.output([
      "-c", script, folder.path("copy/p.qgz"), folder.path("p.qgs"),
    ])
    #expect(await diff().output.contains("visits: 1 updated"))
  }

  @Test(arguments: ["", "<qgis><projectlayers>", "<qgis/>", "not XML"])
  func `without a project the tables are unknown`(project: String) async throws {
    try folder.write(project, to: "copy/p.qgs")
    let session = await diff()
    #expect(
      session.exit == .inputRefused && session.error.contains("MERGE_NO_COMMON_TABLE"),
      "\(session.error)")
    #expect(session.error.contains("06f1"))
  }

  @Test(arguments: [
    (project([("06f1", "trees"), ("É711", "trees")]), "two copies of trees"),
    (project([("06f1", "trees"), ("06f1", "visits")]), "says that 06f1 was trees and visits"),
  ])
  func `a contradictory project is refused by name`(
    project: String, reason: String
  ) async throws {
    try folder.write(project, to: "copy/p.qgs")
    let session = await diff()
    #expect(session.exit == .inputRefused && session.error.contains("p.qgs"), "\(session.error)")
    #expect(session.error.contains(reason), "\(session.error)")
  }

  @Test func `projects that disagree are refused by name`() async throws {
    try folder.write(Self.plain, to: "copy/a.qgs")
    try folder.write(Self.project([("06f1", "visits"), ("É711", "trees")]), to: "copy/b.qgs")
    let session = await diff()
    #expect(session.error.contains("a.qgs and b.qgs disagree"), "\(session.error)")
    // A project that was saved twice is not a contradiction.
    try folder.write(Self.plain, to: "copy/b.qgs")
    #expect(await diff().output.contains("visits: 1 updated"))
  }

  @Test func `a missing table of the project changes nothing`() async throws {
    try folder.write(
      Self.project([("06f1", "trees"), ("É711", "visits"), ("ffff", "benches")]),
      to: "copy/p.qgs")
    #expect(await diff().output.contains("visits: 1 updated"))
  }
}
