import FeatureData
import MapModel
import OrderedJSON
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// Findings about the Arcade expressions of a layer.
@Suite struct ExpressionFindingsTests {
  @Test func `expressions that can't run are reported with the position of the error`() async throws
  {
    let map = try MapFolder(
      layers: [
        #"""
        "title":"Trees","popupInfo":{"expressionInfos":[
         {"name":"e0","title":"Zone","expression":"var x = 1;\nOffset($feature, 3)"},
         {"name":"e1","title":"","expression":"1 +"},
         {"name":"e2","title":"e2","expression":"$feature.Nmae + $feature.name"},
         {"name":"e3","title":"Fine","expression":"$feature.Name"},
         {"name":"e4","title":"","expression":"'Age: ' +\nText($feature.Age, '0.00')"}],
         "popupElements":[{"type":"expression","expressionInfo":{"expression":"QueryGraph(1, 2)"}}]}
        """#
      ],
      files: ["City.json": TableFindingsTests.definition, "trees.csv": "GlobalID,Name,lon,lat\n"])
    let report = try await map.check()
    let stopped = report.findings(.expressionNotEvaluated)
    #expect(stopped.map(\.severity) == [.warning, .warning, .warning])
    #expect(stopped.allSatisfy { $0.subject == "Trees" })
    let beginnings = [
      "Zone (e0) cannot run, so its value is left empty: line 2, column 1: Offset is not supported",
      "e1 cannot run, so its value is left empty: line 1, column 4: ",
      "of an element cannot run, so its value is left empty: line 1, column 1: QueryGraph is not",
    ]
    for (finding, beginning) in zip(stopped, beginnings) {
      #expect(finding.message.hasPrefix("The Arcade expression " + beginning), "\(finding.message)")
    }
    #expect(
      report.findings(.expressionFieldMissing).map(\.message) == [
        "The Arcade expression e2 uses a missing field: line 1, column 9: Trees has no field "
          + "Nmae."
      ])
    #expect(
      report.findings(.expressionCutsDigits).map(\.message) == [
        "The Arcade expression e4 cuts digits off: line 2, column 20: the pattern '0.00' of Text "
          + "keeps only 1 digit before the decimal point; write '#' before the zeros to keep all."
      ])
  }

  @Test func `expressions of renderers, visual variables and labels are reported too`() async throws
  {
    func drawing(_ labels: Bool) -> String {
      #"""
      "showLabels":\#(labels),"layerDefinition":{"drawingInfo":{
       "renderer":{"type":"uniqueValue","valueExpression":"Offset($feature, 3)",
        "uniqueValueInfos":[{"value":"a","symbol":{"type":"esriSMS"}}],
        "visualVariables":[
         {"type":"sizeInfo","valueExpression":"$feature.Agee * 2",
          "stops":[{"value":0,"size":3},{"value":9,"size":9}]},
         {"type":"rotationInfo","valueExpression":"var x = 3;\nwhirl(x)"},
         {"type":"colorInfo","valueExpression":"$feature.Age",
          "stops":[{"value":0,"color":[1,1,1,255]}]}]},
       "labelingInfo":[
        {"labelExpressionInfo":{"expression":"1 +"}},
        {"labelExpression":"[Name]","labelExpressionInfo":{"expression":"QueryGraph(1, 2)"}},
        {"labelExpressionInfo":{"expression":"$feature.Name + $view.scale"}}]}}
      """#
    }
    func map(_ labels: Bool) throws -> MapFolder {
      try MapFolder(
        layers: [#""title":"Trees","# + drawing(labels)],
        tables: [#""title":"Visits","# + drawing(labels)],
        files: [
          "City.json": TableFindingsTests.definition, "trees.csv": "GlobalID,Name,lon,lat\n",
          "visits.csv": "GlobalID,Name\n",
        ])
    }
    let report = try await map(true).check()
    let found =
      report.findings(.expressionNotEvaluated) + report.findings(.expressionFieldMissing)
    #expect(found.allSatisfy { $0.severity == .warning && $0.subject == "Trees" })
    let known = [
      "Offset($feature, 3) (drawingInfo.renderer.valueExpression) cannot run, so all records "
        + "get the same symbol: line 1, column 1: Offset is not supported",
      "var x = 3; whirl(x) (drawingInfo.renderer.visualVariables[1].valueExpression) cannot "
        + "run, so it does not change the symbol: line 2, column 1: there is no function named whirl",
      "1 + (drawingInfo.labelingInfo[0].labelExpressionInfo) cannot run, so no labels are drawn: "
        + "line 1, column 4: ",
      "QueryGraph(1, 2) (drawingInfo.labelingInfo[1].labelExpressionInfo) cannot run, so labels "
        + "use the older labelExpression: line 1, column 1: QueryGraph is not supported",
      "$feature.Agee * 2 (drawingInfo.renderer.visualVariables[0].valueExpression) uses a missing "
        + "field: line 1, column 9: Trees has no field Agee.",
    ]
    #expect(found.count == known.count)
    for (finding, beginning) in zip(found, known) {
      #expect(finding.message.hasPrefix("The Arcade expression " + beginning), "\(finding.message)")
    }
    let quiet = try await map(false).check().findings(.expressionNotEvaluated)
    #expect(quiet.count == 2, "labels that are off say nothing")
  }

  @Test func `expressions that use missing tables are reported`() async throws {
    let map = try MapFolder(
      layers: [
        #"""
        "title":"Trees","popupInfo":{"expressionInfos":[
         {"name":"e0","title":"","expression":"Count($layer) + Count(FeatureSetByName($map, 'trees'))"},
         {"name":"e1","title":"","expression":"var n = 'x'; Count(FeatureSetByName($map, n))"},
         {"name":"e2","title":"","expression":"Count(FeatureSetByName($map, 'Bushes'))"},
         {"name":"e3","title":"","expression":"\n Count(FeatureSetById($datastore, 77))"},
         {"name":"e4","title":"","expression":
          "Count(FeatureSetByRelationshipName($feature, 'Visits'))"}]}
        """#
      ],
      files: ["City.json": TableFindingsTests.definition, "trees.csv": "GlobalID,Name,lon,lat\n"])
    let report = try await map.check()
    #expect(report.findings(.expressionNotEvaluated).isEmpty)
    let missing = report.findings(.expressionTableMissing)
    #expect(missing.map(\.severity) == [.warning, .warning, .warning])
    #expect(
      missing.map(\.message) == [
        "The Arcade expression e2 uses missing records: line 1, column 7: argument 2 of "
          + "FeatureSetByName: the map has no layer or table named Bushes.",
        "The Arcade expression e3 uses missing records: line 2, column 8: argument 2 of "
          + "FeatureSetById: the map has no layer or table with the id 77.",
        "The Arcade expression e4 uses missing records: line 1, column 7: argument 2 of "
          + "FeatureSetByRelationshipName: the feature has no relationship named Visits.",
      ])
  }
}
