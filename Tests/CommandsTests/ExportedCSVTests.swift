import Bytes
import Console
import Foundation
import GeoPackage
import OrderedJSON
import TestSupport
import Testing

/// CSV that `export` wrote is built again to the same records.
@Suite struct ExportedCSVTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"version": "2.31", "operationalLayers": [{"id": "trees", "title": "Trees",
        "layerType": "ArcGISFeatureLayer", "popupInfo": {"title": "{Name}", "fieldInfos": []}}],
       "baseMap": {"title": "Streets", "baseMapLayers": []}}
      """, to: "map.json")
    try folder.write("", to: "again/.keep")
  }

  /// A coordinate system by its code, and a position in it.
  struct System: CustomTestStringConvertible, Sendable {
    var reference: String
    var x: Double
    var y: Double
    /// The names of the coordinate columns.
    var columns: String
    var testDescription: String { columns }

    init(_ code: Int, _ x: Double, _ y: Double, _ columns: String) {
      reference = "{\"wkid\": \(code)}"
      (self.x, self.y, self.columns) = (x, y, columns)
    }
  }

  static let systems = [
    System(4326, -122.6, 45.5, "Longitude_EPSG_4326,Latitude_EPSG_4326"),
    System(4269, -122.6, 45.5, "Longitude_EPSG_4269,Latitude_EPSG_4269"),
    System(102100, -13_648_200, 5_702_000, "x_EPSG_3857,y_EPSG_3857"),
    System(2913, 7_652_000, 683_000, "x_EPSG_2913,y_EPSG_2913"),
    System(26910, 525_000, 5_040_000, "x_EPSG_26910,y_EPSG_26910"),
    System(25832, 500_000, 5_400_000, "x_EPSG_25832,y_EPSG_25832"),
    System(2193, 1_570_000, 5_180_000, "x_EPSG_2193,y_EPSG_2193"),
    System(2056, 2_600_000, 1_200_000, "x_EPSG_2056,y_EPSG_2056"),
    System(31370, 150_000, 170_000, "x_EPSG_31370,y_EPSG_31370"),
    System(27700, 430_000, 380_000, "x_EPSG_27700,y_EPSG_27700"),
    System(3035, 4_321_000, 3_210_000, "x_EPSG_3035,y_EPSG_3035"),
    System(102008, 120_000, 450_000, "x_ESRI_102008,y_ESRI_102008"),
  ]

  /// Esri JSON of four trees, one without a shape. Their fields have names of coordinates.
  private static func trees(in system: System, hasZ: Bool, hasM: Bool) -> String {
    let fields = [
      ("GlobalID", "GlobalID"), ("Name", "String"), ("x", "Double"), ("y", "Double"),
      ("Longitude", "Double"), ("Latitude", "Double"), ("a;b;c", "Integer"), ("Planted", "Date"),
    ].map { "{\"name\": \"\($0)\", \"type\": \"esriFieldType\($1)\"}" }
    let parts = [0, 1.0 / 3, 0.1, 1e-9]
    let features = parts.enumerated().map { index, part in
      let third = hasZ ? ", \"z\": \(12.3 + part)" : ""
      let measure = hasM ? ", \"m\": \(index == 1 ? "null" : "\(part - 7)")" : ""
      let shape =
        index == 3
        ? "null"
        : "{\"x\": \(system.x + part), \"y\": \(system.y - part)\(third)\(measure)}"
      return """
        {"attributes": {"GlobalID": "\(SmallCity.id(index + 1))", "Name": "Oak, \\"tall\\" \(index)",
         "x": \(1.5 + part), "y": null, "Longitude": 9.25, "Latitude": \(0.5 - part),
         "a;b;c": \(index), "Planted": \(1_588_291_200_123 + index)}, "geometry": \(shape)}
        """
    }
    return """
      {"geometryType": "esriGeometryPoint", "spatialReference": \(system.reference),
       "hasZ": \(hasZ), "hasM": \(hasM), "fields": [\(fields.joined(separator: ","))],
       "features": [\(features.joined(separator: ","))]}
      """
  }

  private func build(_ data: String, to name: String) async throws {
    try await Session.done([
      "build", folder.path("map.json"), "--data", folder.path(data), "-o", folder.path(name), "-f",
      "--fail-on", "error",
    ])
  }

  /// The records of a layer, byte for byte.
  static func records(of layer: String, in path: String) throws -> [[UInt8]] {
    let store = try GeoPackageReader(path: path)
    var rows = try store.rows(of: layer)
    var records: [[UInt8]] = []
    while try rows.advance() {
      let bytes = rows.bytes
      records.append(bytes.span.extracting(rows.record).copied())
    }
    return records
  }

  private func records(_ name: String) throws -> [[UInt8]] {
    try Self.records(of: "Trees", in: folder.path(name))
  }

  @Test(arguments: systems, [(false, false), (true, false), (false, true), (true, true)])
  func `an export in any system is built again to the same records and shapes`(
    system: System, dimensions: (hasZ: Bool, hasM: Bool)
  ) async throws {
    let text = Self.trees(in: system, hasZ: dimensions.hasZ, hasM: dimensions.hasM)
    try folder.write(text, to: "data/Trees.json")
    try await build("data", to: "first.gpkg")
    try await Session.done([
      "export", folder.path("first.gpkg"), "-l", "Trees", "-o", folder.path("again/Trees.csv"),
      "-f",
    ])
    let csv = String(decoding: try folder.read("again/Trees.csv"), as: UTF8.self)
    let header = csv.split(separator: "\r\n").first ?? ""
    let code =
      system.columns.split(separator: "_").dropFirst().prefix(2).joined(separator: "_")
      .split(separator: ",").first ?? ""
    let others = (dimensions.hasZ ? ",z_\(code)" : "") + (dimensions.hasM ? ",m_\(code)" : "")
    #expect(header.hasSuffix(",\"a;b;c\",Planted,\(system.columns)\(others)"), "\(header)")
    try await build("again", to: "second.gpkg")
    let records = try records("second.gpkg")
    #expect(records.count == 4)
    #expect(try records == self.records("first.gpkg"))
    try await Session.done([
      "export", folder.path("second.gpkg"), "-l", "Trees", "-o", folder.path("third.csv"), "-f",
    ])
    #expect(String(decoding: try folder.read("third.csv"), as: UTF8.self) == csv)
  }

  @Test func `fields that have the names of exported coordinates stay fields`() async throws {
    try folder.write(
      """
      GlobalID,x_EPSG_2913,y_EPSG_2913,lon,lat
      \(SmallCity.id(1)),1.5,2.5,7652000.5,683000.25
      """, to: "data/Trees.csv")
    try folder.write(
      #"{"layers": {"Trees": {"source": "Trees.csv", "x": "lon", "y": "lat", "spatialReference": 2913}}}"#,
      to: "data/bindings.json")
    try await build("data", to: "first.gpkg")
    let session = try await Session.done([
      "export", folder.path("first.gpkg"), "-l", "Trees", "--format", "csv", "-o", "-",
    ])
    let lines = session.output.split(separator: "\r\n")
    #expect(
      lines.first == "GlobalID,x_EPSG_2913,y_EPSG_2913,lon,lat,x_EPSG_2913_2,y_EPSG_2913_2")
    #expect(lines.last == "\(SmallCity.id(1)),1.5,2.5,7652000.5,683000.25,7652000.5,683000.25")
    try folder.write(session.output, to: "again/Trees.csv")
    try await build("again", to: "second.gpkg")
    #expect(try records("second.gpkg") == records("first.gpkg"))
  }

  @Test func `a system without a code is named beside the file`() async throws {
    let wkt =
      #"PROJCS[\"Site grid\",GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]],PROJECTION[\"Transverse_Mercator\"],PARAMETER[\"False_Easting\",1234.0],PARAMETER[\"False_Northing\",0.0],PARAMETER[\"Central_Meridian\",-122.61],PARAMETER[\"Scale_Factor\",1.0],PARAMETER[\"Latitude_Of_Origin\",45.0],UNIT[\"Meter\",1.0]]"#
    var system = System(0, 1_000, 55_000, "x_SHAPE,y_SHAPE")
    system.reference = "{\"wkt\": \"\(wkt)\"}"
    try folder.write(
      Self.trees(in: system, hasZ: false, hasM: false), to: "data/Trees.json")
    try await build("data", to: "first.gpkg")
    let session = try await Session.done([
      "export", folder.path("first.gpkg"), "-l", "Trees", "-o", folder.path("again/Trees.csv"),
    ])
    #expect(session.error.contains("[EXPORT_CRS_UNNAMED]: Trees: the coordinates are in a system"))
    #expect(session.error.contains("Site grid"))
    let alone = await Session.run([
      "build", folder.path("map.json"), "--data", folder.path("again"), "-o", folder.path("x.gpkg"),
    ])
    #expect(alone.exit == .inputRefused && alone.error.contains("CRS_UNKNOWN"))
    try folder.write(
      "{\"layers\": {\"Trees\": {\"source\": \"Trees.csv\", \"spatialReference\": "
        + "\(system.reference)}}}", to: "again/bindings.json")
    try await build("again", to: "second.gpkg")
    #expect(try records("second.gpkg") == records("first.gpkg"))
  }

  @Test func `an export with pop-ups has the same coordinates`() async throws {
    try folder.write(
      Self.trees(in: Self.systems[3], hasZ: true, hasM: false), to: "data/Trees.json")
    try await build("data", to: "first.gpkg")
    func shapes(_ more: [String]) async throws -> [JSON?] {
      let session = try await Session.done(
        ["export", folder.path("first.gpkg"), "-l", "Trees", "-o", "-"] + more)
      return try session.document()["features"]?.array?.map { $0["geometry"] } ?? []
    }
    let plain = try await shapes([])
    #expect(plain.count == 4)
    #expect(try await shapes(["--popups"]) == plain)
  }

  @Test func `values are the same in an export in the words of a spreadsheet`() async throws {
    try folder.write(
      """
      GlobalID;lat;lon;dbh;Planted
      \(SmallCity.id(1));45,5;-122,6;1.234,5;13.01.1999
      \(SmallCity.id(2));45,25;-122,75;7;2.3.2004
      """, to: "data/Trees.csv")
    try await build("data", to: "first.gpkg")
    let session = try await Session.done([
      "export", folder.path("first.gpkg"), "-l", "Trees", "--format", "csv", "-o", "-",
    ])
    #expect(
      session.output.replacing("\r\n", with: "\n") == """
        GlobalID,lat,lon,dbh,Planted,Longitude_EPSG_4326,Latitude_EPSG_4326
        \(SmallCity.id(1)),45.5,-122.6,1234.5,1999-01-13,-122.6,45.5
        \(SmallCity.id(2)),45.25,-122.75,7,2004-03-02,-122.75,45.25

        """)
  }

  @Test(arguments: [true, false])
  func `a merge moves records in the CSV file of a layer`(hasDefinition: Bool) async throws {
    let city = try SmallCity()
    let folder = city.folder
    try FileManager.default.removeItem(atPath: folder.path("data/trees.geojson"))
    if !hasDefinition { try FileManager.default.removeItem(atPath: folder.path("data/City.json")) }
    try folder.write(
      """
      GlobalID,Name,Height,lon,lat
      \(SmallCity.id(1)),Oak,20,-122.6,45.5
      \(SmallCity.id(3)),Elm,9,-122.62,45.52
      """, to: "data/Trees.csv")
    try await Session.done(["build", "-o", folder.path("issued.mmpk")] + city.inputs)
    try folder.write(
      #"[{"id": 0, "updates": [{"attributes": {"GlobalID": "\#(SmallCity.id(1))"}, "geometry": {"x": -122.5, "y": 45.75, "spatialReference": {"wkid": 4326}}}]}]"#,
      to: "edits.json")
    try await Session.done([
      "edit", folder.path("issued.mmpk"), "--edits", folder.path("edits.json"), "-o",
      folder.path("crew.mmpk"),
    ])
    let merged = await Session.run([
      "merge", "--into", folder.path("data"), "--map", folder.path("map.json"),
      folder.path("crew.mmpk"), "-o", folder.path("next/"),
    ])
    #expect(merged.exit == .done, "\(merged.error)\(merged.output)")
    let csv = String(decoding: try folder.read("next/Trees.csv"), as: UTF8.self)
    let header =
      hasDefinition ? "GlobalID,Name,Height," : "GlobalID,Name,Height,lon,lat,"
    #expect(csv.hasPrefix(header + "Longitude_EPSG_4326,Latitude_EPSG_4326\r\n"), "\(csv)")
    #expect(csv.contains(",-122.5,45.75\r\n"), "\(csv)")
  }
}
