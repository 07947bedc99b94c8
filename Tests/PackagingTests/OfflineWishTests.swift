import MapModel
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// `applicationProperties.offline` of a web map: what the author wants left out of packages.
@Suite struct OfflineWishTests {
  /// Two trees with a photo each, a layer that nobody edits with one, and a table of species that
  /// nothing refers to.
  private static func city(offline: String) throws -> MapFolder {
    let photos = [
      "Trees/\(MapFolder.id(1))/1.jpg", "Trees/\(MapFolder.id(2))/2.jpg",
      "Parks/\(MapFolder.id(1))/3.jpg",
    ]
    var files = [
      "trees.geojson": MapFolder.points([(1, 1, ""), (2, 2, "")]),
      "parks.geojson": MapFolder.points([(3, 3, "")]),
      "species.csv": "Code,Name\n1,oak\n2,fir\n",
      "parks.layer.json": """
      {"name":"Parks","type":"Feature Layer","geometryType":"esriGeometryPoint",
       "capabilities":"Query","hasAttachments":true,"globalIdField":"GlobalID",
       "fields":[{"name":"GlobalID","type":"esriFieldTypeGlobalID"}]}
      """,
    ]
    for photo in photos { files["attachments/" + photo] = "not a picture" }
    return try MapFolder(
      layers: [#""title":"Trees""#, #""title":"Parks""#], tables: [#""title":"Species""#],
      map: #","applicationProperties":{"offline":{\#(offline)}}"#, files: files)
  }

  struct Wish: CustomTestStringConvertible, Sendable {
    var offline: String
    /// Packed records and attachments by layer.
    var records = ["Trees": 2, "Parks": 1, "Species": 2]
    var attachments = ["Trees": 2, "Parks": 1]
    /// The layers that a finding names.
    var named: [String] = []
    var testDescription: String { offline.isEmpty ? "no settings" : offline }
  }

  @Test(arguments: [
    Wish(offline: ""),
    Wish(offline: #""editableLayers":{"download":"featuresAndAttachments"}"#),
    Wish(
      offline: #""editableLayers":{"download":"features"}"#,
      attachments: ["Trees": 0, "Parks": 1], named: ["Trees"]),
    Wish(
      offline: #""editableLayers":{"download":"none"}"#,
      records: ["Trees": 0, "Parks": 1, "Species": 2], attachments: ["Trees": 0, "Parks": 1],
      named: ["Trees", "Trees"]),
    Wish(
      offline: #""readonlyLayers":{"downloadAttachments":false}"#,
      attachments: ["Trees": 2, "Parks": 0], named: ["Parks"]),
    Wish(
      offline: #""tables":{"includeRows":false}"#,
      records: ["Trees": 2, "Parks": 1, "Species": 0], named: ["Species"]),
    Wish(
      offline: #""tables":[{"includeRows":false}]"#,
      records: ["Trees": 2, "Parks": 1, "Species": 0], named: ["Species"]),
    Wish(
      offline: #""connectedOnlineLayers":[{"id":"l1"}]"#,
      records: ["Trees": 2, "Species": 2], attachments: ["Trees": 2]),
  ])
  func `a package has what the map's author wants in it`(wish: Wish) async throws {
    let city = try Self.city(offline: wish.offline)
    let output = city.folder.path("city.mmpk")
    let report = try await city.job { $0.followsOfflineSettings = true }
      .build(to: output, overwrite: false)
    #expect(report.rowCounts == wish.records)
    #expect(report.findings(.mapOfflineLeftOut).map(\.subject).sorted() == wish.named)
    #expect(report.findings(.layerEmptyInArea).isEmpty)
    let attachments = report.plan.attachments.map { group in
      (report.plan.tables[group.table].title, group.items.count)
    }
    #expect(Dictionary(uniqueKeysWithValues: attachments) == wish.attachments)
    #expect(report.attachmentCount == wish.attachments.values.reduce(0, +))
    if wish.records["Parks"] == nil {
      #expect(report.plan.leftOut.map(\.reason) == ["the map keeps it online"])
    }
  }

  @Test func `what is merged or published has everything`() async throws {
    let city = try Self.city(
      offline: #""editableLayers":{"download":"none"},"connectedOnlineLayers":[{"id":"l1"}]"#)
    let report = try await city.check()
    #expect(report.rowCounts == ["Trees": 2, "Parks": 1, "Species": 2])
    #expect(report.findings(.mapOfflineLeftOut).isEmpty)
  }
}
