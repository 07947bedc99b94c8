import Bytes
import FeatureData
import Filters
import Geometry
import MapModel
import Testing

/// Which rows of a batch a filter selects.
@Suite struct RowFilterTests {
  /// Rows of a layer with a key, an integer and a point at (n, n).
  private func batch(_ count: Int) throws -> (batch: RowBatch, schema: TableSchema) {
    let features = (0..<count).map { row in
      "{\"properties\":{\"key\":\"k\(row % 3)\",\"n\":\(row)},\"geometry\":"
        + (row % 7 == 6 ? "null" : "{\"type\":\"Point\",\"coordinates\":[\(row),\(row)]}") + "}"
    }
    let source = JSONFeatureSource(
      path: "t.json",
      pages: [.memory(Array("{\"features\":[\(features.joined(separator: ","))]}".utf8))],
      dialect: .geoJSON, layout: .document)
    var stripes = try source.makeStripes()
    let stripe = try #require(try stripes.next())
    let declaration = try source.declaration(documents: stripes.documents)
    let schema = try TableSchema(
      DeclaredTable(name: "T", isTable: false), survey: try source.survey(stripe),
      declaration: declaration, path: source.path)
    var builder = RowBuilder(schema: schema)
    let batch = try source.rows(of: stripe, declaration: declaration, builder: &builder)
    return (batch, schema)
  }

  private func choose(_ filter: RowFilter, _ count: Int = 14) throws -> [Int] {
    let (batch, schema) = try batch(count)
    let choice = try filter.choose(from: batch, geometryColumn: schema.geometry == nil ? nil : 1)
    return choice.marks.indices.filter { choice.marks[$0] }
  }

  private func area(_ box: Envelope, _ reference: Int = 4326) throws -> AreaFilter {
    try AreaFilter(
      polygon: PreparedPolygon(box), in: SpatialReference(epsg: reference),
      layer: SpatialReference(epsg: 4326))
  }

  private func whereClause(_ text: String) throws -> WhereClause {
    let schema = try batch(1).schema
    return try WhereClause(
      parsing: text, fields: schema.fields, firstFieldColumn: schema.firstFieldColumn, now: nil)
  }

  @Test func `without a filter, every row is selected`() throws {
    #expect(try choose(RowFilter()) == Array(0..<14))
  }

  @Test func `the layer's own filter is applied first`() throws {
    var filter = RowFilter()
    filter.whereClause = try whereClause("n >= 10")
    #expect(try choose(filter) == [10, 11, 12, 13])
    filter.takesAll = false
    #expect(try choose(filter) == [])
    filter.keys = [(2, [.text(Array("k1".utf8))])]
    #expect(try choose(filter) == [10, 13])
  }

  @Test
  func `an area selects rows that meet it, also at its edges, but never rows without geometry`()
    throws
  {
    var filter = RowFilter()
    filter.takesAll = false
    filter.area = try area(Envelope(minX: 2, minY: 2, maxX: 8, maxY: 8))
    #expect(try choose(filter) == [2, 3, 4, 5, 7, 8])
  }

  @Test func `an area in other coordinates is the same area`() throws {
    var filter = RowFilter()
    filter.takesAll = false
    let to = try CoordinateTransform(
      from: SpatialReference(epsg: 4326), to: SpatialReference(epsg: 3857))
    let low = try #require(to.forward(x: 1.5, y: 1.5))
    let high = try #require(to.forward(x: 4.5, y: 4.5))
    filter.area = try area(
      Envelope(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y), 3857)
    #expect(try choose(filter) == [2, 3, 4])
  }

  @Test func `a key selects a row outside the area or without geometry`() throws {
    var filter = RowFilter()
    filter.takesAll = false
    filter.area = try area(Envelope(minX: 2, minY: 2, maxX: 3, maxY: 3))
    filter.keys = [(3, [.integer(6), .integer(12)])]
    #expect(try choose(filter) == [2, 3, 6, 12])
  }

  @Test func `a choice has the number of rows that pass the layer's filter`() throws {
    let (batch, _) = try batch(14)
    var filter = RowFilter()
    #expect(try filter.choose(from: batch, geometryColumn: 1).passedCount == 14)
    filter.whereClause = try whereClause("n < 5")
    filter.takesAll = false
    let choice = try filter.choose(from: batch, geometryColumn: 1)
    #expect(choice.passedCount == 5)
    #expect(choice.marks.contains(true) == false)
  }
}
