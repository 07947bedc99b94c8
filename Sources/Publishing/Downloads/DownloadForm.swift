import Bytes
import FeatureData
import Geometry
import MapModel
import OrderedJSON
import Packaging
import SQLiteFile

/// Some records in the forms that people take home.
struct DownloadPiece: Sendable {
  /// GeoJSON features (RFC 7946), each with a line feed before it and a comma after it but the
  /// last; and where each ends.
  var features: [UInt8] = []
  var featureEnds: [Int] = []
  /// CSV records (RFC 4180), and where each ends.
  var rows: [UInt8] = []
  var rowEnds: [Int] = []
}

/// How a layer's records are written as GeoJSON and CSV: raw values by field name, and in GeoJSON
/// the symbol as simplestyle properties, by which other viewers colour them.
struct DownloadForm: Sendable {
  private struct Column: Sendable {
    var column: Int
    var key: [UInt8]
    var name: String
    var isBoolean: Bool
  }

  private let columns: [Column]
  private let kind: SiteLayer.Kind
  private let bytes: BytesAsText
  private static let comma = UInt8(ascii: ",")

  /// - Parameters:
  ///   - fields: the schema's columns that go out.
  ///   - bytes: what becomes of values that are no text.
  init(_ layer: SiteLayer, fields: [Int], bytes: BytesAsText) {
    kind = layer.kind
    self.bytes = bytes
    columns = fields.map { index in
      let column = layer.schema.columns[index]
      var key: [UInt8] = []
      JSONWriter.append(column.field.name, to: &key)
      key.append(UInt8(ascii: ":"))
      return Column(
        column: layer.schema.firstFieldColumn + index, key: key, name: column.field.name,
        isBoolean: column.storage == .boolean)
    }
  }

  /// The first line of the CSV.
  var header: [UInt8] {
    var names = columns.map(\.name)
    if kind == .point { names += ["Longitude", "Latitude"] }
    var text: [UInt8] = []
    for (index, name) in names.enumerated() {
      if index > 0 { text.append(Self.comma) }
      CSVText.append(Array(name.utf8).span, delimiter: Self.comma, to: &text)
    }
    text.append(literal: "\r\n")
    return text
  }

  /// Adds a record; `style` are members ready to be written, empty or beginning with a comma.
  func append(
    _ record: Span<UInt8>, _ layout: RecordLayout, shape: Geometry?, style: [UInt8],
    to piece: inout DownloadPiece
  ) {
    appendRow(record, layout, shape, to: &piece.rows)
    piece.rowEnds.append(piece.rows.count)
    guard kind != .table else { return }
    appendFeature(record, layout, shape: shape, style: style, to: &piece.features)
    piece.features.append(UInt8(ascii: "}"))
    piece.featureEnds.append(piece.features.count)
  }

  /// Adds a GeoJSON feature without the brace that ends it.
  func appendFeature(
    _ record: Span<UInt8>, _ layout: RecordLayout, shape: Geometry?, style: [UInt8],
    to text: inout [UInt8]
  ) {
    text.append(literal: "{\"type\":\"Feature\",\"properties\":{")
    var isFirst = true
    for column in columns {
      if !isFirst { text.append(Self.comma) }
      isFirst = false
      text.append(column.key.span)
      layout.value(column.column, in: record)
        .appendJSON(of: record, isBoolean: column.isBoolean, bytes: bytes, to: &text)
    }
    text += style.dropFirst(isFirst ? 1 : 0)
    text.append(literal: "},\"geometry\":")
    if let shape {
      shape.appendGeoJSON(to: &text, decimals: 7)
    } else {
      text.append(literal: "null")
    }
  }

  private func appendRow(
    _ record: Span<UInt8>, _ layout: RecordLayout, _ shape: Geometry?, to text: inout [UInt8]
  ) {
    for (index, column) in columns.enumerated() {
      if index > 0 { text.append(Self.comma) }
      layout.value(column.column, in: record)
        .appendCSV(of: record, delimiter: Self.comma, bytes: bytes, to: &text)
    }
    if kind == .point {
      for part in 0..<2 {
        text.append(Self.comma)
        if let shape {
          CoordinateText.append(part == 0 ? shape.x(0) : shape.y(0), decimals: 7, to: &text)
        }
      }
    }
    text.append(literal: "\r\n")
  }
}
