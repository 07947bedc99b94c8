import Console
import OrderedJSON
import TestSupport
import Testing

/// `log`: the ledger of all merges in a file.
@Suite struct LogVerbTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() async throws {
    city = try SmallCity()
    for name in ["issued.mmpk", "office.gpkg"] {
      try await Session.done(["build", "-o", folder.path(name)] + city.inputs)
    }
  }

  private func crew(_ name: String, heights: [Int: Int]) async throws {
    let updates = heights.sorted { $0.key < $1.key }.map { tree, height in
      #"{"attributes": {"GlobalID": "\#(SmallCity.id(tree))", "Height": \#(height)}}"#
    }
    try folder.write(
      #"[{"id": 0, "updates": [\#(updates.joined(separator: ", "))]}]"#, to: "edits.json")
    try await Session.done([
      "edit", folder.path("issued.mmpk"), "--edits", folder.path("edits.json"), "-o",
      folder.path(name),
    ])
  }

  private func merge(_ crews: [String], into current: String, to name: String, at time: String)
    async
  {
    _ = await Session.run(
      ["merge", "--into", folder.path(current)] + crews.map { folder.path($0) }
        + ["-o", folder.path(name), "--now", time])
  }

  private func log(_ name: String, _ options: [String] = []) async -> Session {
    await Session.run(["log", folder.path(name)] + options)
  }

  @Test func `log lists each merge with its packages, the newest first`() async throws {
    try await crew("crew-01.mmpk", heights: [1: 21])
    try await crew("crew-02.mmpk", heights: [1: 21, 3: 7])
    try await crew("crew-03.mmpk", heights: [3: 8])
    let before = await log("office.gpkg")
    #expect(before.exit == .done)
    #expect(before.output == "\(folder.path("office.gpkg")): no merges\n")

    await merge(
      ["crew-02.mmpk", "crew-01.mmpk", "issued.mmpk"], into: "office.gpkg", to: "one.gpkg",
      at: "2026-11-13T16:00:00Z")
    await merge(
      ["crew-03.mmpk", "crew-01.mmpk"], into: "one.gpkg", to: "two.gpkg",
      at: "2026-11-20T16:00:00Z")
    let log = await log("two.gpkg")
    #expect(log.exit == .done, "\(log.error)")
    #expect(
      log.output == """
        \(folder.path("two.gpkg")): 2 merges
        1  2026-11-20T16:00:00.000Z: 1 package, 1 change; 1 updated, 1 conflict
             crew-03.mmpk: 1 change
        2  2026-11-13T16:00:00.000Z: 2 packages, 3 changes; 2 updated
             crew-01.mmpk: 1 change
             crew-02.mmpk: 2 changes

        """)
    let document = try await self.log("two.gpkg", ["--json"]).document()
    #expect(document["merges"]?.array?.count == 2)
    #expect(document["merges"]?[0]?["packages"]?[0]?["name"]?.string == "crew-03.mmpk")
    #expect(document["merges"]?[0]?["packages"]?[0]?["edits"]?.int == 1)
    // An undone merge is no longer in the ledger.
    try await Session.done(["undo", folder.path("two.gpkg")])
    #expect(await self.log("two.gpkg").output.contains(": 1 merge\n"))
  }

  @Test func `a folder of data also has a ledger`() async throws {
    try await crew("crew-01.mmpk", heights: [1: 21])
    _ = await Session.run([
      "merge", "--into", folder.path("data"), "--map", folder.path("map.json"),
      folder.path("crew-01.mmpk"), "-o", folder.path("next/"), "--now", "2026-11-13T16:00:00Z",
    ])
    #expect(await log("next").output.contains("crew-01.mmpk: 1 change"))
  }

  @Test func `a file that is not a package is an error`() async throws {
    try folder.write("hello", to: "text.gpkg")
    #expect(await log("text.gpkg").exit == .inputRefused)
  }
}
