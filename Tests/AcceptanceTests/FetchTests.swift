import Foundation
import TestSupport
import Testing

/// `fetch` and `push` with the real curl, from and to servers that have the manners of real ones.
@Suite struct FetchTests {
  private struct Verdict: Decodable {
    var problems: [String]
  }

  @Test(.needs(.fieldpack, .python3, .program("curl")))
  func `a fetched folder has what the service has, though the program is killed`() async throws {
    let folder = try TemporaryFolder()
    let tool = try #require(Tool.fieldpack)
    let kills = Acceptance.isExhaustive ? "200" : "12"
    let verdict: Verdict = try await #require(Judge.fetch).verdict(
      [tool.path, folder.path("work"), kills])
    #expect(verdict.problems == [])
  }

  @Test(.needs(.fieldpack, .python3, .program("curl")))
  func `a service has what was fetched, merged and pushed, though the program is killed`()
    async throws
  {
    let folder = try TemporaryFolder()
    let tool = try #require(Tool.fieldpack)
    let kills = Acceptance.isExhaustive ? "200" : "12"
    let verdict: Verdict = try await #require(Judge.push).verdict(
      [tool.path, folder.path("work"), kills])
    #expect(verdict.problems == [])
  }

  private static let recordings = ProcessInfo.processInfo.environment["FIELDPACK_SERVICE_ANSWERS"]

  @Test(
    .needs(.fieldpack, .python3, .program("curl")),
    .enabled(if: recordings != nil, "set FIELDPACK_SERVICE_ANSWERS"))
  func `recorded answers of real servers are fetched, or refused by name`() async throws {
    let folder = try TemporaryFolder()
    let tool = try #require(Tool.fieldpack)
    let verdict: Verdict = try await #require(Judge.recorded).verdict(
      [tool.path, folder.path("work"), try #require(Self.recordings)])
    #expect(verdict.problems == [])
  }
}
