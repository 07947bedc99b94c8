import Console
import Foundation
import TestSupport
import Testing

/// The review page and the merge read the same file of decisions.
@Suite(
  .needs(.chromium, .python("playwright"), .sqlite3))
struct SavedDecisionsTests {
  @Test func `the merge follows the decisions that the page saves`()
    async throws
  {
    let folder = try TemporaryFolder()
    let demo = folder.path("demo")
    try FileManager.default.copyItem(
      atPath: try await DemoVerbTests.made.value.folder.path("demo"), toPath: demo)
    // The office wins the first conflict, which is between two crews. The crew wins the second.
    let python = try #require(Tool.python(having: "playwright"))
    let judged = try await python.run(
      [Fixture.repository + "/Tests/Judges/review.py", demo + "/review:saving"])
    #expect(judged.text.contains("\"saving\": []"), "\(judged.text) \(judged.errorText)")
    let session = await Session.run(
      [
        "merge", "--into", demo + "/office.gpkg", demo + "/returned/crew-07.mmpk",
        demo + "/returned/crew-08.mmpk", "--rules", demo + "/TreesOfPortland/bindings.json",
        "--decisions", demo + "/decisions.json", "-o", folder.path("decided.gpkg"),
      ])
    #expect(session.exit == .somethingToSee || session.exit == .done, "\(session.error)")
    func values(_ store: String, _ address: String) async throws -> String {
      let sql = "SELECT Wires, SiteWidth, Notes FROM Trees WHERE Address = '\(address)'"
      return try await #require(Tool.sqlite3).output(["-readonly", store, sql])
    }
    let (decided, merged) = (folder.path("decided.gpkg"), demo + "/merged.gpkg")
    await #expect(try values(merged, "1950 NE 19TH AVE") == "High voltage||split at the fork")
    await #expect(try values(decided, "1950 NE 19TH AVE") == "No HV||")
    await #expect(try values(decided, "1669 NE BRAZEE ST") == "None|5.5|measured above the burl")
    // The file belongs to these packages in this order.
    let other = await Session.run(
      [
        "merge", "--into", demo + "/office.gpkg", demo + "/returned/crew-08.mmpk", "--decisions",
        demo + "/decisions.json", "-o", folder.path("other.gpkg"),
      ])
    #expect(other.exit == .inputRefused, "\(other.output)")
  }
}
