import Bytes
import FeatureData
import Filters
import GeoPackage
import MapModel
import Records

/// The formats in which a layer can be exported.
package enum ExportFormat: String, Sendable, CaseIterable {
  case geoJSON = "geojson"
  case geoJSONLines = "geojsonl"
  case csv

  /// The format of a file's extension.
  package init?(fileName: String) {
    let suffix = fileName.split(separator: ".").last.map { $0.lowercased() } ?? ""
    switch suffix {
    case "geojson", "json": self = .geoJSON
    case "geojsonl", "geojsons", "ndjson", "jsonl": self = .geoJSONLines
    case "csv": self = .csv
    default: return nil
    }
  }
}

/// Writes one layer or table of a package as text.
///
/// GeoJSON is in WGS 84 (RFC 7946 §4). CSV has the coordinates of points in columns that are named
/// after the layer's own spatial reference, with heights and measures. CSV can't have other
/// geometries, so they are counted.
package struct LayerExport {
  /// The result of an export.
  package struct Account: Sendable, Equatable {
    package var rowCount = 0
    /// The number of rows that the filter refused.
    package var refusedCount = 0
    /// The number of geometries that the format can't have.
    package var geometriesLeftOut = 0
    /// The name of the coordinates' spatial reference, if the file can't say it.
    package var unnamedReference: String?

    /// Makes an account.
    package init(rowCount: Int = 0, refusedCount: Int = 0, geometriesLeftOut: Int = 0) {
      self.rowCount = rowCount
      self.refusedCount = refusedCount
      self.geometriesLeftOut = geometriesLeftOut
    }
  }

  /// The size of text blocks, in bytes.
  private static let blockSize = 1 << 18

  private let store: GeoPackageReader
  private let table: GeoPackageTable
  private let format: ExportFormat
  /// Which records of the table the layer shows; nil if all.
  private var own: WhereClause?
  private var clause: WhereClause?

  /// Finds a layer or table by its table name, its title, or its feature class. A layer that shows
  /// only some records of its table has only these.
  ///
  /// - Parameter filter: selects the rows to write; nil for all.
  /// - Throws: `PackagingError.noSuchLayer`, `GeoPackageError`, `LocatedError`.
  package init(
    _ package: OpenPackage, layer name: String, format: ExportFormat, filter: ExportFilter? = nil
  ) throws {
    self.format = format
    store = package.store
    let tables = store.userTables
    let called = package.layer(called: name)
    let map = try package.storedMap()
    let part = map?.tables.first { $0.filter != nil && $0.layer.title.isSameName(as: called) }
    let found =
      part.flatMap { part in tables.first { $0.tableName.isSameName(as: part.name) } }
      ?? tables.first { $0.tableName == called }
      ?? tables.first {
        $0.tableName.lowercased() == called.lowercased()
          || $0.identifier.lowercased() == called.lowercased()
      }
    guard let found else {
      throw PackagingError.noSuchLayer(
        name: name,
        layers: tables.map(\.tableName)
          + (map?.tables.filter { $0.filter != nil }.map(\.layer.title) ?? [])
          + package.otherLayerNames)
    }
    table = try store.table(named: found.tableName)
    let built = package.created.flatMap { DateText.milliseconds($0) } ?? 0
    own = try part?.filter.map {
      try ExportFilter(text: $0, now: built).clause(for: table, in: map)
    }
    clause = try filter?.clause(for: table, in: map)
  }

  /// Writes the rows in the order of their IDs. `write` receives blocks of text.
  package func run(write: ([UInt8]) throws -> Void) throws -> Account {
    var account = Account()
    var writer: any RowTextWriter =
      format == .csv
      ? try CSVRowWriter(table, store) : try GeoJSONRowWriter(table, format, store)
    var text: [UInt8] = []
    writer.begin(&text)
    var rows = try store.rows(of: table.name)
    var layer = own.map { WhereRun($0) }
    var filter = clause.map { WhereRun($0) }
    while try rows.advance() {
      guard try layer?.chooses(&rows) ?? true else { continue }
      guard try filter?.chooses(&rows) ?? true else {
        account.refusedCount += 1
        continue
      }
      try rows.layOut()
      let bytes = rows.bytes
      try writer.append(rows.layout, bytes.span.extracting(rows.record), to: &text)
      account.rowCount += 1
      if text.count >= Self.blockSize {
        try write(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    writer.end(&text)
    if !text.isEmpty { try write(text) }
    account.geometriesLeftOut = writer.geometriesLeftOut
    account.unnamedReference = writer.unnamedReference
    return account
  }
}

/// Writes rows in a text format.
protocol RowTextWriter {
  var geometriesLeftOut: Int { get }
  /// The name of the coordinates' spatial reference, if the text can't say it.
  var unnamedReference: String? { get }
  mutating func begin(_ text: inout [UInt8])
  mutating func append(
    _ layout: RecordLayout, _ record: Span<UInt8>, to text: inout [UInt8]) throws
  mutating func end(_ text: inout [UInt8])
}
