import Bytes
import FeatureData
import Geometry
import MapModel
import Merging
import Popups
import Records

/// The rows of a merge's table as texts for people.
struct ReviewTable {
  let table: MergeTable
  /// The fields that people fill in.
  let shown: [Int]
  /// The pop-ups; nil if no map says how values are shown.
  private let popups: PopupLayer?
  private var workspace = PopupWorkspace()

  init(_ table: MergeTable, timeZone: TimeZoneRules) {
    self.table = table
    shown = table.fields.indices.filter { index in
      switch table.fields[index].role {
      case .attribute, .geometry, .key: true
      case .globalID, .objectID, .creator, .creationDate, .editor, .editDate, .content: false
      }
    }
    popups = table.layer.map { layer in
      var notices: [PopupNotice] = []
      return PopupLayer(
        title: table.title, definition: layer.definition, popupInfo: layer.popupInfo,
        schema: Self.schema(table, layer), relatedTables: [],
        setting: PopupSetting(now: nil, timeZone: timeZone), notices: &notices)
    }
  }

  private static func schema(_ table: MergeTable, _ layer: EffectiveLayer) -> TableSchema {
    let columns = table.fields.filter { $0.role != .geometry }.map { field in
      TableColumn(
        layer.fields.named(field.name)
          ?? Field(name: field.name, alias: field.title, type: field.meaning.fieldType),
        sourceName: field.name)
    }
    let geometry = table.fieldIndex(of: .geometry).map { _ in
      GeometryField(
        kind: nil, hasZ: false, hasM: false, spatialReference: SpatialReference(epsg: 4_326),
        srsID: 4_326)
    }
    var schema = TableSchema(name: table.name, columns: columns, geometry: geometry)
    schema.typeColumn = layer.definition.typeIDField.flatMap { schema.column(named: $0) }
    schema.types = layer.definition.types
    return schema
  }

  /// Returns the texts of a row's values by field; nil for null and for the geometry.
  ///
  /// - Parameter names: The names that look-up tables have for the row's keys, by field.
  mutating func texts(of row: MergeRow, names: [Int: String] = [:]) -> [String?] {
    var texts = formattedTexts(of: row)
    for (field, name) in names {
      // The code, too: it is what crews and files have.
      texts[field] = texts[field].map { "\(name) (\($0))" }
    }
    return texts
  }

  private mutating func formattedTexts(of row: MergeRow) -> [String?] {
    guard let popups else {
      return table.fields.indices.map { index in
        table.fields[index].role == .geometry ? nil : row[index].plainText
      }
    }
    let record = record(of: row)
    let offset = table.fieldIndex(of: .geometry) == nil ? 0 : 1
    let values = (try? popups.formattedValues(of: record.span, in: &workspace)) ?? []
    return table.fields.indices.map { index in
      let column = index - offset
      guard values.indices.contains(column), !row[index].isNull else { return nil }
      // Bytes have no text.
      return values[column] ?? row[index].plainText
    }
  }

  /// Returns the text of a value in a row, as shown; nil for null.
  mutating func text(
    _ value: FieldValue, at index: Int, of row: MergeRow, names: [Int: String] = [:]
  ) -> String? {
    var row = row
    guard row.values.indices.contains(index) else { return value.plainText }
    row.values[index] = value
    let texts = texts(of: row, names: names)
    return texts.indices.contains(index) ? texts[index] : nil
  }

  /// Returns the title of a row, from its pop-up. If that is the same for all rows, the title is
  /// the row's number and its display field or first text. Returns nil if the row has none of
  /// these.
  mutating func title(of row: MergeRow, names: [Int: String] = [:]) -> String? {
    if let popups {
      let record = record(of: row)
      let title = try? popups.title(of: record.span, related: [], in: &workspace)
      if let title, !title.isEmpty, title != table.title { return title }
    }
    if let name = table.isAttachments ? table.fieldIndex(named: "name") : nil,
      let text = row[name].text
    {
      return text
    }
    let display = table.layer?.definition.displayField.flatMap { table.fieldIndex(named: $0) }
    // A key names another record, so it is not a title.
    let candidates = shown.filter { table.fields[$0].meaning != .identity }
    let name = ([display] + candidates).lazy
      .compactMap { index in index.flatMap { names[$0] ?? row[$0].text } }
      .first { !$0.isEmpty }
    let number = table.fieldIndex(of: .objectID).flatMap { row[$0].plainText }
    let words = [number.map { "\(table.title) \($0)" } ?? table.title, name].compactMap(\.self)
    return number == nil && name == nil ? nil : words.joined(separator: " · ")
  }

  /// Returns the row as pop-ups read it, without its geometry.
  private func record(of row: MergeRow) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    for index in table.fields.indices {
      if table.fields[index].role == .geometry || table.fields[index].role == .content {
        encoder.appendNull()
      } else {
        encoder.append(row[index])
      }
    }
    var record: [UInt8] = []
    encoder.write(to: &record)
    return record
  }
}

extension FieldMeaning {
  /// The type of a field that no map describes.
  fileprivate var fieldType: FieldType {
    switch self {
    case .number: .double
    case .dateTime: .date
    case .date: .dateOnly
    case .identity: .guid
    case .geometry, .gridded: .geometry
    case .text: .string
    case .bytes: .blob
    }
  }
}
