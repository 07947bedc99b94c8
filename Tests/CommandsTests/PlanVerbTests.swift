import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// `plan`, `build --plan` and `collect`: what a coordinator does for many crews.
@Suite struct PlanVerbTests {
  private let city: SmallCity

  init() throws {
    city = try SmallCity()
    try city.addPhoto()
    try city.folder.write(Self.districts, to: "districts.geojson")
  }

  /// Two districts that share the second tree, and one without trees.
  private static let districts = """
    {"type":"FeatureCollection","features":[
     \(square("North/East", -122.611, 45.49, -122.59, 45.515)),
     \(square("South", -122.63, 45.505, -122.609, 45.53)),
     \(square("Far", -100, 40, -99, 41))]}
    """

  private static func square(
    _ name: String, _ west: Double, _ south: Double, _ east: Double, _ north: Double
  ) -> String {
    "{\"type\":\"Feature\",\"properties\":{\"Name\":\"\(name)\"},\"geometry\":{\"type\":\"Polygon\","
      + "\"coordinates\":[[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],"
      + "[\(west),\(north)],[\(west),\(south)]]]}}"
  }

  private var plan: String { city.folder.path("plan.jsonl") }
  private var folder: String { city.folder.path("out") }

  private func makePlan(_ words: [String] = [], areas: String = "districts.geojson") async
    -> Session
  {
    let text = areas.hasSuffix("on") || areas.hasSuffix("csv") ? city.folder.path(areas) : areas
    return await Session.run(["plan"] + city.inputs + ["--areas", text, "-o", plan, "-f"] + words)
  }

  private func build(_ words: [String] = [], taskIndex: Int? = nil) async -> Session {
    await Session.run(["build", "--plan", plan, "-o", folder] + words, taskIndex: taskIndex)
  }

  private func collect(_ words: [String] = []) async -> Session {
    await Session.run(["collect", folder, "--plan", plan] + words)
  }

  @Test func `plan lists the packages and reports what is odd about the areas`() async throws {
    let session = await makePlan()
    #expect(session.exit == .done)
    #expect(session.output.contains("plan.jsonl: 2 packages, "))
    #expect(session.output.contains("  North/East "))
    #expect(session.error.contains("warning[AREA_OVERLAP]: Trees: 1 editable record is in more"))
    #expect(session.error.contains("found: North/East and South: 1"))
    #expect(session.error.contains("1 area has no record of a layer and gets no package."))
    #expect(!city.folder.exists("out"))
  }

  @Test func `a ring that crosses itself is reported with the position`() async throws {
    try city.folder.write(
      """
      {"type":"Feature","properties":{"name":"Bow"},"geometry":{"type":"Polygon","coordinates":
       [[[-123,45],[-122,46],[-122,45],[-123,46],[-123,45]]]}}
      """, to: "bow.json")
    let session = await makePlan(areas: "bow.json")
    #expect(session.error.contains("warning[AREA_SHAPE_INVALID]: Bow"))
    #expect(session.error.contains("found: at -122.5, 45.5"))
  }

  @Test func `build --plan builds all packages, and then keeps those that are up to date`()
    async throws
  {
    _ = await makePlan()
    let first = await build()
    #expect(first.exit == .done, "\(first.error)")
    #expect(first.output.contains("out: 2 packages built ("))
    // A slash can't be in a file name.
    #expect(city.folder.exists("out/North_East.mmpk"))
    let second = await build()
    #expect(second.output == "\(folder): 0 packages built (0 bytes), 2 up to date\n")
    let page = String(decoding: try city.folder.read("out/catalogue.html"), as: UTF8.self)
    #expect(page.contains("2 of 2 packages"))
    #expect(page.contains("href=\"North_East.mmpk\""))
    let document = try JSONParser.parse(try city.folder.read("out/catalogue.json"))
    #expect(document["packages"]?.array?.map { $0["state"]?.string } == ["complete", "complete"])
  }

  @Test func `collect finds what is missing or changed, and plans it`() async throws {
    _ = await makePlan()
    _ = await build()
    try city.folder.write("edited", to: "out/South.mmpk")
    try FileManager.default.removeItem(atPath: city.folder.path("out/North_East.mmpk"))
    let missing = city.folder.path("missing.jsonl")
    let session = await collect(["--missing", missing])
    #expect(session.exit == .inputMissing)
    #expect(session.output.contains("0 of 2 packages complete\n  missing  North_East.mmpk\n"))
    let again = await Session.run(["build", "--plan", missing, "-o", folder, "--index", "0"])
    #expect(again.exit == .done, "\(again.error)")
    #expect(city.folder.exists("out/North_East.mmpk"))
    // Someone's edits are only replaced on request.
    let refused = await Session.run(["build", "--plan", missing, "-o", folder, "--index", "1"])
    #expect(refused.exit == .outputFailed)
    _ = await Session.run(["build", "--plan", missing, "-o", folder, "--index", "1", "--force"])
    let complete = await collect(["--deep", "--link", "https://maps.example.gov/pkg"])
    #expect(complete.exit == .done, "\(complete.output)")
    let page = String(decoding: try city.folder.read("out/catalogue.html"), as: UTF8.self)
    #expect(page.contains("https://maps.example.gov/pkg/South.mmpk"))
    #expect(page.contains("class=\"code\""))
  }

  @Test func `an engine's index chooses a package, or a share of a plan with --shards`()
    async throws
  {
    _ = await makePlan()
    #expect(await build(taskIndex: 1).exit == .done)
    #expect(city.folder.exists("out/South.mmpk"))
    #expect(!city.folder.exists("out/North_East.mmpk"))
    #expect(!city.folder.exists("out/catalogue.html"))
    #expect(await build(taskIndex: 2).exit == .usage)
    _ = await makePlan(["--shards", "1"])
    #expect(await build(taskIndex: 0).output.contains("1 package built"))
    #expect(await build(["--shard", "0/2"]).output.contains("0 packages built"))
    for words in [["--shard", "2/2"], ["--shard", "1"], ["--index", "9"], ["--index", "x"]] {
      let session = await build(words)
      #expect(session.exit == .usage, "\(words)")
    }
  }

  @Test func `a package that would be too large names the layer and what remedies save`()
    async throws
  {
    let session = await makePlan(["--max-package", "100KB"])
    #expect(session.exit == .noRoom)
    #expect(session.error.contains("error[AREA_OVER_BUDGET]: South: The package would have"))
    #expect(session.error.contains("costs most"))
    #expect(session.error.contains("--for qgis saves"))
    #expect(!city.folder.exists("plan.jsonl"))
    #expect(await makePlan(["--max-package", "2GB"]).exit == .done)
  }

  @Test(arguments: [
    ("name,area\nA,view\na,view\n", "AREA_NAME_DUPLICATE"),
    ("name,area\nCON,\"-123,45,-122,46\"\n", "AREA_NAME_UNUSABLE"),
    ("name,area\n,\"-123,45,-122,46\"\n", "AREA_NAME_MISSING"),
    ("title,area\nA,view\n", "USAGE_AREA_INVALID"),
    ("name,Tree\nA,Height > 1\n", "USAGE_AREA_INVALID"),
    ("name,area\nA,Nowhere\n", "USAGE_AREA_INVALID"),
    ("name,Trees\nA,Heigt > 1\n", "FILTER_FIELD_UNKNOWN"),
    ("name\n", "USAGE_AREA_INVALID"),
  ])
  func `a bad table of areas is refused before any work`(table: String, code: String) async throws {
    let west =
      #"{"targetGeometry":{"xmin":-123,"ymin":45,"xmax":-122,"ymax":46,"spatialReference":{"wkid":4326}}}"#
    try city.folder.write(
      SmallCity.map().dropLast() + ",\"initialState\":{\"viewpoint\":\(west)}}", to: "map.json")
    try city.folder.write(table, to: "crews.csv")
    let session = await makePlan(areas: "crews.csv")
    #expect(session.exit != .done && session.exit != .bug, "\(session.error)")
    #expect(session.error.contains("error[\(code)]"), "\(session.error)")
    #expect(!city.folder.exists("plan.jsonl"))
  }

  @Test func `a table filters layers, and related records follow`() async throws {
    try city.folder.write(
      "name,area,Trees\nTall,,Height > 10\nOak,\"-123,45,-122,46\",Name = 'Oak'\n", to: "crews.csv")
    let session = await makePlan(["--json"], areas: "crews.csv")
    let areas = try session.document()["areas"]?.array ?? []
    #expect(areas.map { $0["name"]?.string } == ["Tall", "Oak"])
    // Two trees with two visits of the first; one tree with its two visits.
    #expect(areas.map { $0["rows"]?.int } == [4, 3])
    let single = await Session.run(
      ["build"] + city.inputs
        + ["--where", "Trees:Height > 10", "-o", city.folder.path("one.mmpk"), "--json"])
    #expect(try single.document()["layers"]?.array?.map { $0["rows"]?.int } == [2, 2])
  }

  @Test func `edited inputs need a new plan`() async throws {
    _ = await makePlan()
    try city.folder.write(
      SmallCity.visits + "\(SmallCity.id(0x104)),\(SmallCity.id(1)),new\n", to: "data/visits.csv")
    let session = await build()
    #expect(session.exit == .inputRefused)
    #expect(session.error.contains("error[PLAN_OUTDATED]"))
    #expect(session.error.contains("visits.csv"))
  }

  @Test(arguments: [
    "", "{}", #"{"format":"fieldpack.plan/2"}"#,
    #"{"format":"fieldpack.plan/1","created":"2026-05-01T12:00:00Z","options":{"map":"m","data":"d","areas":"a"},"count":1}"#,
  ])
  func `what is no plan is refused`(text: String) async throws {
    try city.folder.write(text, to: "plan.jsonl")
    let session = await build()
    #expect(session.exit == .inputRefused, "\(session.error)")
    #expect(session.error.contains("error[PLAN_INVALID]"))
  }

  @Test func `a plan whose file names leave the folder is refused`() async throws {
    _ = await makePlan()
    let text = String(decoding: try city.folder.read("plan.jsonl"), as: UTF8.self)
    for name in ["../South.mmpk", "..", "a/b.mmpk", "/tmp/x.mmpk"] {
      try city.folder.write(
        text.replacing("\"file\":\"South.mmpk\"", with: "\"file\":\"\(name)\""), to: "plan.jsonl")
      #expect(await build().exit == .inputRefused)
    }
  }

  @Test(arguments: ["kubernetes", "slurm", "make", "snakemake"])
  func `a recipe names the plan and the number of workers`(engine: String) async throws {
    #expect(await makePlan(["--recipe", engine, "--shards", "2"]).exit == .done)
    let names = try city.folder.files().filter { $0.hasPrefix("plan.") && $0 != "plan.jsonl" }
    #expect(names.count == 1)
    let text = String(decoding: try city.folder.read(names[0]), as: UTF8.self)
    #expect(text.contains("plan.jsonl"))
    #expect(text.contains("with 2 workers."))
  }
}
