import Bytes
import Foundation
import GeoPackage
import OrderedJSON
import Packages
import Packaging
import Publishing
import Records
import TestSupport
import Testing
import ZIPArchive

/// The files of whole layers that readers download.
@Suite struct SiteDownloadsTests {
  /// The plain documents of the demo's trees.
  private static let plain = Task {
    let (folder, _) = try await DemoSiteTests.made.value
    let files = try DemoSiteTests.files(folder, "site")
    return (
      features: Array(try #require(files["data/trees.geojson"])),
      rows: Array(try #require(files["data/trees.csv"])),
      store: Array(try #require(files["data/trees.gpkg"]))
    )
  }

  /// Returns the only document of an archive, and its name.
  private static func document(
    _ folder: TemporaryFolder, _ path: String
  ) throws -> (name: String, content: [UInt8]) {
    let archive = try ArchiveReader(region: FileRegion(try InputFile(path: folder.path(path))))
    #expect(archive.entries.count == 1)
    let entry = try #require(archive.entries.first)
    return (entry.name, try archive.read(entry, limit: 10_000_000))
  }

  /// The downloads of the trees as meta.js lists them.
  private static func downloads(_ files: [String: Data]) throws -> [(label: String, size: String)] {
    let layer = try DemoSiteTests.object(files["data/meta.js"])["layers"]?[1]
    return (layer?["downloads"]?.array ?? []).map {
      ($0["label"]?.string ?? "", $0["size"]?.string ?? "")
    }
  }

  @Test func `a large download is an archive with the same document`() async throws {
    let (folder, _) = try await DemoSiteTests.made.value
    _ = try await DemoSiteTests.render(folder, "packed") { $0.largestPlainDownload = 115_000 }
    let files = try DemoSiteTests.files(folder, "packed")
    let plain = try await Self.plain.value
    let features = try Self.document(folder, "packed/data/trees.geojson.zip")
    #expect(features.name == "trees.geojson" && features.content == plain.features)
    let rows = try Self.document(folder, "packed/data/trees.csv.zip")
    #expect(rows.name == "trees.csv" && rows.content == plain.rows)
    #expect(files["data/trees.geojson"] == nil && files["data/trees.csv"] == nil)
    // Inspections have fewer bytes than the limit.
    #expect(files["data/inspections.csv"] != nil && files["data/inspections.csv.zip"] == nil)
    let downloads = try Self.downloads(files)
    #expect(downloads.map(\.label) == ["GeoJSON", "CSV", "GeoPackage"])
    #expect(downloads.allSatisfy { $0.size.hasPrefix("zip, ") })
    let store = try Self.document(folder, "packed/data/trees.gpkg.zip")
    #expect(store.name == "trees.gpkg" && store.content == plain.store)
    _ = try await DemoSiteTests.render(folder, "packed again") {
      $0.largestPlainDownload = 115_000
    }
    #expect(try DemoSiteTests.files(folder, "packed again") == files)
  }

  @Test func `an archive that is too large for hosts is several, each with a document`()
    async throws
  {
    let (folder, _) = try await DemoSiteTests.made.value
    _ = try await DemoSiteTests.render(folder, "split") {
      $0.largestPlainDownload = 5_000
      $0.largestDownload = 16_000
    }
    let files = try DemoSiteTests.files(folder, "split")
    let count = files.keys.count { $0.hasPrefix("data/trees") && $0.hasSuffix(".geojson.zip") }
    #expect(count > 1)
    var features: [JSON] = []
    for number in 1...count {
      let name = number == 1 ? "trees.geojson" : "trees-\(number).geojson"
      #expect(files["data/\(name).zip"]?.count ?? .max <= 16_000)
      let document = try Self.document(folder, "split/data/\(name).zip")
      #expect(document.name == name)
      features += try JSONParser.parse(document.content)["features"]?.array ?? []
    }
    let whole = try JSONParser.parse(try await Self.plain.value.features)["features"]?.array
    #expect(features == whole)
    let labels = try Self.downloads(files).map(\.label)
    #expect(labels.first == "GeoJSON, part 1 of \(count)")
    #expect(labels.contains("GeoJSON, part \(count) of \(count)"))
    let rows = String(
      decoding: try Self.document(folder, "split/data/trees-2.csv.zip").content, as: UTF8.self)
    #expect(rows.hasPrefix("\u{FEFF}OBJECTID,") && rows.hasSuffix("\r\n"))
  }

  // MARK: GeoPackages

  /// Returns the values of each record of a GeoPackage, as texts, without its id and geometry.
  private static func values(
    _ content: [UInt8]
  ) throws -> (table: GeoPackageTable, rows: [[String?]]) {
    let folder = try TemporaryFolder()
    try folder.write(content, to: "layer.gpkg")
    let reader = try GeoPackageReader(path: folder.path("layer.gpkg"))
    let table = try reader.table(named: try #require(reader.userTables.first).tableName)
    var rows = try reader.rows(of: table.name)
    var values: [[String?]] = []
    while try rows.next() {
      values.append(
        table.columns.indices.map { column in
          rows.withValues(of: table.firstColumn + column) { value, _, record in
            var text: [UInt8] = []
            if case .null = value { return nil }
            value.appendCSV(of: record, delimiter: 0, bytes: .hexadecimal, to: &text)
            return String(decoding: text, as: UTF8.self)
          }
        })
    }
    return (table, values)
  }

  @Test func `a GeoPackage has the columns of the CSV, with their titles`() async throws {
    let plain = try await Self.plain.value
    let (table, rows) = try Self.values(plain.store)
    let text = String(decoding: plain.rows.dropFirst(3), as: UTF8.self)
    let header = table.columns.map(\.name).joined(separator: ",") + ",Longitude,Latitude"
    #expect(text.hasPrefix(header + "\r\n"))
    #expect(rows.count == 303)
    #expect(table.identifier == "Trees" && table.geometry?.srsID == 4_326)
    let titles = Dictionary(uniqueKeysWithValues: table.columns.map { ($0.name, $0.title) })
    #expect(titles["SpeciesCode"] == "Species Code")
    #expect(titles["SpeciesCode_name"] == "Species Code (name)")
    let types = Dictionary(uniqueKeysWithValues: table.columns.map { ($0.name, $0.type) })
    #expect(types["Years since planting"] == .double && types["DBH"] == .double)
  }

  @Test func `a GeoPackage that is too large for hosts is several, each with a part of the rows`()
    async throws
  {
    let (folder, _) = try await DemoSiteTests.made.value
    _ = try await DemoSiteTests.render(folder, "split stores") {
      $0.largestPlainDownload = 5_000
      $0.largestDownload = 20_000
    }
    let files = try DemoSiteTests.files(folder, "split stores")
    let count = files.keys.count { $0.hasPrefix("data/trees") && $0.hasSuffix(".gpkg.zip") }
    #expect(count > 1)
    var rows: [[String?]] = []
    for number in 1...count {
      let name = number == 1 ? "trees.gpkg" : "trees-\(number).gpkg"
      #expect(files["data/\(name).zip"]?.count ?? .max <= 20_000)
      rows += try Self.values(
        try Self.document(folder, "split stores/data/\(name).zip").content
      ).rows
    }
    #expect(rows == (try Self.values(try await Self.plain.value.store).rows))
    let labels = try Self.downloads(files).map(\.label)
    #expect(labels.last == "GeoPackage, part \(count) of \(count)")
  }

  // MARK: Names of codes

  /// Returns the columns of the trees' CSV with some published fields.
  private func columns(_ fields: [String]) async throws -> [String] {
    let (folder, _) = try await DemoSiteTests.made.value
    let name = fields.joined(separator: "-")
    _ = try await DemoSiteTests.render(folder, name) {
      $0.isPublic = true
      $0.allowedFields = [("Trees", fields)]
    }
    let rows = String(
      decoding: try #require(DemoSiteTests.files(folder, name)["data/trees.csv"]), as: UTF8.self)
    return try #require(rows.split(separator: "\r\n").first).dropFirst().split(separator: ",")
      .map(String.init)
  }

  @Test func `the names of codes follow published fields only`() async throws {
    let coded = try await columns(["SiteType", "SpeciesCode"])
    #expect(
      coded.starts(with: ["SpeciesCode", "SpeciesCode_name", "SiteType", "SiteType_name"]))
    let plain = try await columns(["DBH"])
    #expect(plain.first == "DBH" && !plain.contains { $0.hasSuffix("_name") })
  }

  private static let map = """
    {"version": "2.31", "operationalLayers": [
      {"id": "a", "title": "Things", "layerType": "ArcGISFeatureLayer",
       "url": "https://services.example.com/arcgis/rest/services/City/FeatureServer/0",
       "popupInfo": {"title": "{Kind}", "fieldInfos": [
         {"fieldName": "Kind", "visible": true}, {"fieldName": "Other", "visible": true},
         {"fieldName": "expression/mixed", "visible": true}],
       "expressionInfos": [{"name": "mixed", "title": "Mixed", "returnType": "number",
         "expression": "When($feature.Kind == 1, 1.5, $feature.Kind == 2, true, 'none')"}]}}]}
    """

  private static let definitions = """
    {"layers": [
      {"id": 0, "name": "Things", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
       "fields": [{"name": "Kind", "type": "esriFieldTypeInteger", "domain": {
         "type": "codedValue", "name": "Kinds", "codedValues": [
           {"code": 1, "name": "=oak"}, {"code": 2, "name": "elm, wych"}]}},
         {"name": "KIND_NAME", "type": "esriFieldTypeString"},
         {"name": "Other", "type": "esriFieldTypeString"}]}]}
    """

  private static let things = Task {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "map.json")
    try folder.write(definitions, to: "data/service.json")
    try folder.write(
      "Kind,KIND_NAME,Other,lon,lat\n1,own,x,7,45\n2,own,y,8,46\n3,own,z,9,47\n,own,z,9,47\n",
      to: "data/Things.csv")
    let request = BuildRequest(
      map: folder.path("map.json"), data: folder.path("data"), now: DemoSiteTests.now)
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("demo.mmpk"), overwrite: false)
    return folder
  }

  @Test func `a column of names does not take the name of a field`() async throws {
    let folder = try await Self.things.value
    _ = try await DemoSiteTests.render(folder, "all")
    let all = String(
      decoding: try #require(DemoSiteTests.files(folder, "all")["data/things.csv"]),
      as: UTF8.self)
    #expect(all.contains("Kind,Kind_name_2,KIND_NAME,Other,"))
    #expect(all.contains("1,=oak,own,x,") && all.contains("2,\"elm, wych\",own,y,"))
    // A code without a name, and no code.
    #expect(all.contains("3,,own,z,") && all.contains(",,own,z,"))
  }

  @Test func `a hidden field has no influence on names, and names are no formulas`() async throws {
    let folder = try await Self.things.value
    _ = try await DemoSiteTests.render(folder, "public") {
      $0.isPublic = true
      $0.guardsFormulas = true
    }
    let files = try DemoSiteTests.files(folder, "public")
    let rows = String(decoding: try #require(files["data/things.csv"]), as: UTF8.self)
    let head = "\u{FEFF}Kind,Kind_name,Other,Mixed,Longitude,Latitude\r\n"
    #expect(rows.hasPrefix(head + "1,'=oak,x,1.5,7,45\r\n"))
    let hidden = files.filter {
      !$0.key.hasPrefix("assets/") && $0.value.range(of: Data("KIND_NAME".utf8)) != nil
    }
    #expect(hidden.isEmpty)
  }

  @Test func `a computed column with values of several kinds is text in a GeoPackage`()
    async throws
  {
    let folder = try await Self.things.value
    _ = try await DemoSiteTests.render(folder, "mixed")
    let files = try DemoSiteTests.files(folder, "mixed")
    let (table, rows) = try Self.values(Array(try #require(files["data/things.gpkg"])))
    #expect(table.columns.last?.name == "Mixed" && table.columns.last?.type == .text(length: nil))
    #expect(rows.map(\.last) == ["1.5", "true", "none", "none"])
  }

  @Test func `what browsers make downloads of has heights and several positions`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"version": "2.31", "operationalLayers": [{"id": "a", "title": "Spots",
        "layerType": "ArcGISFeatureLayer",
        "url": "https://services.example.com/arcgis/rest/services/City/FeatureServer/0"}]}
      """, to: "map.json")
    let shapes = [
      #"{"type":"Point","coordinates":[7,45,250.5]}"#,
      #"{"type":"MultiPoint","coordinates":[[8,46],[8.5,46.5]]}"#,
    ]
    let features = shapes.map { #"{"type":"Feature","properties":{"A":1},"geometry":\#($0)}"# }
    try folder.write(
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
      to: "data/Spots.geojson")
    let request = BuildRequest(
      map: folder.path("map.json"), data: folder.path("data"), now: DemoSiteTests.now)
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("demo.mmpk"), overwrite: false)
    _ = try await DemoSiteTests.render(folder, "site")
    let files = try DemoSiteTests.files(folder, "site")
    let whole = String(decoding: try #require(files["data/spots.geojson"]), as: UTF8.self)
    let slot = try #require(
      DemoSiteTests.object(files["data/meta.js"])["layers"]?[0]?["exported"]?["geometry"]?.int)
    let exported = try DemoSiteTests.object(files["data/spots/exported-0000.js"])
    let texts = exported["parts"]?[0]?["slots"]?[slot]?[0]?.array?.compactMap(\.string) ?? []
    #expect(texts.count == 2 && texts.allSatisfy { whole.contains("\"geometry\":\($0)}") })
  }
}
