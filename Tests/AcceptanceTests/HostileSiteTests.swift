import Foundation
import TestSupport
import Testing

/// A map in which every text is an attack or an accident: names, labels, domains, values, files.
@Suite(
  .needs(.python3),
  .needs(.fieldpack))
struct HostileSiteTests {
  static let inChromium = ["every", "scripts", "downloads", "hostile"]

  /// The site of that map.
  static let site = Task {
    let folder = try TemporaryFolder()
    let maker = try #require(Judge("hostile"))
    _ = try await maker.run([folder.path])
    try await Acceptance.site(
      [folder.path("map.json"), "--data", folder.path("data")], to: folder.path("site"))
    return folder
  }

  /// The site, judged once.
  static let report = Task {
    let folder = try await site.value
    return try await SiteReport(
      of: folder.path("site"), only: SiteReport.ofFiles + (SiteReport.canBrowse ? inChromium : []),
      ["--expected", folder.path("expected.json")])
  }

  @Test(arguments: SiteReport.ofFiles)
  func `hostile texts are shown literally and break nothing`(check: String) async throws {
    try await Self.report.value.expectNothing(of: check)
  }

  @Test(.needs(.chromium, .python("playwright")), arguments: inChromium)
  func `hostile texts do nothing in a browser`(check: String) async throws {
    try await Self.report.value.expectNothing(of: check)
  }

  /// The verdict of `opened.py`.
  private struct Opened: Decodable {
    var complaints: [String]
    var opened: Int
    var skipped: [String]
  }

  /// With `FIELDPACK_EXHAUSTIVE=1`, scripts and data, too, and all pages in all engines.
  @Test(.needs(.chromium, .python("playwright")))
  func `no file of a site runs what came from a crew when it is opened by itself`() async throws {
    let folder = try await Self.site.value
    let judge = try #require(Judge("opened", needing: "playwright"))
    let verdict: Opened = try await judge.verdict(
      [folder.path("site")] + (Acceptance.isExhaustive ? ["--all"] : []), seconds: 1_200)
    for complaint in verdict.complaints { Issue.record("\(complaint)") }
    for engine in verdict.skipped { print("not opened: \(engine)") }
    #expect(verdict.opened > 200)
  }
}
