import Console
import OrderedJSON
import TestSupport
import Testing

/// Commands with a filter: `export --where`, and a layer's own filter.
@Suite struct ExportWhereTests {
  private let city: SmallCity
  private let package: String

  init() async throws {
    city = try SmallCity()
    package = city.folder.path("out.mmpk")
    let built = await Session.run(["build"] + city.inputs + ["-o", package, "--title", "City"])
    try #require(built.exit == .done, "\(built.error)")
  }

  private func export(_ layer: String, _ more: String...) async -> Session {
    await Session.run(["export", package, "--layer", layer] + more)
  }

  @Test(arguments: [
    ("Trees", "Height > 10", ["Oak", "Ahorn"]), ("Trees", "Name LIKE 'A%'", ["Ahorn"]),
    ("Trees", "CASE WHEN Height < 10 THEN 'low' ELSE 'high' END = 'low'", ["Elm"]),
    ("Trees", "GlobalID = '00000000000040008000000000000001'", ["Oak"]),
    ("Trees", "LENGTH(Name) = 3 AND CURRENT_DATE = DATE '2026-05-01'", ["Oak", "Elm"]),
    ("Trees", "1=0", []), ("Visits", "Note IS NULL", ["0103"]),
    ("Visits", "POSITION('wood' IN Note) > 0", ["0102"]), ("Visits", "Note <> 'fine'", ["0102"]),
    ("Visits", "TreeID = '{00000000-0000-4000-8000-000000000001}'", ["0101", "0102"]),
  ])
  func `only records that match the filter are exported`(
    layer: String, clause: String, expected: [String]
  ) async throws {
    let session = await export(
      layer, "--where", clause, "--now", "2026-05-01T12:00:00Z", "-o", "-", "--format", "csv")
    #expect(session.exit == .done, "\(session.error)")
    let lines = session.output.replacing("\r\n", with: "\n").split(separator: "\n").dropFirst()
    #expect(lines.count == expected.count, "\(session.output)")
    for (line, text) in zip(lines, expected) { #expect(line.contains(text)) }
  }

  @Test func `the answer has the number of exported records of all`() async throws {
    let file = city.folder.path("high.geojson")
    let summary = await export("Trees", "-w", "Height > 10", "-o", file)
    #expect(summary.output.hasPrefix("\(file): 2 of 3 records of Trees, "))
    let session = await export("Trees", "-w", "Height > 10", "-o", file, "-f", "--json")
    let answer = try JSONParser.parse(Array(session.output.utf8))
    #expect(answer["where"]?.string == "Height > 10")
    #expect(answer["rows"] == .number(2) && answer["rowsRefused"] == .number(1))
    let all = await export("Trees", "-o", file, "-f", "--json")
    #expect(try JSONParser.parse(Array(all.output.utf8))["where"] == nil)
  }

  @Test func `the answer has what pop-ups can't show`() async throws {
    let map = try JSONParser.parse(Array(SmallCity.map().utf8))
    var members = try #require(map.object)
    var layers = try #require(members["operationalLayers"]?.array)
    var trees = try #require(layers[0].object)
    trees["popupInfo"] = [
      "title": "t", "fieldInfos": [["fieldName": "expression/e", "visible": true]],
      "expressionInfos": [["name": "e", "title": "e", "expression": "var a = [1]; a[7]"]],
    ]
    layers[0] = .object(trees)
    members["operationalLayers"] = .array(layers)
    try city.folder.write(JSONWriter.write(.object(members)), to: "map.json")
    try await Session.done(["build"] + city.inputs + ["-o", package, "-f"])
    let title = try #require(trees["title"]?.string)
    let session = await export(
      title, "--popups", "-o", city.folder.path("popups.geojson"), "--json")
    let answer = try JSONParser.parse(Array(session.output.utf8))
    #expect(answer["findings"]?.array?.map { $0["id"]?.string } == ["ARCADE_FAILED"])
    let plain = await export(title, "-o", city.folder.path("plain.geojson"), "--json")
    #expect(try JSONParser.parse(Array(plain.output.utf8))["findings"]?.array == [])
  }

  @Test func `the filter also applies to pop-ups`() async throws {
    let session = await export("Trees", "--popups", "-w", "Height < 20", "-o", "-")
    #expect(session.exit == .done, "\(session.error)")
    let features = try JSONParser.parse(Array(session.output.utf8))["features"]?.array ?? []
    #expect(features.map { $0["properties"]?["Name"]?.string } == ["Ahorn", "Elm"])
  }

  @Test(arguments: [
    (
      "Heigth > 10", "FILTER_FIELD_UNKNOWN",
      "there is no field Heigth (offset 0); the closest name is Height"
    ),
    ("Height > 'tall'", "FILTER_TYPE_MISMATCH", "text where a number is needed at offset 9"),
    ("Height >", "FILTER_MALFORMED", "expected a field or value at offset 8, found the end"),
    (
      "FLOR(Height) = 1", "FILTER_FUNCTION_UNKNOWN",
      "there is no function FLOR (offset 0); the closest name is FLOOR"
    ),
    ("Height IN (SELECT 1)", "FILTER_UNSUPPORTED", "a subquery at offset 11 is not supported"),
    ("Height = @least", "FILTER_PARAMETER_UNKNOWN", "there is no parameter @least (offset 9)"),
  ])
  func `an unusable filter is reported before any file is written`(
    clause: String, code: String, message: String
  ) async throws {
    let file = city.folder.path("none.csv")
    for more in [[], ["--popups", "--format", "geojson"]] {
      let session = await Session.run(
        ["export", package, "-l", "Trees", "-w", clause, "-o", file] + more)
      #expect(session.exit == .usage)
      #expect(session.error.contains("[\(code)]: filter \(clause): "), "\(session.error)")
      #expect(session.error.contains(message), "\(session.error)")
    }
    #expect(throws: (any Error).self) { try city.folder.read("none.csv") }
  }

  @Test func `a time without a filter is a mistake`() async throws {
    let session = await export("Trees", "--now", "2026-05-01", "-o", "-")
    #expect(session.exit == .usage && session.error.contains("used with --where or --popups"))
  }

  @Test(arguments: [
    ("UPPER(SUBSTRING(Name, 1, 1)) = 'O'", 1), ("MOD(Height, 2) = 0", 2),
    ("CURRENT_TIMESTAMP = TIMESTAMP '2026-05-01 12:00:00'", 3),
    ("CURRENT_DATE - INTERVAL '1' DAY = DATE '2026-05-01'", 0),
  ])
  func `a layer's own filter has the whole language, at the time of the package`(
    clause: String, count: Int
  ) async throws {
    let map = SmallCity.map(treesDefinition: #"{"definitionExpression": "\#(clause)"}"#)
    try city.folder.write(map, to: "map.json")
    let file = city.folder.path("filtered.gpkg")
    let built = await Session.run(["build"] + city.inputs + ["-o", file])
    #expect([.done, .somethingToSee].contains(built.exit), "\(built.error)")
    let session = await Session.run(
      ["export", file, "-l", "Trees", "-o", "-", "--format", "csv"])
    let lines = session.output.replacing("\r\n", with: "\n").split(separator: "\n")
    #expect(lines.count - 1 == count)
  }
}
