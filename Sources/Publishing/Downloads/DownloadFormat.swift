import Bytes
import FeatureData
import Geometry
import MapModel
import OrderedJSON
import Packages
import Popups
import Records

/// Some records in the formats of the downloads.
struct DownloadPiece: Sendable {
  /// GeoJSON features (RFC 7946), each after a line feed and with a comma after all but the last;
  /// and the end of each feature.
  var features: [UInt8] = []
  var featureEnds: [Int] = []
  /// CSV records (RFC 4180), and the end of each.
  var rows: [UInt8] = []
  var rowEnds: [Int] = []
}

/// How a layer's records are written as GeoJSON and CSV. Fields have raw values. Values that
/// pop-ups compute are named by title. GeoJSON features also have the symbol as simplestyle
/// properties, so that other viewers color them.
struct DownloadFormat: Sendable {
  private struct Column: Sendable {
    var column: Int
    var key: [UInt8]
    var name: String
    var isBoolean: Bool
  }

  /// The names of the coordinate columns of points in CSV.
  static let coordinateNames = ["Longitude", "Latitude"]
  /// The number of decimals of coordinates in downloads, for a centimeter.
  private static let decimals = 7

  private let columns: [Column]
  /// The names of computed values, and the same names as JSON keys.
  private let computed: [(name: String, key: [UInt8])]
  private let kind: SiteLayer.Kind
  private let bytes: BytesAsText
  private static let comma = UInt8(ascii: ",")

  /// - Parameters:
  ///   - fields: The schema's columns to publish.
  ///   - computed: The names of the computed values.
  ///   - bytes: How to write values that are not text.
  init(_ layer: SiteLayer, fields: [Int], computed: [String], bytes: BytesAsText) {
    kind = layer.kind
    self.computed = computed.map { ($0, Self.key($0)) }
    self.bytes = bytes
    columns = fields.map { index in
      let column = layer.schema.columns[index]
      return Column(
        column: layer.schema.firstFieldColumn + index, key: Self.key(column.field.name),
        name: column.field.name, isBoolean: column.storage == .boolean)
    }
  }

  private static func key(_ name: String) -> [UInt8] {
    var key: [UInt8] = []
    JSONWriter.append(name, to: &key)
    key.append(UInt8(ascii: ":"))
    return key
  }

  /// The first line of the CSV.
  var header: [UInt8] {
    var names = columns.map(\.name) + computed.map(\.name)
    if kind == .point { names += Self.coordinateNames(beside: names) }
    var text: [UInt8] = []
    for (index, name) in names.enumerated() {
      if index > 0 { text.append(Self.comma) }
      CSVText.append(Array(name.utf8).span, delimiter: Self.comma, to: &text)
    }
    text.append(literal: "\r\n")
    return text
  }

  /// The names of the coordinate columns, which differ from those of the other columns.
  private static func coordinateNames(beside names: [String]) -> [String] {
    let isTaken = names.contains { name in coordinateNames.contains { $0.isSameName(as: name) } }
    guard isTaken else { return coordinateNames }
    return CoordinateColumns(.wgs84, hasZ: false, hasM: false, beside: names).names
  }

  /// Adds a record.
  ///
  /// - Parameters:
  ///   - computed: One value for each of the names.
  ///   - style: JSON members ready to be written; empty or beginning with a comma.
  func append(
    _ record: Span<UInt8>, layout: RecordLayout, computed: [ComputedDatum], shape: Geometry?,
    style: [UInt8], to piece: inout DownloadPiece
  ) {
    appendRow(record, layout: layout, computed: computed, shape: shape, to: &piece.rows)
    piece.rowEnds.append(piece.rows.count)
    guard kind != .table else { return }
    appendFeature(
      record, layout: layout, computed: computed, shape: shape, decimals: Self.decimals,
      style: style, to: &piece.features)
    piece.features.append(UInt8(ascii: "}"))
    piece.featureEnds.append(piece.features.count)
  }

  /// Adds a GeoJSON feature without its closing brace.
  ///
  /// - Parameter decimals: The number of decimals of coordinates; nil for all.
  func appendFeature(
    _ record: Span<UInt8>, layout: RecordLayout, computed: [ComputedDatum], shape: Geometry?,
    decimals: Int?, style: [UInt8], to text: inout [UInt8]
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
    for (column, value) in zip(self.computed, computed) {
      if !isFirst { text.append(Self.comma) }
      isFirst = false
      text.append(column.key.span)
      value.appendJSON(to: &text)
    }
    text += style.dropFirst(isFirst ? 1 : 0)
    text.append(literal: "},\"geometry\":")
    if let shape {
      shape.appendGeoJSON(to: &text, decimals: decimals)
    } else {
      text.append(literal: "null")
    }
  }

  private func appendRow(
    _ record: Span<UInt8>, layout: RecordLayout, computed: [ComputedDatum], shape: Geometry?,
    to text: inout [UInt8]
  ) {
    for (index, column) in columns.enumerated() {
      if index > 0 { text.append(Self.comma) }
      layout.value(column.column, in: record)
        .appendCSV(of: record, delimiter: Self.comma, bytes: bytes, to: &text)
    }
    for (index, value) in computed.enumerated() {
      if index > 0 || !columns.isEmpty { text.append(Self.comma) }
      value.appendCSV(delimiter: Self.comma, to: &text)
    }
    if kind == .point {
      for part in 0..<2 {
        text.append(Self.comma)
        if let shape {
          CoordinateText.append(
            part == 0 ? shape.x(0) : shape.y(0), decimals: Self.decimals, to: &text)
        }
      }
    }
    text.append(literal: "\r\n")
  }
}
