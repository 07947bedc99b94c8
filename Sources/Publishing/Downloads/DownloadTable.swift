import Bytes
import FeatureData
import GeoPackage
import Geometry
import MapModel
import OrderedJSON
import Popups
import Records

/// How a layer's records are written to its GeoPackage. It has the columns of the CSV, and the
/// geometries in degrees with as many decimals as in the other downloads. Measures are left out,
/// because GeoJSON has none.
struct DownloadTable: Sendable {
  private let sources: [DownloadFormat.Source]
  /// The columns of the table. The types of computed ones follow from their values.
  private let stored: [GeoPackageColumn]
  private let title: String
  private let geometry: GeoPackageTable.GeometryColumn?

  private static let degrees: Int32 = 4_326

  init(_ layer: SiteLayer, _ columns: [DownloadFormat.Column]) {
    sources = columns.map(\.source)
    title = layer.title
    geometry = layer.store.geometry.map {
      GeoPackageTable.GeometryColumn(
        typeName: $0.typeName, srsID: Self.degrees, hasZ: $0.hasZ)
    }
    let names = GeoPackageNames.columns(for: columns.map(\.name))
    let first = layer.schema.firstFieldColumn
    var alias: String?
    stored = zip(columns, names).map { column, name in
      var stored = GeoPackageColumn(name: name, type: .text(length: nil))
      switch column.source {
      case .field(let field, _, _):
        stored.type = layer.store.columns[field - first].type
        alias = layer.schema.columns[field - first].field.alias
        stored.title = alias
      // A column of names follows the column of its codes.
      case .name: stored.title = alias.map { "\($0) (name)" }
      case .computed: break
      }
      if name != column.name { stored.fieldName = column.name }
      return stored
    }
  }

  /// The number of values in a row before those of the columns.
  private var firstColumn: Int { geometry == nil ? 1 : 2 }

  /// The name of the table in the GeoPackage.
  var name: String { GeoPackageNames.tables(for: [title])[0] }

  /// Returns the table as declared in the GeoPackage.
  func declared(_ computed: ComputedFields) -> GeoPackageTable {
    let columns = zip(sources, stored).map { source, stored in
      guard case .computed(let number) = source else { return stored }
      var stored = stored
      stored.type = computed.kinds[number].storedType
      stored.title = computed.titles[number]
      return stored
    }
    return GeoPackageTable(
      name: name, identifier: title, geometry: geometry, columns: columns)
  }

  /// Returns what a browser needs to write a GeoPackage: the table, and each column with its type,
  /// its title, and the name of its field if that is another one.
  ///
  /// - Parameter built: When the data was packed, in milliseconds since 1970 UTC.
  func form(_ computed: ComputedFields, built: Int64) -> JSON {
    let table = declared(computed)
    var lastChange: [UInt8] = []
    _ = DateText.appendDateTime(built, to: &lastChange)
    func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    return [
      "table": .string(table.name),
      "lastChange": .string(lastChange.span.repairedString()),
      "geometry": text(table.geometry?.name), "shape": text(table.geometry?.typeName),
      "columns": .array(
        table.columns.map {
          .array([.string($0.name), .string($0.type.sql), text($0.title), text($0.fieldName)])
        }),
    ]
  }

  /// The columns of a row's record with numbers or truth values that are stored as text, because
  /// the column also has values of other kinds.
  func mixedColumns(_ computed: ComputedFields) -> Set<Int> {
    Set(
      sources.indices.filter {
        guard case .computed(let number) = sources[$0] else { return false }
        let kinds = computed.kinds[number]
        return kinds.storedType == .text(length: nil)
          && !kinds.isDisjoint(with: [.number, .boolean])
      }.map { firstColumn + $0 })
  }

  /// Adds a record.
  func append(
    _ record: Span<UInt8>, layout: RecordLayout, values: DownloadValues, shape: Geometry?,
    to rows: inout DownloadRows
  ) {
    rows.encoder.removeAll()
    rows.encoder.appendNull()
    if geometry != nil { append(shape, to: &rows.encoder) }
    for source in sources {
      switch source {
      case .field(let field, _, _):
        append(layout.value(field, in: record), of: record, to: &rows.encoder)
      case .name(let number):
        if let name = values.names[number] {
          rows.encoder.append(text: name)
        } else {
          rows.encoder.appendNull()
        }
      case .computed(let number): values.computed[number].append(to: &rows.encoder)
      }
    }
    rows.encoder.write(to: &rows.bytes)
    rows.ends.append(rows.bytes.count)
  }

  private func append(
    _ value: RecordValue, of record: Span<UInt8>, to encoder: inout RecordEncoder
  ) {
    switch value {
    case .blob: encoder.appendNull()
    case .text(let range):
      let text = record.extracting(range)
      if let repaired = UTF8Validation.repaired(text) {
        encoder.append(text: repaired.span)
      } else {
        encoder.append(text: text)
      }
    case .null, .integer, .real: encoder.append(value, of: record)
    }
  }

  private func append(_ shape: Geometry?, to encoder: inout RecordEncoder) {
    guard var shape else { return encoder.appendNull() }
    shape.setDimensions(hasZ: shape.hasZ, hasM: false)
    for index in shape.coordinates.indices {
      shape.coordinates[index] = DownloadFormat.rounded(shape.coordinates[index])
    }
    var blob: [UInt8] = []
    GeoPackageBlob.append(shape, srsID: Self.degrees, to: &blob)
    encoder.append(blob: blob.span)
  }
}

/// Rows of a GeoPackage.
struct DownloadRows: Sendable {
  fileprivate(set) var bytes: [UInt8] = []
  /// The end of each row.
  fileprivate(set) var ends: [Int] = []
  fileprivate var encoder = RecordEncoder()
}

extension ComputedFields.Kinds {
  /// The type of a column with values of these kinds.
  fileprivate var storedType: GeoPackageType {
    switch self {
    case .number: .double
    case .boolean: .boolean
    case .date: .dateTime
    case .day: .date
    default: .text(length: nil)
    }
  }
}

extension ComputedDatum {
  /// Appends the value to a row.
  fileprivate func append(to encoder: inout RecordEncoder) {
    switch self {
    case .null: encoder.appendNull()
    case .boolean(let value): encoder.append(Int64(value ? 1 : 0))
    case .number(let value): encoder.append(value)
    case .text(let value): encoder.append(text: value)
    case .date, .day:
      var text: [UInt8] = []
      if appendPlain(to: &text) { encoder.append(text: text.span) } else { encoder.appendNull() }
    }
  }
}
