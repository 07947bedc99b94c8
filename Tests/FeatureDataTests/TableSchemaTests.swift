import FeatureData
import Geometry
import MapModel
import Testing

/// Combining what is declared with what is found.
@Suite struct TableSchemaTests {
  private func survey(
    _ columns: [(String, ValueKinds)], _ shapes: [GeometryKind: Int] = [:]
  ) -> Survey {
    var survey = Survey()
    survey.columns = columns.map { ColumnSurvey(name: $0.0, kinds: $0.1, valueCount: 1) }
    survey.geometryCounts = shapes
    survey.rowCount = 1
    return survey
  }

  private func schema(
    _ table: DeclaredTable, _ survey: Survey, _ declaration: SourceDeclaration = SourceDeclaration()
  ) throws -> TableSchema {
    try TableSchema(table, survey: survey, declaration: declaration, path: "t")
  }

  private func table(_ fields: [Field] = []) -> DeclaredTable {
    DeclaredTable(name: "T", fields: fields, isTable: true)
  }

  private func layer(_ type: EsriGeometryType?) -> DeclaredTable {
    DeclaredTable(
      name: "T", geometryType: type, isTable: false, spatialReference: SpatialReference(epsg: 4326))
  }

  @Test func `declared fields come first, and columns that only the data has are kept`() throws {
    let made = try schema(
      table([Field(name: "B", type: .integer), Field(name: "Missing", type: .double)]),
      survey([("a", .text), ("B", .text), ("c", .real)]))
    #expect(made.columns.map(\.field.name) == ["B", "Missing", "a", "c"])
    #expect(made.columns.map(\.sourceName) == ["B", nil, "a", "c"])
    #expect(made.columns.map(\.storage) == [.integer, .real, .text, .real])
  }

  @Test func `names match by their bytes, or else ignoring case`() throws {
    let made = try schema(
      table([Field(name: "name", type: .string)]), survey([("NAME", .text), ("name", .text)]))
    #expect(made.columns.map(\.sourceName) == ["name", "NAME"])
    let other = try schema(table([Field(name: "name", type: .string)]), survey([("NAME", .text)]))
    #expect(other.columns.map(\.field.name) == ["name"])
    #expect(other.columns.map(\.sourceName) == ["NAME"])
    #expect(other.column(named: "Name") == 0)
  }

  @Test func `fields of the map override those of the file`() throws {
    var declaration = SourceDeclaration()
    declaration.fields = [Field(name: "a", type: .integer), Field(name: "b", type: .integer)]
    let found = survey([("a", .integer), ("b", .integer)])
    #expect(
      try schema(table(), found, declaration).fields.map(\.type) == [.integer, .integer])
    #expect(
      try schema(table([Field(name: "b", type: .double)]), found, declaration).fields.map(\.type)
        == [.double, .integer])
  }

  @Test(
    arguments: [
      ([], .string), (.boolean, .smallInteger), (.integer, .integer),
      (.bigInteger, .bigInteger), ([.integer, .bigInteger], .bigInteger),
      (.wideInteger, .bigInteger),
      ([.integer, .wideInteger], .bigInteger), (.real, .double), ([.integer, .real], .double),
      ([.integer, .bigInteger, .real], .double),
      ([.wideInteger, .real], .string), (.longNumber, .string), ([.boolean, .integer], .string),
      (.text, .string), ([.text, .integer], .string), (.json, .string),
    ] as [(ValueKinds, FieldType)])
  func `a type is inferred from all values`(kinds: ValueKinds, type: FieldType) throws {
    let made = try schema(table(), survey([("a", kinds)]))
    #expect(made.fields.map(\.type) == [type])
    #expect(made.columns[0].storage == (kinds == .boolean ? .boolean : ColumnStorage(type)))
  }

  @Test(
    arguments: [
      (["1", "149556", "0", "-7"], .integer),
      (["2147483647", "-2147483648"], .integer), (["999999999"], .integer),
      (["2147483648"], .bigInteger), (["-2147483649"], .bigInteger),
      (["5", "9999999999"], .bigInteger),
      (["-123456789012345"], .bigInteger), (["1234567890123456", "1"], .bigInteger),
      (["3000000000", "1.5"], .double), (["1.5", "2"], .double),
      (["1234567890123456789"], .string),
    ] as [([String], FieldType)])
  func `a column of whole numbers is a 32-bit integer if all fit, whatever the format`(
    values: [String], type: FieldType
  ) throws {
    let csv = try ReadTable(csv: "a\n" + values.joined(separator: "\n"))
    let features = values.map { #"{"properties":{"a":\#($0)},"geometry":null}"# }
    let json = try ReadTable(json: #"{"features":[\#(features.joined(separator: ","))]}"#)
    #expect(csv.schema.fields.map(\.type) == [type])
    #expect(json.schema.fields.map(\.type) == [type])
    if type != .double { #expect(csv.rows == json.rows) }
  }

  @Test func `identifiers are found by declaration, by type, or by their usual names`() throws {
    let byName = try schema(table(), survey([("objectid", .integer), ("GLOBALID", .text)]))
    #expect((byName.objectIDColumn, byName.globalIDColumn) == (0, 1))
    #expect(byName.fields.map(\.type) == [.objectID, .globalID])
    var declared = table([
      Field(name: "Key", type: .string), Field(name: "GlobalID", type: .string),
    ])
    declared.globalIDField = "KEY"
    #expect(try schema(declared, survey([])).globalIDColumn == 0)
    let byType = try schema(
      table([Field(name: "GlobalID", type: .string), Field(name: "gid", type: .globalID)]),
      survey([]))
    #expect(byType.globalIDColumn == 1)
    #expect(byType.objectIDColumn == nil)
  }

  @Test func `a column of another type is not an identifier`() throws {
    let made = try schema(table(), survey([("OBJECTID", .text), ("GlobalID", .integer)]))
    #expect(made.objectIDColumn == nil)
    #expect(made.globalIDColumn == nil)
  }

  @Test func `a small integer with true and false in the data is a Boolean`() throws {
    let fields = [Field(name: "a", type: .smallInteger)]
    #expect(try schema(table(fields), survey([("a", .boolean)])).columns[0].storage == .boolean)
    #expect(try schema(table(fields), survey([("a", .integer)])).columns[0].storage == .integer)
  }

  @Test(
    arguments: [
      ([.point: 1], .point, .point),
      ([.lineString: 2, .multiLineString: 1], .multiLineString, nil),
      ([.polygon: 1, .multiPolygon: 1], .multiPolygon, .polygon),
      ([.multiPoint: 1], .multiPoint, nil),
      ([.polygon: 3], .polygon, nil), ([:], .multiPolygon, .polygon), ([:], .point, .point),
    ] as [([GeometryKind: Int], GeometryKind, EsriGeometryType?)])
  func `single and multiple geometries become multiple`(
    shapes: [GeometryKind: Int], kind: GeometryKind, declared: EsriGeometryType?
  ) throws {
    let made = try schema(layer(declared), survey([], shapes))
    #expect(made.geometry?.kind == kind)
    #expect(made.firstFieldColumn == 2)
  }

  @Test func `several geometry types are rejected with their counts`() throws {
    let error = #expect(throws: FeatureDataError.self) {
      try schema(layer(nil), survey([], [.polygon: 2, .point: 1]))
    }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("1 Point, 2 Polygon"))
    #expect(throws: FeatureDataError.self) {
      try schema(layer(.point), survey([], [.polygon: 2]))
    }
  }

  @Test func `a layer without geometry and without a type is a table`() throws {
    #expect(try schema(layer(nil), survey([("a", .text)])).geometry == nil)
  }

  @Test func `a table of the map stays a table, even if its data has geometry`() throws {
    #expect(try schema(table(), survey([], [.point: 1, .polygon: 1])).geometry == nil)
  }

  @Test func `the source's spatial reference overrides the map's`() throws {
    var declaration = SourceDeclaration()
    declaration.spatialReference = SpatialReference(epsg: 3857)
    #expect(try schema(layer(.point), survey([]), declaration).geometry?.srsID == 3857)
    #expect(try schema(layer(.point), survey([])).geometry?.srsID == 4326)
    var unknown = layer(.point)
    unknown.spatialReference = nil
    #expect(throws: FeatureDataError.self) { try schema(unknown, survey([])) }
  }

  @Test func `surveys of stripes add up to the survey of the whole`() {
    var first = survey([("a", .integer), ("b", .text)], [.point: 2])
    first.envelope = Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    first.nullGeometryCount = 1
    var later = survey([("b", .integer), ("c", .real), ("a", .real)], [.point: 1, .multiPoint: 4])
    later.envelope = Envelope(minX: 5, minY: -1, maxX: 6, maxY: 0)
    later.hasZ = true
    first.merge(later)
    #expect(first.rowCount == 2)
    #expect(first.columns.map(\.name) == ["a", "b", "c"])
    #expect(first.columns.map(\.kinds) == [[.integer, .real], [.text, .integer], .real])
    #expect(first.columns.map(\.valueCount) == [2, 2, 1])
    #expect(first.geometryCounts == [.point: 3, .multiPoint: 4])
    #expect(first.nullGeometryCount == 1)
    #expect(first.hasZ && !first.hasM)
    #expect(first.envelope == Envelope(minX: 0, minY: -1, maxX: 6, maxY: 1))
  }
}
