import Foundation
import OrderedJSON
import Packages
import Packaging
import Publishing
import TestSupport
import Testing

/// The title that readers see above a site.
@Suite struct SiteTitleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var map: String?
    var build: String?
    var site: String?
    var title: String
    var isAskedFor = false

    var testDescription: String { "\(map ?? "-"), \(build ?? "-"), \(site ?? "-")" }
  }

  @Test(arguments: [
    Case(title: "forest", isAskedFor: true),
    Case(map: "City trees", title: "City trees"),
    Case(map: "City trees", build: "Crew 7", title: "Crew 7"),
    Case(build: "Crew 7", title: "Crew 7"),
    Case(site: "Our trees", title: "Our trees"),
    Case(map: "City trees", build: "Crew 7", site: "Our trees", title: "Our trees"),
  ])
  func `a site asks for a title if nobody gave one`(_ test: Case) async throws {
    let folder = try TemporaryFolder()
    let map: JSON = [
      "version": "2.31",
      "operationalLayers": [
        ["id": "trees", "title": "trees", "layerType": "ArcGISFeatureLayer"]
      ],
    ]
    // Only the map's item has a title.
    let document: JSON = test.map.map { ["title": .string($0), "data": map] } ?? map
    try folder.write(JSONWriter.write(document), to: "forest.json")
    try folder.write(
      """
      {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"Name": "Oak"},
        "geometry": {"type": "Point", "coordinates": [1, 1]}}]}
      """, to: "data/trees.geojson")
    var request = BuildRequest(
      map: folder.path("forest.json"), data: folder.path("data"), now: DemoSiteTests.now)
    request.title = test.build
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("demo.mmpk"), overwrite: false)
    let report = try await DemoSiteTests.render(folder, "site") { $0.title = test.site }
    let meta = try DemoSiteTests.object(DemoSiteTests.files(folder, "site")["data/meta.js"])
    #expect(meta["title"]?.string == test.title)
    let asked = report.findings.filter { $0.id == .mapTitleMissing }.map(\.subject)
    #expect(asked == (test.isAskedFor ? [test.title] : []))
  }
}
