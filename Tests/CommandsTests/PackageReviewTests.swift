import Console
import Foundation
import OrderedJSON
import Packages
import TestSupport
import Testing

/// The web pages in a package.
@Suite struct PackageReviewTests {
  private static func build(
    _ folder: TemporaryFolder, _ options: [String] = []
  ) async throws -> [String] {
    let session = await Session.run(
      [
        "build", Fixture.treesOfPortland + "/map.json", "--data", Fixture.treesOfPortland,
        "-o", folder.path("a.mmpk"), "--now", "2026-05-01T12:00:00Z", "-f",
      ] + options)
    #expect(session.exit == .done, "\(session.error)")
    let manifest = try #require(try OpenPackage(path: folder.path("a.mmpk")).manifest)
    return (manifest["members"]?.array ?? []).compactMap { $0["path"]?.string }
  }

  @Test func `a package has its pages, and verify finds no damage`() async throws {
    let folder = try TemporaryFolder()
    let members = try await Self.build(folder)
    #expect(members.contains("review/index.html") && members.contains("review/data/meta.js"))
    // The pages show the photos of the package.
    #expect(!members.contains { $0.hasPrefix("review/photos") })
    #expect(await Session.run(["verify", folder.path("a.mmpk")]).exit == .done)
    #expect(try folder.files() == ["a.mmpk"])
  }

  @Test func `pages can be left out`() async throws {
    let folder = try TemporaryFolder()
    let members = try await Self.build(folder, ["--review", "never"])
    #expect(!members.contains { $0.hasPrefix("review/") })
  }
}
