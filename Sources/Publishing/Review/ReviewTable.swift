import Bytes
import FeatureData
import Geometry
import MapModel
import Merging
import Popups
import SQLiteFile

/// The rows of a table of a merge, as texts for people.
struct ReviewTable {
  let table: MergeTable
  /// The fields people fill in.
  let shown: [Int]
  /// Nil where no map tells how values are shown.
  private let popups: PopupLayer?
  private var workspace = PopupWorkspace()

  init(_ table: MergeTable, timeZone: TimeZoneRules) {
    self.table = table
    shown = table.fields.indices.filter { place in
      switch table.fields[place].role {
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
    let geometry = table.place(of: .geometry).map { _ in
      GeometryField(
        kind: nil, hasZ: false, hasM: false, spatialReference: SpatialReference(epsg: 4_326),
        srsID: 4_326)
    }
    var schema = TableSchema(name: table.name, columns: columns, geometry: geometry)
    schema.typeColumn = layer.definition.typeIDField.flatMap { schema.column(named: $0) }
    schema.types = layer.definition.types
    return schema
  }

  /// The values of a row by place of the field; nil for NULL. Geometry has no text.
  mutating func texts(of row: MergeRow) -> [String?] {
    guard let popups else {
      return table.fields.indices.map { place in
        table.fields[place].role == .geometry ? nil : row[place].plainText
      }
    }
    let record = record(of: row)
    let offset = table.place(of: .geometry) == nil ? 0 : 1
    let values = (try? popups.formattedValues(of: record.span, in: &workspace)) ?? []
    return table.fields.indices.map { place in
      let column = place - offset
      guard values.indices.contains(column), !row[place].isNull else { return nil }
      // Bytes have no text of their own.
      return values[column] ?? row[place].plainText
    }
  }

  /// A value where it stands in a row, as it is shown; nil for NULL.
  mutating func text(_ value: FieldValue, at place: Int, of row: MergeRow) -> String? {
    var row = row
    guard row.values.indices.contains(place) else { return value.plainText }
    row.values[place] = value
    let texts = texts(of: row)
    return texts.indices.contains(place) ? texts[place] : nil
  }

  /// What a row is called: its pop-up's title; where that is the same for all, its number and the
  /// text its layer is known by, or its first; nil where it has none of these.
  mutating func title(of row: MergeRow) -> String? {
    if let popups {
      let record = record(of: row)
      let title = try? popups.title(of: record.span, related: [], in: &workspace)
      if let title, !title.isEmpty, title != table.title { return title }
    }
    if let name = table.isAttachments ? table.place(named: "name") : nil,
      let text = row[name].text
    {
      return text
    }
    let display = table.layer?.definition.displayField.flatMap { table.place(named: $0) }
    // A key names another record.
    let telling = shown.filter { table.fields[$0].meaning != .identity }
    let name = ([display] + telling).lazy.compactMap { place in place.flatMap { row[$0].text } }
      .first { !$0.isEmpty }
    let number = table.place(of: .objectID).flatMap { row[$0].plainText }
    let words = [number.map { "\(table.title) \($0)" } ?? table.title, name].compactMap(\.self)
    return number == nil && name == nil ? nil : words.joined(separator: " · ")
  }

  /// The row as the pop-ups read it; its geometry is left out.
  private func record(of row: MergeRow) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    for place in table.fields.indices {
      if table.fields[place].role == .geometry || table.fields[place].role == .content {
        encoder.appendNull()
      } else {
        encoder.append(row[place])
      }
    }
    var record: [UInt8] = []
    encoder.write(to: &record)
    return record
  }
}

extension FieldMeaning {
  /// The type of a field that no map tells of.
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
