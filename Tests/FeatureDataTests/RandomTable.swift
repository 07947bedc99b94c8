import FeatureData
import Geometry
import MapModel
import OrderedJSON
import TestSupport

/// A table of random rows that can be written in every text format.
struct RandomTable {
  struct Row {
    var id: Int
    var text: String?
    var whole: Int?
    var real: Double?
    /// Milliseconds since 1970 UTC.
    var date: Int?
    var point: (x: Double, y: Double)?
  }

  var rows: [Row]

  static let fields = [
    Field(name: "OBJECTID", type: .objectID), Field(name: "Text", type: .string),
    Field(name: "Whole", type: .integer), Field(name: "Real", type: .double),
    Field(name: "Day é", type: .date),
  ]

  static let declared = DeclaredTable(
    name: "T", fields: fields, geometryType: .point, isTable: false,
    spatialReference: SpatialReference(epsg: 4326))

  private static let texts = [
    "", " ", "x", "a,b", "a;b", "\"", "\"\"", "a\"b", "line\nbreak", "cr\r\nlf", "tab\tbed",
    "é", "e\u{301}", "🌳", "<Null>", "NULL", "007", "1.0", "true", "\\", "\\u0041", "{}", "a|b",
    "\u{1}", "'", "=1+1", "\u{2028}",
  ]

  init(_ generator: inout SeededGenerator, count: Int) {
    rows = (0..<count).map { row in
      Row(
        id: row + 1, text: Self.maybe(&generator) { Self.texts.randomElement(using: &$0) ?? "" },
        whole: Self.maybe(&generator) { $0.integer(in: -1_000_000...1_000_000) },
        real: Self.maybe(&generator) { Double($0.integer(in: -1_000_000...1_000_000)) / 64 },
        date: Self.maybe(&generator) { $0.integer(in: -4_000_000_000_000...4_000_000_000_000) },
        point: Self.maybe(&generator) {
          (Double($0.integer(in: -1800...1800)) / 10, Double($0.integer(in: -900...900)) / 10)
        })
    }
  }

  private static func maybe<Value>(
    _ generator: inout SeededGenerator, _ value: (inout SeededGenerator) -> Value
  ) -> Value? {
    generator.integer(in: 0...4) == 0 ? nil : value(&generator)
  }

  // MARK: Formats

  /// Comma-separated, with all texts quoted, so that an empty text differs from null.
  func csv(lineEnd: String = "\n", delimiter: String = ",") -> [UInt8] {
    let header = ["OBJECTID", "Text", "Whole", "Real", "Day é", "Longitude", "Latitude"]
    var lines = [header.joined(separator: delimiter)]
    for row in rows {
      let text = row.text.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
      let cells = [
        "\(row.id)", text, row.whole.map(String.init), row.real.map { "\($0)" },
        row.date.map(Self.iso), row.point.map { "\($0.x)" }, row.point.map { "\($0.y)" },
      ]
      lines.append(cells.map { $0 ?? "" }.joined(separator: delimiter))
    }
    return Array((lines.joined(separator: lineEnd) + lineEnd).utf8)
  }

  func geoJSON() -> [UInt8] {
    let features = features().joined(separator: ",\n")
    return Array("{\"type\":\"FeatureCollection\",\"features\":[\(features)]}".utf8)
  }

  func lines() -> [UInt8] {
    Array(features().map { $0 + "\n" }.joined().utf8)
  }

  /// Pages of a feature set, each of at most `size` rows.
  func esri(pageSize size: Int) -> [[UInt8]] {
    stride(from: 0, to: max(1, rows.count), by: size).map { start in
      let page = rows.dropFirst(start).prefix(size).map { row in
        let geometry = row.point.map { "{\"x\":\($0.x),\"y\":\($0.y)}" } ?? "null"
        return "{\"attributes\":\(attributes(row) { "\($0)" }),\"geometry\":\(geometry)}"
      }
      return Array(
        ("{\"geometryType\":\"esriGeometryPoint\",\"spatialReference\":{\"wkid\":4326},"
          + "\"features\":[\(page.joined(separator: ","))]}").utf8)
    }
  }

  private func features() -> [String] {
    rows.map { row in
      let geometry =
        row.point.map { "{\"type\":\"Point\",\"coordinates\":[\($0.x),\($0.y)]}" } ?? "null"
      let attributes = attributes(row) { "\"\(Self.iso($0))\"" }
      return "{\"type\":\"Feature\",\"properties\":\(attributes),\"geometry\":\(geometry)}"
    }
  }

  /// Every other row has its keys in reverse order, or omits null values.
  private func attributes(_ row: Row, date: (Int) -> String) -> String {
    var members: [(String, String)] = [
      ("OBJECTID", "\(row.id)"), ("Text", row.text.map(Self.quoted) ?? "null"),
      ("Whole", row.whole.map(String.init) ?? "null"), ("Real", row.real.map { "\($0)" } ?? "null"),
      ("Day é", row.date.map(date) ?? "null"),
    ]
    if row.id % 3 == 1 { members.reverse() }
    if row.id % 3 == 2 { members.removeAll { $0.1 == "null" } }
    let texts = members.map { member in Self.quoted(member.0) + ":" + member.1 }
    return "{" + texts.joined(separator: ",") + "}"
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: JSONWriter.write(.string(text)), as: UTF8.self)
  }

  private static func iso(_ milliseconds: Int) -> String {
    var text: [UInt8] = []
    _ = DateText.appendDateTime(Int64(milliseconds), to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
