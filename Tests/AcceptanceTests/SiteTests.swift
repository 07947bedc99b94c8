import Foundation
import TestSupport
import Testing

/// Published sites as their readers meet them: opened from a disk, in a real browser.
@Suite(
  .enabled(if: Tool.python3 != nil, "Python is absent"),
  .enabled(if: Tool.fieldpack != nil, "the program is absent"))
struct SiteTests {
  @Test(arguments: SiteReport.ofFiles)
  func `the demo's pages are whole`(check: String) throws {
    try expectNothing(of: check, in: SiteReport.demo.get())
  }

  @Test(
    .enabled(if: SiteReport.canBrowse, "Chromium or playwright is absent"),
    arguments: SiteReport.inChromium)
  func `the demo's site works by a double click`(check: String) throws {
    try expectNothing(of: check, in: SiteReport.demo.get())
  }

  private func expectNothing(of check: String, in report: SiteReport) throws {
    if let why = report.skipped[check] { print("\(check): skipped: \(why)") }
    for complaint in try #require(report.complaints[check]) {
      Issue.record("\(complaint)")
    }
  }
}
