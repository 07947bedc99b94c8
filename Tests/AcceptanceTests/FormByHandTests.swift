import Foundation
import TestSupport
import Testing

/// Compares the forms of real maps and of the demo, item by item, with forms that a person would
/// make in QGIS.
@Suite(
  .needs(.python("qgis.core")),
  .needs(.fieldpack))
struct FormByHandTests {
  struct Row: Decodable {
    var layer: String
    var item: String
    var same: Bool
  }

  /// The number of items in a map's forms, and how many equal the handmade form.
  private func expectSame(
    map: String, data: String, service: String, in folder: TemporaryFolder, atLeast count: Int
  ) async throws {
    let made = try await OpenedProject.build(map: map, data: data, in: folder)
    #expect(made.project.log.isEmpty, "\(made.project.log)")
    for (name, layer) in made.project.layers {
      #expect(layer.problems.isEmpty, "\(name): \(layer.problems)")
    }
    let result = try await #require(Judge.formByHand)
      .run([map, service, made.folder + "/" + made.name])
    try #require(result.status == 0, "\(result.errorText)")
    let rows = try JSONDecoder().decode([Row].self, from: Data(result.output))
    #expect(rows.count >= count)
    let others = rows.filter { !$0.same }
    #expect(others.isEmpty, "\(others.map { "\($0.layer): \($0.item)" })\n\(result.text)")
  }

  @Test func `the demo's forms equal handmade forms`() async throws {
    let demo = Fixture.treesOfPortland
    try await expectSame(
      map: demo + "/map.json", data: demo, service: demo + "/service.json",
      in: try TemporaryFolder(), atLeast: 70)
  }

  @Test func `a form with every kind of element equals a handmade form`() async throws {
    let demo = Fixture.treesOfPortland
    let folder = try TemporaryFolder()
    let map = try MapWithForm.write(Self.form, on: "Trees", of: demo, to: folder.path("map.json"))
    try await expectSame(
      map: map, data: demo, service: demo + "/service.json", in: folder, atLeast: 90)
  }

  @Test(
    .needs(.sharedData("webmaps")),
    arguments: [
      ("esri-solution--adopt-a-stop.webmap", "AdoptAStops.featureservice", 20),
      (
        "esri-solutionjs--row-permits-public-comment.webmap",
        "solutionjs-rowpermits.featureservice-mocks", 80
      ),
    ])
  func `the forms of a real map equal handmade forms`(map: String, service: String, count: Int)
    async
    throws
  {
    let folder = try TemporaryFolder()
    let paths = try [map, service].map { try #require(SharedData.path("webmaps/\($0).json")) }
    let result = try await #require(Judge.mapData).run([paths[0], folder.path("made"), paths[1]])
    try #require(result.status == 0, "\(result.errorText)")
    // A solution template names its service only after it is deployed.
    let made = try String(contentsOfFile: folder.path("made/map.json"), encoding: .utf8)
      .replacing(
        /\{\{[^}]*layer0\.url\}\}/,
        with: "https://services.example.com/arcgis/rest/services/Stops/FeatureServer/0")
    try made.write(toFile: folder.path("map.json"), atomically: true, encoding: .utf8)
    try await expectSame(
      map: folder.path("map.json"), data: folder.path("made/data"), service: paths[1],
      in: folder, atLeast: count)
  }

  private static let form = """
    {"title": "Street tree", "description": "Measure at breast height.",
     "preserveFieldValuesWhenHidden": true,
     "expressionInfos": [
       {"name": "expr/system/true", "expression": "true", "returnType": "boolean"},
       {"name": "expr/system/false", "expression": "false", "returnType": "boolean"},
       {"name": "dead", "expression": "$feature.Condition == 'Dead'", "returnType": "boolean"},
       {"name": "alive", "expression": "!($feature.Condition == 'Dead')", "returnType": "boolean"},
       {"name": "wide", "returnType": "string", "expression":
         "IIf($feature.SiteWidth > 4, 'wide', DefaultValue($feature.Notes, 'narrow'))"}],
     "formElements": [
       {"type": "text", "text": "Trees of the street", "textFormat": "plain-text"},
       {"type": "field", "fieldName": "Condition", "label": "How is it?",
        "inputType": {"type": "radio-buttons", "showNoValueOption": false},
        "requiredExpression": "expr/system/true"},
       {"type": "group", "label": "Size", "initialState": "collapsed",
        "visibilityExpression": "alive", "formElements": [
         {"type": "field", "fieldName": "DBH", "label": "Diameter", "hint": "inches",
          "description": "At 4.5 feet", "inputType": {"type": "text-box"},
          "requiredExpression": "expr/system/true"},
         {"type": "field", "fieldName": "SiteWidth", "label": "Width of the strip",
          "inputType": {"type": "text-box"}}]},
       {"type": "field", "fieldName": "Notes", "label": "Remarks", "valueExpression": "wide",
        "inputType": {"type": "text-area"}},
       {"type": "field", "fieldName": "PlantedDate", "label": "Planted on",
        "visibilityExpression": "dead",
        "inputType": {"type": "datetime-picker", "includeTime": false}},
       {"type": "field", "fieldName": "Address", "label": "Where",
        "editableExpression": "expr/system/false", "inputType": {"type": "barcode-scanner"}},
       {"type": "field", "fieldName": "Wires", "inputType": {"type": "combo-box"}},
       {"type": "attachment", "label": "Pictures"},
       {"type": "relationship", "relationshipId": 0, "label": "Species"},
       {"type": "relationship", "relationshipId": 1, "label": "Visits"}]}
    """
}

/// A map with a form added to one of its layers.
enum MapWithForm {
  /// Writes the map of a folder with that form.
  ///
  /// - Returns: the path.
  static func write(
    _ form: String, on title: String, of folder: String, to path: String
  ) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/map.json"))
    guard var map = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      var layers = map["operationalLayers"] as? [[String: Any]],
      let index = layers.firstIndex(where: { $0["title"] as? String == title })
    else { throw CocoaError(.fileReadCorruptFile) }
    layers[index]["formInfo"] = try JSONSerialization.jsonObject(with: Data(form.utf8))
    map["operationalLayers"] = layers
    try JSONSerialization.data(withJSONObject: map, options: .sortedKeys)
      .write(to: URL(fileURLWithPath: path))
    return path
  }
}

extension Judge {
  /// Compares a project's forms with handmade ones.
  static let formByHand = Judge("form_by_hand", needing: "qgis.core")
}
