import FeatureData
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// Plans made from the beginnings of sources, including those that turn out wrong.
@Suite struct SourceSurveyTests {
  /// The number of Esri pages, each its own stripe: more than a survey of the beginning reads.
  private static let pageCount = 7

  /// Trees on several pages, two per page. The last page has other attributes and shapes.
  private static func trees(
    _ attributes: String, last: String, geometry: String = #"{"x":1,"y":2}"#
  ) throws -> MapFolder {
    var files: [String: String] = [:]
    for page in 1...pageCount {
      let isLast = page == pageCount
      let features = [2 * page - 1, 2 * page].map { row in
        "{\"attributes\":{\"GlobalID\":\"\(MapFolder.id(row))\",\(isLast ? last : attributes)},"
          + "\"geometry\":\(isLast ? geometry : #"{"x":1,"y":2}"#)}"
      }
      files["trees/000\(page).json"] =
        "{\"spatialReference\":{\"wkid\":4326},\"features\":[\(features.joined(separator: ","))]}"
    }
    return try MapFolder(layers: [#""title":"Trees""#], files: files)
  }

  private static func rows(_ map: MapFolder) async throws -> [[String: String]] {
    let target = map.folder.path("out.gpkg")
    _ = try await map.job().build(to: target, overwrite: true)
    return try StoredRows(OpenPackage(path: target).store, "Trees").rows
  }

  @Test func `the first rows give the schema, and rows are counted while they are packed`()
    async throws
  {
    let map = try Self.trees(#""Height":4"#, last: #""Height":5"#)
    let plan = try await map.job().plan(by: .beginning)
    let table = try #require(plan.tables.first)
    #expect(table.survey?.isComplete == false)
    #expect(try await map.plan().tables.first?.schema == table.schema)
    let report = try await map.check()
    var read = report.plan.tables.first?.survey?.survey
    #expect(read?.outliers?.count == 0)
    read?.outliers = nil
    #expect(read == (try await map.plan()).survey)
    #expect(report.tables.first?.sourceRowCount == 2 * Self.pageCount)
  }

  @Test(arguments: [
    (#""Height":4"#, #""Height":"tall""#, "Height", "4", "tall"),
    (#""Height":4"#, #""Height":4.5"#, "Height", "4.0", "4.5"),
    (#""Height":null"#, #""Height":4"#, "Height", nil, "4"),
    (#""Height":4"#, #""Height":4,"Age":30"#, "Age", nil, "30"),
  ])
  func `a schema that only the last rows show is used`(
    first: String, last: String, column: String, firstValue: String?, lastValue: String
  ) async throws {
    let rows = try await Self.rows(Self.trees(first, last: last))
    #expect(rows.count == 2 * Self.pageCount)
    #expect(rows.first?[column] == firstValue)
    #expect(rows.last?[column] == lastValue)
  }

  @Test func `heights in the last rows make a layer with heights`() async throws {
    let map = try Self.trees(
      #""Height":4"#, last: #""Height":4"#, geometry: #"{"x":1,"y":2,"z":3}"#)
    let report = try await map.check()
    #expect(report.plan.tables.first?.schema?.geometry?.hasZ == true)
  }

  @Test func `an error in the last rows is reported with its row, and the layer is left out`()
    async throws
  {
    let map = try Self.trees(
      #""Height":4"#, last: #""Height":4"#, geometry: #"{"rings":7}"#)
    let findings = try await map.check().findings(.geometryInvalid)
    #expect(findings.count == 1)
    #expect(findings.first?.message.contains("row \(2 * Self.pageCount - 1)") == true)
  }

  @Test func `coordinates are checked in all rows`() async throws {
    let map = try Self.trees(
      #""Height":4"#, last: #""Height":4"#, geometry: #"{"x":500000,"y":2}"#)
    let findings = try await map.check().findings(.crsContradicted)
    #expect(findings.map(\.count) == [2])
    #expect(findings.first?.samples.first == "row \(2 * Self.pageCount - 1): x 500000.0, y 2.0")
  }
}

extension PackagePlan {
  /// The survey of the first table.
  fileprivate var survey: Survey? { tables.first?.survey?.survey }
}
