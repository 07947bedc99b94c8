import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// `merge` and `undo` on the small city. A crew's store is built from changed data.
@Suite struct MergeVerbTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }
  private let office: String

  /// The office's store. Every test has a copy.
  private static let built = Task {
    let city = try SmallCity()
    try await build(city, city.folder.path("office.gpkg"))
    return try city.folder.read("office.gpkg")
  }

  init() async throws {
    city = try SmallCity()
    office = try city.folder.write(try await Self.built.value, to: "office.gpkg")
  }

  /// Packs the current data.
  private func build(_ path: String) async throws { try await Self.build(city, path) }

  private static func build(_ city: SmallCity, _ path: String) async throws {
    let built = await Session.run(["build"] + city.inputs + ["-o", path, "--title", "City"])
    try #require(built.exit == .done, "\(built.error)")
  }

  /// A crew's store: the data with replaced texts.
  private func crew(
    _ name: String, trees: [(String, String)] = [], visits: [(String, String)] = []
  ) async throws -> String {
    func changed(_ text: String, _ changes: [(String, String)]) -> String {
      changes.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
    try folder.write(changed(SmallCity.trees(), trees), to: "data/trees.geojson")
    try folder.write(changed(SmallCity.visits, visits), to: "data/visits.csv")
    try await build(folder.path("rebuilt.gpkg"))
    defer { try? FileManager.default.removeItem(atPath: folder.path("rebuilt.gpkg")) }
    try await city.reissue("rebuilt.gpkg", as: "office.gpkg", to: name)
    return folder.path(name)
  }

  private func merge(_ crews: [String], _ options: [String] = [], to name: String = "merged.gpkg")
    async -> Session
  {
    await Session.run(
      ["merge", "--into", office] + crews + ["--base", office, "-o", folder.path(name)] + options)
  }

  private func rows(_ layer: String, of name: String) async -> String {
    await Session.run(
      ["export", folder.path(name), "--layer", layer, "--format", "csv", "-o", "-"]
    ).output
  }

  @Test func `the changes of two crews are merged and accounted for`() async throws {
    let one = try await crew(
      "one.gpkg", trees: [("\"Oak\"", "\"Old oak\"")],
      visits: [("fine\n", "fine\n\(SmallCity.id(0x104)),\(SmallCity.id(3)),new\n")])
    let two = try await crew(
      "two.gpkg", trees: [("\"Height\": 20", "\"Height\": 21")],
      visits: [("\(SmallCity.id(0x103)),\(SmallCity.id(3)),\n", "")])
    let session = await merge([one, two])
    #expect(session.exit == .done, "\(session.error)")
    #expect(session.output.contains("one.gpkg: 2 changes: 2 applied"))
    #expect(session.output.contains("two.gpkg: 2 changes: 1 applied, 1 merged"))
    let trees = await rows("Trees", of: "merged.gpkg")
    #expect(trees.contains("Old oak,21"))
    let visits = await rows("Visits", of: "merged.gpkg")
    #expect(visits.contains("\(SmallCity.id(0x104)),\(SmallCity.id(3)),new"))
    #expect(!visits.contains(SmallCity.id(0x103)))
    #expect(await Session.run(["verify", folder.path("merged.gpkg")]).exit == .done)
  }

  @Test func `a field with different values of two sides is a conflict with all three values`()
    async throws
  {
    let one = try await crew("one.gpkg", trees: [("\"Height\": 20", "\"Height\": 21")])
    let two = try await crew("two.gpkg", trees: [("\"Height\": 20", "\"Height\": 25")])
    let session = await merge([one, two])
    #expect(session.exit == .somethingToSee)
    #expect(session.output.contains("was 20; one.gpkg: 21; two.gpkg: 25; two.gpkg wins"))
    #expect(await rows("Trees", of: "merged.gpkg").contains("Oak,25"))

    let document = try await merge([one, two], ["--json"], to: "again.gpkg").document()
    let conflict = try #require(document["conflicts"]?[0])
    #expect(conflict["kind"]?.string == "update/update")
    #expect(conflict["field"]?.string == "Height")
    #expect(conflict["globalid"]?.string == SmallCity.id(1))
    #expect(conflict["base"]?.int == 20)
    #expect(conflict["current"]?.int == 21)
    #expect(conflict["returned"]?.int == 25)
    #expect(conflict["currentPackage"]?.string == "one.gpkg")
  }

  @Test func `the command line or a rule can name the preferred side`() async throws {
    let one = try await crew("one.gpkg", trees: [("\"Height\": 20", "\"Height\": 21")])
    try folder.write(
      #"{"rules": [{"on": "conflict", "layer": "Trees", "prefer": "office"}]}"#, to: "rules.json")
    let now = try await crew("now.gpkg", trees: [("\"Height\": 20", "\"Height\": 25")])
    func merge(_ more: [String], to name: String) async -> Session {
      await Session.run(
        ["merge", "--into", now, one, "--base", office, "-o", folder.path(name)] + more)
    }
    for (number, more) in [
      ["--prefer", "office"], ["--prefer", "Trees.Height=office"],
      ["--prefer", "Trees=crew", "--prefer", "Trees.Height=office"],
      ["--rules", folder.path("rules.json")],
    ].enumerated() {
      let session = await merge(more, to: "\(number).gpkg")
      #expect(session.exit == .somethingToSee, "\(session.error)")
      #expect(session.output.contains("the office: 25; one.gpkg: 21; the office wins"))
      #expect(session.output.contains("1 overruled by the office"), "\(session.output)")
      #expect(await rows("Trees", of: "\(number).gpkg").contains("Oak,25"))
    }
    let more = ["--rules", folder.path("rules.json"), "--prefer", "Trees=crew"]
    #expect(await merge(more, to: "crew.gpkg").output.contains("one.gpkg wins"))
    for wrong in ["first", "=office", "Trees.Bark=office", "Bushes=crew"] {
      let session = await merge(["--prefer", wrong], to: "wrong.gpkg")
      #expect(session.exit == .usage, "\(session.error)")
    }
  }

  /// A copy of a package with a crew's edits: names and heights of trees by number.
  private func copy(_ name: String, heights: [Int: Int], names: [Int: String] = [:]) async throws
    -> String
  {
    let package = folder.path("issued.mmpk")
    if !folder.exists("issued.mmpk") { try await build(package) }
    let updates =
      heights.sorted { $0.key < $1.key }.map { tree, height in
        #"{"attributes": {"GlobalID": "\#(SmallCity.id(tree))", "Height": \#(height)}}"#
      }
      + names.sorted { $0.key < $1.key }.map { tree, name in
        #"{"attributes": {"GlobalID": "\#(SmallCity.id(tree))", "Name": "\#(name)"}}"#
      }
    try folder.write(
      #"[{"id": 0, "updates": [\#(updates.joined(separator: ", "))]}]"#, to: "edits.json")
    let edited = await Session.run([
      "edit", package, "--edits", folder.path("edits.json"), "-o", folder.path(name),
    ])
    try #require(edited.exit == .done, "\(edited.error)\(edited.output)")
    return folder.path(name)
  }

  private func merge(into current: String, _ crews: [String], to name: String) async -> Session {
    await Session.run(["merge", "--into", current] + crews + ["-o", folder.path(name)])
  }

  @Test
  func `a crew that returns twice has no conflict with itself, but another crew with a copy has`()
    async throws
  {
    let one = try await copy("one.mmpk", heights: [1: 21, 2: 13, 3: 10])
    let more = try await copy("more.mmpk", heights: [1: 22, 2: 13, 3: 10], names: [3: "Elm tree"])
    let two = try await copy("two.mmpk", heights: [1: 25])

    let twice = await merge(into: office, [one, more], to: "twice.gpkg")
    #expect(twice.exit == .done, "\(twice.output)")
    #expect(await rows("Trees", of: "twice.gpkg").contains("Oak,22"))

    #expect(await merge(into: office, [one], to: "merged.gpkg").exit == .done)
    let later = await merge(into: folder.path("merged.gpkg"), [two, more], to: "later.gpkg")
    #expect(later.exit == .somethingToSee)
    #expect(later.output.contains("the office: 21; two.mmpk: 25"), "\(later.output)")
    let trees = await rows("Trees", of: "later.gpkg")
    #expect(trees.contains("Oak,22"))
    #expect(trees.contains("Elm tree,10"))
  }

  @Test func `a package without edits changes no byte`() async throws {
    let session = await merge([try await crew("one.gpkg")])
    #expect(session.exit == .done)
    #expect(session.output.contains("one.gpkg: no changes"))
    #expect(try folder.read("merged.gpkg") == folder.read("office.gpkg"))
  }

  @Test func `merging a package twice has no further effect`() async throws {
    let one = try await crew("one.gpkg", trees: [("\"Oak\"", "\"Old oak\"")])
    #expect(await merge([one]).exit == .done)
    let again = await Session.run([
      "merge", "--into", folder.path("merged.gpkg"), one, "--base", office, "-o",
      folder.path("again.gpkg"), "--now", "2027-01-01",
    ])
    #expect(again.exit == .done)
    #expect(again.output.contains("one.gpkg: already merged, no new changes"))
    #expect(try folder.read("again.gpkg") == folder.read("merged.gpkg"))
  }

  @Test func `packages without conflicts give the same bytes in any order`() async throws {
    let one = try await crew(
      "one.gpkg", trees: [("\"Oak\"", "\"Old oak\"")],
      visits: [("fine\n", "fine\n\(SmallCity.id(0x105)),\(SmallCity.id(3)),one\n")])
    let two = try await crew(
      "two.gpkg", trees: [("\"Elm\"", "\"Young elm\"")],
      visits: [("fine\n", "fine\n\(SmallCity.id(0x104)),\(SmallCity.id(3)),two\n")])
    #expect(await merge([one, two]).exit == .done)
    #expect(await merge([two, one], to: "other.gpkg").exit == .done)
    #expect(try folder.read("other.gpkg") == folder.read("merged.gpkg"))
  }

  @Test func `undo restores the office data byte for byte, once`() async throws {
    let one = try await crew("one.gpkg", trees: [("\"Oak\"", "\"Old oak\"")])
    #expect(await merge([one]).exit == .done)
    let undo = await Session.run(["undo", folder.path("merged.gpkg")])
    #expect(undo.exit == .done, "\(undo.error)")
    #expect(try folder.read("merged.gpkg") == folder.read("office.gpkg"))
    #expect(await Session.run(["undo", folder.path("merged.gpkg")]).exit == .inputMissing)
  }

  @Test func `a damaged package is refused by name, and the others are merged`()
    async throws
  {
    let one = try await crew("one.gpkg", trees: [("\"Oak\"", "\"Old oak\"")])
    let whole = Array(try folder.read("one.gpkg"))
    try folder.write(Array(whole.prefix(whole.count / 2)), to: "cut.gpkg")
    try folder.write("hello", to: "text.gpkg")
    let crews = [folder.path("cut.gpkg"), folder.path("text.gpkg"), folder.path("none.mmpk")]
    let before = try folder.read("office.gpkg")

    let all = await merge(crews)
    #expect(all.exit == .inputRefused)
    #expect(!folder.exists("merged.gpkg"))
    for code in ["FILE_CUT_SHORT", "PKG_NOT_A_PACKAGE", "PKG_UNREADABLE"] {
      #expect(all.error.contains("error[\(code)]"), "\(all.error)")
    }

    let some = await merge(crews + [one])
    #expect(some.exit == .somethingToSee)
    #expect(await rows("Trees", of: "merged.gpkg").contains("Old oak"))
    #expect(try folder.read("office.gpkg") == before)
  }

  @Test func `a package that deletes many records is merged only if allowed`() async throws {
    var visits = SmallCity.visits
    for number in 0x110..<0x118 { visits += "\(SmallCity.id(number)),\(SmallCity.id(3)),more\n" }
    try folder.write(visits, to: "data/visits.csv")
    try FileManager.default.removeItem(atPath: office)
    try await build(office)
    let one = try await crew("one.gpkg")
    let refused = await merge([one])
    #expect(refused.exit == .inputRefused)
    #expect(refused.error.contains("8 of 11 records of Visits are missing"), "\(refused.error)")
    #expect(refused.error.contains("--allow-deletes one.gpkg:Visits"))
    for other in ["two.gpkg:Visits", "one.gpkg:Trees"] {
      #expect(await merge([one], ["--allow-deletes", other]).exit == .inputRefused)
    }
    #expect(await merge([one], ["--allow-deletes", "one.gpkg:Visits"]).exit == .done)
    let left = await rows("Visits", of: "merged.gpkg")
    #expect(left.split(whereSeparator: \.isNewline).count == 4, "\(left)")
  }

  @Test func `a new photo is merged with its bytes`() async throws {
    try city.addPhoto()
    try FileManager.default.removeItem(atPath: office)
    try await build(office)
    try folder.write(
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 2] + Array("another".utf8) + [0xFF, 0xD9],
      to: "data/attachments/Trees/00000000-0000-4000-8000-000000000003/bark.jpg")
    let one = try await crew("one.gpkg")
    let session = await merge([one])
    #expect(session.exit == .done, "\(session.error)\(session.output)")
    #expect(
      session.output.contains(
        "1 change: 1 applied; 1 attachment, 1 received, 1 linked\n"))
    let verified = await Session.run(["verify", folder.path("merged.gpkg")])
    #expect(verified.exit == .done, "\(verified.output)")
    let bytes = Array(try folder.read("merged.gpkg"))
    #expect(String(decoding: bytes, as: UTF8.self).contains("another"))
  }

  @Test func `a dry run writes only the reports`() async throws {
    let one = try await crew("one.gpkg", trees: [("\"Height\": 20", "\"Height\": 21")])
    let session = await Session.run([
      "merge", "--into", office, one, "--base", office, "--dry-run", "--review",
      folder.path("review"),
    ])
    #expect(session.exit == .done)
    #expect(!folder.exists("merged.gpkg"))
    let edits = try JSONParser.parse(Array(folder.read("review/edits.json")))
    #expect(edits[0]?["updates"]?[0]?["attributes"]?["Height"]?.int == 21)
    #expect(edits[0]?["id"]?.int == 0)
    #expect(folder.exists("review/index.html"))
    let report = try JSONParser.parse(Array(folder.read("review/report.json")))
    #expect(report["packages"]?[0]?["outcome"]?.string == "merged")
    #expect(
      String(decoding: try folder.read("review/receipts.txt"), as: UTF8.self)
        == "one.gpkg: 1 change: 1 applied\n")
  }

  @Test func `all changes of a crew can be accepted or refused`() async throws {
    let one = try await crew(
      "one.gpkg", trees: [("\"Height\": 20", "\"Height\": 21"), ("\"Oak\"", "\"Old oak\"")],
      visits: [("\(SmallCity.id(0x103)),\(SmallCity.id(3)),\n", "")])
    let two = try await crew(
      "two.gpkg", trees: [("\"Height\": 20", "\"Height\": 25")],
      visits: [("fine\n", "fine\n\(SmallCity.id(0x104)),\(SmallCity.id(3)),new\n")])
    let inputs = try await merge([one, two], ["--json"]).document()["inputs"]?.string ?? ""
    func decided(_ lines: String, to name: String) async throws -> Session {
      try folder.write(
        #"{"format": "fieldpack.decisions/1", "inputs": "\#(inputs)", "decisions": [\#(lines)]}"#,
        to: "decisions.json")
      return await merge([one, two], ["--decisions", folder.path("decisions.json")], to: name)
    }

    let accepted = try await decided(#"{"package": "one.gpkg", "choice": "accept"}"#, to: "a.gpkg")
    #expect(accepted.exit == .somethingToSee, "\(accepted.error)")
    #expect(await rows("Trees", of: "a.gpkg").contains("Old oak,21"))
    #expect(await rows("Visits", of: "a.gpkg").contains("new"))

    let refused = try await decided(#"{"package": "two.gpkg", "choice": "refuse"}"#, to: "r.gpkg")
    #expect(refused.exit == .somethingToSee)
    #expect(refused.error.contains("error[PKG_REFUSED]"), "\(refused.error)")
    #expect(refused.error.contains("a decision refused all 2 edits"), "\(refused.error)")
    #expect(await rows("Trees", of: "r.gpkg").contains("Old oak,21"))
    #expect(await rows("Visits", of: "r.gpkg").contains("new") == false)
    // No part of it counts as merged, so it can be merged later.
    let later = await Session.run([
      "merge", "--into", folder.path("r.gpkg"), two, "--base", office, "-o", folder.path("l.gpkg"),
    ])
    #expect(later.exit == .somethingToSee, "\(later.error)")
    #expect(await rows("Visits", of: "l.gpkg").contains("new"))

    // A decision for a refused package's value has no effect. An unknown package is an error.
    let both = try await decided(
      """
      {"package": "two.gpkg", "choice": "refuse"},
      {"table": "Trees", "globalid": "\(SmallCity.id(1))", "field": "Height",
       "choice": "package", "package": "two.gpkg"}
      """, to: "b.gpkg")
    #expect(both.exit == .somethingToSee, "\(both.error)")
    #expect(await rows("Trees", of: "b.gpkg").contains("Old oak,21"))
    let unknown = try await decided(#"{"package": "six.gpkg", "choice": "refuse"}"#, to: "u.gpkg")
    #expect(unknown.exit == .inputRefused && unknown.error.contains("MERGE_DECISIONS_INVALID"))
    #expect(!folder.exists("u.gpkg"))
  }

  @Test func `decisions apply before the rules, and only to their inputs`() async throws {
    let one = try await crew("one.gpkg", trees: [("\"Height\": 20", "\"Height\": 21")])
    let two = try await crew("two.gpkg", trees: [("\"Height\": 20", "\"Height\": 25")])
    let inputs = try await merge([one, two], ["--json"]).document()["inputs"]?.string ?? ""
    try folder.write(
      """
      {"format": "fieldpack.decisions/1", "inputs": "\(inputs)", "decisions": [
        {"table": "Trees", "globalid": "\(SmallCity.id(1))", "field": "Height",
         "choice": "current", "note": "measured twice"}]}
      """, to: "decisions.json")
    let decided = await merge(
      [one, two], ["--decisions", folder.path("decisions.json")], to: "decided.gpkg")
    #expect(decided.exit != .inputRefused, "\(decided.error)")
    #expect(await rows("Trees", of: "decided.gpkg").contains("Oak,20"))

    let others = await merge(
      [one], ["--decisions", folder.path("decisions.json")], to: "others.gpkg")
    #expect(others.exit == .inputRefused)
    #expect(others.error.contains("MERGE_DECISIONS_INVALID"))
    #expect(!folder.exists("others.gpkg"))
  }

  @Test func `an input is never replaced`() async throws {
    let one = try await crew("one.gpkg")
    let session = await Session.run([
      "merge", "--into", office, one, "--base", office, "-o", office, "--force",
    ])
    #expect(session.exit == .outputFailed)
    #expect(session.error.contains("FILE_OUTPUT_IS_INPUT"))
  }
}
