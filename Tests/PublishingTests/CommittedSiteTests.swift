import Foundation
import Publishing
import TestSupport
import Testing

/// The folder `site` of the repository is the demo inventory as rendered by this program.
@Suite struct CommittedSiteTests {
  /// The file that explains the folder in the repository. It is not part of a site.
  private static let readme = "README.md"

  /// With `RECORD=1`, writes the folder again.
  @Test func `the site in the repository is the program's output, byte for byte`()
    async throws
  {
    let (folder, _) = try await DemoSiteTests.made.value
    let rendered = try DemoSiteTests.files(folder, "site")
    let committed = Fixture.repository + "/site"
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      for name in try FileManager.default.contentsOfDirectory(atPath: committed)
      where name != Self.readme {
        try FileManager.default.removeItem(atPath: "\(committed)/\(name)")
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("site")) {
        try FileManager.default.copyItem(
          atPath: folder.path("site/" + name), toPath: "\(committed)/\(name)")
      }
    }
    var kept: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: committed)
    where path != Self.readme {
      kept[path] = FileManager.default.contents(atPath: committed + "/" + path)
    }
    #expect(kept.keys.sorted() == rendered.keys.sorted())
    for (path, data) in rendered where kept[path] != data {
      Issue.record(
        "site/\(path) differs from the rendered file. Run the test with RECORD=1 to update it.")
    }
  }
}
