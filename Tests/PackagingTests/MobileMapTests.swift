import Bytes
import FeatureData
import Foundation
import GeoPackage
import Geodatabase
import OrderedJSON
import Packages
import Packaging
import Records
import SQLiteFile
import TestPackages
import TestSupport
import Testing

/// The parts of a package for Esri's apps, and packages with only these parts.
@Suite struct MobileMapTests {
  private static func build(
    _ target: String, _ change: (inout BuildRequest) -> Void = { _ in }
  ) async throws -> BuildReport {
    var request = BuildRequest(
      map: Fixture.treesOfPortland + "/map.json", data: Fixture.treesOfPortland, now: MapFolder.now)
    change(&request)
    return try await OfflineMapJob(request) { _ in }.build(to: target, overwrite: false)
  }

  /// Packages of the demo map: for both, for QGIS, for ArcGIS; and its single geodatabase.
  private static let demo = Task { () throws -> TemporaryFolder in
    let folder = try TemporaryFolder()
    _ = try await build(folder.path("both.mmpk"))
    _ = try await build(folder.path("qgis.mmpk")) { $0.stores = [.geoPackage] }
    _ = try await build(folder.path("arcgis.mmpk")) { $0.stores = [.geodatabase] }
    _ = try await build(folder.path("alone.geodatabase"))
    return folder
  }

  private static func open(_ path: String) async throws -> OpenPackage {
    let (package, findings) = try await OpenPackage.open(path: path, now: MapFolder.now) { _ in }
    #expect(findings.filter { $0.severity == .error } == [])
    return package
  }

  private static func json(_ path: String, of package: OpenPackage) throws -> JSON {
    try JSONParser.parse(try #require(try package.members.content(of: path, limit: 1 << 20)))
  }

  // MARK: Map

  @Test func `layers and tables of the map refer to the geodatabase`() async throws {
    let package = try OpenPackage(path: try await Self.demo.value.path("both.mmpk"))
    let file = try #require(try package.geodatabasePaths().first)
    let document = try Self.json("p13/mobile_map.mmap", of: package)
    #expect(document["item"]?["type"]?.string == "Mobile Map")
    let map = try #require(document["map"])
    let layers = map["operationalLayers"]?.array ?? []
    let tables = map["tables"]?.array ?? []
    #expect(
      layers.map { $0["title"]?.string } == ["Neighborhoods", "Trees", "Poor and dead trees"])
    #expect(tables.map { $0["title"]?.string } == ["Species", "Inspections"])
    #expect(
      (layers + tables).map { $0["path"]?.string }
        == [1, 0, 0, 2, 3].map { "file:./\(file.dropFirst(4))?itemId=\($0)" })
    #expect((layers + tables).allSatisfy { $0["popupInfo"]?["fieldInfos"]?.array != nil })
    let original = try JSONParser.parse(try Fixture.bytes("TreesOfPortland/map.json"))
    for member in ["baseMap", "bookmarks", "initialState", "spatialReference", "version"] {
      #expect(map[member] == original[member], "\(member)")
    }
    #expect(layers[1]["layerDefinition"] == original["operationalLayers"]?[1]?["layerDefinition"])
  }

  @Test func `layers that are left out are not in the map`() async throws {
    let city = try MapFolder(
      layers: [
        "\"title\":\"Trees\"", "\"title\":\"Benches\"",
      ],
      files: ["trees.geojson": MapFolder.points([(1, 1, "")])])
    let package = city.folder.path("a.mmpk")
    _ = try await city.job { $0.without = ["Benches"] }.build(to: package, overwrite: false)
    let document = try Self.json("p13/mobile_map.mmap", of: try OpenPackage(path: package))
    let layers = document["map"]?["operationalLayers"]?.array ?? []
    #expect(layers.map { $0["title"]?.string } == ["Trees"])
    #expect(document["map"]?["tables"] == nil)
  }

  @Test func `groups are kept, and feature collections become layers`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"version":"2.31","operationalLayers":[
        {"id":"g","title":"Group","layerType":"GroupLayer","layers":[
          {"id":"t","title":"Trees","layerType":"ArcGISFeatureLayer"},
          {"id":"h","title":"Empty","layerType":"GroupLayer","layers":[
            {"id":"i","title":"Tiles","layerType":"ArcGISTiledMapServiceLayer"}]}]},
        {"id":"c","title":"Notes","layerType":"ArcGISFeatureLayer","featureCollection":{"layers":[
          {"layerDefinition":{"name":"Points","geometryType":"esriGeometryPoint","fields":[
             {"name":"OBJECTID","type":"esriFieldTypeOID"},
             {"name":"Text","type":"esriFieldTypeString","length":9}]},
           "featureSet":{"geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326},
             "features":[{"geometry":{"x":1,"y":2},"attributes":{"OBJECTID":7,"Text":"seen"}}]}}]}}
      ]}
      """, to: "map.json")
    try folder.write(MapFolder.points([(1, 1, "")]), to: "data/trees.geojson")
    let request = BuildRequest(
      map: folder.path("map.json"), data: folder.path("data"), now: MapFolder.now)
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("a.mmpk"), overwrite: false)
    let document = try Self.json(
      "p13/mobile_map.mmap", of: try OpenPackage(path: folder.path("a.mmpk")))
    let layers = document["map"]?["operationalLayers"]?.array ?? []
    #expect(layers.map { $0["title"]?.string } == ["Group", "Notes"])
    #expect(layers[0]["layers"]?.array?.map { $0["title"]?.string } == ["Trees"])
    #expect(layers[1]["featureCollection"] == nil)
    #expect(layers[1]["layerType"]?.string == "ArcGISFeatureLayer")
    #expect(layers[1]["layerDefinition"]?["name"]?.string == "Points")
    let numbers = [layers[0]["layers"]?[0], layers[1]].map {
      $0?["path"]?.string?.split(separator: "=").last
    }
    #expect(numbers == ["0", "1"])
  }

  @Test(.needs(.sqlite3))
  func `an editable replica has an ID and an owner`() async throws {
    let folder = try await Self.demo.value
    let package = try OpenPackage(path: folder.path("both.mmpk"))
    let path = try #require(try package.geodatabasePaths().first)
    let region = try #require(try package.members.region(of: path))
    try folder.write(try region.readAll(limit: 1 << 26), to: "owned.geodatabase")
    let sqlite = try #require(Tool.sqlite3)
    let row = try await sqlite.output([
      folder.path("owned.geodatabase"),
      "SELECT UUID, DatasetInfo2, Definition FROM GDB_Items "
        + "WHERE Definition LIKE '<typens:GPSyncReplica %'",
    ])
    let parts = row.split(separator: "|", maxSplits: 2)
    try #require(parts.count == 3)
    #expect(parts[1] == "Esri_Anonymous" && parts[2].contains("<Owner>Esri_Anonymous</Owner>"))
    #expect(parts[2].contains("<ReplicaID>\(parts[0])</ReplicaID>"))
    #expect(!parts[0].hasPrefix("{00000000"))
  }

  @Test func `a subtype layer keeps the titles and pop-ups of its sublayers`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"version":"2.31","operationalLayers":[
        {"id":"s","title":"Trees","layerType":"SubtypeGroupLayer","layers":[
          {"id":"s1","title":"Street trees","subtypeCode":1,
           "popupInfo":{"title":"On a street","popupElements":[
             {"type":"fields","title":"Place"}]}},
          {"id":"s2","title":"Park trees","subtypeCode":2,"visibility":false}]}]}
      """, to: "map.json")
    try folder.write(MapFolder.points([(1, 1, "")]), to: "data/trees.geojson")
    let request = BuildRequest(
      map: folder.path("map.json"), data: folder.path("data"), now: MapFolder.now)
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("a.mmpk"), overwrite: false)
    let document = try Self.json(
      "p13/mobile_map.mmap", of: try OpenPackage(path: folder.path("a.mmpk")))
    let layer = try #require(document["map"]?["operationalLayers"]?[0])
    #expect(layer["layerType"]?.string == "SubtypeGroupLayer")
    #expect(layer["path"]?.string?.hasSuffix("?itemId=0") == true)
    let inside = layer["layers"]?.array ?? []
    #expect(inside.map { $0["title"]?.string } == ["Street trees", "Park trees"])
    #expect(inside.map { $0["subtypeCode"]?.int } == [1, 2])
    let popup = inside.first?["popupInfo"]
    #expect(popup?["title"]?.string == "On a street")
    #expect(popup?["popupElements"]?[0]?["title"]?.string == "Place")
  }

  @Test func `the item names the map only if there is one`() async throws {
    let folder = try await Self.demo.value
    let both = try Self.json(
      "package.info", of: try OpenPackage(path: folder.path("both.mmpk")))
    #expect(both["maps"]?.array?.compactMap(\.string) == ["mobile_map"])
    #expect(both["spatialReference"]?.string == "WGS_1984_Web_Mercator_Auxiliary_Sphere")
    #expect(both["version"]?.string == "3.2")
    let qgis = try OpenPackage(path: folder.path("qgis.mmpk"))
    #expect(try Self.json("package.info", of: qgis)["maps"]?.array?.isEmpty == true)
    #expect(try qgis.geodatabasePaths().isEmpty)
    #expect(try !qgis.members.paths().contains { $0.hasPrefix("p13/") })
  }

  // MARK: Rows

  /// The rows of a table by GlobalID, without the columns that number them, and with GlobalIDs in
  /// one form.
  private static func rows(
    _ package: OpenPackage, _ table: String
  ) throws -> [String: [String: String]] {
    var rows: [String: [String: String]] = [:]
    for row in try StoredRows(package.store, table).rows {
      rows[row["GlobalID"] ?? ""] = row.filter { !["fid", "OBJECTID"].contains($0.key) }
        .mapValues { GlobalID($0)?.text ?? $0 }
    }
    return rows
  }

  @Test(arguments: ["both.mmpk", "arcgis.mmpk", "alone.geodatabase"])
  func `the geodatabase has the rows of the GeoPackage`(name: String) async throws {
    let folder = try await Self.demo.value
    var path = folder.path(name)
    if name == "both.mmpk" {
      let package = try OpenPackage(path: path)
      let member = try #require(try package.geodatabasePaths().first)
      let region = try #require(try package.members.region(of: member))
      path = folder.path("taken.geodatabase")
      try folder.write(try region.readAll(limit: 1 << 28), to: "taken.geodatabase")
    }
    let geodatabase = try await Self.open(path)
    let store = try OpenPackage(path: folder.path("both.mmpk"))
    for table in ["Neighborhoods", "Trees", "Species", "Inspections"] {
      let wanted = try Self.rows(store, table)
      #expect(!wanted.isEmpty)
      #expect(try Self.rows(geodatabase, table) == wanted, "\(table)")
    }
    let links = try #require(try geodatabase.storedMap()).relationships
    #expect(links == (try #require(try store.storedMap()).relationships))
    #expect(try Self.photos(geodatabase) == (try Self.photos(store)))
  }

  /// The parent, name and digest of every attachment.
  private static func photos(_ package: OpenPackage) throws -> Set<[String]> {
    var photos: Set<[String]> = []
    let media = try package.store.relations().filter { $0.relationName == "media" }
    for table in media.map(\.relatedTable) {
      try package.store.forEachAttachment(in: table) { _, row, content in
        let bytes = content.copied()
        let own = try bytes.isEmpty ? package.content(of: row) ?? [] : bytes
        #expect(SHA256.hex(SHA256.of(own.span)) == row.sha256)
        photos.insert([row.parentGlobalID, row.name, row.sha256, row.contentType])
      }
    }
    #expect(photos.count == 8)
    return photos
  }

  @Test func `a package only for ArcGIS has a manifest`() async throws {
    let folder = try await Self.demo.value
    let package = try await Self.open(folder.path("arcgis.mmpk"))
    #expect(package.kind == .geodatabase)
    #expect(package.packageID?.count == 32)
    #expect(package.manifest?["for"]?.array?.compactMap(\.string) == ["arcgis"])
    let paths = try package.members.paths()
    #expect(!paths.contains { $0.hasSuffix(".gpkg") || $0.hasPrefix("attachments/") })
    let summary = try PackageSummary(package)
    #expect(summary.title == "map" && summary.attachmentCount == 8)
    #expect(summary.stores.map(\.kind) == [.geodatabase])
    let size = try #require(try package.members.size(of: summary.stores[0].path))
    #expect(summary.stores[0].size == size && size > 100_000)
    #expect(summary.layers.allSatisfy { $0.status != nil })
  }

  @Test func `the ID depends on the chosen stores`() async throws {
    let folder = try await Self.demo.value
    let ids = try ["both.mmpk", "qgis.mmpk"].map {
      try OpenPackage(path: folder.path($0)).packageID
    }
    #expect(ids[0] != ids[1])
  }

  // MARK: Verification

  @Test(arguments: ["both.mmpk", "qgis.mmpk", "arcgis.mmpk", "alone.geodatabase"])
  func `a built package passes verification`(name: String) async throws {
    let package = try await Self.open(try await Self.demo.value.path(name))
    let findings = try PackageVerification.run(package) { _ in }
    #expect(findings.filter { $0.id != .packageManifestMissing } == [])
  }

  @Test(.needs(.unzip))
  func `an edited geodatabase passes verification, a truncated one fails`()
    async throws
  {
    let folder = try TemporaryFolder()
    let source = try await Self.demo.value.path("both.mmpk")
    let unzip = try await #require(Tool.unzip).run(["-q", source, "-d", folder.path("p")])
    try #require(unzip.status == 0)
    let member = try #require(try OpenPackage(path: folder.path("p")).geodatabasePaths().first)
    let path = folder.path("p/" + member)
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    // The file's change counter, which every edit increments.
    bytes[27] &+= 1
    try folder.write(bytes, to: "p/" + member)
    try folder.write([], to: "p/" + member + "-wal")
    let edited = try PackageVerification.run(OpenPackage(path: folder.path("p"))) { _ in }
    #expect(edited.map(\.id) == [.packageStoreEdited])
    #expect(edited.first?.subject == member)
    try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "p/" + member)
    let cut = try PackageVerification.run(OpenPackage(path: folder.path("p"))) { _ in }
    #expect(cut.contains { $0.id == .storeDamaged && $0.subject == member })
  }

  // MARK: What it cannot carry

  @Test func `limits of geodatabases are reported before the build`() async throws {
    let key = "\"Number\":12345678901,\"Day\":\"2026-05-01\",\"at\":\"2026-05-01\""
    let service = """
      {"layers":[
        {"id":0,"name":"Trees","type":"Feature Layer","geometryType":"esriGeometryPoint",
         "objectIdField":"OBJECTID","globalIdField":"GlobalID","relationships":[
           {"id":0,"name":"Visits","relatedTableId":2,"role":"esriRelRoleOrigin",
            "cardinality":"esriRelCardinalityOneToMany","keyField":"OBJECTID"}],
         "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"},
           {"name":"GlobalID","type":"esriFieldTypeGlobalID"},
           {"name":"Number","type":"esriFieldTypeBigInteger"},
           {"name":"Day","type":"esriFieldTypeDateOnly"}]},
        {"id":2,"name":"Visits","type":"Table","objectIdField":"OBJECTID","relationships":[
           {"id":0,"name":"Visits","relatedTableId":0,"role":"esriRelRoleDestination",
            "cardinality":"esriRelCardinalityOneToMany","keyField":"Tree"}],
         "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"},
           {"name":"Tree","type":"esriFieldTypeInteger"}]}]}
      """
    let city = try MapFolder(
      layers: ["\"title\":\"Trees\"", "\"title\":\"Benches\""], tables: ["\"title\":\"Visits\""],
      files: [
        "trees.geojson": MapFolder.points([(1, 1, "\"OBJECTID\":5," + key)]),
        "bindings.json":
          "{\"layers\":{\"Benches\":{\"source\":\"b.geojson\",\"spatialReference\":32210}}}",
        "b.geojson": MapFolder.points([(400_000, 300_000, "")]),
        "visits.csv": "OBJECTID,Tree\n1,5\n", "service.json": service,
      ])
    let report = try await city.check()
    let layer = try #require(report.findings(.geodatabaseLayerLeftOut).first)
    #expect(layer.subject == "Benches" && layer.severity == .warning)
    let fields = try #require(report.findings(.geodatabaseFieldChanged).first)
    #expect(
      fields.samples == [
        "Number: BigInteger as Double", "Day: DateOnly as String", "at: DateOnly as String",
      ])
    #expect(report.findings(.geodatabaseRelationLeftOut).count == 1)
    let without = try await city.check { $0.stores = [.geoPackage] }
    #expect(!without.findings.contains { $0.id.rawValue.hasPrefix("GDB_") })
  }
}
