import Foundation
import OrderedJSON
import Packages
import Publishing
import TestSupport
import Testing

/// A site that is published again over an earlier one.
@Suite struct UpdatedSiteTests {
  /// Returns the files that differ between two sites.
  private static func differences(
    _ one: [String: Data], _ other: [String: Data]
  ) -> [String] {
    Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
  }

  /// Sometimes publishes with other options, or over a site that somebody damaged.
  private static func options(
    _ random: inout SeededGenerator
  ) -> (@Sendable (inout SiteRequest) -> Void) {
    switch random.integer(in: 0...9) {
    case 0: { $0.title = "Other trees" }
    case 1: { $0.timeZone = "America/Los_Angeles" }
    case 2: { $0.guardsFormulas = true }
    case 3: { $0.isPublic = true }
    case 4: { $0.clock = DemoSiteTests.now + 86_400_000 }
    case 5: { $0.lists = .upTo(1_000) }
    case 6, 7: { ($0.largestPlainDownload, $0.largestDownload) = (300_000, 400_000) }
    default: { _ in }
    }
  }

  private static func damage(_ folder: String, _ random: inout SeededGenerator) throws -> String {
    let path =
      folder + "/"
      + [
        ".fieldpack-shards", "data/trees/0001.js", "data/trees/search.js",
        "data/trees/exported-0000.js", "data/trees.gpkg",
      ][random.integer(in: 0...4)]
    guard var bytes = FileManager.default.contents(atPath: path), !bytes.isEmpty else { return "" }
    switch random.integer(in: 0...5) {
    case 0: bytes[random.integer(in: 0...bytes.count - 1)] ^= 1
    case 1: bytes.removeLast(random.integer(in: 1...bytes.count))
    case 2:
      try FileManager.default.removeItem(atPath: path)
      return "without \(path)"
    default: return ""
    }
    try bytes.write(to: URL(filePath: path))
    return "damaged \(path)"
  }

  @Test(arguments: UInt64(1)...3)
  func `an updated site has the bytes of a new one`(_ seed: UInt64) async throws {
    // With its expressions, the pop-up of trees reads inspections.
    var city = try GrownDemo(seed: seed, without: seed.isMultiple(of: 3) ? [] : ["visits"])
    var random = SeededGenerator(seed: seed &+ 1_000)
    var kept = 0
    var history: [String] = []
    for round in 0..<5 {
      if round > 0 {
        for _ in 0..<random.integer(in: 0...3) { history.append(try city.edit()) }
      }
      if round == 3 { city.editMap("Planted By", to: "Planter") }
      if random.integer(in: 0...3) == 0 { city.now += 86_400_000 }
      try await city.pack()
      var options: @Sendable (inout SiteRequest) -> Void = { _ in }
      if round > 2 {
        options = Self.options(&random)
        history.append(try Self.damage(city.folder.path("site"), &random))
      }
      let report = try await city.publish("site", options)
      kept += report.keptShards
      let fresh = try await city.freshFiles(options)
      let updated = try DemoSiteTests.files(city.folder, "site")
      #expect(Self.differences(updated, fresh).isEmpty, "round \(round): \(history)")
    }
    #expect(kept > 0)
  }

  @Test func `one changed record leaves all other shards as they are`() async throws {
    var city = try GrownDemo(seed: 7)
    try await city.pack()
    let first = try await city.publish("site")
    #expect(first.shards == 8 && first.keptShards == 0)
    // Pop-ups of inspections and species don't show notes of trees.
    city.setTree(100, "Notes", "Leans over the street")
    try await city.pack()
    let second = try await city.publish("site")
    // Neighborhoods have an expression that reads all trees.
    #expect(second.keptShards == 6)
    #expect(second.written < 15)
    #expect(
      Self.differences(try DemoSiteTests.files(city.folder, "site"), try await city.freshFiles())
        .isEmpty)
  }

  @Test(arguments: [(200_000, 300_000), (50_000, 60_000)])
  func `archives of downloads have the bytes of new ones`(_ plain: Int, _ archive: Int)
    async throws
  {
    let options: @Sendable (inout SiteRequest) -> Void = {
      ($0.largestPlainDownload, $0.largestDownload) = (plain, archive)
    }
    var city = try GrownDemo(seed: 13, without: ["visits", "age"])
    try await city.pack()
    let first = try await city.publish("site", options)
    let files = try DemoSiteTests.files(city.folder, "site")
    #expect(files["data/trees.gpkg.zip"] != nil)
    #expect((files["data/trees-2.gpkg.zip"] != nil) == (archive < 100_000))
    let same = try await city.publish("site", options)
    #expect(same.keptShards == first.shards && same.written == 0)
    city.setTree(100, "Notes", "Leans over the street")
    try await city.pack()
    let second = try await city.publish("site", options)
    #expect(second.keptShards == 6)
    let changed = try DemoSiteTests.files(city.folder, "site")
    #expect(Self.differences(changed, try await city.freshFiles(options)).isEmpty)
    // The day is in the GeoPackage, but not in its rows.
    city.now += 86_400_000
    try await city.pack()
    #expect(try await city.publish("site", options).keptShards == first.shards)
    let later = try DemoSiteTests.files(city.folder, "site")
    #expect(later["data/trees.gpkg.zip"] != changed["data/trees.gpkg.zip"])
    #expect(Self.differences(later, try await city.freshFiles(options)).isEmpty)
  }

  @Test func `rows are not taken from a GeoPackage with texts instead of numbers`() async throws {
    var city = try GrownDemo(seed: 14)
    city.editMap(
      "if (IsEmpty($feature.PlantedDate))",
      to: "if ($feature.Notes == 'old') { return 'old' } if (IsEmpty($feature.PlantedDate))")
    var kept: [Int] = []
    for notes in ["young", "old", "older", "oldest"] {
      city.setTree(100, "Notes", .string(notes))
      try await city.pack()
      kept.append(try await city.publish("site").keptShards)
      #expect(
        Self.differences(
          try DemoSiteTests.files(city.folder, "site"), try await city.freshFiles()
        ).isEmpty, "\(notes)")
    }
    // With "old", the column of ages has numbers and a text.
    #expect(kept == [0, 6, 5, 6])
  }

  @Test func `a layer whose expressions read a table is made again if that table changes`()
    async throws
  {
    var city = try GrownDemo(seed: 12, without: [])
    try await city.pack()
    _ = try await city.publish("site")
    city.setTree(100, "Notes", "Leans over the street")
    try await city.pack()
    // The pop-up of trees reads inspections, that of neighborhoods reads trees.
    #expect(try await city.publish("site").keptShards == 6)
    city.setInspection(1, "Good", to: "Poor")
    try await city.pack()
    #expect(try await city.publish("site").keptShards <= 5)
    #expect(
      Self.differences(try DemoSiteTests.files(city.folder, "site"), try await city.freshFiles())
        .isEmpty)
  }

  @Test func `a new day changes only pages that show the day`() async throws {
    var city = try GrownDemo(seed: 8, without: ["visits", "age"])
    try await city.pack()
    _ = try await city.publish("site")
    let before = try DemoSiteTests.files(city.folder, "site")
    city.now += 86_400_000
    try await city.pack()
    let report = try await city.publish("site")
    #expect(report.keptShards == report.shards)
    let after = try DemoSiteTests.files(city.folder, "site")
    for path in Self.differences(before, after) where !path.hasPrefix(".fieldpack-") {
      #expect(try #require(after[path]).range(of: Data("2026-05-02".utf8)) != nil, "\(path)")
    }
  }

  @Test func `only shards whose expressions read the clock are made again at another time`()
    async throws
  {
    let city = try GrownDemo(seed: 9)
    try await city.pack()
    _ = try await city.publish("site")
    let later = try await city.publish("site") { $0.clock = DemoSiteTests.now + 86_400_000 }
    #expect(later.shards - later.keptShards == 2)
  }

  @Test(arguments: ["foreign", "older", "missing"])
  func `notes that do not belong to the site are ignored`(_ kind: String) async throws {
    var city = try GrownDemo(seed: 10)
    try await city.pack()
    _ = try await city.publish("site")
    let notes = city.folder.path("site/.fieldpack-shards")
    let older = try Data(contentsOf: URL(filePath: notes))
    city.setTree(5, "Notes", "Cut back")
    try await city.pack()
    _ = try await city.publish("site")
    switch kind {
    case "foreign": try Data("notes of another program".utf8).write(to: URL(filePath: notes))
    case "older": try older.write(to: URL(filePath: notes))
    default: try FileManager.default.removeItem(atPath: notes)
    }
    let report = try await city.publish("site")
    #expect(report.keptShards == 0 && report.written == 0)
    #expect(try DemoSiteTests.files(city.folder, "site") == (try await city.freshFiles()))
  }

  @Test func `pages for a package have no notes`() async throws {
    let city = try GrownDemo(seed: 11)
    try await city.pack()
    _ = try await city.publish("site") { $0.keepsAttachmentsInPackage = true }
    #expect(try DemoSiteTests.files(city.folder, "site")[".fieldpack-shards"] == nil)
  }
}
