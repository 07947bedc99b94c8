import TestSupport
import Testing

/// Twenty crews and an office edit the demo's data at random. Every change must be in the result of
/// the merge or reported, under the right name. A program that shares no code with Fieldpack audits
/// the files. Change files in any mixture with packages must give the same files.
@Suite(
  .needs(.python3),
  .needs(.fieldpack))
struct TwentyCrewsTests {
  /// The fifty runs for a release: `FIELDPACK_EXHAUSTIVE=1
  /// FIELDPACK_BINARY=.build/release/fieldpack`.
  private static let seeds = Acceptance.isExhaustive ? "1-50" : "1"

  @Test(arguments: [[], ["--constraints"], ["--groupings", "--crews", "6"]])
  func `no change is lost, invented or misattributed, and the office's constraints hold`(
    options: [String]
  ) async throws {
    let folder = try TemporaryFolder()
    let verdict = try await judged([Self.seeds] + options, in: folder)
    for line in verdict.lines { print(line) }
    #expect(verdict.status == 0, "\(verdict.text)\(verdict.errorText)")
  }

  @Test func `the audit finds falsified results`() async throws {
    let folder = try TemporaryFolder()
    let verdict = try await judged(["3", "--plant"], in: folder)
    #expect(verdict.status == 0, "\(verdict.text)\(verdict.errorText)")
    #expect(verdict.lines.count == 8, "\(verdict.text)")
  }

  private func judged(_ words: [String], in folder: TemporaryFolder) async throws -> ToolResult {
    let demo = Fixture.repository + "/Fixtures/TreesOfPortland"
    let package = folder.path("issued.mmpk")
    let program = try #require(Tool.fieldpack)
    let made = try await program.run([
      "build", demo + "/map.json", "--data", demo, "-o", package, "--now", "2026-01-01T00:00:00Z",
    ])
    try #require(made.status == 0, "\(made.errorText)")
    return try await #require(Judge.twentyCrews).run([program.path, package] + words)
  }
}
