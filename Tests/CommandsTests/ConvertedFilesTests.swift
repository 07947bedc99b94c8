import Foundation
import TestSupport
import Testing

/// The commands that findings suggest convert files so that they can be packed.
@Suite(.needs(.fieldpack, .ogr2ogr)) struct ConvertedFilesTests {
  /// How a file of a layer or table is made with GDAL and other programs, in a folder where
  /// `source.csv` has the records.
  struct Foreign: CustomTestStringConvertible, Sendable {
    var name: String
    /// Words for the shell.
    var making: String
    var isTable = false
    /// What to put instead of parts of the command that only people know.
    var replacing: (String, String)?
    var testDescription: String { name }
  }

  private static let points =
    "-oo X_POSSIBLE_NAMES=lon -oo Y_POSSIBLE_NAMES=lat -oo KEEP_GEOM_COLUMNS=NO -a_srs EPSG:4326 -nln"

  private static func made(_ file: String, _ options: String = "") -> String {
    "ogr2ogr \(options) \(points) Trees \(file) source.csv"
  }

  static let all: [Foreign] = [
    Foreign(name: "Trees.shp", making: made("Trees.shp")),
    Foreign(
      name: "Trees.zip",
      making: made("Trees.shp") + " && zip -q Trees.zip Trees.* && rm Trees.[sdpc]*"),
    Foreign(
      name: "Trees.shp.zip",
      making: "mkdir in && "
        + made("in/t.shp", "-f 'ESRI Shapefile'").replacing("-nln Trees", with: "-nln t")
        + " && zip -qr Trees.shp.zip in && rm -r in"),
    Foreign(name: "Trees.kml", making: made("Trees.kml")),
    Foreign(
      name: "Trees.kmz", making: made("doc.kml") + " && zip -q Trees.kmz doc.kml && rm doc.kml"),
    Foreign(
      name: "Trees.fgb", making: made("Trees.fgb").replacing("-nln Trees", with: "-nln other")),
    Foreign(name: "Trees.gdb", making: made("Trees.gdb", "-f OpenFileGDB")),
    Foreign(
      name: "Trees.gdb.zip",
      making: made("City.gdb", "-f OpenFileGDB")
        + " && zip -qr Trees.gdb.zip City.gdb && rm -r City.gdb"),
    Foreign(name: "Trees.gml", making: made("Trees.gml")),
    Foreign(
      name: "Trees.gpx",
      making: made("Trees.gpx", "-dsco GPX_USE_EXTENSIONS=YES").replacing(
        "-nln Trees", with: "-nln waypoints")),
    Foreign(name: "Trees.sqlite", making: made("Trees.sqlite")),
    Foreign(name: "Trees.db", making: made("Trees.gpkg") + " && mv Trees.gpkg Trees.db"),
    Foreign(name: "Trees.tab", making: made("Trees.tab")),
    Foreign(name: "Trees.mif", making: made("Trees.mif", "-f 'MapInfo File' -dsco FORMAT=MIF")),
    Foreign(
      name: "Trees.dxf",
      making: made("Trees.dxf", "-skipfailures").replacing("-nln Trees", with: "-nln entities"),
      replacing: ("CODE", "4326")),
    Foreign(
      name: "Trees.topojson",
      making: #"""
        printf '{"type":"Topology","arcs":[],"objects":{"Trees":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2],"properties":{"a":1}},{"type":"Point","coordinates":[3,4],"properties":{"a":2}}]}}}' > Trees.topojson
        """#),
    Foreign(
      name: "Trees.geojson.zip",
      making: made("Trees.geojson")
        + " && zip -q Trees.geojson.zip Trees.geojson && rm Trees.geojson"),
    Foreign(name: "Visits.xlsx", making: "ogr2ogr Visits.xlsx source.csv", isTable: true),
    Foreign(name: "Visits.ods", making: "ogr2ogr Visits.ods source.csv", isTable: true),
    Foreign(
      name: "Visits.dbf",
      making: "ogr2ogr -f 'ESRI Shapefile' Visits.dbf source.csv -nln Visits && rm -f Visits.cpg",
      isTable: true),
  ]

  @Test(.needs(.zip), arguments: all)
  func `the suggested command makes a file that is packed`(foreign: Foreign) async throws {
    let folder = try TemporaryFolder()
    try folder.write("name,lon,lat\nOak,1,2\nElm,3,4\n", to: "data/source.csv")
    try folder.write(
      """
      {"version": "2.31", "operationalLayers": [
        \(foreign.isTable ? "" : #"{"id": "t", "title": "Trees", "layerType": "ArcGISFeatureLayer"}"#)],
       "tables": [\(foreign.isTable ? #"{"id": "v", "title": "Visits"}"# : "")]}
      """, to: "map.json")
    let shell = Tool(path: "/bin/sh")
    let made = try await shell.run(["-c", foreign.making], folder: folder.path("data"))
    try #require(made.status == 0, "\(made.errorText)")
    try FileManager.default.removeItem(atPath: folder.path("data/source.csv"))

    let fieldpack = try #require(Tool.fieldpack)
    let check = ["check", "map.json", "--data", "data"]
    let before = try await fieldpack.run(check, folder: folder.path)
    #expect(before.status == 1)
    #expect(before.text.contains("\(foreign.name) is "), "\(before.text)")
    let fix = try #require(before.lines.first { $0.hasPrefix("  fix: ") })
    let start = try #require(
      fix.range(of: "ogr2ogr ") ?? fix.range(of: "unzip ") ?? fix.range(of: "mv "))
    var command = String(fix[start.lowerBound...])
    if let (part, value) = foreign.replacing { command = command.replacing(part, with: value) }
    let converted = try await shell.run(["-c", command], folder: folder.path("data"))
    #expect(converted.status == 0, "\(command): \(converted.errorText)")

    let after = try await fieldpack.run(check, folder: folder.path)
    let title = foreign.isTable ? "Visits" : "Trees"
    #expect(
      after.text.contains("packed read-only  \(title)  2 records"), "\(command)\n\(after.text)")
    #expect(!after.text.contains("error["), "\(after.text)")
  }
}
