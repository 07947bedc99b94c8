import Bytes
import GeoPackage
import Geometry
import OrderedJSON
import Records

/// Writes rows as GeoJSON features, in one document or one per line.
struct GeoJSONRowWriter: RowTextWriter {
  let geometriesLeftOut = 0
  let unnamedReference: String? = nil
  private let table: GeoPackageTable
  private let isDocument: Bool
  private var transform: CoordinateTransform?
  private let members: [Member]
  private var isFirst = true
  private var shape = Geometry(.point)

  /// A member of `properties`.
  private struct Member {
    /// The name in quotes, with the colon.
    let key: [UInt8]
    /// The column of its value in the record.
    let column: Int
    let isBoolean: Bool
  }

  init(_ table: GeoPackageTable, _ format: ExportFormat, _ store: GeoPackageReader) throws {
    self.table = table
    isDocument = format == .geoJSON
    members = table.columns.enumerated().map { index, column in
      var key: [UInt8] = []
      JSONWriter.append(column.fieldName ?? column.name, to: &key)
      key.append(UInt8(ascii: ":"))
      return Member(
        key: key, column: table.firstColumn + index, isBoolean: column.type == .boolean)
    }
    if let geometry = table.geometry,
      let reference = try store.spatialReference(geometry.srsID)
    {
      let transform = try CoordinateTransform(from: reference, to: SpatialReference(epsg: 4326))
      self.transform = transform.isIdentity ? nil : transform
    }
  }

  mutating func begin(_ text: inout [UInt8]) {
    guard isDocument else { return }
    text.append(literal: "{\"type\":\"FeatureCollection\",\"name\":")
    JSONWriter.append(table.name, to: &text)
    text.append(literal: ",\"features\":[\n")
  }

  mutating func append(
    _ layout: RecordLayout, _ record: Span<UInt8>, to text: inout [UInt8]
  ) throws {
    if !isFirst, isDocument { text.append(literal: ",\n") }
    isFirst = false
    text.append(literal: "{\"type\":\"Feature\",\"properties\":{")
    for (index, member) in members.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += member.key
      layout.value(member.column, in: record)
        .appendJSON(of: record, isBoolean: member.isBoolean, bytes: .hexadecimal, to: &text)
    }
    text.append(literal: "},\"geometry\":")
    try appendGeometry(layout, record, to: &text)
    text.append(UInt8(ascii: "}"))
    if !isDocument { text.append(UInt8(ascii: "\n")) }
  }

  mutating func end(_ text: inout [UInt8]) {
    if isDocument { text.append(literal: "\n]}\n") }
  }

  private mutating func appendGeometry(
    _ layout: RecordLayout, _ record: Span<UInt8>, to text: inout [UInt8]
  ) throws {
    guard table.geometry != nil, case .blob(let range) = layout.value(1, in: record) else {
      return text.append(literal: "null")
    }
    _ = try GeoPackageBlob.decode(record.extracting(range), into: &shape)
    guard !shape.isEmpty else { return text.append(literal: "null") }
    try transform?.apply(to: &shape)
    shape.appendGeoJSON(to: &text)
  }
}
