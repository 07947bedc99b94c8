import Arcade
import FeatureData
import Foundation
import MapModel
import Records
import TestSupport
import Testing

/// The expressions of real web maps, run on features of their layers.
struct WebMapExpressionTests {
  /// The source of all expressions in the JSON files of a folder, in order.
  static let expressions: [String] = {
    var found: [String] = []
    for name in SharedData.jsonFiles(in: "webmaps").sorted() {
      guard let path = SharedData.path(name), let data = FileManager.default.contents(atPath: path),
        let json = try? JSONSerialization.jsonObject(with: data)
      else { continue }
      collect(json, into: &found)
    }
    return found
  }()

  private static func collect(_ json: Any, into found: inout [String]) {
    if let object = json as? [String: Any] {
      for key in object.keys.sorted() {
        let value = object[key] as Any
        if key == "expression" || key == "valueExpression", let text = value as? String,
          text.contains("$feature"), !found.contains(text)
        {
          found.append(text)
        } else {
          collect(value, into: &found)
        }
      }
    } else if let list = json as? [Any] {
      for value in list { collect(value, into: &found) }
    }
  }

  static let layer = Expressions.layer(
    """
    {"id": 0, "name": "Stops", "type": "Table", "fields": [
      {"name": "nickname", "type": "esriFieldTypeString"},
      {"name": "assetstatus", "type": "esriFieldTypeString"},
      {"name": "lastcleandate", "type": "esriFieldTypeDate"},
      {"name": "contname", "type": "esriFieldTypeString"},
      {"name": "sameapp", "type": "esriFieldTypeString"},
      {"name": "contaddr", "type": "esriFieldTypeString"},
      {"name": "contcity", "type": "esriFieldTypeString"},
      {"name": "contstate", "type": "esriFieldTypeString"},
      {"name": "contzip", "type": "esriFieldTypeString"}]}
    """)

  @Test(.needs(.sharedData("webmaps")))
  func `expressions of real maps have their recorded values`() throws {
    let schema = ArcadeSchema(
      title: "Stops", definition: Self.layer, table: Expressions.table(of: Self.layer))
    let rows: [[SQLValue]] = [
      [
        "Corner", "Adopted", "2021-05-04T00:00:00.000Z", "Acme", "No", "1 Main St", "Salem", "OR",
        "97301",
      ],
      [nil, "Pending", nil, "", "Yes", nil, nil, nil, nil],
      [nil, "Available", nil, "Acme", "Yes", nil, nil, nil, nil],
    ]
    let expected: [String: [String]] = [
      "nickname when stop": ["\"Nickname: Corner\"", "null", "null"],
      "text color": ["\"FA0000\"", "\"FA0000\"", "\"0E982A\""],
      "used in the pop-up text": [
        "\"I've been Adopted!\"", "\"Adoption Pending\"", "\"Adopt Me!\"",
      ],
      "formatted last clean": ["\"Last cleaned: May 4 2021\"", "null", "null"],
      "contractor_info": [
        "\"Acme\\r\\n1 Main St\\r\\nSalem, OR 97301\"", "\"No contractor provided\"", "\"Same\"",
      ],
    ]
    var workspace = try Expressions.workspace()
    for expression in Self.expressions {
      let program = try ArcadeProgram(parsing: expression, profile: .popup, features: schema)
      #expect(program.unsupported.isEmpty && program.unknownFields.isEmpty)
      for (index, row) in rows.enumerated() {
        try workspace.setFeature(Expressions.record(row, shape: nil).span, schema: schema)
        let value = try workspace.value(of: program)
        let text = try Expressions.text(of: value, in: &workspace)
        let key = try #require(
          expected.keys.first { expression.contains($0) }, "a new expression: \(expression)")
        #expect(text == expected[key]?[index], "\(expression)")
      }
    }
  }
}
