import Bytes
import Foundation
import OrderedJSON
import Packaging
import Publishing
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
      rows: Array(try #require(files["data/trees.csv"]))
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
    #expect(downloads.map(\.label) == ["GeoJSON", "CSV"])
    #expect(downloads.allSatisfy { $0.size.hasPrefix("zip, ") })
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
         {"fieldName": "Kind", "visible": true}, {"fieldName": "Other", "visible": true}]}}]}
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
    #expect(rows.hasPrefix("\u{FEFF}Kind,Kind_name,Other,Longitude,Latitude\r\n1,'=oak,x,7,45\r\n"))
    let hidden = files.filter {
      !$0.key.hasPrefix("assets/") && $0.value.range(of: Data("KIND_NAME".utf8)) != nil
    }
    #expect(hidden.isEmpty)
  }
}
