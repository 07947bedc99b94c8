import Bytes
import Foundation
import Publishing
import TestSupport
import Testing

/// Reviews of merges, opened in browsers and judged once for all tests.
@Suite(
  .needs(.chromium, .python("playwright")))
struct ReviewBrowserTests {
  /// The output of `Tests/Judges/review.py` for a review.
  private struct Verdict: Decodable, Sendable {
    var complaints: [String: [String]]
    var skipped: [String: String]
    var figures: [String: Double]
  }

  /// A review and its judge's options.
  private struct Judged: Sendable {
    let name: String
    let content: ReviewContent
    let checks: [String]
  }

  private static let deciding = Judged(
    name: "deciding", content: ReviewSample.content(changes: 400, packages: 2),
    checks: [
      "looks", "markup", "deciding", "phone", "widths", "marks", "paper", "firefox", "webkit",
    ])
  private static let three = Judged(
    name: "three", content: ReviewSample.content(changes: 60, packages: 3),
    checks: ["several", "widths"])
  private static let many = Judged(
    name: "many", content: ReviewSample.content(changes: 10_000, packages: 3),
    checks: ["bulk"])
  private static let hostile = Judged(
    name: "hostile", content: ReviewSample.content(changes: 120, texts: ReviewSample.hostile),
    checks: ["hostile", "looks"])
  private static let none = Judged(
    name: "none", content: ReviewSample.content(changes: 0), checks: ["looks", "paper"])
  private static var reading: Judged {
    var content = ReviewSample.content(changes: 39)
    content.isReadOnly = true
    // Without a merge there are no conflicts.
    content.changes.removeFirst()
    return Judged(
      name: "reading", content: content, checks: ["looks", "markup", "reading", "widths"])
  }

  /// A picture of one pixel. Browsers recognize it by its bytes.
  private static let photo: [UInt8] =
    Array("GIF89a".utf8) + [
      1, 0, 1, 0, 0x80, 0, 0, 31, 107, 58, 255, 255, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2,
      0x44, 1, 0, 0x3B,
    ]

  private static let verdicts = Task { () throws -> [String: Verdict] in
    let folder = try TemporaryFolder()
    let reviews = [deciding, three, many, hostile, none, reading]
    for review in reviews {
      let joint = JointCommit()
      // The first photo of a change was replaced, and the second has not arrived.
      let picture = { (item: ReviewContent.Attachment) in
        review.name == deciding.name && item.id.hasSuffix("-1}") ? photo : nil
      }
      _ = try ReviewPages(review.content).write(
        to: folder.path(review.name), with: joint, content: picture, former: picture)
      try joint.run()
    }
    let python = try #require(Tool.python(having: "playwright"))
    let result = try await python.run(
      [Fixture.repository + "/Tests/Judges/review.py"]
        + reviews.map { folder.path($0.name) + ":" + $0.checks.joined(separator: ",") })
    try #require(result.status == 0, "\(result.errorText)")
    let verdicts = try JSONDecoder().decode([String: Verdict].self, from: Data(result.output))
    return Dictionary(
      uniqueKeysWithValues: verdicts.map { (String($0.split(separator: "/").last ?? ""), $1) })
  }

  private static func expectNothing(of review: Judged) async throws {
    let verdict = try #require(try await verdicts.value[review.name])
    for (check, why) in verdict.skipped { print("\(check): skipped: \(why)") }
    for (name, figure) in verdict.figures.sorted(by: { $0.key < $1.key }) {
      print("\(name): \(figure) ms")
    }
    #expect(Set(verdict.complaints.keys) == Set(review.checks))
    for (check, complaints) in verdict.complaints {
      for complaint in complaints { Issue.record("\(check): \(complaint)") }
    }
  }

  @Test func `a person decides, saves and loads on a desktop, a phone and paper`()
    async throws
  {
    try await Self.expectNothing(of: Self.deciding)
  }

  @Test func `each of three crews' values can be chosen, also of a deleted record`() async throws {
    try await Self.expectNothing(of: Self.three)
  }

  @Test func `10,000 changes are listed, filtered, searched and decided quickly`() async throws {
    try await Self.expectNothing(of: Self.many)
  }

  @Test func `hostile texts are shown literally`() async throws {
    try await Self.expectNothing(of: Self.hostile)
  }

  @Test func `a merge without changes says so`() async throws {
    try await Self.expectNothing(of: Self.none)
  }

  @Test func `the changes of one package are shown without decisions`() async throws {
    try await Self.expectNothing(of: Self.reading)
  }
}
