import Bytes
package import GeoPackage
package import Packages
package import Packaging
import Records
import SQLiteFile
package import TestSupport

/// A web map with its own data folder.
package struct MapFolder {
  package let folder: TemporaryFolder

  /// The creation time of test packages, in milliseconds since 1970.
  package static let now: Int64 = 1_777_636_800_000

  package static let service =
    "https://services.example.com/arcgis/rest/services/City/FeatureServer"

  /// - Parameters:
  ///   - layers: the members of each operational layer except `id`, `layerType` and `url`, which
  ///     depend on its index.
  ///   - tables: the same for each table.
  ///   - files: the files of the data folder, by path.
  package init(
    layers: [String], tables: [String] = [], map: String = "", files: [String: String]
  ) throws {
    folder = try TemporaryFolder()
    let elements = (layers + tables).enumerated().map { index, members in
      "{\"id\":\"l\(index)\",\"layerType\":\"ArcGISFeatureLayer\",\"url\":\"\(Self.service)/\(index)\","
        + members + "}"
    }
    let split = layers.count
    try folder.write(
      "{\"version\":\"2.31\",\"operationalLayers\":[\(elements[..<split].joined(separator: ","))],"
        + "\"tables\":[\(elements[split...].joined(separator: ","))]\(map)}", to: "map.json")
    try folder.write("", to: "data/.keep")
    for (path, text) in files { try folder.write(text, to: "data/" + path) }
  }

  package var request: BuildRequest {
    BuildRequest(map: folder.path("map.json"), data: folder.path("data"), now: Self.now)
  }

  package func job(_ change: (inout BuildRequest) -> Void = { _ in }) -> OfflineMapJob {
    var request = request
    change(&request)
    return OfflineMapJob(request) { _ in }
  }

  package func plan(_ change: (inout BuildRequest) -> Void = { _ in }) async throws -> PackagePlan {
    try await job(change).plan()
  }

  package func check(_ change: (inout BuildRequest) -> Void = { _ in }) async throws -> BuildReport
  {
    try await job(change).check()
  }

  // MARK: Texts

  /// A GlobalID with a number.
  package static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "{00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count)
      + digits + "}"
  }

  /// A document of points, each with a GlobalID numbered from 1, and with more properties.
  package static func points(_ points: [(x: Double, y: Double, more: String)]) -> String {
    let features = points.enumerated().map { index, point in
      let more = point.more.isEmpty ? "" : "," + point.more
      return "{\"type\":\"Feature\",\"properties\":{\"GlobalID\":\"\(id(index + 1))\"\(more)},"
        + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(point.x),\(point.y)]}}"
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
  }
}

extension BuildReport {
  /// The findings with a code.
  package func findings(_ id: FindingID) -> [Finding] { findings.filter { $0.id == id } }

  /// The numbers of packed rows, by title.
  package var rowCounts: [String: Int] {
    Dictionary(tables.map { ($0.title, $0.rowCount) }) { first, _ in first }
  }
}

/// The rows of a store's table, with values as text.
package struct StoredRows {
  package var rows: [[String: String]] = []
  /// Whether each row has a geometry.
  package var hasGeometry: [Bool] = []

  /// No rows.
  package init() {}

  package init(_ store: GeoPackageReader, _ name: String) throws {
    var cursor = try store.rows(of: name)
    let table = cursor.table
    var layout = RecordLayout()
    while try cursor.next() {
      let bytes = cursor.bytes
      let record = bytes.span.extracting(cursor.record)
      try layout.parse(record)
      var row = ["fid": String(cursor.rowid)]
      for (index, column) in table.columns.enumerated() {
        switch layout.value(table.firstColumn + index, in: record) {
        case .null: break
        case .integer(let value): row[column.name] = String(value)
        case .real(let value): row[column.name] = String(value)
        case .text(let range), .blob(let range):
          row[column.name] = String(decoding: record.extracting(range).copied(), as: UTF8.self)
        }
      }
      rows.append(row)
      if case .blob = layout.value(1, in: record) {
        hasGeometry.append(table.geometry != nil)
      } else {
        hasGeometry.append(false)
      }
    }
  }

  /// The values of a column, sorted, without null.
  package func values(_ column: String) -> [String] { rows.compactMap { $0[column] }.sorted() }
}
