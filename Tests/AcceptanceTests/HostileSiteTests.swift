import Foundation
import TestSupport
import Testing

/// A map in which every text is an attack or an accident: names, labels, domains, values, files.
@Suite(
  .enabled(if: Tool.python3 != nil, "Python is absent"),
  .enabled(if: Tool.fieldpack != nil, "the program is absent"))
struct HostileSiteTests {
  static let checks =
    SiteReport.ofFiles + (SiteReport.canBrowse ? ["every", "scripts", "hostile"] : [])

  /// The site of that map, judged once.
  static let report = Result {
    let folder = try TemporaryFolder()
    let maker = try #require(Judge("hostile"))
    _ = try maker.run([folder.path])
    try Acceptance.site(
      [folder.path("map.json"), "--data", folder.path("data")], to: folder.path("site"))
    return try SiteReport(
      of: folder.path("site"), only: checks, ["--expected", folder.path("expected.json")])
  }

  @Test(arguments: checks)
  func `hostile texts are shown literally and break nothing`(check: String) throws {
    try Self.report.get().expectNothing(of: check)
  }
}
