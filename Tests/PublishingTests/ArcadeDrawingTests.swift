import Foundation
import OrderedJSON
import Packages
import Publishing
import TestSupport
import Testing

/// The demo map with classes, sizes and labels by Arcade expressions.
@Suite struct ArcadeDrawingTests {
  private static let symbol = ##"{"type": "esriSMS", "size": 6, "color": [9, 9, 9, 255]}"##

  /// A site of the demo map with the given drawing of its trees.
  private struct Site {
    let files: [String: Data]
    let report: SiteReport

    init(_ drawing: String) async throws {
      let folder = try await VariableDrawingTests.packed(drawing)
      report = try await DemoSiteTests.render(folder, "arcade")
      files = try DemoSiteTests.files(folder, "arcade")
    }

    func object(_ path: String) throws -> JSON { try DemoSiteTests.object(files[path]) }

    func bytes(_ name: String) throws -> [UInt8] {
      let text = try #require(try object("data/trees/points.js")[name]?.string)
      return Array(try #require(Data(base64Encoded: text)))
    }

    func trees() throws -> [JSON] {
      try object("data/trees.geojson")["features"]?.array?.compactMap { $0["properties"] } ?? []
    }

    func messages(_ id: FindingID) -> [(String, Int?)] {
      report.findings.filter {
        $0.id == id && $0.subject == "Trees" && $0.message.contains("drawingInfo")
      }
      .map { ($0.message, $0.count) }
    }
  }

  @Test func `classes, sizes and labels come from expressions`() async throws {
    let site = try await Site(
      """
      {"renderer": {"type": "uniqueValue", "valueExpressionTitle": "Care",
        "valueExpression": "When($feature.DBH >= 40, 'old', $feature['dbh'] > 10, 2, null)",
        "uniqueValueInfos": [{"value": "old", "symbol": \(Self.symbol)},
          {"value": 2, "symbol": \(Self.symbol)}, {"value": "<Null>", "symbol": \(Self.symbol)}],
        "visualVariables": [{"type": "sizeInfo", "valueExpression": "Text($feature.DBH * 2)",
          "stops": [{"value": 0, "size": 3}, {"value": 64, "size": 30}]}]},
       "labelingInfo": [{"where": "DBH >= 30", "labelExpressionInfo":
        {"expression": "Upper($feature.SpeciesCode) + TextFormatting.NewLine + Round($feature.DBH)"}}]}
      """)
    let classes = try site.bytes("class")
    let sizes = try site.bytes("size")
    let names = try site.object("data/trees/names.js")["columns"]?[0]
    let codes = try names?["codes"]?.string.map { Array(try #require(Data(base64Encoded: $0))) }
    for (index, tree) in try site.trees().enumerated() {
      let girth = tree["DBH"]?.double ?? 0
      #expect(classes[index] == (girth >= 40 ? 0 : girth > 10 ? 1 : 2))
      #expect(abs(Double(sizes[index]) - min(girth * 2, 64) / 2) <= 0.5)
      let code = tree["SpeciesCode"]?.string ?? ""
      let label = girth >= 30 ? "\(code.uppercased())\n\(Int(girth.rounded()))" : ""
      let found = codes.map { $0[index] == 0 ? "" : names?["values"]?[Int($0[index]) - 1]?.string }
      #expect(found ?? names?["values"]?[index]?.string == label)
    }
    let legend = try site.object("data/meta.js")["layers"]?[1]?["legend"]
    #expect(legend?["title"]?.string == "Care")
    #expect(
      site.messages(.expressionNotEvaluated).isEmpty && site.messages(.expressionFailed).isEmpty)
  }

  @Test func `numbers from expressions are classified by breaks`() async throws {
    let site = try await Site(
      """
      {"renderer": {"type": "classBreaks", "valueExpression": "$feature.DBH / 2", "minValue": 0,
        "classBreakInfos": [{"classMaxValue": 10, "symbol": \(Self.symbol)},
          {"classMaxValue": 20, "symbol": \(Self.symbol)}], "defaultSymbol": \(Self.symbol)}}
      """)
    let classes = try site.bytes("class")
    for (index, tree) in try site.trees().enumerated() {
      let half = (tree["DBH"]?.double ?? 0) / 2
      #expect(classes[index] == (half <= 10 ? 0 : half <= 20 ? 1 : 2))
    }
  }

  @Test func `Arcade gives codes and ISO dates, older texts give names and short dates`()
    async throws
  {
    let site = try await Site(
      """
      {"renderer": {"type": "simple", "symbol": \(Self.symbol)}, "labelingInfo": [
        {"labelExpressionInfo": {"expression": "$feature.Wires"}, "useCodedValues": true},
        {"labelExpressionInfo": {"expression": "DomainName($feature, 'Wires')"}},
        {"labelExpression": "[Wires]"},
        {"labelExpressionInfo": {"value": "{Wires}"}, "useCodedValues": false},
        {"labelExpressionInfo": {"expression": "$feature['CreationDate']"}},
        {"labelExpression": "[CreationDate]"}]}
      """)
    let columns = try site.object("data/trees/names.js")["columns"]?.array ?? []
    let texts = columns.map { column in
      Set((column["values"]?.array ?? []).compactMap(\.string).filter { !$0.isEmpty })
    }
    try #require(texts.count == 6)
    let codes: Set = ["High voltage", "No HV", "None", "Other"]
    let names: Set = ["High voltage", "No high voltage", "No wires", "Other wires"]
    #expect(Array(texts.prefix(4)) == [codes, names, names, codes])
    #expect(
      !texts[4].isEmpty
        && texts[4].allSatisfy { $0.wholeMatch(of: /[-\d]{10}T.{8,12}-0[78]:00/) != nil })
    #expect(texts[5].allSatisfy { $0.wholeMatch(of: /\d+\/\d+\/\d{4}/) != nil }, "\(texts[5])")
  }

  @Test func `expressions that cannot run are reported and replaced by their fallback`()
    async throws
  {
    let site = try await Site(
      """
      {"renderer": {"type": "uniqueValue", "valueExpression": "Length($feature) + ",
        "uniqueValueInfos": [{"value": "a", "symbol": \(Self.symbol)},
          {"value": "b", "symbol": \(Self.symbol)}],
        "visualVariables": [
          {"type": "rotationInfo", "valueExpression": "\\n  Nothing($feature.DBH)"}]},
       "labelingInfo": [{"labelExpression": "[SpeciesCode]",
        "labelExpressionInfo": {"expression": "FeatureSetByName($map, 'Trees')"}}]}
      """)
    let legend = try site.object("data/meta.js")["layers"]?[1]?["legend"]
    #expect(legend?["classes"]?.array?.count == 1)
    #expect(Set(try site.bytes("class")) == [0])
    #expect(try site.object("data/trees/points.js")["angle"] == nil)
    #expect(try site.object("data/trees/names.js")["columns"]?.array?.count == 1)
    let messages = site.messages(.expressionNotEvaluated).map(\.0)
    #expect(messages.count == 3, "\(messages)")
    #expect(
      messages.contains { $0.contains("renderer.valueExpression") && $0.contains("line 1, column") }
    )
    #expect(
      messages.contains {
        $0.contains("visualVariables[0].valueExpression") && $0.contains("Nothing")
      })
    #expect(messages.contains { $0.contains("labels use the older labelExpression") })
  }

  @Test func `the view's scale is in the middle of the label's scale range`()
    async throws
  {
    let site = try await Site(
      """
      {"renderer": {"type": "simple", "symbol": \(Self.symbol)},
       "labelingInfo": [
        {"minScale": 40000, "labelExpressionInfo": {"expression": "// $view\\nText($view.scale)"}},
        {"minScale": 9000, "maxScale": 1000, "labelExpressionInfo": {"expression": "$view.scale"}},
        {"maxScale": 1e300, "labelExpressionInfo": {"expression": "$view.scale"}},
        {"labelExpressionInfo": {"expression": "$VIEW.Scale + ''"}},
        {"labelExpressionInfo": {"expression": "'no $view.scale'"}}]}
      """)
    let columns = try site.object("data/trees/names.js")["columns"]?.array ?? []
    let texts = columns.map { $0["values"]?[0]?.string }
    #expect(texts == ["6325", "3000", "1000000000000", "10000", "no $view.scale"])
    let messages = site.messages(.layerDrawnDifferently).map(\.0)
    #expect(messages.count == 4, "\(messages)")
    #expect(messages.first?.hasSuffix("so the scale is fixed at 1:6,325.") == true, "\(messages)")
  }

  @Test func `a failing value counts as null and is reported once with a count`() async throws {
    let site = try await Site(
      """
      {"renderer": {"type": "uniqueValue",
        "valueExpression": "var list = [1]; if ($feature.DBH > 30) { list[7] } else { 'thin' }",
        "uniqueValueInfos": [{"value": "thin", "symbol": \(Self.symbol)}],
        "defaultSymbol": \(Self.symbol)}}
      """)
    let classes = try site.bytes("class")
    let thick = try site.trees().filter { ($0["DBH"]?.double ?? 0) > 30 }.count
    #expect(classes.filter { $0 == 1 }.count == thick && thick > 0)
    let messages = site.messages(.expressionFailed)
    #expect(messages.map(\.1) == [thick], "\(messages)")
    #expect(messages.first?.0.contains("line 1, column") == true)
  }
}
