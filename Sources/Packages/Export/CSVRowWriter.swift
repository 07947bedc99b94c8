import Bytes
import FeatureData
import GeoPackage
import Geometry
import Records

/// Writes rows as CSV (RFC 4180). Null is an empty cell, empty text is quoted, and the coordinates of
/// points take columns of their own.
struct CSVRowWriter: RowTextWriter {
  private(set) var geometriesLeftOut = 0
  private(set) var unnamedReference: String?
  private let table: GeoPackageTable
  /// The coordinate columns; nil if the rows have no points.
  private var coordinates: CoordinateColumns?
  private var shape = Geometry(.point)
  private static let comma = UInt8(ascii: ",")

  init(_ table: GeoPackageTable, _ store: GeoPackageReader) throws {
    self.table = table
    guard let geometry = table.geometry, geometry.typeName == "POINT" else { return }
    let reference = try store.spatialReference(geometry.srsID)
    if reference?.wkid == nil { unnamedReference = reference?.name ?? "unknown" }
    coordinates = CoordinateColumns(
      reference, hasZ: geometry.hasZ, hasM: geometry.hasM,
      beside: table.columns.map { $0.fieldName ?? $0.name })
  }

  mutating func begin(_ text: inout [UInt8]) {
    let names = table.columns.map { $0.fieldName ?? $0.name } + (coordinates?.names ?? [])
    for (index, name) in names.enumerated() {
      if index > 0 { text.append(Self.comma) }
      CSVText.appendName(Array(name.utf8).span, to: &text)
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
    guard let coordinates else {
      if hasShape { geometriesLeftOut += 1 }
      return
    }
    let hasHeights = table.geometry?.hasZ ?? false
    for index in coordinates.names.indices {
      text.append(Self.comma)
      guard hasShape else { continue }
      let isMeasure = index == (hasHeights ? 3 : 2)
      if index == 2, hasHeights, !shape.hasZ { continue }
      if isMeasure, !shape.hasM { continue }
      CSVText.append(shape.coordinates[isMeasure ? shape.stride - 1 : index], to: &text)
    }
  }
}
