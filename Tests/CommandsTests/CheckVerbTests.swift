import Console
import OrderedJSON
import TestSupport
import Testing

@Suite struct CheckVerbTests {
  @Test func `a valid map has no findings and exit code 0`() async throws {
    let city = try SmallCity()
    let session = await Session.run(["check"] + city.inputs)
    #expect(session.exit == .done)
    #expect(session.error.isEmpty)
    #expect(
      session.output == """
        map: everything, all scales
          packed            Trees   3 records
          packed            Visits  3 records

        no findings

        """)
    #expect(try city.folder.files().filter { !$0.hasPrefix("data/") } == ["map.json"])
  }

  @Test func `every layer and table is packed, packed read-only or left out with its reason`()
    async throws
  {
    let city = try SmallCity()
    let readOnly = SmallCity.definitions.replacing(
      "Query,Editing,Create,Update,Delete,Sync", with: "Query")
    try city.folder.write(readOnly, to: "data/City.json")
    let tiles = #"{"id": "i", "title": "Imagery", "layerType": "ArcGISTiledMapServiceLayer"},"#
    let map = SmallCity.map().replacing(
      #""operationalLayers": ["#, with: #""operationalLayers": ["# + tiles)
    try city.folder.write(map, to: "map.json")
    let session = await Session.run(
      ["check", "--without", "visits", "--json"] + city.inputs)
    #expect(session.exit == .done)
    let layers = try session.document()["layers"]?.array ?? []
    #expect(layers.map { $0["title"]?.string } == ["Imagery", "Trees", "Visits"])
    #expect(layers.map { $0["kind"]?.string } == ["layer", "layer", "table"])
    #expect(
      layers.map { $0["status"]?.string } == ["left out", "packed read-only", "left out"])
    #expect(layers[2]["reason"]?.string == "left out on request")
    #expect(layers[0]["reason"]?.string?.contains("ArcGISTiledMapServiceLayer") == true)
    #expect(layers[1]["rows"]?.int == 3)
  }

  @Test func `a layer without data is left out with the reason of its finding`()
    async throws
  {
    let city = try SmallCity()
    try BadInput(
      "", exit: 0, "", isFinding: nil, text: ["data/trees.geojson": String?.none]
    ).spoil(city)
    let session = await Session.run(["check"] + city.inputs)
    #expect(session.exit == .somethingToSee)
    #expect(session.output.contains("  left out          Trees   see LAYER_NOT_PACKABLE\n"))
    #expect(session.output.contains("\n1 error, 1 note\n"))
  }

  @Test func `the JSON answer has its members in a fixed order`() async throws {
    let city = try SmallCity()
    let session = await Session.run(["check", "--json", "--title", "City"] + city.inputs)
    let document = try session.document()
    #expect(
      document.object?.keys == [
        "schema", "ok", "exit", "map", "area", "scale", "layers", "attachments", "findings",
      ])
    #expect(document["schema"]?.string == "fieldpack.check/1")
    #expect(document["ok"]?.bool == true)
    #expect(document["map"]?["title"]?.string == "City")
    #expect(
      document["layers"]?.array?.first?.object?.keys == [
        "title", "kind", "status", "table", "rows", "sourceRows", "attachments", "geometryType",
        "spatialReference",
      ])
  }

  @Test func `a finding in JSON has id, severity, subject, message, count, samples, fix`()
    async throws
  {
    let city = try SmallCity()
    let orphan = SmallCity.visits.replacing(SmallCity.id(3), with: SmallCity.id(4))
    try city.folder.write(orphan, to: "data/visits.csv")
    let session = await Session.run(["check", "--json"] + city.inputs)
    #expect(session.exit == .done)
    let finding = try #require(try session.document()["findings"]?.array?.first)
    #expect(
      finding.object?.keys
        == ["id", "severity", "subject", "message", "count", "samples", "fix"])
    #expect(finding["id"]?.string == "REL_ORPHAN_CHILD")
    #expect(finding["samples"]?.array == [.string(SmallCity.id(4))])
    let strict = await Session.run(
      ["check", "--json", "--fail-on", "warning"] + city.inputs)
    #expect(strict.exit == .somethingToSee)
    #expect(try strict.document()["exit"]?.int == 1)
  }

  @Test func `an area selects the features in it and their related records`()
    async throws
  {
    let city = try SmallCity()
    let session = await Session.run(
      ["check", "--area", "-122.605,45.4,-122.5,45.6"] + city.inputs)
    #expect(session.output.contains("Trees   1 of 3 records"))
    #expect(session.output.contains("Visits  2 of 3 records"))
  }

  @Test func `colors are used on request`() async throws {
    let city = try SmallCity()
    let session = await Session.run(["check", "--color", "always"] + city.inputs)
    #expect(session.output.contains("\u{1B}[32mpacked"))
  }

  @Test func `control characters in a title don't reach the terminal`()
    async throws
  {
    let city = try SmallCity()
    let session = await Session.run(["check", "--title", "a\u{1B}[2Jb"] + city.inputs)
    #expect(session.output.hasPrefix(#"a\u{1B}[2Jb: everything"#))
  }
}
