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
  /// The number of CSV cells that begin like a formula.
  var formulas = 0
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
  /// Whether CSV cells that begin like a formula get a mark, so that they stay text.
  private let guardsFormulas: Bool
  private static let comma = UInt8(ascii: ",")

  /// - Parameters:
  ///   - fields: The schema's columns to publish.
  ///   - computed: The names of the computed values.
  ///   - bytes: How to write values that are not text.
  ///   - guardsFormulas: Whether CSV cells that begin like a formula get a mark.
  init(
    _ layer: SiteLayer, fields: [Int], computed: [String], bytes: BytesAsText,
    guardsFormulas: Bool = false
  ) {
    kind = layer.kind
    self.guardsFormulas = guardsFormulas
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
    appendRow(record, layout: layout, computed: computed, shape: shape, to: &piece)
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
    to piece: inout DownloadPiece
  ) {
    for (index, column) in columns.enumerated() {
      if index > 0 { piece.rows.append(Self.comma) }
      let start = piece.rows.count
      let value = layout.value(column.column, in: record)
      value.appendCSV(of: record, delimiter: Self.comma, bytes: bytes, to: &piece.rows)
      if case .text = value { guardFormula(from: start, in: &piece) }
    }
    for (index, value) in computed.enumerated() {
      if index > 0 || !columns.isEmpty { piece.rows.append(Self.comma) }
      let start = piece.rows.count
      value.appendCSV(delimiter: Self.comma, to: &piece.rows)
      if case .text = value { guardFormula(from: start, in: &piece) }
    }
    if kind == .point {
      for part in 0..<2 {
        piece.rows.append(Self.comma)
        if let shape {
          CoordinateText.append(
            part == 0 ? shape.x(0) : shape.y(0), decimals: Self.decimals, to: &piece.rows)
        }
      }
    }
    piece.rows.append(literal: "\r\n")
  }

  /// Counts the last cell if it begins like a formula, and marks it if that is wanted.
  private func guardFormula(from start: Int, in piece: inout DownloadPiece) {
    guard FormulaText.isFormula(piece.rows.span.extracting(start..<piece.rows.count)) else {
      return
    }
    piece.formulas += 1
    guard guardsFormulas else { return }
    let isQuoted = piece.rows[start] == UInt8(ascii: "\"")
    piece.rows.insert(FormulaText.guardMark, at: isQuoted ? start + 1 : start)
  }
}
