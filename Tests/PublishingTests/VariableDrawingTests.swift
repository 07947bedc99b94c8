import Foundation
import OrderedJSON
import Packages
import Publishing
import TestSupport
import Testing

/// The demo map with symbols that depend on numbers, and several label classes.
@Suite struct VariableDrawingTests {
  private static let drawing = """
    {"renderer": {"type": "simple", "symbol": {"type": "esriSMS", "size": 6, "color": [9, 9, 9, 255],
      "outline": {"type": "esriSLS", "color": [9, 9, 9, 255], "width": 0.75}},
      "rotationExpression": "[DBH]",
      "visualVariables": [
        {"type": "sizeInfo", "field": "DBH", "minDataValue": 0, "maxDataValue": 64, "minSize": 6,
          "maxSize": 30},
        {"type": "colorInfo", "field": "SiteWidth", "legendOptions": {"title": "Width of the site"},
          "stops": [{"value": 4, "color": [0, 0, 255, 255], "label": "narrow"},
          {"value": 8, "color": [0, 255, 0, 255]}]},
        {"type": "transparencyInfo", "field": "DBH", "stops": [{"value": 60, "transparency": 0},
          {"value": 100, "transparency": 50}]},
        {"type": "sizeInfo", "field": "DBH", "valueUnit": "feet", "stops": [{"value": 1, "size": 2}]}]},
     "labelingInfo": [
      {"labelExpression": "[DBH] CONCAT \\" in\\" CONCAT NEWLINE CONCAT [Condition]",
        "where": "DBH >= 30", "fieldInfos": [{"fieldName": "DBH", "format": {"places": 1}}]},
      {"labelExpression": "[SpeciesCode]", "where": "DBH < 30 AND DBH > 0", "minScale": 4000,
        "useCodedValues": false, "labelPlacement": "esriServerPointLabelPlacementBelowCenter"},
      {"labelExpression": "[SpeciesCode]", "where": "DBH >"},
      {"labelExpressionInfo": {"value": "({Creator})"}}]}
    """

  /// The built map and its site, made once.
  private static let made = Task { () throws -> (TemporaryFolder, SiteReport) in
    let folder = try await packed(drawing)
    return (folder, try await DemoSiteTests.render(folder, "varied"))
  }

  /// Builds the demo map with another drawing of its trees.
  static func packed(_ drawing: String) async throws -> TemporaryFolder {
    let drawing = try JSONParser.parse(Array(drawing.utf8))
    return try await DemoSiteTests.packed { trees in
      guard case .object(var definition) = trees["layerDefinition"] else { return }
      definition["drawingInfo"] = drawing
      definition["minScale"] = .null
      trees["layerDefinition"] = .object(definition)
    }
  }

  private static func file(_ path: String) async throws -> JSON {
    let (folder, _) = try await made.value
    return try DemoSiteTests.object(DemoSiteTests.files(folder, "varied")[path])
  }

  /// A tree in the downloads, in the order of the site.
  private struct Tree {
    let id: Int
    let properties: JSON
    let geometry: JSON
    var girth: Double? { properties["DBH"]?.double }
  }

  private static func trees() async throws -> [Tree] {
    try await file("data/trees.geojson")["features"]?.array?.map {
      Tree(
        id: $0["properties"]?["OBJECTID"]?.int ?? 0, properties: $0["properties"] ?? .null,
        geometry: $0["geometry"] ?? .null)
    } ?? []
  }

  private static func bytes(_ json: JSON?) throws -> [UInt8] {
    let text = try #require(json?.string)
    return Array(try #require(Data(base64Encoded: text)))
  }

  @Test func `a record has a byte for each symbol property that depends on a number`()
    async throws
  {
    let points = try await Self.file("data/trees/points.js")
    let trees = try await Self.trees()
    let size = try Self.bytes(points["size"])
    let color = try Self.bytes(points["color"])
    let angle = try Self.bytes(points["angle"])
    #expect(trees.count == 303 && size.count == 303 && color.count == 303)
    #expect(try Self.bytes(points["opacity"]).count == 303)
    for (index, tree) in trees.enumerated() {
      guard let girth = tree.girth else {
        #expect(size[index] == 255 && angle[index] == 255)
        continue
      }
      #expect(abs(Double(size[index]) - min(girth, 64) / 2) <= 0.5)
      #expect(abs(Double(angle[index]) - girth / 1.5) <= 0.5)
      if let width = tree.properties["SiteWidth"]?.double {
        #expect(abs(Double(color[index]) - min(max(width - 4, 0), 4) * 8) <= 0.5)
      } else {
        #expect(color[index] == 255)
      }
    }
  }

  @Test func `the legend has the author's stops and the download has the colors`() async throws {
    let layer = try await Self.file("data/meta.js")["layers"]?[1]
    let variables = layer?["legend"]?["variables"]
    #expect(variables?["size"]?["stops"]?[1]?["value"]?.double == 40)
    #expect(variables?["size"]?["perStop"]?.int == 32)
    #expect(variables?["color"]?["title"]?.string == "Width of the site")
    #expect(variables?["color"]?["stops"]?[0]?["label"]?.string == "narrow")
    #expect(variables?["color"]?["stops"]?[1]?["label"]?.string == "8")
    #expect(variables?["rotation"]?["title"]?.string == "DBH")
    var seen: Set<String> = []
    for tree in try await Self.trees() {
      guard let width = tree.properties["SiteWidth"]?.double else { continue }
      let color = tree.properties["marker-color"]?.string ?? ""
      if width <= 4 { #expect(color == "#0000ff") }
      if width >= 8 { #expect(color == "#00ff00") }
      seen.insert(color)
    }
    #expect(seen.count > 2)
  }

  @Test func `a label has the text of its class if the condition is true`() async throws {
    let columns = try await Self.file("data/trees/names.js")["columns"]
    let trees = try await Self.trees()
    func label(column: Int, index: Int) throws -> String {
      let values = columns?[column]?["values"]
      guard let codes = columns?[column]?["codes"] else { return values?[index]?.string ?? "" }
      #expect(columns?[column]?["bits"]?.int == 8)
      let code = Int(try Self.bytes(codes)[index])
      return code == 0 ? "" : values?[code - 1]?.string ?? ""
    }
    for (index, tree) in trees.enumerated() {
      let girth = tree.girth ?? 0
      let condition = tree.properties["Condition"]?.string ?? ""
      let text = girth >= 30 ? String(format: "%.1f in\n", girth) + condition : ""
      #expect(
        try label(column: 0, index: index) == text.trimmingCharacters(in: .whitespacesAndNewlines))
      let code = girth > 0 && girth < 30 ? tree.properties["SpeciesCode"]?.string ?? "" : ""
      #expect(try label(column: 1, index: index) == code)
    }
    let layer = try await Self.file("data/meta.js")["layers"]?[1]
    #expect(layer?["labels"]?.array?.compactMap { $0["minScale"]?.double } == [0, 4_000, 0])
    #expect(layer?["labels"]?.array?.compactMap { $0["dy"]?.int } == [-1, 1, -1])
  }

  @Test func `what is not drawn is reported`() async throws {
    let (_, report) = try await Self.made.value
    let messages = report.findings.filter { $0.id == .layerDrawnDifferently }.map(\.message)
    #expect(messages.count == 2, "\(messages)")
    #expect(
      messages.contains { $0.contains("visualVariables[3].type: visual variable \"sizeInfo\"") })
    #expect(messages.contains { $0.hasPrefix("Labels for records where DBH > are not drawn: ") })
  }

  @Test func `public labels show only what the author shows`() async throws {
    let (folder, _) = try await Self.made.value
    _ = try await DemoSiteTests.render(folder, "public") { $0.isPublic = true }
    let names = try DemoSiteTests.object(
      DemoSiteTests.files(folder, "public")["data/trees/names.js"])
    // Of the labels' fields, the pop-up shows trunk and condition.
    #expect(names["columns"]?.array?.count == 1)
  }

  @Test(
    .needs(.chromium, .python("playwright")))
  func `people see sizes, colors and labels`() async throws {
    let (folder, _) = try await Self.made.value
    let trees = try await Self.trees()
    let cases: [(JSON, Double, Double)] = trees.compactMap { tree in
      guard let x = tree.geometry["coordinates"]?[0]?.double,
        let y = tree.geometry["coordinates"]?[1]?.double, let girth = tree.girth,
        let width = tree.properties["SiteWidth"]?.double, width <= 4 || width >= 8, girth > 30,
        girth < 60
      else { return nil }
      let condition = tree.properties["Condition"]?.string ?? ""
      return (
        [
          "lon": .number(x), "lat": .number(y), "color": width <= 4 ? "#0000ff" : "#00ff00",
          "size": .number(8 + girth / 2), "label": condition.isEmpty ? .null : .string(condition),
          "legend": "narrow",
        ], x, y
      )
    }
    let alone = cases.filter { candidate in
      trees.filter { tree in
        guard let x = tree.geometry["coordinates"]?[0]?.double,
          let y = tree.geometry["coordinates"]?[1]?.double
        else { return false }
        return abs(x - candidate.1) < 0.0002 && abs(y - candidate.2) < 0.00015
      }.count == 1
    }
    try #require(alone.count >= 2)
    try folder.write(JSONWriter.write(.array(alone.prefix(3).map(\.0))), to: "places.json")
    let python = try #require(Tool.python(having: "playwright"))
    let result = try await python.run(
      [
        Fixture.repository + "/Tests/Judges/drawing.py", folder.path("varied"),
        folder.path("places.json"),
      ])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(String(decoding: result.output, as: UTF8.self) == "[]\n")
  }
}
