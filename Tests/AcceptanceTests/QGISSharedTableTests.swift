import Foundation
import TestSupport
import Testing

/// A layer of a service that the map shows twice is one table in QGIS, edited through both layers.
@Suite(.needs(.python("qgis.core")), .needs(.fieldpack))
struct QGISSharedTableTests {
  private struct Answer: Decodable {
    var valid: Bool
    var before: [Int]
    var after: [Int]
    var subset: String
    var relations: [String]
  }

  @Test func `edits through both layers are edits of one record each`() async throws {
    let folder = try TemporaryFolder()
    let demo = Fixture.treesOfPortland
    var map =
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: demo + "/map.json"))) as? [String: Any]
    var layers = try #require(map?["operationalLayers"] as? [[String: Any]])
    var poor = try #require(layers.first { $0["id"] as? String == "trees" })
    poor["id"] = "poor"
    poor["title"] = "Poor trees"
    var definition = poor["layerDefinition"] as? [String: Any] ?? [:]
    definition["definitionExpression"] = "Condition = 'Poor'"
    poor["layerDefinition"] = definition
    layers.insert(poor, at: 1)
    map?["operationalLayers"] = layers
    let path = folder.path("map.json")
    try JSONSerialization.data(withJSONObject: try #require(map))
      .write(to: URL(fileURLWithPath: path))
    let package = folder.path("crew.mmpk")
    try await Acceptance.build(map: path, data: demo, to: package, ["--title", "Crew"])
    let returned = folder.path("returned")
    try await OpenedProject.unpack(package, to: returned)
    let answer: Answer = try await #require(Judge.sharedTable).verdict([
      returned + "/Crew.qgs", "Poor trees", "Trees", "Condition", "Poor", "Good",
    ])
    #expect(answer.valid && answer.subset == "\"Condition\" = 'Poor'")
    #expect(answer.before[0] > 0 && answer.before[0] < answer.before[1])
    #expect(answer.after == answer.before)
    for layer in ["Poor trees", "Trees"] {
      #expect(answer.relations.contains("\(layer) - Inspections"), "\(answer.relations)")
      #expect(answer.relations.contains("\(layer) - Photos of Trees"), "\(answer.relations)")
    }
    let diff = try await Acceptance.fieldpack(["diff", returned]).text
    #expect(diff.contains("2 updated") && !diff.contains("added"), "\(diff)")
  }
}
