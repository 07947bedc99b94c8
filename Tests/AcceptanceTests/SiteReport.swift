import Foundation
import TestSupport
import Testing

/// The report of `site.py` about a rendered site: the complaints of each check, and skipped checks.
struct SiteReport: Decodable, Sendable {
  var complaints: [String: [String]]
  var skipped: [String: String]

  /// The checks that need no browser.
  static let ofFiles = ["links", "markup"]
  /// The checks in Chromium, and whether it is installed.
  static let inChromium = [
    "every", "states", "scripts", "reader", "keyboard", "ranges", "steps", "looks", "totals",
    "tables", "downloads",
  ]
  /// The checks in other engines. Each is skipped if its browser is missing.
  static let inOthers = ["firefox", "webkit"]
  static let canBrowse =
    Lane.browsers.isChosen && Tool.chromium != nil && Tool.pythonHas("playwright")

  /// The site of the demo's map, judged once for all tests.
  static let demo = Task {
    let folder = try TemporaryFolder()
    let source = Fixture.treesOfPortland
    try await Acceptance.site([source + "/map.json", "--data", source], to: folder.path("site"))
    return try await SiteReport(of: folder.path("site"), ["--source", source])
  }

  /// Runs all possible checks of a site, or some of them.
  init(
    of site: String, only checks: [String]? = nil, _ options: [String] = []
  ) async throws {
    let browsing =
      (Self.canBrowse ? Self.inChromium : []) + (Lane.browsers.isChosen ? Self.inOthers : [])
    let made = checks ?? Self.ofFiles + browsing
    guard let judge = Judge("site", needing: "playwright") ?? Judge("site") else {
      throw AcceptanceError.noProgram
    }
    let arguments = [site, "--only", made.joined(separator: ",")] + options
    self = try await judge.verdict(arguments)
  }

  /// Records each complaint of a check. The test of a check that was skipped is skipped, too.
  func expectNothing(of check: String) throws {
    if let why = skipped[check] { try Test.cancel("\(why)") }
    for complaint in try #require(complaints[check]) { Issue.record("\(complaint)") }
  }
}
