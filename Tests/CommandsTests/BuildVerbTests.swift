import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

@Suite struct BuildVerbTests {
  private let city: SmallCity

  init() throws {
    city = try SmallCity()
    try city.addPhoto()
  }

  private func build(_ words: [String], to output: String = "out.mmpk") async -> Session {
    await Session.run(["build"] + city.inputs + ["-o", city.folder.path(output)] + words)
  }

  @Test func `the answer of a build has the output, its size and the id`() async throws {
    let session = await build([])
    #expect(session.exit == .done)
    #expect(session.error.isEmpty)
    let lines = session.output.split(separator: "\n")
    let pattern = try Regex(#"out\.mmpk: [0-9.]+ kB, id [0-9a-f]{32}$"#)
    #expect(lines.first?.contains(pattern) == true)
    #expect(lines.contains("  packed            Trees   3 records, 1 attachment"))
    #expect(lines.last == "  packed            Visits  3 records")
    #expect(city.folder.exists("out.mmpk"))
  }

  @Test func `the JSON answer has the output, its size and the id`() async throws {
    let session = await build(["--json"])
    let document = try session.document()
    #expect(
      document.object?.keys == [
        "schema", "ok", "output", "size", "packageId", "parts", "map", "area", "scale", "layers",
        "attachments", "findings",
      ])
    #expect(document["schema"]?.string == "fieldpack.build/1")
    #expect(document["size"]?.int == (try city.folder.read("out.mmpk").count))
    let inspected = await Session.run(["inspect", city.folder.path("out.mmpk"), "--json"])
    #expect(inspected.exit == .done)
    #expect(try inspected.document()["packageId"] == document["packageId"])
  }

  @Test func `an output that ends in .gpkg is only the GeoPackage`() async throws {
    let session = await build([], to: "out.gpkg")
    #expect(session.exit == .done)
    #expect(try city.folder.read("out.gpkg").starts(with: Array("SQLite format 3\0".utf8)))
  }

  @Test(arguments: ["files", "blobs"]) func `verify finds no damage in a new package`(
    photos: String
  ) async throws {
    #expect(await build(["--photos", photos]).exit == .done)
    let session = await Session.run(["verify", city.folder.path("out.mmpk")])
    #expect(session.exit == .done, "\(session.output)")
    #expect(session.output.hasSuffix("out.mmpk: no damage\n"))
  }

  @Test func `an existing output is replaced only with --force`() async throws {
    try city.folder.write("a week of work", to: "out.mmpk")
    #expect(await build([]).exit == .outputFailed)
    #expect(try city.folder.read("out.mmpk") == Array("a week of work".utf8))
    #expect(await build(["--force"]).exit == .done)
    #expect(try city.folder.read("out.mmpk").starts(with: Array("PK".utf8)))
  }

  @Test func `an input is never replaced, even with --force`() async throws {
    #expect(await build(["--without", "Visits"], to: "data/trees.gpkg").exit == .done)
    try FileManager.default.removeItem(atPath: city.folder.path("data/trees.geojson"))
    let before = try city.folder.read("data/trees.gpkg")
    try FileManager.default.createSymbolicLink(
      atPath: city.folder.path("link.gpkg"),
      withDestinationPath: city.folder.path("data/trees.gpkg"))
    for target in ["data/trees.gpkg", "link.gpkg"] {
      let session = await build(["--force"], to: target)
      #expect(session.exit == .outputFailed)
      #expect(session.error.contains("[FILE_OUTPUT_IS_INPUT]"))
    }
    #expect(try city.folder.read("data/trees.gpkg") == before)
  }

  @Test func `a failed build keeps the old package`() async throws {
    #expect(await build([]).exit == .done)
    let before = try city.folder.read("out.mmpk")
    try city.folder.write(String(SmallCity.trees().prefix(99)), to: "data/trees.geojson")
    #expect(await build(["--force"]).exit == .inputRefused)
    #expect(try city.folder.read("out.mmpk") == before)
  }

  @Test func `findings that stop a build are one JSON document`() async throws {
    try city.folder.write("", to: "data/visits.csv")
    let session = await build(["--json"])
    #expect(session.exit == .inputRefused)
    #expect(session.error.isEmpty)
    let document = try session.document()
    #expect(document["ok"]?.bool == false)
    #expect(document["code"]?.string == "PKG_NOT_BUILT")
    #expect(document["exit"]?.int == 3)
    #expect(document["findings"]?.array?.first?["subject"]?.string == "Visits")
  }

  @Test func `missing inputs with other errors exit like the other errors`() async throws {
    try FileManager.default.removeItem(atPath: city.folder.path("data/visits.csv"))
    #expect(await build([]).exit == .inputMissing)
    try city.folder.write("{", to: "data/trees.geojson")
    #expect(await build([]).exit == .inputRefused)
  }

  @Test func `warnings have one line each, and none with --quiet`() async throws {
    let orphan = SmallCity.visits.replacing(SmallCity.id(3), with: SmallCity.id(4))
    try city.folder.write(orphan, to: "data/visits.csv")
    let session = await build([])
    #expect(session.error.hasPrefix("warning[REL_ORPHAN_CHILD]: Visits: "))
    #expect(session.error.split(separator: "\n").count == 1)
    #expect(session.output.hasSuffix("1 warning; `fieldpack check` lists them\n"))
    let quiet = await build(["--force", "-q"])
    #expect(quiet.exit == .done)
    #expect(quiet.error.isEmpty)
  }

  @Test func `progress can be lines of JSON`() async throws {
    let session = await build(["--progress", "json"])
    let lines = session.error.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      let event = try JSONParser.parse(Array(line.utf8))
      #expect(event["progress"]?.string?.isEmpty == false)
      #expect((event["done"]?.int ?? .max) <= (event["total"]?.int ?? 0))
    }
  }

  @Test(arguments: [
    ("2026-05-01T12:00:00Z", String?.none), ("2026-05-01T14:00:00+02:00", .none),
    ("", "1777636800"),
  ])
  func `the time is --now, then SOURCE_DATE_EPOCH, then the clock`(
    now: String, epoch: String?
  ) async throws {
    #expect(await build([]).exit == .done)
    let words = now.isEmpty ? [] : ["--now", now]
    let session = await Session.run(
      ["build"] + city.inputs + ["-o", city.folder.path("2.mmpk")] + words,
      sourceDateEpoch: epoch)
    #expect(session.exit == .done)
    #expect(try city.folder.read("out.mmpk") == city.folder.read("2.mmpk"))
  }

  @Test func `a SOURCE_DATE_EPOCH that is not a number is a usage error`() async throws {
    let session = await Session.run(
      ["build"] + city.inputs + ["-o", city.folder.path("2.mmpk")], sourceDateEpoch: "today")
    #expect(session.exit == .usage)
    #expect(session.error.contains("SOURCE_DATE_EPOCH"))
  }
}
