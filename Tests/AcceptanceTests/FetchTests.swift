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

  @Test(.needs(.fieldpack, .python3, .program("curl"), .program("openssl")))
  func `private certificates, proxies and slow servers are borne, or refused by name`()
    async throws
  {
    let folder = try TemporaryFolder()
    let tool = try #require(Tool.fieldpack)
    let verdict: Verdict = try await #require(Judge.network).verdict(
      [tool.path, folder.path("work")])
    #expect(verdict.problems == [])
  }

  @Test(.needs(.fieldpack, .python3, .program("curl"), .strace))
  func `after a fault at any call, a fetch or push is as before or complete, and can go on`()
    async throws
  {
    let folder = try TemporaryFolder()
    let tool = try #require(Tool.fieldpack)
    let moments = Acceptance.isExhaustive ? "300" : "6"
    let verdict: Verdict = try await #require(Judge.faults).verdict(
      [tool.path, folder.path("work"), moments])
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
