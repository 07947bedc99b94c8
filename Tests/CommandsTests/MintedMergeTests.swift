import Console
import TestSupport
import Testing

/// Merges with records whose GlobalIDs were made from a key.
@Suite struct MintedMergeTests {
  private let folder: TemporaryFolder
  private static let trees = [(7, "Oak"), (8, "Elm"), (9, "Ash")]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"version": "2.31", "operationalLayers": [
        {"id": "trees", "title": "Trees", "layerType": "CSV",
         "url": "https://opendata.example.org/trees.csv"}],
       "tables": [{"id": "visits", "title": "Visits", "layerType": "CSV",
         "url": "https://opendata.example.org/visits.csv"}]}
      """, to: "map.json")
    try write(Self.trees, to: "data")
  }

  /// Writes trees and their visits as open data, and a relationship by number.
  private func write(_ trees: [(Int, String)], to data: String) throws {
    try folder.write(
      "NO,NAME,CODE,longitude,latitude\n"
        + trees.map { "\($0),\($1),C\($0),-122.\($0),45.5\n" }.joined(), to: data + "/trees.csv")
    try folder.write(
      "VISIT,NO,NOTE\n"
        + trees.filter { $0.0 != 9 }.map { "\($0.0 + 100),\($0.0),fine\n" }.joined(),
      to: data + "/visits.csv")
    try folder.write(
      """
      {"relationships": [{"origin": "Trees", "originKey": "NO", "destination": "Visits",
        "destinationKey": "NO"}]}
      """, to: data + "/bindings.json")
  }

  private func build(
    _ data: String, to name: String, from field: String = "NO"
  ) async throws -> Session {
    try await Session.done([
      "build", folder.path("map.json"), "--data", folder.path(data), "--mint-globalids",
      "Trees:\(field)", "--mint-globalids", "Visits:VISIT", "--force", "-o", folder.path(name),
    ])
  }

  /// The GlobalID of the tree with a number, in a package.
  private func id(_ number: Int, in name: String) async throws -> String {
    let rows = try await rows("Trees", of: name)
    let row = try #require(rows.first { $0["NO"] == String(number) })
    return try #require(row["GlobalID"])
  }

  private func rows(_ layer: String, of name: String) async throws -> [[String: String]] {
    let lines = try await Session.done([
      "export", folder.path(name), "--layer", layer, "--format", "csv", "-o", "-",
    ]).output.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let names = try #require(lines.first)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(names, $0)) }
  }

  /// Builds a package, renames tree 7, deletes tree 9, and adds a tree with a visit.
  private func crew(_ name: String, from field: String = "NO") async throws {
    _ = try await build("data", to: "issued.mmpk", from: field)
    let new = "{00000000-0000-4000-8000-0000000000AA}"
    try folder.write(
      """
      [{"id": "Trees",
        "updates": [{"attributes": {"GlobalID": "\(try await id(7, in: "issued.mmpk"))",
          "NAME": "Old oak"}}],
        "deletes": ["\(try await id(9, in: "issued.mmpk"))"],
        "adds": [{"attributes": {"GlobalID": "\(new)", "NAME": "Fir"},
          "geometry": {"x": -122.5, "y": 45.6, "spatialReference": {"wkid": 4326}}}]}]
      """, to: "edits.json")
    try await Session.done([
      "edit", folder.path("issued.mmpk"), "--edits", folder.path("edits.json"), "--force", "-o",
      folder.path(name),
    ])
  }

  private func merge(_ packages: [String], into office: String, to output: String) async -> Session
  {
    await Session.run(
      ["merge", "--into", folder.path(office), "--map", folder.path("map.json")]
        + packages.map { folder.path($0) } + ["-o", folder.path(output)])
  }

  @Test func `a package merges into the folder of data that it was built from`() async throws {
    try await crew("crew.mmpk")
    let merged = await merge(["crew.mmpk"], into: "data", to: "next/")
    #expect(merged.exit == .done, "\(merged.error)\(merged.output)")
    // Without the option, since the merged data has GlobalIDs. Visits have none yet.
    try await Session.done([
      "build", folder.path("map.json"), "--data", folder.path("next"), "-o",
      folder.path("next.gpkg"),
    ])
    let trees = try await rows("Trees", of: "next.gpkg")
    #expect(Set(trees.compactMap { $0["NAME"] }) == ["Old oak", "Elm", "Fir"])
    #expect(try await id(8, in: "next.gpkg") == id(8, in: "issued.mmpk"))
    #expect(try folder.read("next/visits.csv") == folder.read("data/visits.csv"))
    // With the option, the ids are the same, also of the tree without a number.
    _ = try await build("next", to: "again.gpkg")
    let again = try await rows("Trees", of: "again.gpkg")
    #expect(
      Set(again.compactMap { $0["GlobalID"] }) == Set(trees.compactMap { $0["GlobalID"] }))
  }

  @Test func `a package merges into newer data without GlobalIDs`() async throws {
    try await crew("crew.mmpk")
    try write([(12, "Yew"), (9, "Ash"), (8, "Elm tree"), (7, "Oak")], to: "fresh")
    let merged = await merge(["crew.mmpk"], into: "fresh", to: "merged.gpkg")
    #expect(merged.exit == .done, "\(merged.error)\(merged.output)")
    let trees = try await rows("Trees", of: "merged.gpkg")
    #expect(Set(trees.compactMap { $0["NAME"] }) == ["Yew", "Old oak", "Elm tree", "Fir"])
    #expect(try await id(7, in: "merged.gpkg") == id(7, in: "issued.mmpk"))
  }

  /// Writes data as a GeoPackage of another program, with a view and a table of its own.
  private func office(_ data: String, to name: String) async throws {
    try await Session.done([
      "build", folder.path("map.json"), "--data", folder.path(data), "-o", folder.path(name),
    ])
    _ = try await #require(Tool.sqlite3).output([
      folder.path(name),
      """
      DELETE FROM gpkg_metadata_reference; DELETE FROM gpkg_metadata;
      CREATE TABLE prices (code TEXT PRIMARY KEY, price REAL);
      INSERT INTO prices VALUES ('C7', 12.5);
      CREATE VIEW oaks AS SELECT NO, NAME FROM Trees WHERE NAME = 'Oak';
      """,
    ])
  }

  @Test(.needs(.sqlite3), arguments: [false, true])
  func `a package merges into a GeoPackage without GlobalIDs, which gets them`(
    namesMap: Bool
  ) async throws {
    try await crew("crew.mmpk")
    try write([(12, "Yew"), (9, "Ash"), (8, "Elm tree"), (7, "Oak")], to: "fresh")
    try await office("fresh", to: "office.gpkg")
    let before = try folder.read("office.gpkg")
    let merged = await Session.run(
      [
        "merge", "--into", folder.path("office.gpkg"), folder.path("crew.mmpk"), "-o",
        folder.path("merged.gpkg"),
      ] + (namesMap ? ["--map", folder.path("map.json")] : []))
    #expect(merged.exit == .done, "\(merged.error)\(merged.output)")
    #expect(try folder.read("office.gpkg") == before)
    let sqlite = try #require(Tool.sqlite3)
    let trees = try await sqlite.output([
      folder.path("merged.gpkg"), "SELECT NO, NAME, GlobalID FROM Trees ORDER BY NAME",
    ])
    let ids = [try await id(8, in: "issued.mmpk"), try await id(7, in: "issued.mmpk")]
    #expect(trees.contains("8|Elm tree|\(ids[0])") && trees.contains("7|Old oak|\(ids[1])"))
    #expect(trees.contains("|Fir|{00000000-0000-4000-8000-0000000000AA}"))
    #expect(trees.split(separator: "\n").count == 4 && trees.contains("12|Yew|{"))
    let others = try await sqlite.output([
      folder.path("merged.gpkg"),
      "SELECT price FROM prices; SELECT count(*) FROM oaks; PRAGMA integrity_check;",
    ])
    #expect(others.split(separator: "\n") == ["12.5", "0", "ok"])
    let verified = await Session.run(["verify", folder.path("merged.gpkg")])
    #expect(verified.exit == .done, "\(verified.output)\(verified.error)")
    try await Session.done(["undo", folder.path("merged.gpkg")])
    #expect(try folder.read("merged.gpkg") == before)
  }

  @Test(
    .needs(.sqlite3),
    arguments: [
      (
        "7,Oak,C7,-122.7,45.5\n8,Elm,C8,-122.8,45.5\n8,Ash,C9,-122.9,45.5\n", "several records have"
      ),
      ("7,Oak,C7,-122.7,45.5\n,Elm,C8,-122.8,45.5\n", "a record has no NO"),
    ])
  func `a GeoPackage whose records the field doesn't identify is refused`(
    trees: String, words: String
  ) async throws {
    try await crew("crew.mmpk")
    try write(Self.trees, to: "odd")
    try folder.write("NO,NAME,CODE,longitude,latitude\n" + trees, to: "odd/trees.csv")
    try folder.write(#"{"layers": {}}"#, to: "odd/bindings.json")
    try await office("odd", to: "office.gpkg")
    let merged = await Session.run([
      "merge", "--into", folder.path("office.gpkg"), folder.path("crew.mmpk"), "-o",
      folder.path("merged.gpkg"),
    ])
    #expect(merged.error.contains("[TABLE_KEY_UNUSABLE]"), "\(merged.error)")
    #expect(merged.error.contains(words), "\(merged.error)")
  }

  @Test(.needs(.sqlite3)) func `changes as SQL need GlobalIDs in the office's GeoPackage`()
    async throws
  {
    try await crew("crew.mmpk")
    try await office("data", to: "office.gpkg")
    let merged = await Session.run([
      "merge", "--into", folder.path("office.gpkg"), folder.path("crew.mmpk"), "--dry-run",
      "--changes", folder.path("friday.sql"),
    ])
    #expect(merged.error.contains("Trees has no GlobalIDs there"), "\(merged.error)")
  }

  @Test func `GlobalIDs of two packages that were made from different fields are refused`()
    async throws
  {
    try await crew("one.mmpk")
    try await crew("two.mmpk", from: "CODE")
    let merged = await merge(["one.mmpk", "two.mmpk"], into: "data", to: "next/")
    #expect(merged.exit == .inputRefused)
    #expect(merged.error.contains("[MERGE_MINTED_DIFFERENTLY]"), "\(merged.error)")
    #expect(
      merged.error.contains("one.mmpk from NO") && merged.error.contains("two.mmpk from CODE"))
  }

  @Test func `a package with big integers merges into data with integers`() async throws {
    // As packages were built before, and as data is whose other numbers need more than 32 bits.
    try write(Self.trees + [(3_000_000_000, "Giant")], to: "data")
    try await crew("crew.mmpk")
    try write(Self.trees, to: "fresh")
    let merged = await merge(["crew.mmpk"], into: "fresh", to: "merged.gpkg")
    #expect(!merged.output.contains("CONFLICT"), "\(merged.error)\(merged.output)")
    let trees = try await rows("Trees", of: "merged.gpkg")
    #expect(Set(trees.compactMap { $0["NAME"] }) == ["Old oak", "Elm", "Fir"])
    #expect(trees.compactMap { $0["NO"] }.sorted() == ["", "7", "8"])
  }

  @Test func `a plan keeps how GlobalIDs are made`() async throws {
    try folder.write("name,area\nAll,\"-123,45,-121,46\"\n", to: "areas.csv")
    try await Session.done([
      "plan", folder.path("map.json"), "--data", folder.path("data"), "--areas",
      folder.path("areas.csv"), "--mint-globalids", "Trees:NO", "-o", folder.path("plan.jsonl"),
    ])
    try await Session.done([
      "build", "--plan", folder.path("plan.jsonl"), "-o", folder.path("packages"),
    ])
    _ = try await build("data", to: "one.gpkg")
    #expect(try await id(8, in: "packages/All.mmpk") == id(8, in: "one.gpkg"))
  }
}
