import Foundation
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing
import ZIPArchive

/// Every file that can lie in a data folder is used, or named with what it is and what to do.
@Suite struct ForeignFilesTests {
  /// A file, and what Fieldpack says about it.
  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]
    /// What it is.
    var words: String
    /// What to do.
    var remedy: String
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ words: String, _ remedy: String) {
      self.init(name, Array(text.utf8), words, remedy)
    }

    init(_ name: String, _ bytes: [UInt8], _ words: String, _ remedy: String) {
      (self.name, self.bytes, self.words, self.remedy) = (name, bytes, words, remedy)
    }

    /// A ZIP with empty files.
    static func zip(
      _ name: String, _ members: [String], _ words: String, _ remedy: String
    ) throws -> Sample {
      Sample(name, try SmallArchive.bytes(of: members.map { ($0, [1]) }), words, remedy)
    }
  }

  /// The first bytes of a SQLite database with an application id.
  private static func database(_ id: String) -> [UInt8] {
    Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 52) + Array(id.utf8)
  }

  /// Files with records, or that someone saved instead of records.
  private static func samples() throws -> [Sample] {
    let signIn = "Sign in, and save the records themselves"
    return [
      Sample("Trees.shp", [0, 0, 0x27, 0x0A, 0, 0], "a shapefile", "ogr2ogr Trees.gpkg Trees.shp"),
      Sample(
        "Trees/trees.shp", [0, 0, 0x27, 0x0A], "a shapefile", "ogr2ogr trees.gpkg Trees/trees.shp"),
      try .zip(
        "Trees.zip", ["Trees.shp", "Trees.dbf"], "a ZIP with a shapefile",
        "ogr2ogr -nln Trees Trees.gpkg /vsizip/Trees.zip/Trees.shp"),
      try .zip(
        "Trees.shp.zip", ["city/t.shp"], "a ZIP with a shapefile",
        "ogr2ogr -nln Trees Trees.gpkg /vsizip/Trees.shp.zip/city/t.shp"),
      try .zip(
        "Trees.zip", ["a.shp", "b.shp"], "several shapefiles",
        "ogr2ogr Trees.gpkg /vsizip/Trees.zip"),
      Sample(
        "Trees.kml", "<?xml version=\"1.0\"?><kml/>", "a KML file",
        "ogr2ogr Trees.geojson Trees.kml"),
      try .zip(
        "Trees.kmz", ["doc.kml"], "a KMZ file", "ogr2ogr Trees.geojson /vsizip/Trees.kmz/doc.kml"),
      Sample(
        "Trees.gpx", "<gpx version=\"1.1\"></gpx>", "a GPX file",
        "ogr2ogr Trees.geojson Trees.gpx waypoints"),
      Sample(
        "Trees.gml", "<a xmlns:gml='http://www.opengis.net/gml'/>", "a GML file",
        "ogr2ogr -nln Trees Trees.gpkg Trees.gml"),
      Sample(
        "Trees.fgb", Array("fgb".utf8) + [3, 0x66, 0x67, 0x62, 0], "a FlatGeobuf file",
        "ogr2ogr -nln Trees Trees.gpkg Trees.fgb"),
      Sample(
        "Trees.gdb/a00000001.gdbtable", [1], "a file geodatabase", "ogr2ogr Trees.gpkg Trees.gdb"),
      try .zip(
        "Trees.gdb.zip", ["City.gdb/a00000001.gdbtable"], "a ZIP with a file geodatabase",
        "ogr2ogr Trees.gpkg /vsizip/Trees.gdb.zip/City.gdb"),
      Sample(
        "Trees.parquet", "PAR1", "a Parquet file", "ogr2ogr -nln Trees Trees.gpkg Trees.parquet"),
      Sample("Trees.sqlite", database(""), "a SQLite database", "ogr2ogr Trees.gpkg Trees.sqlite"),
      Sample("Trees.db", database("GPKG"), "a GeoPackage, but its name", "mv Trees.db Trees.gpkg"),
      Sample("Trees.dbf", [3, 126, 1, 1], "a dBASE table", "ogr2ogr Trees.csv Trees.dbf"),
      Sample(
        "Trees.tab", "!table\n!version 300\n", "a MapInfo file", "ogr2ogr Trees.gpkg Trees.tab"),
      Sample("Trees.mif", "Version 300\n", "a MapInfo file", "ogr2ogr Trees.gpkg Trees.mif"),
      Sample(
        "Trees.dxf", "  0\nSECTION\n", "a CAD drawing (DXF)",
        "-a_srs EPSG:CODE -nln Trees Trees.gpkg Trees.dxf"),
      Sample("Trees.dwg", "AC1032", "a CAD drawing (DWG)", "export its features as GeoJSON"),
      Sample(
        "Trees.topojson", #"{"type":"Topology","arcs":[]}"#, "a TopoJSON file",
        "ogr2ogr Trees.geojson Trees.topojson"),
      Sample(
        "Trees.json", #"{"type":"Topology","arcs":[]}"#, "a TopoJSON file",
        "ogr2ogr Trees.geojson Trees.json"),
      try .zip(
        "Trees.xlsx", ["[Content_Types].xml", "xl/workbook.xml"], "an Excel workbook",
        "OGR_XLSX_HEADERS FORCE Trees.csv Trees.xlsx"),
      Sample(
        "Trees.xls", [0xD0, 0xCF, 0x11, 0xE0], "an Excel workbook",
        "Save the sheet as CSV UTF-8 in Excel"),
      try .zip(
        "Trees.ods", ["mimetype", "content.xml"], "an OpenDocument spreadsheet",
        "OGR_ODS_HEADERS FORCE Trees.csv Trees.ods"),
      try .zip(
        "Trees.csv", ["xl/workbook.xml"], "an Excel workbook",
        "Save the sheet as CSV UTF-8 in Excel."),
      try .zip(
        "Trees.geojson.zip", ["Trees.geojson"], "a ZIP with a file that Fieldpack can read",
        "unzip Trees.geojson.zip"),
      try .zip("Trees.zip", ["a.geojson", "b.csv"], "an archive", "Unpack it"),
      Sample("Trees.7z", [0x37, 0x7A, 0xBC, 0xAF], "an archive", "Unpack it"),
      Sample(
        "Trees.pbf", [0x22, 5], "a service's answer in the binary form PBF",
        "f=geojson instead of f=pbf"),
      Sample(
        "Trees.json", "\n<!DOCTYPE html><html><head></head></html>", "a web page (HTML)", signIn),
      Sample("Trees.csv", "<html><body>Sign in</body></html>", "a web page (HTML)", signIn),
      Sample("Trees.geojson", "", "is empty", "Export the layer again."),
      Sample("Trees.csv", "", "is empty", "Export the layer again."),
      Sample("Trees.json", #"{"count":218602}"#, "count of records", "returnCountOnly"),
      Sample(
        "Trees.json", #"{"objectIdFieldName":"OBJECTID","objectIds":[1,2]}"#, "list of object IDs",
        "returnIdsOnly"),
      Sample(
        "Trees.json", #"{"id":0,"name":"Trees","type":"Feature Layer","fields":[]}"#,
        "has the definition of the layer, but not its records", "f=geojson"),
      Sample(
        "Trees.json", #"{"version":"2.31","operationalLayers":[]}"#, "a web map",
        "Save the records of its layers"),
      Sample(
        "Trees.json", #"[{"tree":1},{"tree":2}]"#, "a list of records in JSON", "GeoJSON or CSV"),
      Sample("Trees.json", #"{"meta":{},"rows":[]}"#, "it has meta, rows", "GeoJSON or CSV"),
      Sample("Trees.tif", Array("II*\0".utf8), "an image", "You can ignore this"),
      Sample("Trees.mbtiles", database(""), "a file of map tiles", "baseMap"),
      Sample("Trees.lyrx", "{}", "a document of ArcGIS", "GeoJSON"),
      try .zip("Trees.mmpk", ["p20/a.geodatabase"], "a mobile package", "GeoJSON"),
      Sample("Trees.pdf", "%PDF-1.7", "of a kind that has no records", "GeoJSON"),
      Sample(
        "Trees and shrubs.shp", [0, 0, 0x27, 0x0A], "a shapefile",
        "ogr2ogr 'Trees and shrubs.gpkg' 'Trees and shrubs.shp'"),
    ]
  }

  @Test(arguments: try samples())
  func `a layer whose only file can't be read says what the file is, and what to do`(
    sample: Sample
  ) async throws {
    let title = sample.name.hasPrefix("Trees and") ? "Trees and shrubs" : "Trees"
    let map = try MapFolder(layers: ["\"title\":\"\(title)\""], files: [:])
    try map.folder.write(sample.bytes, to: "data/" + sample.name)
    let findings = try await map.check().findings
    let finding = try #require(findings.first { $0.severity == .error })
    #expect(findings.count == 1, "\(findings)")
    #expect(finding.subject == title)
    #expect(finding.message.contains(sample.words), "\(finding.message)")
    #expect(finding.fix.contains(sample.remedy), "\(finding.fix)")
  }

  @Test(arguments: try samples())
  func `a file that no layer uses is named, and stops nothing`(sample: Sample) async throws {
    let map = try MapFolder(
      layers: [#""title":"Benches""#],
      files: ["benches.csv": "GlobalID,lon,lat\n\(MapFolder.id(1)),1,2\n"])
    try map.folder.write(sample.bytes, to: "data/" + sample.name)
    let findings = try await map.check().findings.filter { $0.subject != "Benches" }
    #expect(!findings.contains { $0.severity == .error })
    // Definitions and the map itself may lie beside the data.
    let isQuiet = sample.words == "a web map" || sample.words.contains("definition")
    #expect(findings.count == (isQuiet ? 0 : 1), "\(findings)")
    guard let finding = findings.first else { return }
    #expect(finding.id == .dataFormatUnsupported)
    #expect(finding.message.contains(sample.words.replacing("is ", with: "")), "\(finding.message)")
  }

  @Test(arguments: [
    "Trees.prj", "Trees.cpg", "Trees.shx", "Trees.qpj", "Trees.tif.aux.xml", "Thumbs.db",
    "desktop.ini",
    ".DS_Store", "README", "readme.txt", "README.md", "LICENSE", "~$Trees.xlsx",
    "trees.geojson-wal",
    "map.qgz",
  ])
  func `files that belong to others or to people are not mentioned`(name: String) async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: ["trees.geojson": MapFolder.points([(1, 2, "")]), name: "x"])
    let findings = try await map.check().findings
    #expect(findings.filter { $0.subject != "Trees" } == [])
  }

  @Test func `the table of a shapefile is not mentioned, and an older form of used data is a note`()
    async throws
  {
    let map = try MapFolder(
      layers: [#""title":"Trees""#], files: ["trees.geojson": MapFolder.points([(1, 2, "")])])
    try map.folder.write([0, 0, 0x27, 0x0A], to: "data/Trees.shp")
    try map.folder.write([3, 126, 1, 1], to: "data/Trees.dbf")
    let findings = try await map.check().findings.filter { $0.subject != "Trees" }
    #expect(findings.map(\.subject) == ["Trees.shp"])
    #expect(findings.map(\.severity) == [.information])
    #expect(findings.first?.message.contains("Trees has its records from trees.geojson") == true)
  }

  @Test(arguments: [
    ("trees.geojson", "\u{1E}{F}\n\u{1E}{F}\n"), ("trees.json", "{F}\n{F}\n"),
    ("trees.geojsonl", "[F,F]"),
    ("trees.ndjson", "{F}\r\n{F}"), ("trees.json.gz", ""),
  ])
  func `features are found by the content of a file, whatever its ending`(
    name: String, form: String
  ) async throws {
    func feature(_ row: Int) -> String {
      "{\"type\":\"Feature\",\"properties\":{\"GlobalID\":\"\(MapFolder.id(row))\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}"
    }
    var text = form.replacing(
      "[F,F]", with: "{\"type\":\"FeatureCollection\",\"features\":[{F},{F}]}")
    for row in 1...2 {
      if let range = text.range(of: "{F}") { text.replaceSubrange(range, with: feature(row)) }
    }
    let map = try MapFolder(layers: [#""title":"Trees""#], files: [:])
    if form.isEmpty {
      let gzip: [UInt8] = Array(try #require(Data(base64Encoded: Self.packedFeatures)))
      try map.folder.write(gzip, to: "data/" + name)
    } else {
      try map.folder.write(text, to: "data/" + name)
    }
    let report = try await map.check()
    #expect(report.rowCounts == ["Trees": 2], "\(report.findings)")
  }

  /// Two features of one line each, packed by gzip.
  private static let packedFeatures =
    "H4sIAAAAAAAC/6tWKqksSFWyUnJLTSwpLUpV0lEqKMovSC0qyUwtVrKqVnLPyU9KzPF0ASqpNoACXTBh"
    + "AiIsYFwoMKxVqtVRSk/Nz00tKaoEGQA1PyA/M68EaHpyfn5RSmZeYgnI+GhDHaPY2lquaiq7wogsVwAA"
    + "J0XwYAwBAAA="

  @Test(arguments: [
    (#"{"type":"Feature","features":[],"properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#),
    (#"{"features":[],"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[1,2]}}"#),
    (#"{"type":"Point","coordinates":[1,2]}"#),
    ("{\n  \"type\": \"Feature\",\n  \"properties\": {},\n  \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, 2]}\n}"),
    (#"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}"#),
  ])
  func `a single feature or geometry is one record`(text: String) async throws {
    let map = try MapFolder(layers: [#""title":"Trees""#], files: ["trees.geojson": text])
    let report = try await map.check()
    #expect(report.rowCounts == ["Trees": 1], "\(report.findings)")
    #expect(report.findings(.geometryNull).isEmpty)
  }

  @Test func `pages are in the order of their numbers`() async throws {
    func page(_ number: Int) -> String {
      "{\"spatialReference\":{\"wkid\":4326},\"features\":[{\"attributes\":{\"n\":\(number)},\"geometry\":{\"x\":1,\"y\":2}}]"
        + (number < 12 ? ",\"exceededTransferLimit\":true}" : "}")
    }
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: Dictionary(uniqueKeysWithValues: (1...12).map { ("Trees/\($0).json", page($0)) }))
    let report = try await map.check()
    #expect(report.rowCounts == ["Trees": 12])
    #expect(report.findings(.dataIncomplete).isEmpty)
  }

  // MARK: Names

  @Test(arguments: [
    ("Treez", #"Did you mean "Trees"?"#), ("TREES", nil), ("L0", nil),
    ("Benches", "Correct the name"),
  ])
  func `a binding for no layer is an error with the nearest name`(
    name: String, fix: String?
  ) async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "export.geojson": MapFolder.points([(1, 2, "")]),
        "bindings.json": "{\"layers\":{\"\(name)\":{\"source\":\"export.geojson\"}}}",
      ])
    let report = try await map.check()
    let finding = report.findings(.bindingUnmatched).first
    #expect(finding.map(\.severity) == (fix == nil ? nil : .error))
    #expect(finding?.subject == (fix == nil ? nil : "bindings.json"))
    if let fix { #expect(finding?.fix.contains(fix) == true) }
    #expect(report.rowCounts == (fix == nil ? ["Trees": 1] : [:]))
  }

  @Test func `files and bindings of a map service say what it is`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#], files: ["trees.geojson": MapFolder.points([(1, 2, "")])])
    try map.folder.write(
      """
      {"version":"2.31","operationalLayers":[
        {"id":"t","title":"Trees","layerType":"ArcGISFeatureLayer"},
        {"id":"c","title":"County Boundaries","layerType":"ArcGISMapServiceLayer","url":"https://x/MapServer"}]}
      """, to: "map.json")
    try map.folder.write(MapFolder.points([(1, 2, "")]), to: "data/County Boundaries.json")
    try map.folder.write(#"{"layers":{"c":{"source":"x.geojson"}}}"#, to: "data/bindings.json")
    let findings = try await map.check().findings
    for id in [FindingID.dataNotBound, .bindingUnmatched] {
      let finding = try #require(findings.first { $0.id == id })
      #expect(finding.severity == .warning)
      #expect(
        finding.message.contains("County Boundaries is a layer of type ArcGISMapServiceLayer"))
    }
  }

  @Test func `a file of a layer that is left out is not mentioned, one beside the used file is`()
    async throws
  {
    let map = try MapFolder(
      layers: [#""title":"Trees""#, #""title":"Parks""#],
      files: [
        "City_0.geojson": MapFolder.points([(1, 2, "")]), "trees.csv": "lon,lat\n1,2\n",
        "parks.geojson": MapFolder.points([(1, 2, "")]),
        "parcs.geojson": MapFolder.points([(1, 2, "")]),
      ])
    let findings = try await map.check { $0.without = ["Parks"] }.findings(.dataNotBound)
    #expect(findings.map(\.subject) == ["parcs.geojson", "trees.csv"])
    #expect(findings[0].fix.contains("call it Parks"))
    #expect(findings[1].message.contains("Trees has its records from City_0.geojson"))
  }

  @Test func `layers with one title are named with their groups`() async throws {
    let map = try MapFolder(layers: [], files: [:])
    try map.folder.write(
      """
      {"version":"2.31","operationalLayers":[
        {"id":"a","title":"North","layerType":"GroupLayer","layers":[
          {"id":"n","title":"Trees","layerType":"ArcGISFeatureLayer"}]},
        {"id":"b","title":"South","layerType":"GroupLayer","layers":[
          {"id":"s","title":"Trees","layerType":"ArcGISFeatureLayer"},
          {"id":"p","title":"Parks","layerType":"ArcGISFeatureLayer"}]}]}
      """, to: "map.json")
    try map.folder.write(
      MapFolder.points([(1, 2, ""), (100, 200, ""), (3, 4, "")]), to: "data/s.geojson")
    let findings = try await map.check().findings
    #expect(findings.filter { $0.severity == .error }.map(\.subject) == ["North / Trees", "Parks"])
    #expect(findings.first { $0.id == .coordinatesOutOfRange }?.subject == "South / Trees")
  }

  // MARK: Services

  @Test func `a layer number of another service is not the layer of a service definition`()
    async throws
  {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "trees.geojson": MapFolder.points([(1, 2, "")]),
        "streets.geojson":
          #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#,
        "service.json":
          #"{"layers":[{"id":0,"name":"Trees","type":"Feature Layer","geometryType":"esriGeometryPoint"}]}"#,
      ])
    try map.folder.write(
      """
      {"version":"2.31","operationalLayers":[
        {"id":"s","title":"Streets","layerType":"ArcGISFeatureLayer",
         "url":"https://x.example/rest/services/Streets/FeatureServer/0"},
        {"id":"t","title":"Trees","layerType":"ArcGISFeatureLayer",
         "url":"https://x.example/rest/services/Trees_of_Portland/FeatureServer/0"}]}
      """, to: "map.json")
    let report = try await map.check()
    #expect(report.rowCounts == ["Streets": 1, "Trees": 1], "\(report.findings)")
    #expect(report.findings(.geometryMixed).isEmpty)
  }
}
