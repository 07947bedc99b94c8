import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// `edit` on a package of the demo map.
@Suite struct EditVerbTests {
  private let folder: TemporaryFolder
  private let package: String

  /// The package. Every test has a copy.
  private static let built = Task {
    let folder = try TemporaryFolder()
    let map = Fixture.treesOfPortland
    let built = await Session.run([
      "build", map + "/map.json", "--data", map, "-o", folder.path("a.mmpk"),
      "--now", "2026-05-01T12:00:00Z",
    ])
    try #require(built.exit == .done, "\(built.error)")
    return try folder.read("a.mmpk")
  }

  init() async throws {
    folder = try TemporaryFolder()
    package = try folder.write(try await Self.built.value, to: "a.mmpk")
  }

  private func edit(_ edits: String, _ words: [String] = []) async throws -> Session {
    try folder.write(edits, to: "edits.json")
    return await Session.run(
      ["edit", package, "--edits", folder.path("edits.json"), "--now", "2026-05-02T12:00:00Z"]
        + words)
  }

  private static let sound =
    #"[{"id": 0, "updates": [{"attributes": {"OBJECTID": 1, "Notes": "x"}}]}]"#

  @Test func `edits are counted, and the edited package is written`() async throws {
    let before = try folder.read("a.mmpk")
    let elsewhere = try await edit(Self.sound, ["-o", folder.path("b.mmpk")])
    #expect(elsewhere.exit == .done)
    #expect(elsewhere.output == "\(folder.path("b.mmpk")): 1 updated\n")
    #expect(try folder.read("a.mmpk") == before)
    #expect(try await edit(Self.sound, ["-o", folder.path("b.mmpk")]).exit == .outputFailed)
    #expect(try await edit(Self.sound).exit == .done)
    #expect(try folder.read("a.mmpk") == folder.read("b.mmpk"))
  }

  @Test func `every refused edit is reported, and no file is written`() async throws {
    let before = try folder.read("a.mmpk")
    let edits = #"""
      [{"id": "Inspections", "updates": [{"attributes": {"OBJECTID": 1, "DBH": -1}},
                                          {"attributes": {"OBJECTID": 2, "Condition": "?"}}]}]
      """#
    let session = try await edit(edits)
    #expect(session.exit == .inputRefused)
    #expect(
      session.error.hasPrefix(
        """
        error[11002]: Inspections, updates[0]: DBH: Enter a number between 0 and 200
        error[11007]: Inspections, updates[1]: Condition: Value must be within domain
        error[EDIT_REFUSED]: \(folder.path("edits.json")): 2 refused edits stop the others; no file was written

        """))
    let answer = try JSONParser.parse(Array(try await edit(edits, ["--json"]).output.utf8))
    #expect(answer["ok"]?.bool == false)
    #expect(answer["exit"]?.int == 3)
    #expect(answer["results"]?[0]?["updateResults"]?[1]?["error"]?["code"]?.int == 11_007)
    #expect(try folder.read("a.mmpk") == before)
  }

  @Test(arguments: [
    ("{}", "expected a list of layers, each with id, adds, updates, deletes"),
    ("[{}]", "[0]: expected an \"id\": a layer's number or name"),
    (#"[{"id": 0, "adds": {}}]"#, "[0].adds: expected a list"),
  ])
  func `a document of the wrong form is refused`(_ edits: String, _ reason: String) async throws {
    let session = try await edit(edits)
    #expect(session.exit == .inputRefused)
    #expect(session.error.contains(reason))
  }
}
