import Foundation
import TestSupport
import Testing

/// A map in which every text is an attack or an accident: names, labels, domains, values, files.
@Suite(
  .needs(.python3),
  .needs(.fieldpack))
struct HostileSiteTests {
  static let inChromium = ["every", "scripts", "hostile"]

  /// The site of that map, judged once.
  static let report = Task {
    let folder = try TemporaryFolder()
    let maker = try #require(Judge("hostile"))
    _ = try await maker.run([folder.path])
    try await Acceptance.site(
      [folder.path("map.json"), "--data", folder.path("data")], to: folder.path("site"))
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
}
