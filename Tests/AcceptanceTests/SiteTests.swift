import Foundation
import TestSupport
import Testing

/// Published sites as readers see them: opened from disk in a real browser.
@Suite(
  .needs(.python3),
  .needs(.fieldpack))
struct SiteTests {
  @Test(arguments: SiteReport.ofFiles)
  func `the demo's pages are complete`(check: String) async throws {
    try await SiteReport.demo.value.expectNothing(of: check)
  }

  @Test(
    .needs(.chromium, .python("playwright")),
    arguments: SiteReport.inChromium)
  func `the demo's site works when opened from disk`(check: String) async throws {
    try await SiteReport.demo.value.expectNothing(of: check)
  }

  @Test(arguments: SiteReport.inOthers)
  func `the demo's site works in other engines`(check: String) async throws {
    try await SiteReport.demo.value.expectNothing(of: check)
  }

  @Test(
    .needs(.chromium, .python("playwright")), .needs(.sharedData("mobile-map-package/canyonlands")))
  func `a mobile map of ArcGIS has its photos below its layers, in both themes`() async throws {
    let folder = try TemporaryFolder()
    let map = try #require(SharedData.path("mobile-map-package/canyonlands"))
    try await Acceptance.site([map], to: folder.path("site"))
    #expect(try folder.files().contains { $0.hasPrefix("site/data/basemap/11/") })
    try await SiteReport(of: folder.path("site"), only: ["every"]).expectNothing(of: "every")
  }

  @Test(.needs(.chromium, .python("playwright")))
  func `data on both sides of the 180th meridian is shown together`() async throws {
    let folder = try TemporaryFolder()
    func feature(_ number: Int, _ longitude: Double) -> String {
      """
      {"type": "Feature", "properties": {"OBJECTID": \(number), "Name": "Reef \(number)"},
       "geometry": {"type": "Point", "coordinates": [\(longitude), \(-16 - Double(number) / 40)]}}
      """
    }
    let reefs = (0..<80).map { number in
      feature(number + 1, number < 40 ? 178 + Double(number) / 20 : Double(number - 40) / 20 - 180)
    }
    try folder.write(
      "{\"type\": \"FeatureCollection\", \"features\": [\(reefs.joined(separator: ","))]}",
      to: "data/Reefs.geojson")
    try folder.write(
      """
      {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"OBJECTID": 1},
       "geometry": {"type": "MultiPolygon", "coordinates": [
        [[[179.8, -17], [180, -17], [180, -16.7], [179.8, -16.7], [179.8, -17]]],
        [[[-180, -17], [-179.8, -17], [-179.8, -16.7], [-180, -16.7], [-180, -17]]]]}}]}
      """, to: "data/Islands.geojson")
    let map = try folder.write(
      """
      {"version": "2.31", "baseMap": {"title": "none", "baseMapLayers": []},
       "operationalLayers": [
        {"id": "i", "title": "Islands", "layerType": "ArcGISFeatureLayer"},
        {"id": "r", "title": "Reefs", "layerType": "ArcGISFeatureLayer"}], "tables": []}
      """, to: "map.json")
    try await Acceptance.site([map, "--data", folder.path("data")], to: folder.path("site"))
    try await SiteReport(of: folder.path("site"), only: ["halves"]).expectNothing(of: "halves")
  }

  @Test(
    .needs(.chromium, .python("playwright")),
    .needs(.portland))
  func `the city's map stays small in memory`() async throws {
    let folder = try TemporaryFolder()
    try await Acceptance.site(
      [try await Portland.package.value, "--lists", "0"], to: folder.path("site"))
    try await SiteReport(of: folder.path("site"), only: ["heap"], ["--budget", "60"])
      .expectNothing(of: "heap")
  }
}
