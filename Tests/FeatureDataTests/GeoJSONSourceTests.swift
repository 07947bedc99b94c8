import FeatureData
import Geometry
import MapModel
import OrderedJSON
import TestSupport
import Testing

/// Reading rows from GeoJSON documents and lines.
@Suite struct GeoJSONSourceTests {
  /// A document of features.
  private func document(_ features: String...) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
  }

  /// A feature without geometry.
  private func feature(_ properties: String, id: String? = nil) -> String {
    let member = id.map { "\"id\":\($0)," } ?? ""
    return "{\"type\":\"Feature\",\(member)\"properties\":\(properties),\"geometry\":null}"
  }

  // MARK: Values

  @Test(
    arguments: [
      ("1", .integer(1)), ("-7", .integer(-7)), ("1.0", .real(1)), ("1.5", .real(1.5)),
      ("1e3", .real(1000)), ("-0", .integer(0)), ("0.1", .real(0.1)),
      ("999999999999999999", .integer(999_999_999_999_999_999)),
      ("9223372036854775807", "9223372036854775807"),
      ("12345678901234567890123", "12345678901234567890123"),
      ("true", .integer(1)), ("false", .integer(0)), ("null", .null),
      ("\"\"", ""), ("\"x\"", "x"), ("\"007\"", "007"), ("\"é\"", "é"),
      ("\"\\u00e9\\n\\\"\\\\\\/\"", "é\n\"\\/"), ("\"\\ud83c\\udf33\"", "🌳"),
      ("[1, 2]", "[1, 2]"), ("{\"a\": {\"b\": []}}", "{\"a\": {\"b\": []}}"), ("NaN", .null),
    ] as [(String, Cell)])
  func `a value is kept unchanged`(text: String, value: Cell) throws {
    let table = try ReadTable(json: document(feature("{\"v\":\(text)}")))
    #expect(table.values(of: "v") == [value])
    #expect(table.notices.entries.filter { $0.notice != .geometryMissing }.isEmpty)
  }

  @Test(
    arguments: [
      (["1", "2.5"], [.real(1), .real(2.5)]),
      (["true", "1"], ["true", "1"]),
      (["true", "null"], [.integer(1), .null]),
      (["1", "\"x\""], ["1", "x"]),
      (["12345678901234567", "0.5"], ["12345678901234567", "0.5"]),
      (["12345678901234567", "5"], [.integer(12_345_678_901_234_567), .integer(5)]),
      (["12345678901234567890", "5"], ["12345678901234567890", "5"]),
      (["[]", "5"], ["[]", "5"]),
      (["\"a\"", "true", "1.50", "{}"], ["a", "true", "1.50", "{}"]),
    ] as [([String], [Cell])])
  func `a column of mixed values gets the narrowest type that keeps them`(
    texts: [String], values: [Cell]
  ) throws {
    let features = texts.map { feature("{\"v\":\($0)}") }
    let table = try ReadTable(
      .json([
        Array(
          "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}".utf8)
      ]))
    #expect(table.values(of: "v") == values)
  }

  @Test func `half a surrogate pair becomes U+FFFD and is noted`() throws {
    let table = try ReadTable(json: document(feature("{\"v\":\"a\\ud83cb\"}")))
    #expect(table.values(of: "v") == ["a\u{FFFD}b"])
    #expect(table.count(of: .badText) == 1)
  }

  // MARK: Keys

  @Test func `keys can be in any order, and be missing`() throws {
    let table = try ReadTable(
      json: document(
        feature("{\"a\":1,\"b\":2,\"c\":3}"), feature("{\"c\":6,\"a\":4}"), feature("{}"),
        feature("{\"d\":9,\"b\":8}"), feature("null")))
    #expect(table.names == ["a", "b", "c", "d"])
    #expect(
      table.rows == [
        [1, 2, 3, nil], [4, nil, 6, nil], [nil, nil, nil, nil], [nil, 8, nil, 9],
        [nil, nil, nil, nil],
      ])
  }

  @Test func `the last of two equal keys is used`() throws {
    let table = try ReadTable(json: document(feature("{\"a\":1,\"b\":2,\"a\":3}")))
    #expect(table.rows == [[3, 2]])
  }

  @Test func `a key with escapes equals the key without them`() throws {
    let table = try ReadTable(
      json: document(feature("{\"caf\\u00e9\":1}"), feature("{\"café\":2}")))
    #expect(table.names == ["café"])
    #expect(table.rows == [[1], [2]])
  }

  @Test func `keys that differ by case or by the encoding of é are different`() throws {
    let table = try ReadTable(
      json: document(feature("{\"caf\u{E9}\":1,\"cafe\u{301}\":2,\"Name\":\"x\",\"NAME\":\"y\"}")))
    #expect(table.rows == [[1, 2, "x", "y"]])
  }

  @Test func `unknown members are ignored`() throws {
    let table = try ReadTable(
      json: "{\"name\":\"T\",\"bbox\":[1,2,3,4],\"features\":[{\"x\":{\"properties\":{\"n\":1}},"
        + "\"properties\":{\"a\":1},\"geometry\":null,\"when\":[]}],\"type\":\"FeatureCollection\"}"
    )
    #expect(table.names == ["a"])
  }

  // MARK: Ids

  @Test func `a feature's id becomes a column if no property has the same value`() throws {
    let own = try ReadTable(
      json: document(feature("{\"a\":1}", id: "7"), feature("{\"a\":2}", id: "8")))
    #expect(own.names == ["a", "id"])
    #expect(own.rows == [[1, 7], [2, 8]])
    let repeated = try ReadTable(
      json: document(feature("{\"OBJECTID\":7}", id: "7"), feature("{\"OBJECTID\":8}", id: "8")))
    #expect(repeated.names == ["OBJECTID"])
  }

  @Test func `a property named id overrides a feature's id, and decides on the type`() throws {
    let table = try ReadTable(
      json: document(feature("{\"id\":1}", id: "\"trees.1\""), feature("{\"id\":2}", id: "\"x\"")))
    #expect(table.rows == [[1], [2]])
    let mixed = try ReadTable(
      json: document(feature("{\"id\":1}", id: "5"), feature("{\"a\":2}", id: "6")))
    #expect(mixed.names == ["id", "a"])
    #expect(mixed.rows == [[1, nil], [6, 2]])
  }

  // MARK: Geometry

  @Test func `points are WGS 84, and null and empty geometries are missing`() throws {
    let table = try ReadTable(
      json: document(
        "{\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}",
        "{\"properties\":{},\"geometry\":null}", "{\"properties\":{}}",
        "{\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[]}}"))
    #expect(table.shapes == [Geometry(x: 1, y: 2), nil, nil, nil])
    #expect(table.schema.geometry?.srsID == 4326)
    #expect(table.count(of: .geometryMissing) == 3)
    #expect(table.survey.nullGeometryCount == 3)
  }

  @Test(arguments: [
    ("urn:ogc:def:crs:EPSG::3857", 3857), ("EPSG:2913", 2913),
    ("urn:ogc:def:crs:OGC:1.3:CRS84", 4326), ("urn:ogc:def:crs:ESRI::102100", 3857),
  ])
  func `the crs of an older document is used`(name: String, code: Int32) throws {
    let table = try ReadTable(
      json: "{\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"\(name)\"}},\"features\":["
        + "{\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}]}")
    #expect(table.schema.geometry?.srsID == code)
  }

  @Test func `an unknown crs is rejected and not guessed`() throws {
    let error = #expect(throws: FeatureDataError.self) {
      try ReadTable(
        json: "{\"crs\":{\"type\":\"link\",\"properties\":{\"href\":\"x\"}},\"features\":[]}")
    }
    guard case .spatialReferenceUnreadable = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test func `heights are kept, and added to vertices that lack them`() throws {
    let table = try ReadTable(
      json: document(
        "{\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2,3]}}",
        "{\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[4,5]}}"))
    #expect(table.schema.geometry?.hasZ == true)
    #expect(table.shapes.first??.coordinates == [1, 2, 3])
  }

  // MARK: Documents and lines

  @Test func `each line is a feature`() throws {
    let lines =
      feature("{\"a\":1}") + "\n\n" + feature("{\"a\":2}") + "\r\n\u{1E}"
      + feature("{\"a\":3}")
    #expect(try ReadTable(json: lines, layout: .lines).rows == [[1], [2], [3]])
    #expect(try ReadTable(json: "", layout: .lines).rows == [])
  }

  @Test func `a single feature is a row, however it is written`() throws {
    let point = "{\"type\":\"Point\",\"coordinates\":[1,2]}"
    let feature =
      "{\n \"type\": \"Feature\",\n \"features\": [],\n \"properties\": {\"a\": \"}\"},\n \"geometry\": \(point)\n}\n"
    let table = try ReadTable(json: feature, layout: .lines)
    #expect(table.rows == [["}"]])
    #expect(table.shapes == [Geometry(x: 1, y: 2)])
    let sequence = try ReadTable(json: "\u{1E}\(feature)\u{1E}\(feature)", layout: .lines)
    #expect(sequence.rows.count == 2)
  }

  @Test(arguments: [
    "{\"type\":\"Point\",\"coordinates\":[1,2]}", "{\"coordinates\":[1,2],\"type\":\"Point\"}",
    "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"MultiPoint\",\"coordinates\":[[1,2]]}]}",
  ])
  func `a geometry alone is a row without values`(geometry: String) throws {
    let feature = "{\"properties\":{\"a\":1},\"geometry\":null}"
    let table = try ReadTable(json: "\(geometry)\n\(feature)", layout: .lines)
    #expect(table.rows == [[nil], [1]])
    #expect(table.shapes.first??.coordinates == [1, 2])
  }

  @Test func `a collection of several types costs its row the shape, and is noticed`() throws {
    let mixed =
      "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[1,2]},"
      + "{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}]}"
    let table = try ReadTable(
      json: document(
        "{\"properties\":{\"a\":1},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}",
        "{\"geometry\":\(mixed),\"properties\":{\"a\":2}}"))
    #expect(table.rows == [[1], [2]])
    #expect(table.shapes == [Geometry(x: 1, y: 2), nil])
    #expect(table.notices.entries.map(\.notice) == [.geometryCollected])
    #expect(table.notices.entries.first?.samples == ["row 2"])
  }

  @Test func `pages of documents are read in order`() throws {
    let table = try ReadTable(
      json: document(feature("{\"a\":1}")), document(), document(feature("{\"b\":2}")))
    #expect(table.rows == [[1, nil], [nil, 2]])
  }

  @Test func `a page with more rows to follow is noticed if it is the last`() throws {
    let full = "{\"properties\":{\"exceededTransferLimit\":true},\"features\":[]}"
    let last = "{\"features\":[]}"
    #expect(try ReadTable(json: last, full).declaration.exceededTransferLimit)
    #expect(try !ReadTable(json: full, last).declaration.exceededTransferLimit)
  }

  @Test(arguments: [
    ("", "t.json: the text ends too soon at offset 0"), ("{", "ends too soon at offset 1"),
    ("[]", "expected an object, found `[`"),
    ("{\"type\":\"FeatureCollection\"}", "expected a list \"features\""),
    ("{\"features\":null}", "expected a list \"features\""),
    ("{\"error\":{\"code\":498,\"message\":\"Invalid token\"}}", "error 498: Invalid token"),
    ("{\"features\":[1]}", "expected an object, found `1` at offset 13"),
    ("{\"features\":[{}]}", "row 1 (byte 15): expected a member \"properties\""),
    ("{\"features\":[{\"properties\":7}]}", "expected an object, found `7` at offset 27"),
    ("{\"features\":[{\"properties\":{},\"geometry\":{\"type\":\"Point\"}}]}", "row 1"),
    (
      "{\"features\":[{\"properties\":{},\"geometry\":{\"type\":\"Blob\",\"coordinates\":[]}}]}",
      "row 1"
    ),
  ])
  func `a document without a list of features is rejected`(text: String, words: String) throws {
    let error = #expect(throws: (any Error).self) { try ReadTable(json: text) }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains(words))
  }

  @Test func `text that isn't UTF-8 is rejected with its offset`() throws {
    let bytes =
      Array("{\"features\":[{\"properties\":{\"a\":\"".utf8) + [0xFF] + Array("\"}}]}".utf8)
    let error = #expect(throws: FeatureDataError.self) { try ReadTable(.json([bytes])) }
    guard case .notUTF8(_, nil, offset: 33) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test func `row numbers in errors count through the whole source`() throws {
    let bad = "{\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[\"x\",1]}}"
    let error = #expect(throws: FeatureDataError.self) {
      try ReadTable(json: document(feature("{}"), feature("{}")), document(feature("{}"), bad))
    }
    guard case .geometry(_, row: 4, _, _) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test func `nesting and columns have limits`() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: (any Error).self) {
      try ReadTable(json: document(feature("{\"a\":\(deep)}")))
    }
    let wide = (0..<2_000).map { "\"c\($0)\":1" }.joined(separator: ",")
    let error = #expect(throws: FeatureDataError.self) {
      try ReadTable(json: document(feature("{\(wide)}")))
    }
    guard case .tooManyColumns = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }
}
