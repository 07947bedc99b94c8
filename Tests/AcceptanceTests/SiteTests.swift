import Foundation
import TestSupport
import Testing

/// Published sites as readers see them: opened from disk in a real browser.
@Suite(
  .enabled(if: Tool.python3 != nil, "Python is absent"),
  .enabled(if: Tool.fieldpack != nil, "the program is absent"))
struct SiteTests {
  @Test(arguments: SiteReport.ofFiles)
  func `the demo's pages are complete`(check: String) throws {
    try SiteReport.demo.get().expectNothing(of: check)
  }

  @Test(
    .enabled(if: SiteReport.canBrowse, "Chromium or playwright is absent"),
    arguments: SiteReport.inChromium)
  func `the demo's site works when opened from disk`(check: String) throws {
    try SiteReport.demo.get().expectNothing(of: check)
  }

  @Test(arguments: SiteReport.inOthers)
  func `the demo's site works in other engines`(check: String) throws {
    try SiteReport.demo.get().expectNothing(of: check)
  }

  @Test(
    .enabled(if: SiteReport.canBrowse, "Chromium or playwright is absent"),
    .enabled(if: Portland.isThere, Portland.absence))
  func `the city's map stays small in memory`() throws {
    let folder = try TemporaryFolder()
    try Acceptance.site([try Portland.package.get(), "--lists", "0"], to: folder.path("site"))
    try SiteReport(of: folder.path("site"), only: ["heap"], ["--budget", "60"])
      .expectNothing(of: "heap")
  }
}
