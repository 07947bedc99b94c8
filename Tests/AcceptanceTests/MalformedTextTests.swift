import Foundation
import TestSupport
import Testing

/// A store in which every text is malformed UTF-8, as some devices write it.
@Suite(
  .needs(.python3),
  .needs(.fieldpack))
struct MalformedTextTests {
  static let inChromium = ["every", "hostile"]

  /// The site of that store.
  static let site = Task {
    let folder = try TemporaryFolder()
    _ = try await #require(Judge("hostile")).run([folder.path])
    let package = folder.path("hostile.mmpk")
    try await Acceptance.build(map: folder.path("map.json"), data: folder.path("data"), to: package)
    let damaged = try await #require(Judge("malformed")).run(
      [package, folder.path("store.gpkg"), folder.path("expected.json")])
    try #require(damaged.status == 0, "\(damaged.errorText)")
    try await Acceptance.site([folder.path("store.gpkg")], to: folder.path("site"))
    return folder
  }

  /// The verdict of the judges, computed once.
  static let report = Task {
    let folder = try await site.value
    return try await SiteReport(
      of: folder.path("site"), only: SiteReport.ofFiles + (SiteReport.canBrowse ? inChromium : []),
      ["--expected", folder.path("expected.json")])
  }

  @Test(arguments: SiteReport.ofFiles)
  func `malformed bytes are shown as replacement characters`(check: String) async throws {
    try await Self.report.value.expectNothing(of: check)
  }

  @Test(.needs(.chromium, .python("playwright")), arguments: inChromium)
  func `pages with malformed bytes are complete in a browser`(check: String) async throws {
    try await Self.report.value.expectNothing(of: check)
  }

  @Test func `every file of the site is well-formed`() async throws {
    let root = try await Self.site.value.path("site")
    let suffixes = ["html", "js", "css", "csv", "geojson", "svg"]
    var replaced: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      let suffix = (path as NSString).pathExtension
      guard suffixes.contains(suffix) else { continue }
      let bytes = try Data(contentsOf: URL(filePath: "\(root)/\(path)"))
      let text = try #require(String(validating: bytes, as: UTF8.self), "\(path)")
      if text.contains("\u{FFFD}A\u{FFFD}") { replaced.insert(suffix) }
    }
    #expect(replaced == ["html", "js", "csv", "geojson"])
  }
}
