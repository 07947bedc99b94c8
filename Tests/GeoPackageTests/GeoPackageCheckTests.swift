import GeoPackage
import Records
import SQLiteFile
import TestSupport
import Testing

struct GeoPackageCheckTests {
  let folder: TemporaryFolder
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.path("sample.gpkg")
  }

  @Test(arguments: [0, 1, 700])
  func `packages written by Fieldpack are sound`(_ trees: Int) throws {
    try folder.write(try SamplePackage(trees: trees).write().bytes, to: "sample.gpkg")
    #expect(try GeoPackageCheck.run(try GeoPackageReader(path: file)) == [])
  }

  @Test(
    .needs(.sqlite3),
    arguments: [
      (
        "DELETE FROM rtree_Street_Trees_geom WHERE id IN (3, 5)",
        GeoPackageProblem.missingInSpatialIndex(table: "Street_Trees", rowid: 3, count: 2)
      ),
      (
        "INSERT INTO rtree_Street_Trees_geom VALUES(900, 1, 2, 1, 2)",
        .strayInSpatialIndex(table: "Street_Trees", rowid: 900, count: 1)
      ),
      (
        "UPDATE gpkg_ogr_contents SET feature_count = 7 WHERE table_name = 'Areas'",
        .rowCountDiffers(table: "Areas", noted: 7, rows: 3)
      ),
      (
        "DROP TRIGGER rtree_Areas_geom_update1; UPDATE Areas SET geom = x'475000' WHERE fid = 2",
        .badGeometry(table: "Areas", rowid: 2, count: 1)
      ),
      (
        "UPDATE gpkg_geometry_columns SET srs_id = 0 WHERE table_name = 'Areas'",
        .otherSpatialReference(table: "Areas", rowid: 1, srsID: 3_857, count: 3)
      ),
      ("DROP TABLE Inspections", .tableMissing("Inspections")),
    ])
  func `problems left by edits of other programs are reported`(
    _ statement: String, _ problem: GeoPackageProblem
  ) async throws {
    try folder.write(try SamplePackage(trees: 40).write().bytes, to: "sample.gpkg")
    let triggers = ["insert", "update1", "update2", "update3", "update4"]
      .map { "DROP TRIGGER rtree_Areas_geom_\($0);" }.joined()
    let needs =
      statement.contains("DROP TRIGGER")
      ? triggers + statement.replacing("DROP TRIGGER rtree_Areas_geom_update1; ", with: "")
      : statement
    _ = try await Tool.sqlite3?.output([file, needs])
    let problems = try GeoPackageCheck.run(try GeoPackageReader(path: file))
    #expect(problems.contains(problem), "\(problems)")
  }

  @Test(.needs(.sqlite3))
  func `an entry of the spatial index for a row without a shape is sound`() async throws {
    try folder.write(try SamplePackage(trees: 40).write().bytes, to: "sample.gpkg")
    let drops = ["insert", "update1", "update2", "update3", "update4"]
      .map { "DROP TRIGGER rtree_Areas_geom_\($0);" }.joined()
    _ = try await Tool.sqlite3?.output([file, drops + "UPDATE Areas SET geom = NULL WHERE fid = 2"])
    #expect(try GeoPackageCheck.run(try GeoPackageReader(path: file)) == [])
  }

  /// Tables that other programs store beside the features, without a named row id.
  static let sideTables = [
    "CREATE TABLE app_log(k text); INSERT INTO app_log VALUES('a'), (NULL)",
    "CREATE TABLE app_log AS SELECT fid AS n, 'x' AS k FROM Areas",
    "CREATE TABLE app_log(a, b); CREATE INDEX app_log_b ON app_log(b); INSERT INTO app_log VALUES(1, 2)",
    "CREATE TABLE app_log(id INT PRIMARY KEY, k); INSERT INTO app_log VALUES(1, 2), (2, x'00')",
    "CREATE TABLE app_log(k TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO app_log VALUES('a')",
  ]

  @Test(
    .needs(.sqlite3),
    arguments: Self.sideTables)
  func `a side table without an integer primary key is sound`(_ statements: String) async throws {
    try folder.write(try SamplePackage(trees: 40).write().bytes, to: "sample.gpkg")
    _ = try await Tool.sqlite3?.output([file, statements])
    let reader = try GeoPackageReader(path: file)
    #expect(try GeoPackageCheck.run(reader) == [])
    #expect(try GeoPackageCheck.problemsOfRows(in: reader) { _ in } == [])
  }

  @Test(
    .needs(.sqlite3),
    arguments: Self.sideTables, ["attributes", "features"])
  func `a listed table without an integer primary key is reported, but not as damage`(
    _ statements: String, _ dataType: String
  ) async throws {
    try folder.write(try SamplePackage(trees: 40).write().bytes, to: "sample.gpkg")
    let entry = """
      ; INSERT INTO gpkg_contents(table_name, data_type, identifier)
        VALUES('app_log', '\(dataType)', 'app_log')
      """
    _ = try await Tool.sqlite3?.output([file, statements + entry])
    let reader = try GeoPackageReader(path: file)
    #expect(try GeoPackageCheck.run(reader) == [.noRowID(table: "app_log")])
    #expect(try GeoPackageCheck.problemsOfRows(in: reader) { _ in } == [])
  }

  @Test(
    .needs(.sqlite3),
    arguments: [
      // A GEOMETRYCOLLECTION of a point and a line, a CIRCULARSTRING, a TIN, and an extended blob.
      (
        "0107000000020000000101000000000000000000F03F000000000000F03F"
          + "010200000002000000000000000000000000000000000000000000000000000000000000000000F03F",
        "a GeometryCollection has shapes of several types"
      ),
      ("010800000000000000", "curves (CircularString) are not supported"),
      ("011000000000000000", "geometries of type TIN are not supported"),
    ])
  func `sound geometries of other kinds are not called damaged`(
    _ wkb: String, _ reason: String
  ) async throws {
    try folder.write(try SamplePackage(trees: 40).write().bytes, to: "sample.gpkg")
    let triggers = ["insert", "update1", "update2", "update3", "update4"]
      .map { "DROP TRIGGER rtree_Areas_geom_\($0);" }.joined()
    let statement = "UPDATE Areas SET geom = x'47500001110F0000\(wkb)' WHERE fid = 2"
    _ = try await Tool.sqlite3?.output([file, triggers + statement])
    #expect(
      try GeoPackageCheck.run(try GeoPackageReader(path: file)) == [
        .unsupportedGeometry(table: "Areas", rowid: 2, count: 1, reason: reason)
      ])
  }

  @Test(.needs(.sqlite3)) func `an R-tree without tables is a leftover`() async throws {
    try folder.write(try SamplePackage(trees: 40).write().bytes, to: "sample.gpkg")
    let drop = ["node", "parent", "rowid"].map { "DROP TABLE rtree_Areas_geom_\($0);" }.joined()
    _ = try await Tool.sqlite3?.output([
      file, "PRAGMA writable_schema=1; DELETE FROM sqlite_schema WHERE 0;" + drop,
    ])
    #expect(
      try GeoPackageCheck.run(try GeoPackageReader(path: file)) == [
        .database(.rtreeLeftOver(table: "rtree_Areas_geom"))
      ])
  }
}
