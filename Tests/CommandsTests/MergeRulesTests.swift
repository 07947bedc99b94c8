import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// The rules of a map, from the bindings of a build to the report of a merge.
@Suite struct MergeRulesTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() throws {
    city = try SmallCity()
    try folder.write(
      """
      {"rules": [
        {"on": "insert", "layer": "Trees", "field": "Height", "value": 1},
        {"on": "insert", "layer": "Trees", "field": "Name",
         "from": {"addresses": "places.csv", "within": 20}}]}
      """, to: "data/bindings.json")
    try folder.write(
      "lon,lat,number,street\n-122.63,45.53001,12,\"ELM ST\"\n", to: "data/places.csv")
  }

  private func build(_ name: String) async throws {
    let built = await Session.run(
      ["build"] + city.inputs + ["-o", folder.path(name), "--title", "City"])
    try #require(built.exit == .done, "\(built.error)")
  }

  /// The office data, and a package with one more tree.
  private func makeStores() async throws {
    try await build("office.gpkg")
    let tree = """
      {"type": "Feature", "properties": {"GlobalID": "\(SmallCity.id(9))"},
       "geometry": {"type": "Point", "coordinates": [-122.63, 45.53]}}]}
      """
    try folder.write(
      SmallCity.trees().replacingOccurrences(of: "]}}]}", with: "]}}," + tree),
      to: "data/trees.geojson")
    try await build("rebuilt.gpkg")
    try await city.reissue("rebuilt.gpkg", as: "office.gpkg", to: "crew.gpkg")
  }

  private func merge(_ options: [String]) async -> Session {
    let office = folder.path("office.gpkg")
    return await Session.run(
      ["merge", "--into", office, folder.path("crew.gpkg"), "--base", office, "-o"]
        + [folder.path("merged.gpkg")] + options)
  }

  private func trees() async -> String {
    await Session.run(
      ["export", folder.path("merged.gpkg"), "--layer", "Trees", "--format", "csv", "-o", "-"]
    ).output
  }

  @Test func `the rules of the data are applied, and their missing table is reported`() async throws
  {
    try await makeStores()
    let session = await merge([])
    #expect(session.exit == .somethingToSee)
    #expect(session.output.contains("Height: was (empty); now 1 (Trees.Height from the value 1)"))
    #expect(session.output.contains("RULE not applied: Trees.Name from places.csv: there is no"))
    #expect(await trees().contains("\(SmallCity.id(9)),,1"))
  }

  @Test func `rules of a file use the table beside it`() async throws {
    try await makeStores()
    let review = folder.path("review")
    let rules = folder.path("data/bindings.json")
    let session = await merge(["--rules", rules, "--review", review])
    #expect(session.exit == .done, "\(session.output)")
    #expect(await trees().contains("\(SmallCity.id(9)),12 ELM ST,1"))
    let report = try JSONParser.parse(
      Array(try Data(contentsOf: URL(filePath: review + "/report.json"))))
    let values = try #require(report["rules"]?["values"]?.array)
    #expect(values.map { $0["field"]?.string } == ["Name", "Height"])
    #expect(values.first?["new"]?.string == "12 ELM ST")
    #expect(values.first?["old"]?.isNull == true)
    #expect(values.first?["globalid"]?.string == SmallCity.id(9))
  }

  @Test func `a package that is merged again changes nothing`() async throws {
    try await makeStores()
    let rules = ["--rules", folder.path("data/bindings.json")]
    _ = await merge(rules)
    let merged = folder.path("merged.gpkg")
    let session = await Session.run(
      ["merge", "--into", merged, folder.path("crew.gpkg"), "--base", folder.path("office.gpkg")]
        + ["-o", folder.path("again.gpkg")] + rules)
    #expect(session.exit == .done, "\(session.output)")
    #expect(
      try Data(contentsOf: URL(filePath: merged))
        == Data(contentsOf: URL(filePath: folder.path("again.gpkg"))))
  }

  @Test func `invalid rules are an error`() async throws {
    try await makeStores()
    try folder.write(#"{"rules": [{"on": "insert", "color": 1}]}"#, to: "bad.json")
    let session = await merge(["--rules", folder.path("bad.json")])
    #expect(session.exit == .inputRefused)
    #expect(session.error.contains("not \"color\""))
  }
}
