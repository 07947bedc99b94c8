import FeatureData
import MapModel
import OrderedJSON
import SQLiteFile

/// The fields of one table: finds them by name and makes what shows them.
struct FieldTable {
  let definition: LayerDefinition
  let schema: TableSchema
  let zone: TimeZoneRules
  /// How to tell a row's type; nil when the table has no types.
  let types: RowTypes?

  init(definition: LayerDefinition, schema: TableSchema, zone: TimeZoneRules) {
    self.definition = definition
    self.schema = schema
    self.zone = zone
    let column = definition.typeIDField.flatMap { schema.column(named: $0) }
    types = column.flatMap { column in
      guard !definition.types.isEmpty else { return nil }
      return RowTypes(
        column: schema.firstFieldColumn + column,
        names: CodedNames(
          codes: definition.types.map(\.id), names: definition.types.map(\.name)))
    }
  }

  /// The place of a field among the columns.
  func column(named name: String) -> Int? { schema.column(named: name) }

  /// What shows a field; nil when the table has none of that name.
  func value(named name: String, info: PopupFieldInfo?) -> FieldValue? {
    column(named: name).map { value(ofColumn: $0, info: info) }
  }

  /// What shows a column of the table.
  ///
  /// - Parameter info: the map's label and format; nil for none.
  func value(ofColumn index: Int, info: PopupFieldInfo?) -> FieldValue {
    let column = schema.columns[index]
    let field = definition.fields.named(column.field.name) ?? column.field
    let nature = Self.nature(of: field, storage: column.storage)
    let fieldFormat = info?.fieldFormat ?? configuredFormat(of: field)
    let date = DateFormat(format: info?.format) ?? DateFormat(fieldFormat: fieldFormat)
    let place = schema.firstFieldColumn + index
    let zone = DateFormat.timeZoneName(format: info?.format)
      .flatMap { try? TimeZoneRules(name: $0.isSameName(as: "utc") ? "UTC" : $0) }
    return FieldValue(
      column: place, nature: nature, names: names(of: field),
      typeNames: types.flatMap { $0.column == place ? $0.names : nil },
      number: NumberFormat(format: info?.format) ?? NumberFormat(fieldFormat: fieldFormat),
      date: date ?? Self.defaultDate(of: nature), hasDateFormat: date != nil,
      zone: zone ?? self.zone)
  }

  /// The format that the layer itself gives a field, for pop-ups that give none
  /// (`fieldConfigurations`).
  private func configuredFormat(of field: Field) -> JSON? {
    definition.source["fieldConfigurations"]?.array?
      .first { $0["name"]?.string.map { field.isNamed($0) } == true }?["fieldFormat"]
  }

  /// The fields of a pop-up that no map defines: all that say something to people.
  func plainFields() -> [PopupFieldInfo] {
    schema.columns.compactMap { column in
      let field = definition.fields.named(column.field.name) ?? column.field
      switch field.type {
      case .objectID, .globalID, .blob, .raster, .geometry, .xml: return nil
      default: break
      }
      if field.name.hasPrefix("Shape__") { return nil }
      if definition.editFieldsInfo?.contains(field.name) == true { return nil }
      return PopupFieldInfo(name: field.name, label: field.label)
    }
  }

  /// The names of a field's codes: for rows of no type, then for those of each type.
  private func names(of field: Field) -> [CodedNames?] {
    let own = CodedNames(field.domain)
    guard types != nil, definition.types.contains(where: { $0.domain(of: field.name) != nil })
    else { return own.map { [$0] } ?? [] }
    return [own]
      + definition.types.map { type in
        type.domain(of: field.name).map { CodedNames($0) } ?? own
      }
  }

  private static func nature(of field: Field, storage: ColumnStorage) -> FieldValue.Nature {
    if storage == .boolean { return .boolean }
    return switch field.type {
    case .smallInteger, .integer, .bigInteger, .single, .double: .number
    case .date: .date
    case .dateOnly: .dateOnly
    case .timeOnly: .timeOnly
    case .timestampOffset: .timestampOffset
    case .objectID, .globalID, .guid: .identity
    case .blob, .raster, .geometry: .blob
    case .string, .xml: .text
    }
  }

  private static func defaultDate(of nature: FieldValue.Nature) -> DateFormat {
    switch nature {
    case .dateOnly: .shortDate
    case .timeOnly: DateFormat(day: nil, time: .short)
    default: .shortDateShortTime
    }
  }
}

extension FeatureType {
  /// The domain this type itself gives a field; nil when the field's own holds.
  fileprivate func domain(of field: String) -> Domain? {
    let own = domains.first { $0.field.isSameName(as: field) }?.domain
    return own == .inherited ? nil : own
  }
}

/// How to tell a row's type.
struct RowTypes: Sendable {
  /// The column of the record that holds the type's id.
  var column: Int
  let names: CodedNames

  /// The place of a row's type among the types.
  func type(of record: Span<UInt8>, _ layout: RecordLayout) -> Int? {
    names.place(of: layout.value(column, in: record), in: record)
  }

  /// The same, where the type's id stands in another column.
  func moved(to column: Int) -> RowTypes { RowTypes(column: column, names: names) }
}
