import Foundation
import TestSupport
import Testing

/// Compares the demo's geodatabase with a real replica of other content.
struct GeodatabaseLikeTests {
  private static let judge = Judge("geodatabase_like")
  private static let real: String? = {
    guard let folder = SharedData.path("mobile-map-package/canyonlands/p13"),
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder).sorted(),
      let name = names.first(where: { $0.hasSuffix(".geodatabase") })
    else { return nil }
    return folder + "/" + name
  }()

  @Test(
    .needs(.python3, .sharedData("mobile-map-package/canyonlands")),
    .needs(.fieldpack))
  func `its objects, SQL and lists of types are those of a real file`() async throws {
    let folder = try TemporaryFolder()
    let ours = folder.path("demo.geodatabase")
    let source = Fixture.treesOfPortland
    try await Acceptance.build(map: source + "/map.json", data: source, to: ours)
    let judge = try #require(Self.judge)
    let real = try #require(Self.real)
    let result = try await judge.run([real, ours])
    #expect(result.status == 0 && result.text.isEmpty, "\(result.text)\n\(result.errorText)")
    // The judge must find what is missing.
    let trees = "SELECT registration_id FROM GDB_TableRegistry WHERE table_name = 'Trees'"
    let sqlite = try #require(Tool.sqlite3)
    let number = try await sqlite.output([ours, trees])
    _ = try await sqlite.output([ours, "DROP INDEX gdb_ct1_\(number)"])
    #expect(try await judge.run([real, ours]).text.contains("gdb_ct1_n"))
  }
}
