import FeatureData
import GeoPackage
import Geometry
import Merging
import Packages
import TestSupport
import Testing

/// Stores that other programs edited, or only opened and saved.
struct EditedByOthersTests {
  private static let gdal = Tool.python(having: "osgeo.ogr")
  private static let qgis = Tool.python(having: "qgis.core")

  private let folder: TemporaryFolder
  private let issued: String
  private let returned: String

  init() throws {
    folder = try TemporaryFolder()
    issued = folder.path("issued.gpkg")
    returned = folder.path("returned.gpkg")
    for name in ["issued.gpkg", "returned.gpkg"] {
      _ = try Self.parks(1...8).write(to: folder, name)
    }
  }

  private static func parks(_ numbers: ClosedRange<Int>) -> SampleStore {
    let table = GeoPackageTable(
      name: "parks", geometry: .init(typeName: "POINT", srsID: 4_326),
      columns: [
        .init(name: "GlobalID", type: .text(length: 38)),
        .init(name: "name", type: .text(length: nil)), .init(name: "area", type: .double),
        .init(name: "seen", type: .dateTime), .init(name: "count", type: .mediumInteger),
      ])
    return SampleStore(tables: [
      .init(
        declaration: table,
        rows: numbers.map { number in
          var blob: [UInt8] = []
          let point = Geometry(x: -122.123456789 + Double(number) / 7, y: 45.1 / Double(number))
          GeoPackageBlob.append(point, srsID: 4_326, to: &blob)
          let seen: FieldValue = number == 3 ? nil : "2024-05-01T12:00:00.000Z"
          return (
            Int64(number),
            [
              .blob(blob), .id(number), FieldValue(text: "park \(number)"),
              .real(Double(number) * 1.5), seen, .integer(Int64(number)),
            ]
          )
        })
    ])
  }

  private func changes(_ path: String? = nil) async throws -> [String] {
    let base = try OpenPackage(path: issued)
    let back = try OpenPackage(path: path ?? returned)
    let schema = try MergeSchema(reading: base.store, map: nil)
    let diff = try await PackageDiff(
      base: base.store, returned: back.store, schema: schema, packageID: "p", packageIndex: 0)
    return diff.lines(schema)
  }

  private func run(_ python: Tool?, _ script: String) async throws {
    let result = try await #require(python).run(
      ["-c", script], environment: ["QT_QPA_PLATFORM": "offscreen"], folder: folder.path)
    try #require(result.status == 0, "\(result.errorText)")
  }

  @Test(.needs(.python("osgeo")))
  func `only GDAL's edits are found`() async throws {
    try await run(
      Self.gdal,
      """
      from osgeo import ogr
      store = ogr.Open('returned.gpkg', 1)
      layer = store.GetLayer('parks')
      for fid in (2, 4):                       # written again as they are
          layer.SetFeature(layer.GetFeature(fid))
      feature = layer.GetFeature(5)
      feature['name'] = 'new'
      layer.SetFeature(feature)
      feature = layer.GetFeature(6)
      feature.SetGeometry(ogr.CreateGeometryFromWkt('POINT (1 2)'))
      layer.SetFeature(feature)
      layer.DeleteFeature(7)
      feature = ogr.Feature(layer.GetLayerDefn())
      feature['GlobalID'] = '\(SampleStore.id(20).text)'
      layer.CreateFeature(feature)
      store = None
      """)
    let found = try await changes()
    #expect(
      found.map { $0.prefix(8) } == ["~ 5 name", "~ 6 geom", "- 7", "+ 20"], "\(found)")
  }

  @Test(.needs(.ogr2ogr))
  func `a table that GDAL rebuilt with other row ids and columns is unchanged`()
    async throws
  {
    let path = folder.path("anew.gpkg")
    let query = "SELECT seen, GlobalID AS globalid, name, count, area, geom FROM parks"
    let result = try await #require(Tool.ogr2ogr).run([
      "-f", "GPKG", path, returned, "-dialect", "SQLite", "-sql", query + " ORDER BY name DESC",
      "-nln", "parks", "-lco", "GEOMETRY_NAME=shape", "-lco", "FID=id",
    ])
    try #require(result.status == 0, "\(result.errorText)")
    #expect(try await changes(path) == [])
  }

  @Test(.needs(.python("qgis.core")))
  func `only QGIS's edits are found`() async throws {
    try await run(
      Self.qgis,
      """
      from qgis.core import QgsApplication, QgsVectorLayer, QgsFeature, QgsGeometry, QgsPointXY
      application = QgsApplication([], False)
      application.initQgis()
      layer = QgsVectorLayer('returned.gpkg|layername=parks', 'parks', 'ogr')
      assert layer.isValid() and layer.startEditing()
      fields = layer.fields()
      layer.changeAttributeValue(2, fields.indexOf('name'), 'new')
      layer.changeGeometry(3, QgsGeometry.fromPointXY(QgsPointXY(10, 20)))
      layer.changeGeometry(4, layer.getFeature(4).geometry())
      layer.deleteFeature(5)
      feature = QgsFeature(fields)
      feature['GlobalID'] = '\(SampleStore.id(21).text)'
      feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(-170, 80)))
      assert layer.addFeature(feature)
      assert layer.commitChanges(), layer.commitErrors()
      del layer
      application.exitQgis()
      """)
    let found = try await changes()
    #expect(
      found.map { $0.prefix(8) } == ["~ 2 name", "~ 3 geom", "- 5", "+ 21"], "\(found)")
  }

  @Test(.needs(.python3))
  func `edits in the log of a killed program are found`() async throws {
    try await run(
      Tool.python3,
      """
      import os, sqlite3
      store = sqlite3.connect('returned.gpkg')
      store.execute('PRAGMA journal_mode = WAL')
      store.execute('PRAGMA wal_autocheckpoint = 0')
      for name, in store.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
          store.execute('DROP TRIGGER "%s"' % name)
      store.execute("UPDATE parks SET name = 'committed' WHERE fid = 1")
      store.commit()
      store.execute("UPDATE parks SET name = 'not committed' WHERE fid = 2")
      os._exit(0)
      """)
    #expect(try await changes() == ["~ 1 name park 1 > committed"])
  }
}
