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
  /// Rows of a GeoPackage.
  var stored = DownloadRows()
  /// What browsers need to write the same, and its text once all records are there.
  fileprivate(set) var exported: ExportedValues
  private(set) var exportedText: [UInt8] = []

  /// Creates a piece without records.
  init(_ format: DownloadFormat) { exported = format.exported.none }

  /// Ends the piece.
  mutating func finish() { exportedText = exported.written }
}

/// The values of a record that are not stored in it.
struct DownloadValues: Sendable {
  /// The name of each code, in the order of the columns of names.
  var names: [String?] = []
  /// What the pop-up computes.
  var computed: [ComputedDatum] = []
}

/// How a layer's records are written as GeoJSON and CSV. Fields have raw values, and the names of
/// codes follow them. Values that pop-ups compute are named by title. GeoJSON features also have
/// the symbol as simplestyle properties, so that other viewers color them.
///
/// The browser writes the same bytes (`assets/geojson.js`). A GeoPackage has the same values.
struct DownloadFormat: Sendable {
  /// Where the value of a column comes from.
  enum Source: Sendable {
    /// A column of the record.
    case field(Int, isBoolean: Bool, isIdentity: Bool)
    /// The name of a code, by its number.
    case name(Int)
    /// A value that pop-ups compute, by its number.
    case computed(Int)

    var isIdentity: Bool {
      if case .field(_, _, isIdentity: true) = self { true } else { false }
    }
  }

  /// A column of the downloads.
  struct Column: Sendable {
    var name: String
    /// The name as JSON key, with a colon.
    var key: [UInt8]
    var source: Source
  }

  /// The names of the coordinate columns of points in CSV.
  static let coordinateNames = ["Longitude", "Latitude"]
  /// The number of decimals of coordinates in downloads, for a centimeter.
  static let decimals = 7

  private let columns: [Column]
  /// The sources alone, which are quicker to walk through than the columns.
  private let sources: [Source]
  /// The names of the coordinate columns, which only points have.
  private let coordinateNames: [String]
  let table: DownloadTable
  fileprivate let exported: ExportedColumns
  private let kind: SiteLayer.Kind
  private let bytes: BytesAsText
  /// Whether CSV cells that begin like a formula get a mark, so that they stay text.
  private let guardsFormulas: Bool
  private static let comma = UInt8(ascii: ",")

  /// - Parameters:
  ///   - bytes: How to write values that are not text.
  ///   - guardsFormulas: Whether CSV cells that begin like a formula get a mark.
  init(
    _ layer: SiteLayer, _ columns: DownloadColumns, bytes: BytesAsText, guardsFormulas: Bool = false
  ) {
    kind = layer.kind
    self.guardsFormulas = guardsFormulas
    self.bytes = bytes
    var names = 0
    self.columns = columns.all.map { column in
      let source: Source
      switch column.source {
      case .field(let index):
        let column = layer.schema.columns[index]
        source = .field(
          layer.schema.firstFieldColumn + index, isBoolean: column.storage == .boolean,
          isIdentity: column.field.type.isIdentity)
      case .name, .parentName:
        source = .name(names)
        names += 1
      case .computed(let number): source = .computed(number)
      }
      return Column(name: column.name, key: Self.key(column.name), source: source)
    }
    sources = self.columns.map(\.source)
    coordinateNames =
      kind == .point ? Self.coordinateNames(beside: self.columns.map(\.name)) : []
    table = DownloadTable(layer, self.columns)
    exported = ExportedColumns(self.columns, kind, coordinateNames: coordinateNames)
  }

  /// Returns the `exported` entry of a layer in `data/meta.js`: how browsers make downloads.
  ///
  /// - Parameter built: When the data was packed, in milliseconds since 1970 UTC.
  func exportedForm(_ computed: ComputedFields, built: Int64) -> JSON {
    var members = exported.members
    members.append("store", table.form(computed, built: built))
    return .object(members)
  }

  /// Returns a coordinate with the decimals that downloads have.
  static func rounded(_ value: Double) -> Double {
    let scaled = (value * 1e7).rounded()
    return scaled.magnitude < 0x1p53 ? scaled / 1e7 : value
  }

  private static func key(_ name: String) -> [UInt8] {
    var key: [UInt8] = []
    JSONWriter.append(name, to: &key)
    key.append(UInt8(ascii: ":"))
    return key
  }

  /// The first line of the CSV.
  var header: [UInt8] {
    var text: [UInt8] = []
    for (index, name) in (columns.map(\.name) + coordinateNames).enumerated() {
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
  /// - Parameter style: JSON members ready to be written; empty or beginning with a comma.
  func append(
    _ record: Span<UInt8>, layout: RecordLayout, values: DownloadValues, shape: Geometry?,
    style: [UInt8], to piece: inout DownloadPiece
  ) {
    appendRow(record, layout: layout, values: values, shape: shape, to: &piece)
    piece.rowEnds.append(piece.rows.count)
    table.append(record, layout: layout, values: values, shape: shape, to: &piece.stored)
    exported.append(
      record, layout: layout, values: values, shape: shape, style: style, to: &piece.exported)
    guard kind != .table else { return }
    appendFeature(
      record, layout: layout, values: values, shape: shape, decimals: Self.decimals,
      style: style, to: &piece.features)
    piece.features.append(UInt8(ascii: "}"))
    piece.featureEnds.append(piece.features.count)
  }

  /// Adds a GeoJSON feature without its closing brace.
  ///
  /// - Parameter decimals: The number of decimals of coordinates; nil for all.
  func appendFeature(
    _ record: Span<UInt8>, layout: RecordLayout, values: DownloadValues, shape: Geometry?,
    decimals: Int?, style: [UInt8], to text: inout [UInt8]
  ) {
    text.append(literal: "{\"type\":\"Feature\",\"properties\":{")
    for (index, column) in columns.enumerated() {
      if index > 0 { text.append(Self.comma) }
      text.append(column.key.span)
      switch column.source {
      case .field(let field, let isBoolean, _):
        layout.value(field, in: record)
          .appendJSON(of: record, isBoolean: isBoolean, bytes: bytes, to: &text)
      case .name(let number):
        if let name = values.names[number] {
          JSONWriter.append(name, to: &text)
        } else {
          text.append(literal: "null")
        }
      case .computed(let number): values.computed[number].appendJSON(to: &text)
      }
    }
    text += style.dropFirst(columns.isEmpty ? 1 : 0)
    text.append(literal: "},\"geometry\":")
    if let shape {
      shape.appendGeoJSON(to: &text, decimals: decimals)
    } else {
      text.append(literal: "null")
    }
  }

  private func appendRow(
    _ record: Span<UInt8>, layout: RecordLayout, values: DownloadValues, shape: Geometry?,
    to piece: inout DownloadPiece
  ) {
    for (index, source) in sources.enumerated() {
      if index > 0 { piece.rows.append(Self.comma) }
      let start = piece.rows.count
      if appendCell(source, of: record, layout, values, to: &piece.rows) {
        guardFormula(from: start, in: &piece)
      }
    }
    if kind == .point {
      for part in 0..<2 {
        if part > 0 || !columns.isEmpty { piece.rows.append(Self.comma) }
        if let shape {
          CoordinateText.append(
            part == 0 ? shape.x(0) : shape.y(0), decimals: Self.decimals, to: &piece.rows)
        }
      }
    }
    piece.rows.append(literal: "\r\n")
  }

  /// Adds a CSV cell. Returns whether it is text, which may begin like a formula.
  private func appendCell(
    _ source: Source, of record: Span<UInt8>, _ layout: RecordLayout, _ values: DownloadValues,
    to row: inout [UInt8]
  ) -> Bool {
    switch source {
    case .field(let field, _, _):
      let value = layout.value(field, in: record)
      value.appendCSV(of: record, delimiter: Self.comma, bytes: bytes, to: &row)
      if case .text = value { return true }
      return false
    case .name(let number):
      guard let name = values.names[number] else { return false }
      CSVText.append(Array(name.utf8).span, delimiter: Self.comma, to: &row)
      return true
    case .computed(let number):
      let value = values.computed[number]
      value.appendCSV(delimiter: Self.comma, to: &row)
      if case .text = value { return true }
      return false
    }
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
