import Foundation
import Publishing
import TestSupport
import Testing

/// The review of a merge in Chromium, opened from its folder.
@Suite(
  .enabled(if: Tool.chromium != nil && Tool.pythonHas("playwright"), "no browser to judge in"))
struct ReviewBrowserTests {
  /// What `Tests/Judges/review.py` prints.
  private struct Verdict: Decodable {
    var complaints: [String: [String]]
    var skipped: [String: String]
    var figures: [String: Double]
  }

  private static func judge(_ content: ReviewContent, _ checks: [String]) throws {
    let folder = try TemporaryFolder()
    _ = try ReviewPages(content).write(to: folder.path("review"))
    let python = try #require(Tool.python(having: "playwright"))
    let result = try python.run(
      [
        Fixture.repository + "/Tests/Judges/review.py", folder.path("review"), "--only",
        checks.joined(separator: ","),
      ], seconds: 300)
    let verdict = try JSONDecoder().decode(Verdict.self, from: Data(result.output))
    for (check, why) in verdict.skipped { print("\(check): skipped: \(why)") }
    for (name, figure) in verdict.figures.sorted(by: { $0.key < $1.key }) {
      print("\(name): \(figure) ms")
    }
    #expect(Set(verdict.complaints.keys) == Set(checks))
    for complaint in verdict.complaints.values.joined() { Issue.record("\(complaint)") }
  }

  @Test func `a person decides, saves, loads, on a desk, a phone and paper`() throws {
    try Self.judge(
      ReviewSample.content(changes: 400, packages: 2),
      ["looks", "markup", "deciding", "phone", "paper"])
  }

  @Test func `10,000 changes are listed, filtered, searched and decided at once`() throws {
    try Self.judge(ReviewSample.content(changes: 10_000, packages: 3), ["bulk", "looks"])
  }

  @Test func `texts that are attacks are shown word for word`() throws {
    try Self.judge(
      ReviewSample.content(changes: 120, texts: ReviewSample.hostile), ["hostile", "looks"])
  }

  @Test func `a merge that brought nothing says so`() throws {
    try Self.judge(ReviewSample.content(changes: 0), ["looks", "paper"])
  }
}
