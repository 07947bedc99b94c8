import OrderedJSON
import TestSupport

/// Damages JSON documents by replacing some of their values. The result is still JSON.
struct JSONDamage {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let odd: [JSON] = [
    .null, true, false, 0, -1, 1, 64, .number(JSONNumber(.max)), .number(JSONNumber(.min)),
    .number(1e308), .number(-0.5), "", " ", "{", "{}", "{{", "}", "{expression/}",
    "{expression/age}",
    "relationships/0/", "relationships/-1/DBH", "relationships/99999999999999999999/DBH",
    "{relationships/0/CommonName}", "<a href='{DBH}", "<a href=\"{", "<p style='{", "{DBH}{dbh}",
    "expression/", "\u{0}", "é\u{301}{\u{10FFFF}}", "https://{DBH}.example.org",
    "javascript:{Notes}",
    "shortDateLongTime24", "barchart", "piechart", "image", "fields", "media", "relationship",
    "desc",
    "avg", "mode", "stddev", "var", "count", .string(String(repeating: "{Notes}<b>", count: 5_000)),
    [], [[]], [.null], ["{DBH}"], [255, -1, .number(1e9)], .object([:]), ["type": "media"],
    ["type": "text"], ["type": "relationship", "relationshipId": 0],
    ["fieldName": "relationships/1/DBH", "statisticType": "avg"],
    [
      "type": "linechart",
      "value": ["fields": ["relationships/1/DBH", "DBH"], "normalizeField": "DBH"],
    ],
    ["places": -7, "digitSeparator": true], ["places": .number(4e9)], ["dateFormat": "longDate"],
    ["type": "codedValue", "name": "", "codedValues": [["name": "x", "code": .number(1e300)]]],
  ]

  /// Returns the document with about `count` of its values replaced.
  mutating func damaged(_ json: JSON, count: Int = 4) -> JSON {
    var values: [JSON] = []
    collect(json, &values)
    let chance = max(values.count / count, 1)
    return rebuilt(json, oneIn: chance, values)
  }

  private func collect(_ json: JSON, _ values: inout [JSON]) {
    values.append(json)
    for element in json.array ?? [] { collect(element, &values) }
    for member in json.object?.members ?? [] { collect(member.value, &values) }
  }

  private mutating func rebuilt(_ json: JSON, oneIn chance: Int, _ values: [JSON]) -> JSON {
    if generator.integer(in: 1...chance) == 1 {
      let pool = generator.integer(in: 0...2) == 0 ? values : Self.odd
      return pool.randomElement(using: &generator) ?? json
    }
    switch json {
    case .array(let elements):
      return .array(elements.map { rebuilt($0, oneIn: chance, values) })
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map {
            JSONObject.Member(key: $0.key, value: rebuilt($0.value, oneIn: chance, values))
          }))
    default: return json
    }
  }
}
