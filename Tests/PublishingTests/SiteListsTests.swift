import Foundation
import Packaging
import Publishing
import TestSupport
import Testing

/// The list pages, which work without scripts.
@Suite struct SiteListsTests {
  private static let map = """
    {"version": "2.31", "operationalLayers": [
      {"id": "a", "title": "Things", "layerType": "ArcGISFeatureLayer",
       "url": "https://services.example.com/arcgis/rest/services/City/FeatureServer/0",
       "popupInfo": {"title": "{Note}", "fieldInfos": [{"fieldName": "Note", "visible": true}]}}],
     "tables": [
      {"id": "b", "title": "Kinds", "layerType": "ArcGISFeatureLayer",
       "url": "https://services.example.com/arcgis/rest/services/City/FeatureServer/1",
       "popupInfo": {"title": "{Name}", "fieldInfos": [{"fieldName": "Name", "visible": true}]}}]}
    """

  private static let definitions = """
    {"layers": [
      {"id": 0, "name": "Things", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
       "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"},
         {"name": "Kind", "type": "esriFieldTypeInteger"},
         {"name": "Note", "type": "esriFieldTypeString", "length": 20000}],
       "relationships": [{"id": 0, "name": "Kind", "relatedTableId": 1, "keyField": "Kind",
         "role": "esriRelRoleDestination", "cardinality": "esriRelCardinalityOneToMany",
         "composite": false}]}],
     "tables": [{"id": 1, "name": "Kinds", "type": "Table",
       "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"},
         {"name": "Code", "type": "esriFieldTypeInteger"},
         {"name": "Name", "type": "esriFieldTypeString", "length": 20}],
       "relationships": [{"id": 0, "name": "Things", "relatedTableId": 0, "keyField": "Code",
         "role": "esriRelRoleOrigin", "cardinality": "esriRelCardinalityOneToMany",
         "composite": false}]}]}
    """

  /// Makes the site of things that all have long notes and are of one kind.
  private static func lists(_ limit: Int, named name: String) async throws -> [String: String] {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "map.json")
    try folder.write(definitions, to: "data/service.json")
    let note = String(repeating: "<&> ", count: 2_000)
    let things = (1...300).map { "\($0),7,\($0) \(note),\($0 % 90),45" }
    try folder.write(
      "OBJECTID,Kind,Note,lon,lat\n\(things.joined(separator: "\n"))\n", to: "data/Things.csv")
    try folder.write("OBJECTID,Code,Name\n1,7,oak\n", to: "data/Kinds.csv")
    let request = BuildRequest(
      map: folder.path("map.json"), data: folder.path("data"), now: DemoSiteTests.now)
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("demo.mmpk"), overwrite: false)
    _ = try await DemoSiteTests.render(folder, name) { $0.lists = .upTo(limit) }
    return try DemoSiteTests.files(folder, name).filter { $0.key.hasPrefix("list/") }
      .mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `lists of long texts stay below 1 MB and have every record once`() async throws {
    let lists = try await Self.lists(1_000, named: "lists")
    let things = lists.filter { $0.key.hasPrefix("list/things-") }
    #expect(things.count > 2)
    for (path, text) in lists { #expect(text.utf8.count < 1_000_000, "\(path)") }
    for id in 1...300 {
      #expect(things.values.count { $0.contains("<article id=\"r\(id)\"") } == 1, "record \(id)")
    }
    let first = try #require(lists["list/things-0001.html"])
    let last = try #require(first.firstMatch(of: #/<title>Things, 1 to (\d+) /#)?.output.1)
    #expect(first.components(separatedBy: "<article ").count - 1 == Int(last))
    let second = try #require(lists["list/things-0002.html"])
    #expect(second.contains("<title>Things, \((Int(last) ?? 0) + 1) to "))
  }

  @Test func `related records lead to their places in the lists, and only some are listed`()
    async throws
  {
    let lists = try await Self.lists(1_000, named: "related")
    let kinds = try #require(lists["list/kinds-0001.html"])
    #expect(kinds.components(separatedBy: "<td class=\"go\">").count - 1 == 10)
    #expect(
      kinds.contains(
        "The first 10 of 300 are listed here. "
          + "<a href=\"../list/things-0001.html\">Read the list of all records</a>"))
    for link in kinds.matches(of: /<td class="go"><a href="\.\.\/(list\/[^"#]+)#(r\d+)"/) {
      let target = try #require(lists[String(link.output.1)])
      #expect(target.contains("<article id=\"\(link.output.2)\""))
    }
    #expect(lists["list/things-0001.html"]?.contains("href=\"../list/kinds-0001.html#r1\"") == true)
  }

  @Test func `related records without lists lead to their own pages`() async throws {
    let lists = try await Self.lists(10, named: "few")
    #expect(lists.keys.sorted() == ["list/kinds-0001.html"])
    let kinds = try #require(lists["list/kinds-0001.html"])
    #expect(kinds.contains("<td class=\"go\"><a href=\"../feature.html#things/"))
    #expect(kinds.contains("<a href=\"../layer-things.html\">Open the table of all records</a>"))
  }
}
