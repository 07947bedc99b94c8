import Foundation
import TestSupport
import Testing

/// What `site.py` says of a rendered site: the complaints of each check, and what it had to skip.
struct SiteReport: Decodable, Sendable {
  var complaints: [String: [String]]
  var skipped: [String: String]

  /// The checks that need no browser.
  static let ofFiles = ["links", "markup"]
  /// The checks in Chromium, and whether they can be made.
  static let inChromium = ["every", "scripts", "reader", "keyboard", "tables"]
  /// The checks in other engines, each skipped where its browser is absent.
  static let inOthers = ["firefox", "webkit"]
  static let canBrowse = Tool.chromium != nil && Tool.pythonHas("playwright")

  /// The site of the demo's map, judged once for all tests.
  static let demo = Task {
    let folder = try TemporaryFolder()
    let source = Fixture.treesOfPortland
    try await Acceptance.site([source + "/map.json", "--data", source], to: folder.path("site"))
    return try await SiteReport(of: folder.path("site"), ["--source", source])
  }

  /// Judges a site by all checks that can be made, or by some.
  init(
    of site: String, only checks: [String]? = nil, _ options: [String] = []
  ) async throws {
    let made = checks ?? Self.ofFiles + (Self.canBrowse ? Self.inChromium : []) + Self.inOthers
    guard let judge = Judge("site", needing: "playwright") ?? Judge("site") else {
      throw AcceptanceError.noProgram
    }
    let arguments = [site, "--only", made.joined(separator: ",")] + options
    self = try await judge.verdict(arguments)
  }

  /// Records each complaint of a check, and says what it skipped.
  func expectNothing(of check: String) throws {
    if let why = skipped[check] { print("\(check): skipped: \(why)") }
    for complaint in try #require(complaints[check]) { Issue.record("\(complaint)") }
  }
}
