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
