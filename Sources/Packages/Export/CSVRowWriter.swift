import Bytes
import FeatureData
import GeoPackage
import Geometry
import Records

/// Writes rows as CSV (RFC 4180). Null is an empty cell, empty text is quoted, and points take two
/// columns.
struct CSVRowWriter: RowTextWriter {
  private(set) var geometriesLeftOut = 0
  private let table: GeoPackageTable
  /// The names of the coordinate columns; empty if the rows have no points.
  private var coordinateNames: [String] = []
  private var shape = Geometry(.point)
  private static let comma = UInt8(ascii: ",")

  init(_ table: GeoPackageTable, _ store: GeoPackageReader) throws {
    self.table = table
    guard let geometry = table.geometry, geometry.typeName == "POINT" else { return }
    let isGeographic = try store.spatialReference(geometry.srsID)?.isGeographic ?? true
    coordinateNames = isGeographic ? ["Longitude", "Latitude"] : ["x", "y"]
  }

  mutating func begin(_ text: inout [UInt8]) {
    let names = table.columns.map { $0.fieldName ?? $0.name } + coordinateNames
    for (index, name) in names.enumerated() {
      if index > 0 { text.append(Self.comma) }
      CSVText.append(Array(name.utf8).span, delimiter: Self.comma, to: &text)
    }
    text.append(literal: "\r\n")
  }

  mutating func append(
    _ layout: RecordLayout, _ record: Span<UInt8>, to text: inout [UInt8]
  ) throws {
    for index in table.columns.indices {
      if index > 0 { text.append(Self.comma) }
      layout.value(table.firstColumn + index, in: record)
        .appendCSV(of: record, delimiter: Self.comma, bytes: .hexadecimal, to: &text)
    }
    try appendPoint(layout, record, to: &text)
    text.append(literal: "\r\n")
  }

  mutating func end(_ text: inout [UInt8]) {}

  private mutating func appendPoint(
    _ layout: RecordLayout, _ record: Span<UInt8>, to text: inout [UInt8]
  ) throws {
    guard table.geometry != nil else { return }
    var hasShape = false
    if case .blob(let range) = layout.value(1, in: record) {
      _ = try GeoPackageBlob.decode(record.extracting(range), into: &shape)
      hasShape = !shape.isEmpty
    }
    guard !coordinateNames.isEmpty else {
      if hasShape { geometriesLeftOut += 1 }
      return
    }
    for index in 0..<2 {
      text.append(Self.comma)
      if hasShape { CoordinateText.append(shape.coordinates[index], to: &text) }
    }
  }
}
