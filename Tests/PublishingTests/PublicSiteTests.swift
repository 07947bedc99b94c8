import Foundation
import OrderedJSON
import Packages
import Publishing
import TestSupport
import Testing

/// What is published with `--public`.
@Suite struct PublicSiteTests {
  private static func site(
    _ name: String, _ change: @escaping (inout SiteRequest) -> Void = { _ in }
  ) async throws -> (report: SiteReport, files: [String: Data]) {
    let (folder, _) = try await DemoSiteTests.made.value
    let report = try await DemoSiteTests.render(folder, name) { request in
      request.isPublic = true
      change(&request)
    }
    return (report, try DemoSiteTests.files(folder, name))
  }

  private static func contains(_ text: String, _ files: [String: Data]) -> [String] {
    files.filter { !$0.key.hasPrefix("assets/") && $0.value.range(of: Data(text.utf8)) != nil }
      .keys.sorted()
  }

  @Test func `editor tracking, GlobalIDs and hidden fields are not published`() async throws {
    let (report, files) = try await Self.site("public")
    let trees = try #require(report.published.first { $0.layer == "Trees" })
    #expect(!trees.fields.contains("GlobalID") && !trees.fields.contains("Creator"))
    #expect(trees.fields.contains("Condition"))
    #expect(Self.contains("Creator", files).isEmpty)
    #expect(Self.contains("GlobalID", files).isEmpty)
    #expect(Self.contains("Edited by", files).isEmpty)
    // The folders of attachments are not named by GlobalIDs either.
    #expect(files.keys.contains { $0.hasPrefix("photos/trees-1/") })
    #expect(Self.contains("8a985562", files).isEmpty && Self.contains("8A985562", files).isEmpty)
  }

  @Test func `values computed from unpublished fields are not published`() async throws {
    let (report, files) = try await Self.site("expressions") {
      $0.allowedFields = [("Trees", ["Condition", "DBH"])]
    }
    #expect(Self.contains("; Diameter: ", files).isEmpty)
    #expect(Self.contains(": nothing to do", files).contains("data/trees/0000.js"))
    let failed = report.findings.filter { $0.id == .expressionFailed && $0.subject == "Trees" }
    #expect(failed.map(\.count) == [303, 303])
    #expect(failed.first?.message.contains("Trees has no field Address") == true)
  }

  @Test func `with a field list, no other value of the layer is in any file`() async throws {
    let (report, files) = try await Self.site("listed") {
      $0.allowedFields = [("Trees", ["Condition"]), ("Inspections", ["CollectedDate"])]
    }
    let trees = try #require(report.published.first { $0.layer == "Trees" })
    #expect(trees.fields == ["Condition", "What to expect", "Inspections so far"])
    // Tree growth depends on an unpublished field of the inspections.
    #expect(Self.contains(" thicker", files).isEmpty)
    #expect(Self.contains("N WILLAMETTE BLVD", files).isEmpty)
    #expect(Self.contains("n willamette blvd", files).isEmpty)
    #expect(Self.contains("low branch over the bike lane", files).isEmpty)
    #expect(!Self.contains("Fair", files).isEmpty)
  }

  @Test func `an unknown field or layer is refused`() async throws {
    await #expect(throws: PublishingError.self) {
      try await Self.site("x1") { $0.allowedFields = [("Trees", ["Color"])] }
    }
    await #expect(throws: PublishingError.self) {
      try await Self.site("x2") { $0.allowedFields = [("Bushes", ["Color"])] }
    }
    await #expect(throws: PublishingError.self) {
      try await Self.site("x3") { $0.layers = ["Bushes"] }
    }
  }

  @Test func `layers that are not chosen are in no file`() async throws {
    let (report, files) = try await Self.site("some") {
      $0.isPublic = false
      $0.layers = ["Trees", "Species"]
    }
    #expect(report.layers.map(\.id) == ["trees", "species"])
    #expect(!files.keys.contains { $0.contains("inspections") })
    #expect(Self.contains("feature.html#inspections", files).isEmpty)
  }
}
