import Bytes
import FeatureData
import MapModel
import OrderedJSON
import Popups
import Records

/// A test table: its definition, and records by field name.
struct SampleTable {
  let definition: LayerDefinition
  let schema: TableSchema

  /// Creates a table from its parts.
  init(definition: LayerDefinition, schema: TableSchema) {
    self.definition = definition
    self.schema = schema
  }

  /// Creates a table from a service's definition. A field may have `"storage": "boolean"`.
  init(_ text: String) throws { try self.init(Self.json(text)) }

  /// Creates a table from a service's definition as JSON.
  init(_ json: JSON) throws {
    var notices = MapNotices()
    definition = try LayerDefinition(json: json, notices: &notices)
    let columns = definition.fields.enumerated().map { index, field in
      TableColumn(
        field, storage: json["fields"]?[index]?["storage"]?.string == "boolean" ? .boolean : nil,
        sourceName: field.name)
    }
    schema = TableSchema(name: definition.name, columns: columns)
  }

  /// Creates a definition from names and from types without their prefix.
  init(fields: [(String, String)], more: String = "") throws {
    let list = fields.map { #"{"name": "\#($0)", "type": "esriFieldType\#($1)"}"# }
    try self.init(
      #"{"name": "Sample", "fields": [\#(list.joined(separator: ","))]\#(more)}"#)
  }

  static func json(_ text: String) throws -> JSON { try JSONParser.parse(Array(text.utf8)) }

  /// Returns a record. Fields that are not named are null.
  func record(_ values: [String: SQLValue]) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    for column in schema.columns {
      encoder.append(values[column.field.name] ?? .null)
    }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    return bytes
  }

  /// Returns the table as the other end of a relationship.
  func related(
    id: Int = 0, title: String = "Visits", key: String, theirKey: String,
    cardinality: Relationship.Cardinality = .oneToMany, role: Relationship.Role = .origin,
    popup: String? = nil
  ) throws -> RelatedTable {
    RelatedTable(
      relationship: Relationship(
        id: id, relatedTableID: 1, cardinality: cardinality, role: role, keyField: key),
      keyField: theirKey, title: title, definition: definition,
      popupInfo: try popup.map { try Self.json($0) }, schema: schema)
  }

  /// Returns the records of the table by key.
  func records(
    _ values: [[String: SQLValue]], for relation: PopupRelation
  ) throws -> RelatedRecords {
    var result = RelatedRecordsWriter(for: relation)
    var layout = RecordLayout()
    for (index, values) in values.enumerated() {
      let record = record(values)
      try result.add(record.span, number: Int64(index + 1), layout: &layout)
    }
    return result.finish()
  }
}

/// A layer compiled from a table and a pop-up's text, with its notices.
struct SampleLayer {
  let table: SampleTable
  let layer: PopupLayer
  let notices: [PopupNotice]
  /// The current time for expressions: 2021-10-29T15:04:05Z.
  static let now: Int64 = 1_635_519_845_000

  init(
    _ table: SampleTable, _ popup: String?, related: [RelatedTable] = [],
    zone: TimeZoneRules = .utc
  ) throws {
    self.table = table
    var notices: [PopupNotice] = []
    layer = PopupLayer(
      title: "The layer", definition: table.definition,
      popupInfo: try popup.map { try SampleTable.json($0) }, schema: table.schema,
      relatedTables: related, setting: PopupSetting(now: Self.now, timeZone: zone),
      notices: &notices)
    self.notices = notices
  }

  func popup(
    _ values: [String: SQLValue], related: [RelatedRecords] = []
  ) throws -> Popup {
    var workspace = PopupWorkspace()
    let record = table.record(values)
    return try layer.popup(of: record.span, related: related, in: &workspace)
  }

  /// Returns the rows of the first table of fields.
  func rows(
    _ values: [String: SQLValue], related: [RelatedRecords] = []
  ) throws -> [PopupFieldRow] {
    for case .fields(let table) in try popup(values, related: related).elements {
      return table.rows
    }
    return []
  }

  /// Returns the first text.
  func html(
    _ values: [String: SQLValue], related: [RelatedRecords] = []
  ) throws -> String? {
    for case .text(let html) in try popup(values, related: related).elements { return html }
    return nil
  }
}

extension String {
  /// The text as a JSON string.
  var quoted: String {
    var bytes: [UInt8] = []
    JSONWriter.append(self, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
