import FeatureData
import Geometry
import MapModel
import OrderedJSON
import TestSupport
import Testing

/// Reading rows from the pages of an Esri feature set.
@Suite struct EsriJSONSourceTests {
  static let fields =
    "\"fields\":[{\"name\":\"OBJECTID\",\"type\":\"esriFieldTypeOID\"},"
    + "{\"name\":\"GlobalID\",\"type\":\"esriFieldTypeGlobalID\"},"
    + "{\"name\":\"When\",\"type\":\"esriFieldTypeDate\",\"alias\":\"Day\"},"
    + "{\"name\":\"N\",\"type\":\"esriFieldTypeInteger\"},"
    + "{\"name\":\"Shape\",\"type\":\"esriFieldTypeGeometry\"}]"

  /// A page of points in Web Mercator.
  private func page(_ features: String, _ members: String = "") -> String {
    "{\"objectIdFieldName\":\"OBJECTID\",\"geometryType\":\"esriGeometryPoint\","
      + "\"spatialReference\":{\"wkid\":102100,\"latestWkid\":3857},\(members)\(Self.fields),"
      + "\"features\":[\(features)]}"
  }

  private func read(_ pages: String..., declared: DeclaredTable? = nil) throws -> ReadTable {
    try ReadTable(
      .json(pages.map { Array($0.utf8) }, .esri),
      as: declared ?? DeclaredTable(name: "T", isTable: false))
  }

  @Test func `fields keep their order and alias, and geometries have one form`() throws {
    let table = try read(
      page(
        "{\"attributes\":{\"N\":1.0,\"OBJECTID\":7,\"When\":0,\"Extra\":\"x\","
          + "\"GlobalID\":\"0d96cbaa-e2c9-5a03-a707-56dbcaee6180\"},\"geometry\":{\"x\":1,\"y\":2}}"
      ))
    #expect(table.names == ["OBJECTID", "GlobalID", "When", "N", "Extra"])
    #expect(
      table.rows == [
        [7, "0d96cbaa-e2c9-5a03-a707-56dbcaee6180", "1970-01-01T00:00:00.000Z", 1, "x"]
      ])
    #expect(table.schema.columns[2].field.alias == "Day")
    #expect(table.schema.objectIDColumn == 0)
    #expect(table.schema.globalIDColumn == 1)
    #expect(table.schema.geometry?.srsID == 3857)
    #expect(table.shapes == [Geometry(x: 1, y: 2)])
  }

  @Test(
    arguments: [
      ("0", "1970-01-01T00:00:00.000Z"), ("-1", "1969-12-31T23:59:59.999Z"),
      ("-62135596800000", "0001-01-01T00:00:00.000Z"),
      ("1588291200123", "2020-05-01T00:00:00.123Z"),
      ("1588291200123.0", "2020-05-01T00:00:00.123Z"),
      ("\"2020-05-01\"", "2020-05-01T00:00:00.000Z"),
      ("\"2020-05-01T02:30:00+02:00\"", "2020-05-01T00:30:00.000Z"), ("null", .null),
      ("\"\"", .null),
    ] as [(String, Cell)])
  func `a date is written as UTC in milliseconds`(text: String, value: Cell) throws {
    let table = try read(page("{\"attributes\":{\"When\":\(text)}}"))
    #expect(table.values(of: "When") == [value])
    #expect(table.count(of: .dateOutOfRange) == 0)
  }

  @Test(
    arguments: [
      ("-62135596800001", .integer(-62_135_596_800_001)),
      ("253402300800000", .integer(253_402_300_800_000)), ("1e30", .real(1e30)),
      ("\"yesterday\"", "yesterday"), ("true", "true"),
    ] as [(String, Cell)])
  func `a value that isn't a date of the years 1 to 9999 is kept and noted`(
    text: String, kept: Cell
  ) throws {
    let table = try read(page("{\"attributes\":{\"When\":\(text)}}"))
    #expect(table.values(of: "When") == [kept])
    let isText = kept == .text("yesterday") || kept == .text("true")
    #expect(table.count(of: .dateOutOfRange) == (isText ? 0 : 1))
    #expect(table.count(of: .notADate) == (isText ? 1 : 0))
  }

  @Test func `all forms of empty points are missing geometries`() throws {
    let table = try read(
      page(
        "{\"attributes\":{}},{\"attributes\":{},\"geometry\":null},"
          + "{\"attributes\":{},\"geometry\":{\"x\":\"NaN\",\"y\":\"NaN\"}},"
          + "{\"attributes\":{},\"geometry\":{\"x\":null,\"y\":null}},"
          + "{\"geometry\":{\"y\":2,\"x\":1,\"spatialReference\":{\"wkid\":3857}},\"attributes\":null}"
      ))
    #expect(table.shapes == [nil, nil, nil, nil, Geometry(x: 1, y: 2)])
  }

  @Test func `declared heights and measures are read from the right numbers`() throws {
    let head = "{\"geometryType\":\"esriGeometryPolyline\",\"spatialReference\":{\"wkid\":4326},"
    let features =
      "\"features\":[{\"attributes\":{},\"geometry\":{\"paths\":[[[1,2,3],[4,5,6]]]}}]}"
    let heights = try read(head + "\"hasZ\":true," + features)
    #expect(heights.schema.geometry?.hasZ == true)
    #expect(heights.schema.geometry?.hasM == false)
    let measures = try read(head + "\"hasM\":true," + features)
    #expect(measures.schema.geometry?.hasZ == false)
    #expect(measures.schema.geometry?.hasM == true)
    #expect(measures.shapes.first??.coordinates == [1, 2, 3, 4, 5, 6])
  }

  @Test func `quantized coordinates are decoded`() throws {
    let table = try read(
      "{\"geometryType\":\"esriGeometryPolyline\",\"spatialReference\":{\"wkid\":3857},"
        + "\"transform\":{\"originPosition\":\"upperLeft\",\"scale\":[2,2],\"translate\":[100,200]},"
        + "\"features\":[{\"attributes\":{},\"geometry\":{\"paths\":[[[1,1],[2,3]]]}}]}")
    #expect(table.shapes.first??.coordinates == [102, 198, 106, 192])
  }

  @Test func `pages without rows may omit what they can't know`() throws {
    let empty = "{\"objectIdFieldName\":\"OBJECTID\",\"features\":[]}"
    let row = page("{\"attributes\":{\"OBJECTID\":1},\"geometry\":{\"x\":1,\"y\":2}}")
    for pages in [[empty, row], [row, empty]] {
      let table = try read(pages[0], pages[1])
      #expect(table.schema.geometry?.srsID == 3857)
      #expect(table.values(of: "OBJECTID") == [1])
    }
  }

  @Test(arguments: [
    ("spatialReference", "{\"wkid\":4326}", "{\"wkid\":3857}"),
    ("geometryType", "\"esriGeometryPoint\"", "\"esriGeometryPolygon\""),
    ("hasZ", "true", "false"), ("hasM", "false", "true"),
  ])
  func `pages that contradict each other are rejected`(
    member: String, one: String, other: String
  ) throws {
    let error = #expect(throws: FeatureDataError.self) {
      try read(
        "{\"\(member)\":\(one),\"features\":[]}", "{\"\(member)\":\(other),\"features\":[]}")
    }
    guard case .pagesDisagree(_, member) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test func `each page's own transform is used`() throws {
    func quantized(_ x: Int) -> String {
      "{\"geometryType\":\"esriGeometryPoint\",\"spatialReference\":{\"wkid\":3857},"
        + "\"transform\":{\"originPosition\":\"upperLeft\",\"scale\":[1,1],\"translate\":[\(x),0]},"
        + "\"features\":[{\"attributes\":{},\"geometry\":{\"x\":1,\"y\":0}}]}"
    }
    #expect(
      try read(quantized(10), quantized(20)).shapes == [
        Geometry(x: 11, y: 0), Geometry(x: 21, y: 0),
      ])
  }

  @Test(arguments: [
    (
      "{\"error\":{\"code\":400,\"message\":\"Invalid URL\",\"details\":[]}}",
      "error 400: Invalid URL"
    ),
    ("{\"error\":{\"message\":\"Token required\"}}", "Token required"),
    ("{\"objectIds\":[1,2]}", "expected a list \"features\""),
    ("{\"features\":[{\"geometry\":{\"x\":1,\"y\":2}}]}", "expected a member \"attributes\""),
    ("{\"features\":[],\"spatialReference\":{\"wkt\":\"PROJCS[\"}}", "spatial reference"),
    ("{\"features\":[],\"transform\":{\"scale\":\"x\"}}", "transform"),
    ("{\"features\":[{\"attributes\":{},\"geometry\":{\"rings\":7}}]}", "row 1"),
  ])
  func `a response that isn't a feature set is rejected`(text: String, words: String) throws {
    let error = #expect(throws: (any Error).self) { try read(text) }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains(words))
  }

  @Test(arguments: [
    "{\"curveRings\":[[[1,2],{\"c\":[[3,4],[5,6]]}]]}",
    "{\"hasZ\":false,\"curvePaths\":[[[1,2],[2,3]]]}",
  ])
  func `curves cost their row the shape, and are noticed`(curve: String) throws {
    let table = try read(
      "{\"spatialReference\":{\"wkid\":4326},\"features\":[{\"geometry\":\(curve),\"attributes\":{\"a\":1}},"
        + "{\"attributes\":{\"a\":2},\"geometry\":{\"paths\":[[[1,2],[2,3]]]}}]}")
    #expect(table.rows == [[1], [2]])
    #expect(table.shapes.map { $0 == nil } == [true, false])
    #expect(table.notices.entries.map(\.notice) == [.geometryCurved])
  }

  @Test func `a service without a spatial reference needs one in the binding`() throws {
    let text = "{\"features\":[{\"attributes\":{},\"geometry\":{\"x\":1,\"y\":2}}]}"
    #expect(throws: FeatureDataError.self) { try read(text) }
    let told = DeclaredTable(
      name: "T", isTable: false, spatialReference: SpatialReference(epsg: 2913))
    #expect(try read(text, declared: told).schema.geometry?.srsID == 2913)
  }

  @Test(
    .needs(.sharedData("esrijson")),
    arguments: SharedData.jsonFiles(in: "esrijson"))
  func `real responses are read or rejected with a message`(path: String) throws {
    let bytes = try SharedData.bytes(path)
    let told = DeclaredTable(
      name: "T", isTable: false, spatialReference: SpatialReference(epsg: 4326))
    do {
      let table = try ReadTable(.json([bytes], .esri), as: told)
      #expect(table.rows.count == table.survey.rowCount)
    } catch {
      #expect(!"\(error)".isEmpty)
    }
  }
}
