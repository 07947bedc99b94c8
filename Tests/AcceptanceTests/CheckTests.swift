import Foundation
import TestSupport
import Testing

/// The answers of `check` for real maps. It writes nothing.
@Suite(.needs(.fieldpack))
struct CheckTests {
  /// The answer of `check --json`.
  struct Answer: Decodable {
    struct Layer: Decodable {
      var title: String
      var kind: String
      var status: String
      var rows: Int?
      var reason: String?
    }

    struct Finding: Decodable {
      var id: String
      var severity: String
      var subject: String
      var fix: String
    }

    var ok: Bool
    var exit: Int32
    var layers: [Layer]
    var findings: [Finding]
  }

  static let maps = [
    "esri-solution--adopt-a-stop.webmap.json",
    "esri-solutionjs--row-permits-public-comment.webmap.json",
    "esri-solutionjs--wabappmap.webmap.json", "wsdot-layer-list-demo.webmap.json",
    "storymap-tour--featurecollection-layer-template.json",
  ]
  static let permits = "webmaps/esri-solutionjs--row-permits-public-comment.webmap.json"

  @Test(.needs(.sharedData("webmaps")), arguments: maps)
  func `every layer and table of a real map is reported with its obstacles`(
    name: String
  ) async throws {
    let map = try #require(SharedData.path("webmaps/" + name))
    let folder = try TemporaryFolder()
    let result = try await Acceptance.fieldpack(["check", map, "--data", folder.path, "--json"])
    #expect(result.status == 1)
    #expect(result.errorText == "")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output))
    #expect((answer.ok, answer.exit) == (false, 1))
    let titles = try Self.titles(ofMapAt: map)
    #expect(!titles.isEmpty)
    #expect(answer.layers.map(\.title).sorted() == titles.sorted())
    for layer in answer.layers {
      #expect(layer.status == "left out")
      #expect(layer.reason?.isEmpty == false)
      #expect(answer.findings.contains { $0.subject == layer.title && !$0.fix.isEmpty })
    }
    let text = try await Acceptance.fieldpack(["check", map, "--data", folder.path]).text
    for title in titles { #expect(text.contains("  left out          \(title)"), "\(title)") }
    #expect(try folder.files() == [])
  }

  /// The titles in a map, from its JSON: with the layers of groups, and tables after layers. A
  /// layer that is alone in its file is a map with that layer.
  private static func titles(ofMapAt path: String) throws -> [String] {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    let map = try #require(json as? [String: Any])
    func titles(_ layers: Any?) -> [String] {
      (layers as? [[String: Any]] ?? []).flatMap { layer in
        layer["layerType"] as? String == "GroupLayer"
          ? titles(layer["layers"]) : [layer["title"] as? String ?? ""]
      }
    }
    guard map["operationalLayers"] != nil else { return titles([map]) }
    return titles(map["operationalLayers"]) + titles(map["tables"])
  }

  @Test(.needs(.sharedData(permits)))
  func `a real map with its service's definitions and data is packed with its rights`() async throws
  {
    let folder = try TemporaryFolder()
    try Self.writePermits(to: folder)
    let map = try #require(SharedData.path(Self.permits))
    let result = try await Acceptance.fieldpack(["check", map, "--data", folder.path, "--json"])
    #expect(result.status == 0, "\(result.errorText)")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output))
    // The map lets its readers only query the permits.
    #expect(answer.layers.map(\.title) == ["ROW Permits", "ROW Permit Comment"])
    #expect(answer.layers.map(\.status) == ["packed read-only", "packed"])
    #expect(answer.layers.map(\.rows) == [3, 3])
    let found = answer.findings.map { "\($0.id) \($0.subject)" }
    #expect(found.contains("VALUE_NOT_IN_DOMAIN ROW Permits"))
    #expect(found.contains("GEOM_NULL ROW Permits"))
    #expect(found.contains("REL_ORPHAN_CHILD ROW Permit Comment"))
    let store = folder.path("permits.gpkg")
    try await Acceptance.build(map: map, data: folder.path, to: store)
    if let judge = Judge.structure {
      #expect(try await judge.verdict([store], as: StructureTests.Verdict.self).complaints == [])
    }
    if let judge = Judge.values {
      for (table, file) in [
        ("ROW_Permits", "ROW Permits.json"), ("ROW_Permit_Comment", "ROW Permit Comment.json"),
      ] {
        let verdict = try await judge.verdict(
          [store, table, folder.path(file)], as: PackedValuesTests.Verdict.self)
        #expect(verdict.differences == 0, "\(verdict.samples)")
        #expect(verdict.rows == 3)
      }
    }
  }

  /// The definitions of the real service, and query answers in its form.
  private static func writePermits(to folder: TemporaryFolder) throws {
    let path = try #require(
      SharedData.path("webmaps/solutionjs-rowpermits.featureservice-mocks.json"))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    let mocks = try #require(json as? [String: Any])
    func id(_ number: Int) -> String { "0000000\(number)-0000-4000-8000-00000000000a" }
    let permits: [[String: Any]] = (1...3).map { number in
      [
        "OBJECTID": number, "globalid": id(number), "appname": "Applicant \(number)",
        "status": ["Approved", "StaffReview", "Lost"][number - 1],
        "propstartdt": [-1, 1_577_836_800_123, 0][number - 1],
      ]
    }
    let comments: [[String: Any]] = (1...3).map { number in
      [
        "OBJECTID": number, "globalid": id(number + 3), "comments": "line\nbreak, “quotes”",
        "parentglobalid": id([1, 1, 9][number - 1]), "submitdate": 1_600_000_000_000 + number,
      ]
    }
    for (name, key, rows) in [
      ("ROW Permits", "FeatureServiceLayer0SuccessResponse", permits),
      ("ROW Permit Comment", "FeatureServiceLayer1SuccessResponse", comments),
    ] {
      let definition = try #require(mocks[key] as? [String: Any])
      try folder.write(
        Array(try JSONSerialization.data(withJSONObject: definition)), to: name + ".layer.json")
      let fields = definition["fields"] as? [[String: Any]] ?? []
      let features = rows.enumerated().map { index, row -> [String: Any] in
        var attributes: [String: Any] = row
        for field in fields {
          guard let name = field["name"] as? String, attributes[name] == nil else { continue }
          attributes[name] = NSNull()
        }
        guard definition["geometryType"] is String, index < 2 else {
          return ["attributes": attributes]
        }
        return [
          "attributes": attributes, "geometry": ["x": -13_600_000.5 + Double(index), "y": 5.7e6],
        ]
      }
      let answer: [String: Any] = [
        "objectIdFieldName": "OBJECTID", "globalIdFieldName": "globalid", "fields": fields,
        "geometryType": "esriGeometryPoint", "spatialReference": ["wkid": 102_100],
        "features": features,
      ]
      try folder.write(
        Array(try JSONSerialization.data(withJSONObject: answer, options: .sortedKeys)),
        to: name + ".json")
    }
  }

  @Test func `a check needs no disk space for the package`() async throws {
    let demo = Fixture.treesOfPortland
    let result = try await Acceptance.fieldpack(
      ["check", demo + "/map.json", "--data", demo], environment: ["TMPDIR": "/nowhere"])
    #expect(result.status == 0, "\(result.errorText)")
  }
}
