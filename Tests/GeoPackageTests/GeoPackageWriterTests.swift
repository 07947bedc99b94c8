import Foundation
import GeoPackage
import Geometry
import Records
import SQLiteFile
import TestSupport
import Testing

/// Runs GDAL's validator.
enum Validator {
  static let path = "/usr/lib/python3/dist-packages/osgeo_utils/samples/validate_gpkg.py"
  static let python = Tool.python(having: "osgeo")

  static func errors(_ file: String) async throws -> String {
    guard let python else { return "no python" }
    let result = try await python.run([path, "-k", "--extra", "--warning-as-error", file])
    return result.status == 0 ? "" : result.text + result.errorText
  }
}

extension Need {
  /// GDAL's validator of GeoPackages.
  static let validator = Need(
    "GDAL's validate_gpkg.py",
    isMet: Tool.pythonHas("osgeo") && FileManager.default.fileExists(atPath: Validator.path))
}

struct GeoPackageWriterTests {
  let folder: TemporaryFolder
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.path("sample.gpkg")
  }

  func sqlite(_ statements: String...) async throws -> [String] {
    let sqlite = try #require(Tool.sqlite3)
    let result = try await sqlite.run(["-batch", file] + statements)
    return result.error.isEmpty ? Array(result.lines) : [result.errorText]
  }

  @Test func `trees built in parallel give the same bytes`() throws {
    let package = SamplePackage(trees: 2_000)
    #expect(try package.write(apart: true).bytes == package.write().bytes)
  }

  @Test func `the same rows give the same bytes`() throws {
    let bytes = try SamplePackage(trees: 300).write().bytes
    #expect(try SamplePackage(trees: 300).write().bytes == bytes)
    #expect(bytes[68..<72] == [0x47, 0x50, 0x4b, 0x47])
    #expect(bytes[60..<64] == [0, 0, 0x28, 0x3c])
  }

  @Test(.needs(.sqlite3))
  func `a row without GlobalID or content gets defaults`() async throws {
    try Data(try SamplePackage().write().bytes).write(to: URL(filePath: file))
    let answers = try await sqlite(
      "INSERT INTO Street_Trees_Photos (content_type, path) VALUES ('image/jpeg', 'DCIM/1.jpg'),"
        + " ('image/jpeg', 'DCIM/2.jpg')",
      "INSERT INTO Street_Trees_Photos (content_type, globalid) VALUES ('image/jpeg', 'own')",
      "SELECT globalid, typeof(data), length(data) FROM Street_Trees_Photos "
        + "ORDER BY id DESC LIMIT 3")
    let version4 = /\{[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}\}/
    try #require(answers.count == 3, "\(answers)")
    #expect(answers[0] == "own|blob|0")
    #expect(
      answers[1...].allSatisfy { $0.prefixMatch(of: version4) != nil && $0.hasSuffix("|blob|0") })
    #expect(answers[1] != answers[2])
  }

  @Test(.needs(.sqlite3))
  func `a project is stored where QGIS looks for it`() async throws {
    try Data(try SamplePackage().write().bytes).write(to: URL(filePath: file))
    await #expect(
      try sqlite("SELECT * FROM qgis_projects") == [
        "Trees|{\"last_modified_time\":\"2023-11-14T22:13:20.123Z\",\"last_modified_user\":\"\"}"
          + "|0001fe"
      ])
  }

  @Test func `the account has rows, bounding box and types`() throws {
    let accounts = try SamplePackage().write().accounts
    #expect(accounts.map(\.rowCount) == [20, 3, 40, 2])
    #expect(accounts[0].withoutGeometry == 2)
    #expect(accounts[0].geometryType == "POINT")
    #expect(accounts[0].duplicates.isEmpty)
    #expect(accounts[0].nullsFound.isEmpty)
    #expect(accounts[1].bounds.maxX == 300)
    #expect(accounts[2].geometryType == nil)
  }

  @Test(.needs(.sqlite3), arguments: [0, 1, 51, 52, 5_000])
  func `libsqlite3 finds all trees sound`(_ trees: Int) async throws {
    try folder.write(try SamplePackage(trees: trees).write().bytes, to: "sample.gpkg")
    let points = (1..<trees + 1).filter { SamplePackage.point($0) != nil }.count
    let answers = try await sqlite(
      "PRAGMA integrity_check", "PRAGMA foreign_key_check",
      "SELECT rtreecheck('rtree_Street_Trees_geom'), rtreecheck('rtree_Areas_geom')",
      "SELECT count(*) FROM rtree_Street_Trees_geom",
      "SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = 'Street_Trees'",
      "SELECT count(*) FROM Street_Trees_Inspections m JOIN Street_Trees t ON t.fid = m.base_id "
        + "JOIN Inspections i ON i.fid = m.related_id "
        + "WHERE '{' || upper(i.TreeID) || '}' = t.GlobalID")
    #expect(answers == ["ok", "ok|ok", "\(points)", "\(trees)", "\(trees * 2)"])
  }

  @Test(.needs(.validator))
  func `GDAL's validator reports no problems`() async throws {
    try folder.write(try SamplePackage(trees: 500).write().bytes, to: "sample.gpkg")
    #expect(try await Validator.errors(file) == "")
  }

  @Test(.needs(.validator, .sqlite3))
  func `the package stays valid when GDAL edits it`() async throws {
    try folder.write(try SamplePackage(trees: 2_000).write().bytes, to: "sample.gpkg")
    let script = """
      import sys
      from osgeo import ogr, gdal
      gdal.UseExceptions()
      ds = ogr.Open(sys.argv[1], 1)
      layer = ds.GetLayerByName('Street_Trees')
      layer.StartTransaction()
      for fid in range(1, 2001):
          if fid % 3 == 0:
              layer.DeleteFeature(fid)
          elif fid % 3 == 1:
              feature = layer.GetFeature(fid)
              feature.SetGeometry(ogr.CreateGeometryFromWkt('POINT(%f 45)' % (-122 + fid / 1e4)))
              feature.SetField('fid_2', 'longer ' * (fid % 40))
              layer.SetFeature(feature)
      for number in range(300):
          feature = ogr.Feature(layer.GetLayerDefn())
          feature.SetField('GlobalID', '{NEW-%d}' % number)
          feature.SetField('Alive', 1)
          if number % 2: feature.SetGeometry(ogr.CreateGeometryFromWkt('POINT(1 2)'))
          layer.CreateFeature(feature)
      layer.CommitTransaction()
      ds = None
      """
    let edit = try await Validator.python?.run(["-c", script, file])
    #expect(edit?.status == 0, "\(edit?.errorText ?? "")")
    let answers = try await sqlite(
      "PRAGMA integrity_check", "SELECT rtreecheck('rtree_Street_Trees_geom')",
      "SELECT count(*), max(fid) FROM Street_Trees",
      "SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = 'Street_Trees'")
    #expect(answers == ["ok", "ok", "1634|2300", "1634"])
    #expect(try await Validator.errors(file) == "")
  }

  @Test(.needs(.ogrinfo))
  func `GDAL reads layers, domains and titles`() async throws {
    try folder.write(try SamplePackage().write().bytes, to: "sample.gpkg")
    let text = try await Tool.ogrinfo?.output(["-so", file, "Street_Trees"]) ?? ""
    for line in [
      "Geometry: Point", "Feature Count: 20", "FID Column = fid", "Geometry Column = geom",
      "Condition: String (1.0), domain name=condition types", "Planted: DateTime",
      "Alive: Integer(Boolean) (0.0) NOT NULL DEFAULT 1", "Count: Integer",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
    let areas = try await Tool.ogrinfo?.output(["-so", file, "Areas"]) ?? ""
    #expect(areas.contains("Geometry: Polygon"))
    #expect(areas.contains("3857"))
    #expect(areas.contains("Extent: (0.000000, 0.000000) - (300.000000, 300.000000)"))
  }

  @Test(.needs(.validator, .sqlite3))
  func `names with quotes, blanks and other scripts are kept`() async throws {
    let name = "o\"d 'x' \u{6811}"
    var writer = GeoPackageWriter(
      output: MemoryOutput(), options: GeoPackageOptions(lastChange: 0))
    try writer.begin(
      GeoPackageTable(
        name: name, geometry: .init(typeName: "POINT", srsID: 4_326),
        columns: [
          .init(name: "a\"b", type: .text(length: nil), index: .unique),
          .init(name: "select", type: .integer, defaultSQL: "7"),
        ]))
    var encoder = RecordEncoder()
    encoder.appendNull()
    var blob: [UInt8] = []
    GeoPackageBlob.append(Geometry(x: 1, y: 2), srsID: 4_326, to: &blob)
    encoder.append(blob: blob.span)
    encoder.append(text: "value")
    encoder.append(Int64(3))
    var record: [UInt8] = []
    encoder.write(to: &record)
    try writer.append(record.span)
    _ = try writer.endTable()
    let output = try writer.finish()
    try folder.write(output.bytes, to: "sample.gpkg")
    #expect(try await sqlite("PRAGMA integrity_check") == ["ok"])
    #expect(try await Validator.errors(file) == "")
    let edit = try await Validator.python?.run([
      "-c",
      "import sys; from osgeo import ogr, gdal; gdal.UseExceptions(); ds = ogr.Open(sys.argv[1], 1)"
        + "; l = ds.GetLayer(0); f = l.GetFeature(1); f.SetGeometry(ogr.CreateGeometryFromWkt("
        + "'POINT(3 4)')); l.SetFeature(f); l.DeleteFeature(1)", file,
    ])
    #expect(edit?.status == 0, "\(edit?.errorText ?? "")")
    #expect(try GeoPackageCheck.run(try GeoPackageReader(path: file)) == [])
  }

  @Test func `mixed geometries, NULL and repeated values are reported and declared correctly`()
    throws
  {
    var writer = GeoPackageWriter(
      output: MemoryOutput(), options: GeoPackageOptions(lastChange: 0))
    try writer.begin(
      GeoPackageTable(
        name: "mixed", geometry: .init(typeName: "POINT", srsID: 4_326),
        columns: [.init(name: "id", type: .text(length: nil), isNotNull: true, index: .unique)]))
    let box = Geometry(Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1))
    for (geometry, id) in [(Geometry(x: 1, y: 2), "a"), (box, "a"), (box, nil)] {
      var encoder = RecordEncoder()
      encoder.appendNull()
      var blob: [UInt8] = []
      GeoPackageBlob.append(geometry, srsID: 4_326, to: &blob)
      encoder.append(blob: blob.span)
      encoder.append(SQLValue(id))
      var record: [UInt8] = []
      encoder.write(to: &record)
      try writer.append(record.span)
    }
    let account = try writer.endTable()
    #expect(account.geometryType == "GEOMETRY")
    #expect(account.nullsFound == ["id"])
    #expect(account.duplicates == [.init(column: "id", rows: .init(first: 1, second: 2))])
    let output = try writer.finish()
    try folder.write(output.bytes, to: "sample.gpkg")
    let reader = try GeoPackageReader(path: file)
    #expect(try GeoPackageCheck.run(reader) == [])
    let table = try reader.table(named: "mixed")
    #expect(table.columns[0].isNotNull == false)
    #expect(table.columns[0].index == .plain)
  }

  @Test func `tables out of sequence and unknown spatial references are rejected with their names`()
    throws
  {
    var writer = GeoPackageWriter(
      output: MemoryOutput(), options: GeoPackageOptions(lastChange: 0))
    #expect(throws: GeoPackageError.badTableName("gpkg_x")) {
      try writer.begin(GeoPackageTable(name: "gpkg_x", columns: []))
    }
    #expect(throws: GeoPackageError.unknownSpatialReference(table: "t", srsID: 2_913)) {
      try writer.begin(
        GeoPackageTable(name: "t", geometry: .init(typeName: "POINT", srsID: 2_913), columns: []))
    }
    #expect(throws: GeoPackageError.outOfSequence(table: "")) { _ = try writer.endTable() }
    try writer.begin(GeoPackageTable(name: "t", columns: []))
    #expect(throws: GeoPackageError.outOfSequence(table: "u")) {
      try writer.begin(GeoPackageTable(name: "u", columns: []))
    }
  }
}
